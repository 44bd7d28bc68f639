import type { Action } from '../../../../src/contract/desk/inbox';
import { visitDue } from '../../../../src/domain/desk/due';
import { dateClockWords } from '../../../../src/domain/desk/clockWords';
import { ApiError } from '../../../calls/errors';
import type { NewMessage } from '../../../calls/messages';
import type { Db } from '../../../db/transaction';
import { answerHours } from '../../clinics/answerDue';
import { emailToReach, phoneToReach } from '../../contacts/identifiers';
import { oneLine, renderMail } from '../../messages/render';
import { contactsOf, ownerWords, petOf } from '../about';
import type { Answering, AnswerRule, Kind, Listed, Reading, Shown } from '../kind';
import { action, bare, counted, preview, recentlyFrom, refuse } from './parts';
import { alsoThere, correct, correctAlone, othersWith, sharedWords } from './undeliveredContact';
import {
  aboutOf,
  besides,
  besideWords,
  contactMark,
  contactWord,
  fared,
  find,
  givenUp,
  isUntried,
  otherWay,
  outlived,
  sameWay,
  shownRecipient,
  ways,
  type Beside,
  type Row,
  type To,
} from './undeliveredRows';
import { besideHappened, sentSince } from './undeliveredSent';

/** Messages to owners that were given up: sent by another way, to a corrected contact, again, or let be. */

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
  stamp: `${row.failed_at!.toISOString()} ${row.recipient} ${contactMark(row)}${outlived(row) ?? ''}`,
});

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
function again(reading: Reading, row: Row, to: To): NewMessage & { subject?: string | null } {
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
    userId: row.user_id,
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
      : outlived(row);

/** The way on that is filled: to the contact that was not tried yet, else one by which the news has not gone out. */
function primaryOf(row: Row, beside: Beside | null): 'resend' | 'send_other_way' | 'correct' | 'let_be' {
  if (outlived(row) !== null) return 'let_be';
  if (isUntried(row)) return beside && fared(beside) !== 'Undelivered' ? 'let_be' : 'resend';
  return beside === null && otherWay(row) !== null ? 'send_other_way' : 'correct';
}

function actionsOf(reading: Reading, row: Row, beside: Beside | null): Action[] {
  const blocked = overdue(row, reading.now);
  const primary = primaryOf(row, beside);
  const other = beside === null ? otherWay(row) : null;
  const same = sameWay(row);
  const sending = (name: 'resend' | 'send_other_way', label: string, to: To): Action =>
    action(name, label, {
      is_primary: primary === name,
      blocked,
      ...(blocked === null &&
        primary === name && {
          will_read: {
            words: name === 'resend' ? row.body_text : again(reading, row, to).text,
            ways: to.channel === 'sms' ? 'Text' : 'E-mail',
          },
        }),
    });
  const correction = action('correct', `Correct the ${contactWord(row)}`, {
    tray: 'correct',
    is_primary: primary === 'correct',
    blocked,
  });
  const all = [
    ...(other
      ? [sending('send_other_way', other.channel === 'sms' ? 'Send as a text' : 'Send as an e-mail', other)]
      : []),
    correction,
    ...(same ? [sending('resend', isUntried(row) ? `Send to the new ${contactWord(row)}` : 'Send again', same)] : []),
    action('let_be', 'Let it be', { is_primary: primary === 'let_be' }),
  ];
  return all.sort((a, b) => Number(b.is_primary) - Number(a.is_primary));
}

/** What is to be known before it is answered; null for nothing. */
function hintOf(reading: Reading, row: Row, beside: Beside | null): string | null {
  const since = outlived(row);
  if (since !== null) return `${since} What this says is true no more.`;
  const said = [
    ...(isUntried(row) ? [`The record has another ${contactWord(row)} now. This was not sent there yet.`] : []),
    ...(beside
      ? [besideWords(reading, beside)]
      : otherWay(row) === null
        ? ['There is no other confirmed contact.']
        : []),
  ];
  return said.length === 0 ? null : said.join(' ');
}

async function shownOf(db: Db, reading: Reading, row: Row): Promise<Shown> {
  const { clinic } = reading;
  const beside = await besides(db, reading, row);
  const tried = row.attempts === 0 ? `the old ${contactWord(row)}` : shownRecipient(row);
  return {
    ...bare,
    ...contactsOf(row),
    listed: listedOf(reading, row),
    client_id: row.client_id,
    ask: {
      title: row.subject ?? `${ways[row.channel]} with ${aboutOf(row)}`,
      line: `To ${tried}, written ${dateClockWords(row.created_at, clinic.shop.timezone)}`,
      state: 'Not delivered',
      money: null,
    },
    note: row.body_text === '' ? null : { text: row.body_text, urgent: [], notice: null },
    happened: [
      ...(beside ? [besideHappened(beside)] : []),
      {
        at: row.failed_at!.toISOString(),
        who: 'The portal',
        what: `${ways[row.channel]} to ${tried}`,
        state: 'Undelivered',
      },
    ],
    hint: hintOf(reading, row, beside),
    actions: actionsOf(reading, row, beside),
  };
}

const gone = 'It does not wait any more.';

/** What an answer sends: where to, and a contact that replaces the record's. */
type Sending = { row: Row; to: To | null; corrected: boolean };

/** Works out what the answer sends now. Throws `not_allowed` and `validation`. */
async function sendingOf(db: Db, answering: Answering): Promise<Sending> {
  const { clinic, body, now, thingId } = answering;
  const row = await find(db, answering, thingId);
  if (!row) refuse(gone);
  if (body.name === 'let_be') return { row, to: null, corrected: false };
  const late = overdue(row, now);
  if (late !== null) refuse(late);
  if (body.name === 'resend') {
    const to = sameWay(row);
    if (to === null) refuse(`There is no confirmed ${contactWord(row)}.`);
    return { row, to, corrected: false };
  }
  if (body.name === 'send_other_way') {
    const to = otherWay(row);
    if (to === null) refuse('There is no other confirmed contact.');
    const beside = await besides(db, answering, row);
    if (beside !== null) refuse(besideWords(answering, beside));
    return { row, to, corrected: false };
  }
  const to = typedOf({ clinic, body }, row.channel);
  if (to.recipient === (sameWay(row) ?? row).recipient) refuse('That is the same one.');
  return { row, to, corrected: true };
}

/** The contact that was typed. */
function typedOf({ clinic, body }: Pick<Answering, 'clinic' | 'body'>, channel: string): To {
  const given = body.contact?.trim();
  if (!given) throw new ApiError('validation', { fields: { contact: 'Please type the right one.' } });
  const recipient =
    channel === 'sms'
      ? phoneToReach(given, clinic.shop.phoneCode, { phone: 'contact', code: 'contact' })
      : emailOf(given);
  return { channel: channel as NewMessage['channel'], recipient };
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
  let_be: 'Let it be',
};

/** What a correction does beside sending the message, and whom else it concerns. */
async function correctionOf(db: Db, answering: Answering, row: Row, to: To) {
  const shared = await othersWith(db, answering.clinic.id, row, to);
  const waiting = (await alsoThere(db, answering, row)).length;
  const prover = shared.find(({ hasProved }) => hasProved);
  const word = contactWord(to);
  return {
    warning: sharedWords(shared, to),
    button: prover ? `Send to ${prover.name}’s ${word}` : 'Correct and send',
    does: [
      `The record of ${ownerWords(row)} has ${shownRecipient(to)} from now on.`,
      ...(waiting > 0
        ? [
            `${counted(waiting, 'more message').replace(/^o/, 'O')} to the old ${word} ${waiting === 1 ? 'waits' : 'wait'} here to be sent to it.`,
          ]
        : []),
    ],
  };
}

const rule: AnswerRule = {
  preview: async (db, answering) => {
    const { row, to, corrected } = await sendingOf(db, answering);
    const { name } = answering.body;
    if (to === null) return preview(buttons[name]!, { does: ['It is not sent.'] });
    const { button, ...more } = corrected ? await correctionOf(db, answering, row, to) : { button: null };
    return preview(button ?? buttons[name] ?? (to.channel === 'sms' ? 'Send as a text' : 'Send as an e-mail'), {
      words: again(answering, row, to).text,
      ways: to.channel === 'sms' ? 'Text' : 'E-mail',
      ...more,
    });
  },
  record: async (trx, answering) => {
    const { row, to, corrected } = await sendingOf(trx, answering);
    const old = shownRecipient(sameWay(row) ?? row);
    return {
      words: words[answering.body.name] ?? 'answered',
      ids: {
        message: row.id,
        client: row.client_id,
        ...(to && { to: to.channel }),
        ...(corrected && {
          had: contactMark(row),
          did: `the ${contactWord(row)} of ${ownerWords(row)} from ${old} to ${shownRecipient(to!)}`,
        }),
      },
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
    if (typeof sending === 'string')
      return body.name === 'correct'
        ? correctAlone(trx, answering, typedOf(answering, answering.ids['to'] ?? ''), sending)
        : { voided: sending };
    const { row, to, corrected } = sending;
    if (to === null) return { voided: null };
    // Its owner has changed it in the meantime, and knows better.
    if (corrected && answering.ids['had'] && answering.ids['had'] !== contactMark(row))
      return { voided: `${ownerWords(row)} has another ${contactWord(row)} since.` };
    if (corrected) await correct(trx, answering, row, to);
    if (corrected || body.name === 'resend') {
      // The same message with its file, if it has one, goes to the address that the record has.
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
    (await givenUp(db, reading.clinic.id).where('messages.failed_at', '>', recentlyFrom(reading.now)).execute()).map(
      (row) => listedOf(reading, row),
    ),
  read: async (db, reading, thingId) => {
    const row = await find(db, reading, thingId);
    return row ? shownOf(db, reading, row) : sentSince(db, reading, thingId);
  },
  answers: { resend: rule, send_other_way: rule, correct: rule, let_be: rule },
};
