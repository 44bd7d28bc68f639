import { sql } from 'kysely';
import type { Action } from '../../../../src/contract/desk/inbox';
import { visitDue } from '../../../../src/domain/desk/due';
import { dateClockWords } from '../../../../src/domain/desk/clockWords';
import { ApiError } from '../../../calls/errors';
import type { NewMessage } from '../../../calls/messages';
import type { Db, Trx } from '../../../db/transaction';
import { answerHours } from '../../clinics/answerDue';
import { notesWith } from '../../clients/contacts';
import { changeClient } from '../../clients/repository';
import { emailToReach, phoneToReach } from '../../contacts/identifiers';
import { oneLine, renderMail } from '../../messages/render';
import { reachOf } from '../../messages/toOwner';
import { contactsOf, ownerWords, petOf, phoneWords } from '../about';
import type { Answering, AnswerRule, Kind, Listed, Reading, Shown } from '../kind';
import { action, bare, preview, recentlyFrom, refuse } from './parts';

/** Messages to owners that were given up: sent by another way, to a corrected contact, again, or let be. */

/** Messages that are no use any more once they are late. */
const passing: readonly string[] = ['code'];

/** The messages to owners that were given up, each with its owner: of several with the contact, who has a sign-in. */
const givenUp = (db: Db, clinicId: string) =>
  db
    .selectFrom('messages')
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.clinic_id', '=', 'messages.clinic_id')
        .on((on) =>
          on.or([
            on.and([on('messages.channel', '=', 'email'), on('clients.email', '=', on.ref('messages.recipient'))]),
            on.and([on('messages.channel', '=', 'sms'), on('clients.phone', '=', on.ref('messages.recipient'))]),
          ]),
        )
        .on((on) => on(sql`clients.metadata->'merged_into'`, 'is', null)),
    )
    .leftJoin('appointments', (join) =>
      join
        .onRef('appointments.clinic_id', '=', 'messages.clinic_id')
        .onRef('appointments.id', '=', 'messages.visit_id'),
    )
    .leftJoin('patients', (join) =>
      join
        .onRef('patients.clinic_id', '=', 'appointments.clinic_id')
        .onRef('patients.id', '=', 'appointments.patient_id'),
    )
    .distinctOn('messages.position')
    .select([
      'messages.id',
      'messages.channel',
      'messages.recipient',
      'messages.subject',
      'messages.body_text',
      'messages.kind',
      'messages.appointment_id',
      'messages.visit_id',
      'messages.refill_id',
      'messages.payment_id',
      'messages.expires_at',
      'messages.failed_at',
      'messages.last_error',
      'messages.created_at',
      'messages.attachment',
      'appointments.starts_at',
      'appointments.patient_id',
      'patients.name as patient',
      'patients.species_id',
      'clients.id as client_id',
      'clients.first_name',
      'clients.last_name',
      'clients.phone',
      'clients.email',
      'clients.metadata',
    ])
    .where('messages.clinic_id', '=', clinicId)
    .where('messages.failed_at', 'is not', null)
    .where('messages.notice_of', 'is', null)
    .where('messages.kind', 'not in', passing)
    .where((is) =>
      is.or([is('messages.visit_id', 'is', null), is('appointments.client_id', '=', is.ref('clients.id'))]),
    )
    // One that was answered waits no more, unless it was given up again since.
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('desk_answers as given')
            .select('given.id')
            .whereRef('given.clinic_id', '=', 'messages.clinic_id')
            .where('given.kind', '=', 'undelivered')
            .whereRef('given.thing_id', '=', 'messages.id')
            .where('given.left_at', 'is not', null)
            .where('given.voided', 'is', null)
            .whereRef('given.at', '>=', 'messages.failed_at'),
        ),
      ),
    )
    .orderBy('messages.position')
    .orderBy('clients.user_id', (order) => order.asc().nullsLast())
    .orderBy('clients.id');

type Row = Awaited<ReturnType<ReturnType<typeof givenUp>['execute']>>[number];

const find = async (db: Db, { clinic, now }: Reading, id: string): Promise<Row | null> =>
  (await givenUp(db, clinic.id)
    .where('messages.id', '=', id)
    .where('messages.failed_at', '>', recentlyFrom(now))
    .executeTakeFirst()) ?? null;

const ways = { email: 'E-mail', sms: 'Text', push: 'Push' } as const;
const aboutKinds: Readonly<Record<string, string>> = {
  reminder: 'a reminder',
  booking_confirmation: 'the confirmation',
  request_confirmation: 'the confirmation of a request',
  reschedule_confirmation: 'a new time',
  cancellation: 'a cancellation',
  decline: 'a decline',
  offer: 'other times',
  refill: 'a refill',
  refund: 'a refund',
  meeting_link: 'a meeting link',
  vaccination_history: 'the vaccination history',
};
const aboutOf = ({ kind }: Row): string => aboutKinds[kind] ?? 'a message';
const shownRecipient = ({ channel, recipient }: Pick<Row, 'channel' | 'recipient'>): string =>
  channel === 'sms' ? phoneWords(recipient) : recipient;

const listedOf = ({ clinic }: Reading, row: Row): Listed => ({
  thingId: row.id,
  place: 'waits',
  pet: petOf(clinic, { id: row.patient_id, name: row.patient, speciesId: row.species_id }),
  owner: ownerWords(row),
  says: 'Not delivered',
  what: `${ways[row.channel]} with ${aboutOf(row)}`,
  asked_at: row.failed_at!.toISOString(),
  due_at: visitDue({ askedAt: row.failed_at!, startsAt: row.starts_at }, answerHours(clinic))?.toISOString() ?? null,
  urgent_word: null,
  approved_by: null,
  needs_clinician: false,
  offered_until: null,
  stamp: `${row.failed_at!.toISOString()} ${row.recipient}`,
});

/** The owner's other contact that messages go to; null without one, and for a message with a file, which only an e-mail has. */
function otherWay(row: Row): Pick<NewMessage, 'channel' | 'recipient'> | null {
  const { phone, email } = reachOf(row);
  if (row.attachment !== null) return null;
  if (row.channel === 'email') return phone === null ? null : { channel: 'sms', recipient: phone };
  return email === null ? null : { channel: 'email', recipient: email };
}

/** The message's words for a text message: an e-mail's without its greeting and its end. */
function shortOf({ clinic }: Reading, row: Row): string {
  const lines = row.body_text.split('\n');
  const end = lines.findIndex((line) => line.startsWith('Questions?'));
  const inner = lines.slice(lines[0]?.startsWith('Hello') ? 1 : 0, end < 0 ? undefined : end);
  return oneLine(
    `${clinic.shop.name}: ${inner
      .map((line) => line.trim())
      .filter(Boolean)
      .join(' ')}`,
  );
}

/** Makes the message once more, for another way or another address. */
function again(
  reading: Reading,
  row: Row,
  to: Pick<NewMessage, 'channel' | 'recipient'>,
): NewMessage & { subject?: string | null } {
  const { clinic } = reading;
  const common = {
    clinicId: clinic.id,
    ...to,
    kind: row.kind,
    expiresAt: row.expires_at,
    appointmentId: row.appointment_id,
    visitId: row.visit_id,
    refillId: row.refill_id,
    paymentId: row.payment_id,
  };
  if (to.channel === 'sms') return { ...common, text: row.channel === 'sms' ? row.body_text : shortOf(reading, row) };
  return {
    ...common,
    subject: row.subject ?? `A message from ${oneLine(clinic.shop.name)}`,
    ...renderMail(row.body_text.split('\n')),
  };
}

/** Why the message is not sent any more; null where it can be. */
const overdue = (row: Row, now: Date): string | null =>
  row.expires_at !== null && row.expires_at <= now
    ? 'It is of no use any more: its time is over.'
    : row.body_text === ''
      ? 'What it said is not kept.'
      : null;

function actionsOf(reading: Reading, row: Row): Action[] {
  const other = otherWay(row);
  const blocked = overdue(row, reading.now);
  const sendOther = action('send_other_way', other?.channel === 'sms' ? 'Send as a text' : 'Send as an e-mail', {
    is_primary: true,
    blocked,
    ...(other && blocked === null
      ? {
          will_read: {
            words: again(reading, row, other).text,
            ways: other.channel === 'sms' ? 'Text' : 'E-mail',
          },
        }
      : {}),
  });
  const correct = action('correct', row.channel === 'sms' ? 'Correct the number' : 'Correct the e-mail', {
    tray: 'correct',
    is_primary: other === null,
    blocked,
  });
  return [
    ...(other === null ? [correct] : [sendOther, correct]),
    action('resend', 'Send again', { blocked }),
    action('let_be', 'Let it be'),
  ];
}

function shownOf(reading: Reading, row: Row): Shown {
  const { clinic } = reading;
  return {
    ...bare,
    ...contactsOf(row),
    listed: listedOf(reading, row),
    client_id: row.client_id,
    ask: {
      title: row.subject ?? `${ways[row.channel]} with ${aboutOf(row)}`,
      line: `To ${shownRecipient(row)}, written ${dateClockWords(row.created_at, clinic.shop.timezone)}`,
      state: 'Not delivered',
      money: null,
    },
    note: row.body_text === '' ? null : { text: row.body_text, urgent: [], notice: null },
    happened: [
      {
        at: row.failed_at!.toISOString(),
        who: 'The portal',
        what: `${ways[row.channel]} to ${shownRecipient(row)}`,
        state: 'Undelivered',
      },
    ],
    hint: otherWay(row) === null ? 'There is no other confirmed contact.' : null,
    actions: actionsOf(reading, row),
  };
}

const gone = 'It does not wait any more.';

/** What an answer sends: where to, and a contact that replaces the record's. */
type Sending = { row: Row; to: Pick<NewMessage, 'channel' | 'recipient'> | null; corrected: boolean };

/** Works out what the answer sends now. Throws `not_allowed` and `validation`. */
async function sendingOf(db: Db, answering: Answering): Promise<Sending> {
  const { clinic, body, now, thingId } = answering;
  const row = await find(db, answering, thingId);
  if (!row) refuse(gone);
  if (body.name === 'let_be') return { row, to: null, corrected: false };
  const late = overdue(row, now);
  if (late !== null) refuse(late);
  if (body.name === 'resend')
    return { row, to: { channel: row.channel as NewMessage['channel'], recipient: row.recipient }, corrected: false };
  if (body.name === 'send_other_way') {
    const to = otherWay(row);
    if (to === null) refuse('There is no other confirmed contact.');
    return { row, to, corrected: false };
  }
  const given = body.contact?.trim();
  if (!given) throw new ApiError('validation', { fields: { contact: 'Please type the right one.' } });
  const recipient =
    row.channel === 'sms'
      ? phoneToReach(given, clinic.shop.phoneCode, { phone: 'contact', code: 'contact' })
      : emailOf(given);
  if (recipient === row.recipient) refuse('That is the same one.');
  return { row, to: { channel: row.channel as NewMessage['channel'], recipient }, corrected: true };
}

function emailOf(given: string): string {
  try {
    return emailToReach(given);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details.fields) throw error;
    throw new ApiError('validation', { fields: { contact: error.details.fields['email'] ?? 'is not valid' } });
  }
}

const words: Readonly<Record<string, string>> = {
  resend: 'sent again',
  send_other_way: 'sent another way',
  correct: 'corrected and sent again',
  let_be: 'let be',
};
const buttons: Readonly<Record<string, string>> = {
  resend: 'Send again',
  correct: 'Correct and send',
  let_be: 'Let it be',
};

/** Puts the clinic's own contact in the record: it is not a typed one that waits for its owner's proof (D-401). */
async function correct(trx: Trx, { clinic, now }: Answering, row: Row, recipient: string): Promise<void> {
  const kind = row.channel === 'sms' ? 'phone' : 'email';
  const { pending, unverified } = row.metadata;
  const { [kind]: _, ...others } = pending ?? {};
  await changeClient(
    trx,
    clinic.id,
    row.client_id,
    {
      [kind]: recipient,
      metadata: notesWith(row.metadata, {
        pending: others,
        unverified: (unverified ?? []).filter((one) => one !== kind),
      }),
    },
    now,
  );
}

const rule: AnswerRule = {
  preview: async (db, answering) => {
    const { row, to, corrected } = await sendingOf(db, answering);
    const { name } = answering.body;
    if (to === null) return preview(buttons[name]!, { does: ['It is not sent.'] });
    return preview(buttons[name] ?? (to.channel === 'sms' ? 'Send as a text' : 'Send as an e-mail'), {
      words: again(answering, row, to).text,
      ways: to.channel === 'sms' ? 'Text' : 'E-mail',
      does: corrected ? [`The record of ${ownerWords(row)} has ${shownRecipient(to)} from now on.`] : [],
    });
  },
  record: async (trx, answering) => {
    const { row, to } = await sendingOf(trx, answering);
    return {
      words: words[answering.body.name] ?? 'answered',
      ids: { message: row.id, client: row.client_id, ...(to && { to: to.channel }) },
    };
  },
  leave: async (trx, answering) => {
    const { clinic, services, thingId, now, body } = answering;
    await trx
      .selectFrom('messages')
      .select('id')
      .where('clinic_id', '=', clinic.id)
      .where('id', '=', thingId)
      .forUpdate()
      .execute();
    const sending = await sendingOf(trx, answering).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_allowed') return error.message;
      throw error;
    });
    if (typeof sending === 'string') return { voided: sending };
    const { row, to, corrected } = sending;
    if (to === null) return { voided: null };
    if (body.name === 'resend') {
      await trx
        .updateTable('messages')
        .set({ failed_at: null, attempts: 0, next_attempt_at: now })
        .where('clinic_id', '=', clinic.id)
        .where('id', '=', thingId)
        .execute();
      return { voided: null };
    }
    if (corrected) {
      await correct(trx, answering, row, to.recipient);
      // The same message with its file, if it has one, goes to the right address.
      await trx
        .updateTable('messages')
        .set({ recipient: to.recipient, failed_at: null, attempts: 0, next_attempt_at: now })
        .where('clinic_id', '=', clinic.id)
        .where('id', '=', thingId)
        .execute();
      return { voided: null };
    }
    await services.messages.enqueueAll(trx, [again(answering, row, to)]);
    return { voided: null };
  },
  takeBack: async () => {},
};

export const undelivered: Kind = {
  kind: 'undelivered',
  list: async (db, reading) =>
    (
      await givenUp(db, reading.clinic.id)
        .where('messages.failed_at', '>', recentlyFrom(reading.now))
        .where('messages.channel', 'in', ['sms', 'email'])
        .execute()
    ).map((row) => listedOf(reading, row)),
  read: async (db, reading, thingId) => {
    const row = await find(db, reading, thingId);
    if (row) return shownOf(reading, row);
    return sentSince(db, reading, thingId);
  },
  answers: { resend: rule, send_other_way: rule, correct: rule, let_be: rule },
};

/** A message that was answered, as it was; null for none of the clinic's. */
async function sentSince(db: Db, { clinic }: Reading, id: string): Promise<Shown | null> {
  const row = await db
    .selectFrom('desk_answers')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.clinic_id', '=', 'desk_answers.clinic_id')
        .onRef('messages.id', '=', 'desk_answers.thing_id'),
    )
    .select([
      'desk_answers.listed',
      'messages.channel',
      'messages.recipient',
      'messages.subject',
      'messages.body_text',
      'messages.delivered_at',
      'messages.failed_at',
    ])
    .where('desk_answers.clinic_id', '=', clinic.id)
    .where('desk_answers.kind', '=', 'undelivered')
    .where('desk_answers.thing_id', '=', id)
    .orderBy('desk_answers.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...bare,
    listed: {
      ...row.listed,
      thingId: id,
      place: 'answered',
      due_at: null,
      needs_clinician: false,
      offered_until: null,
      stamp: `${row.delivered_at?.toISOString() ?? ''}`,
    },
    ask: {
      title: row.subject ?? row.listed.what,
      line: `To ${shownRecipient(row)}`,
      state: row.delivered_at !== null ? 'Delivered' : row.failed_at === null ? 'Sent' : 'Undelivered',
      money: null,
    },
    note: row.body_text === '' ? null : { text: row.body_text, urgent: [], notice: null },
  };
}
