import { declinedText } from '../../../../src/domain/desk/decline';
import { giverFirst } from '../../../../src/domain/desk/giver';
import { urgentPlaces, urgentWord } from '../../../../src/domain/desk/urgent';
import { nearWords } from '../../../../src/domain/desk/words';
import { isPlainInMessage, nameInMessage } from '../../../../src/domain/messageText';
import { calledOtherwise } from '../../../../src/domain/pets/refill';
import type { KeywordAction } from '../../../../src/contract/catalogue';
import type { AnswerName } from '../../../../src/contract/desk/inbox';
import type { NewMessage } from '../../../calls/messages';
import type { Db } from '../../../db/transaction';
import { takeBackRefillNews } from '../../appointments/repository';
import { refillDueOf } from '../../clinics/answerDue';
import { keywordActions } from '../../catalogue/repository';
import { toOwner, type Said } from '../../messages/toOwner';
import { contactsOf, glanceOf, ownerWords, petLineOf, petOf, todayOf, willReadOf } from '../about';
import type { Answering, AnswerRule, Kind, Listed, Reading, Shown } from '../kind';
import { action, bare, messagesAbout, preview, refuse } from './parts';
import {
  asWords,
  find,
  givenStates,
  medicationWords,
  openRefills,
  othersLike,
  otherwiseOf,
  twiceWords,
  type Row,
} from './refillRows';

/** Refills: received, approved, ready for pick-up, picked up, or declined with a reason; only forward (D-424). */

/** Whether a member of the clinic is a clinician: then only clinicians approve refills (D-421). */
async function hasClinicians(db: Db, clinicId: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('person_id')
    .where('clinic_id', '=', clinicId)
    .where('provider_id', 'is not', null)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const says: Readonly<Record<string, string>> = {
  received: 'Refill',
  approved: 'Refill approved',
  ready: 'Refill ready',
  done: 'Refill picked up',
  declined: 'Refill declined',
};

const stateOf = ({ state }: Row): string =>
  (says[state] ?? 'Refill').replace(/^Refill ?/, '').replace(/^./, (sign) => sign.toUpperCase()) || 'Received';

const waitsFor = (state: string): Listed['place'] =>
  state === 'ready' ? 'offered' : state === 'received' || state === 'approved' ? 'waits' : 'answered';

/** What the clinic's urgent words are looked for in: the note, with no type of visit, so that those of all types count. */
const urgentIn = ({ note }: Row) => ({ note, productIds: [] });

function listedOf(
  { clinic }: Reading,
  row: Row,
  { needsClinician, actions }: { needsClinician: boolean; actions: readonly KeywordAction[] },
): Listed {
  const place = waitsFor(row.state);
  return {
    thingId: row.id,
    place,
    pet: petOf(clinic, { id: row.patient_id, name: row.patient, speciesId: row.species_id }),
    owner: ownerWords(row),
    says: says[row.state] ?? 'Refill',
    what: medicationWords(row) ?? 'see the note',
    asked_at: (row.state === 'received' ? row.created_at : row.state_at).toISOString(),
    due_at: refillDueOf(clinic, row)?.toISOString() ?? null,
    urgent_word: urgentWord(actions, urgentIn(row)),
    approved_by: row.approved_by,
    needs_clinician: row.state === 'received' && needsClinician,
    offered_until: null,
    stamp: `${row.state} ${row.state_at.toISOString()} ${row.deceased_at ?? ''} ${row.twins ?? ''}`,
  };
}

/** Why nothing good can be told of the refill; null where nothing stands in the way. */
const hindrance = (row: Row): string | null =>
  row.deceased_at !== null
    ? `${row.patient} has died.`
    : row.withdrawn
      ? `${row.medication ?? 'The medication'} was withdrawn from ${row.patient}'s record.`
      : null;

/** A change of a refill's state by an answer. */
type Step = {
  from: readonly string[];
  to: string;
  words: string;
  button: string;
  /** Whether it says something good, which is not said of a pet that has died or a medication that was withdrawn. */
  isGood: boolean;
  tells: ((row: Row, reason: string | null) => Pick<Said, 'subject' | 'lines' | 'short'> & { push: string }) | null;
};

/** What the messages to the owner call it. What is not the record's came with the call, so it is told only where it is safe. */
const whatOf = (row: Row): string => {
  const pet = nameInMessage(row.patient) || 'your pet';
  const isTold =
    row.medication !== null &&
    (calledOtherwise(row.medication, row.recorded) === null || isPlainInMessage(row.medication));
  return isTold ? `${row.medication} for ${pet}` : `the refill for ${pet}`;
};
const start = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const steps = {
  approve: {
    from: ['received'],
    to: 'approved',
    words: 'approved',
    button: 'Approve',
    isGood: true,
    tells: (row) => ({
      push: 'Your refill is approved.',
      subject: 'Your refill is approved',
      lines: [`${start(whatOf(row))} is approved.`, 'We let you know when you can pick it up.'],
      short: `${whatOf(row)} is approved. We let you know when you can pick it up.`,
    }),
  },
  ready: {
    from: ['approved'],
    to: 'ready',
    words: 'ready for pick-up',
    button: 'Ready for pick-up',
    isGood: true,
    tells: (row) => ({
      push: 'Your refill is ready for pick-up.',
      subject: 'Your refill is ready for pick-up',
      lines: [`${start(whatOf(row))} is ready for pick-up.`],
      short: `${whatOf(row)} is ready for pick-up.`,
    }),
  },
  done: {
    from: ['ready'],
    to: 'done',
    words: 'picked up',
    button: 'Picked up',
    isGood: false,
    tells: null,
  },
  decline: {
    from: ['received', 'approved'],
    to: 'declined',
    words: 'declined',
    button: 'Decline',
    isGood: false,
    tells: (row, reason) => ({
      push: 'There is news about your refill.',
      subject: 'About your refill request',
      lines: [`We're sorry, we cannot give ${whatOf(row)}.`, ...(reason === null ? [] : ['', reason])],
      short: `we're sorry, we cannot give ${whatOf(row)}.${reason === null ? '' : ` ${reason}`}`,
    }),
  },
} satisfies Partial<Record<AnswerName, Step>>;

const movedOn: Readonly<Record<string, string>> = {
  received: 'The refill is not approved yet.',
  approved: 'The refill is approved already.',
  ready: 'The refill is ready for pick-up already.',
  done: 'The refill is picked up already.',
  declined: 'The refill is declined already.',
};

/** Why the step does not fit the refill as it is now; null where it fits. */
const misfit = (step: Step, row: Row | null): string | null =>
  row === null
    ? 'The refill is gone.'
    : !step.from.includes(row.state)
      ? (movedOn[row.state] ?? 'The refill has moved on.')
      : step.isGood
        ? hindrance(row)
        : null;

/** What the owner is told of a step; `reason` is why it is declined. */
function messagesOf({ clinic, services }: Reading, step: Step, row: Row, reason: string | null): NewMessage[] {
  if (step.tells === null || row.deceased_at !== null) return [];
  const { push, lines, short, ...said } = step.tells(row, reason);
  const link = `${services.config.publicUrl}/${clinic.id}/pets`;
  return toOwner(
    clinic,
    row,
    { sms: true, email: true },
    {
      ...said,
      kind: 'refill',
      refillId: row.id,
      push: { says: push, opens: 'pets' },
      lines: [...lines, '', { words: 'See your pets', link }],
      short: `${short} ${link}`,
    },
  );
}

/** Whether an answer to the refill is on its way: somebody who may has decided, though its state is the one before. */
const isDecided = async (db: Db, clinicId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('desk_answers')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('kind', '=', 'refill')
    .where('thing_id', '=', id)
    .where('left_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Who has marked the refill as seen, so that a clinician is asked already; null for nobody. */
async function seenByOf(db: Db, clinicId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('desk_answers')
    .select('by')
    .where('clinic_id', '=', clinicId)
    .where('kind', '=', 'refill')
    .where('thing_id', '=', id)
    .where('name', '=', 'seen')
    .where('taken_back_at', 'is', null)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row?.by ?? null;
}

/** The ways on, with what the owner reads; who may not approve marks it as seen for a clinician instead. */
async function actionsOf(
  db: Db,
  reading: Reading,
  row: Row,
  { needsClinician, seenBy }: { needsClinician: boolean; seenBy: string | null },
): Promise<Shown['actions']> {
  const { reader } = reading;
  const first = async (name: 'approve' | 'ready', label: string) =>
    action(name, label, {
      is_primary: true,
      blocked: hindrance(row),
      will_read: await willReadOf(db, reading, row.client_id, messagesOf(reading, steps[name], row, null)),
    });
  const decline = action('decline', 'Decline', { tray: 'decline' });
  if (row.state === 'received')
    return needsClinician && reader && reader.providerId === null
      ? seenBy === null
        ? [action('seen', 'Seen: ask a clinician', { is_primary: true }), decline]
        : [decline]
      : [await first('approve', 'Approve'), decline];
  if (row.state === 'approved') return [await first('ready', 'Ready for pick-up'), decline];
  return row.state === 'ready' ? [action('done', 'Picked up', { is_primary: true })] : [];
}

/** Throws `not_allowed` where only a clinician may approve what was received and the member is none. */
async function mustMayApprove(db: Db, { clinic, by, thingId }: Answering): Promise<void> {
  if (by === null || by.providerId !== null || !(await hasClinicians(db, clinic.id))) return;
  if ((await find(db, clinic.id, thingId))?.state !== 'received') return;
  const seenBy = await seenByOf(db, clinic.id, thingId);
  refuse(
    `Only a clinician approves refills here now. ${
      seenBy === null ? 'Mark it as seen, and one is asked.' : 'One has been asked already.'
    }`,
  );
}

const reasonOf = ({ body }: Answering): string | null => declinedText(body.reason, body.words);

const ruleOf = (step: Step): AnswerRule => {
  const fitting = async (db: Db, answering: Answering): Promise<Row> => {
    const row = await find(db, answering.clinic.id, answering.thingId);
    const problem = misfit(step, row);
    if (problem !== null) refuse(problem);
    if (step.to === 'approved') await mustMayApprove(db, answering);
    return row!;
  };
  return {
    ...(step.to === 'approved' && { allow: mustMayApprove }),
    preview: async (db, answering) => {
      const row = await fitting(db, answering);
      const will = await willReadOf(
        db,
        answering,
        row.client_id,
        messagesOf(answering, step, row, reasonOf(answering)),
      );
      return preview(step.button, will ?? {});
    },
    record: async (trx, answering) => {
      const row = await fitting(trx, answering);
      const ids = { refill: row.id, client: row.client_id, before: row.state, after: step.to };
      const { by } = answering;
      return {
        words: step.words,
        ids: step.to === 'approved' && by ? { ...ids, approved_by: by.name || by.email } : ids,
      };
    },
    leave: async (trx, answering) => {
      const { clinic, thingId, now, services } = answering;
      await trx
        .selectFrom('refills')
        .select('id')
        .where('clinic_id', '=', clinic.id)
        .where('id', '=', thingId)
        .forUpdate()
        .execute();
      const row = await find(trx, clinic.id, thingId);
      const problem = misfit(step, row);
      if (row === null || problem !== null) return { voided: problem };
      await trx
        .updateTable('refills')
        .set({
          state: step.to,
          state_at: now,
          ...(step.to === 'declined' && { state_reason: reasonOf(answering) }),
          ...(step.to === 'approved' && { approved_by: answering.ids['approved_by'] ?? null }),
        })
        .where('clinic_id', '=', clinic.id)
        .where('id', '=', thingId)
        .execute();
      await takeBackRefillNews(trx, clinic.id, thingId);
      await services.messages.enqueueAll(trx, messagesOf(answering, step, row, reasonOf(answering)));
      return { voided: null };
    },
    takeBack: async () => {},
  };
};

/** A member who is no clinician has seen it: it waits on, for a clinician. Nobody outside is told. */
const seen: AnswerRule = {
  isInternal: true,
  preview: async (db, { clinic, thingId }) => {
    if ((await find(db, clinic.id, thingId))?.state !== 'received') refuse('The refill has moved on.');
    return preview('Seen: ask a clinician', { does: ['It waits on, for a clinician.'] });
  },
  record: async (trx, { clinic, thingId }) => {
    const row = await find(trx, clinic.id, thingId);
    if (row?.state !== 'received') refuse('The refill has moved on.');
    return { words: 'seen, asks a clinician', ids: { refill: thingId, client: row.client_id } };
  },
  leave: async () => ({ voided: null }),
  takeBack: async () => {},
};

export const refill: Kind = {
  kind: 'refill',
  list: async (db, reading) => {
    const rows = await openRefills(db, reading.clinic.id).execute();
    const needsClinician = await hasClinicians(db, reading.clinic.id);
    const actions = rows.some(({ note }) => note !== null) ? await keywordActions(db, reading.clinic.id) : [];
    return rows.map((row) => listedOf(reading, row, { needsClinician, actions }));
  },
  read: async (db, reading, thingId) => {
    const row = await find(db, reading.clinic.id, thingId);
    if (!row) return null;
    const needsClinician = await hasClinicians(db, reading.clinic.id);
    const seenBy = await seenByOf(db, reading.clinic.id, row.id);
    const actions = row.note === null ? [] : await keywordActions(db, reading.clinic.id);
    const others = await othersLike(
      db,
      reading.clinic.id,
      row,
      (name) => (steps as Partial<Record<string, Step>>)[name]?.to,
    );
    const otherwise = otherwiseOf(row);
    const hint = [
      otherwise === null ? null : `${ownerWords(row)} asked for ${row.medication}; the record now says ${otherwise}.`,
      ...(row.state === 'received' || row.state === 'approved' ? [twiceWords(reading, row, others)] : []),
      row.state === 'received' && needsClinician && !(await isDecided(db, reading.clinic.id, row.id))
        ? `A clinician approves it.${seenBy === null ? '' : ` ${giverFirst({ by: seenBy, is_mine: false })} has asked already.`}`
        : null,
    ].filter((one) => one !== null);
    return {
      ...bare,
      ...contactsOf(row),
      happened: [
        { at: row.created_at.toISOString(), who: ownerWords(row), what: 'Asked for the refill', state: null },
        ...others.map((other) => ({
          at: other.created_at.toISOString(),
          who: ownerWords(other),
          what: `Asked for the same medication as well${asWords(other, row)}`,
          state: givenStates.includes(other.state)
            ? `${stateOf(other)} ${nearWords(other.state_at, reading.clinic.shop.timezone, todayOf(reading))}`
            : 'Waits too',
        })),
        ...(await messagesAbout(db, reading, { column: 'refill_id', id: row.id })),
      ],
      pet_line: await petLineOf(db, reading, row.patient_id),
      glance: await glanceOf(db, reading, row.patient_id),
      listed: listedOf(reading, row, { needsClinician, actions }),
      client_id: row.client_id,
      ask: {
        title: row.medication ?? 'A refill, see the note',
        line: row.withdrawn
          ? 'Withdrawn from the record'
          : otherwise === null
            ? ''
            : `The record now says ${otherwise}`,
        state: stateOf(row),
        money: null,
      },
      note: row.note?.trim() ? { text: row.note, urgent: urgentPlaces(actions, urgentIn(row)), notice: null } : null,
      hint: hint.join(' ') || null,
      actions: await actionsOf(db, reading, row, { needsClinician, seenBy }),
    };
  },
  answers: {
    approve: ruleOf(steps.approve),
    ready: ruleOf(steps.ready),
    done: ruleOf(steps.done),
    decline: ruleOf(steps.decline),
    seen,
  },
};
