import { sql, type Selectable } from 'kysely';
import {
  answerNames,
  type Answer,
  type AnswerBody,
  type AnswerGiven,
  type AnswerName,
  type ItemKind,
} from '../../../src/contract/desk/inbox';
import { answeredWords, giverNames } from '../../../src/domain/desk/giver';
import { TAKE_BACK_MS } from '../../../src/domain/desk/takeBack';
import { DAY, SECOND } from '../../../src/limits';
import { ApiError } from '../../calls/errors';
import type { Member } from '../../calls/member';
import type { Services } from '../../calls/services';
import type { AnsweredRow } from '../../db/documents';
import { locksOn } from '../../db/locks';
import type { Database } from '../../db/schema';
import { run } from '../../db/statements';
import { inSavepoint, inTransaction, type Db, type Trx } from '../../db/transaction';
import { faultForLog } from '../../system/faultForLog';
import { startRounds, type Rounds } from '../../system/rounds';
import { endOffers } from '../appointments/endOffers';
import { loadClinic } from '../clinics/repository';
import { rewordAudit, takeBackAudit, voidAudit, writeAudit } from '../staff/audit';
import { clinicianOf } from './about';
import type { Answering, AnswerRule, Kind, Left, Preview, Reading } from './kind';

/** Answers of staff: recorded at once, and leaving the clinic after the time in which they can be taken back (D-426). */

/** How long answers are listed. */
const listedMs = 14 * DAY;
const listedMost = 200;
/** Until a failed leaving is tried again, and how often it is tried, about an hour. */
const retryMs = 15 * SECOND;
const mostTries = 240;

export type AnswerRow = Selectable<Database['desk_answers']>;
/** What the inbox needs of an answer. */
export type GivenAnswer = Pick<
  AnswerRow,
  'id' | 'kind' | 'thing_id' | 'name' | 'words' | 'person_id' | 'by' | 'at' | 'leaves_at' | 'left_at' | 'voided'
> & {
  /** Whether the owner picked one of the times that it offered. */
  is_picked?: boolean;
};

/** How an answer is given: by a member at the desk, by a link in a notice, or by the operator. */
type Giver = { way: 'desk'; member: Member } | { way: 'link' } | { way: 'operator' };

const nameOf = (giver: Giver): string =>
  giver.way === 'desk' ? giver.member.name || giver.member.email : giverNames[giver.way];

export const itemIdOf = (kind: string, thingId: string): string => `${kind}-${thingId}`;

const answers = (db: Db, clinicId: string) =>
  db.selectFrom('desk_answers').selectAll().where('clinic_id', '=', clinicId);

/** Whether a time of the answer's offer, which has its id, was picked. */
const isPicked = (clinicId: string, one: string) => sql<boolean>`
  exists (select from offers where offers.clinic_id = ${clinicId} and offers.id = ${sql.ref(`${one}.id`)} and offers.state = 'picked')`;

/** Reads the answers to a thing that were not taken back, the latest first. */
const answersTo = (db: Db, clinicId: string, kind: string, thingId: string) =>
  answers(db, clinicId)
    .where('kind', '=', kind)
    .where('thing_id', '=', thingId)
    .where('taken_back_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');

export const latestAnswerTo = async (
  db: Db,
  clinicId: string,
  kind: string,
  thingId: string,
): Promise<GivenAnswer | null> =>
  (await answersTo(db, clinicId, kind, thingId)
    .select(isPicked(clinicId, 'desk_answers').as('is_picked'))
    .limit(1)
    .executeTakeFirst()) ?? null;

/** Reads all answers to a thing, taken back or not, earliest first. */
export const historyOf = (
  db: Db,
  clinicId: string,
  kind: string,
  thingId: string,
): Promise<(AnswerRow & GivenAnswer)[]> =>
  answers(db, clinicId)
    .select(isPicked(clinicId, 'desk_answers').as('is_picked'))
    .where('kind', '=', kind)
    .where('thing_id', '=', thingId)
    .orderBy('at')
    .orderBy('id')
    .execute();

/** Reads the latest answer to each of the things, by item id, in one query. */
export async function latestAnswers(
  db: Db,
  clinicId: string,
  things: readonly { kind: string; thingId: string }[],
): Promise<Map<string, GivenAnswer>> {
  if (things.length === 0) return new Map();
  const rows = await run(
    db,
    sql<GivenAnswer>`
      select distinct on (one.kind, one.thing_id) one.id, one.kind, one.thing_id, one.name, one.words, one.person_id,
        one.by, one.at, one.leaves_at, one.left_at, one.voided, ${isPicked(clinicId, 'one')} as is_picked
      from desk_answers as one
      join unnest(${things.map(({ kind }) => kind)}::text[], ${things.map(({ thingId }) => thingId)}::text[])
        as listed (kind, thing_id) on listed.kind = one.kind and listed.thing_id = one.thing_id
      where one.clinic_id = ${clinicId} and one.taken_back_at is null
      order by one.kind, one.thing_id, one.at desc, one.id desc`,
  );
  return new Map(rows.map((row) => [itemIdOf(row.kind, row.thing_id), row]));
}

/** Since when answers are listed. */
export const answeredFrom = (now: Date): Date => new Date(now.getTime() - listedMs);

/** Reads the latest answer to each thing that was answered in the last 14 days, the latest first, at most 200. */
export async function answeredLately(db: Db, clinicId: string, now: Date): Promise<(AnswerRow & GivenAnswer)[]> {
  const rows = await answers(db, clinicId)
    .select(isPicked(clinicId, 'desk_answers').as('is_picked'))
    .where('at', '>', answeredFrom(now))
    .where('taken_back_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(2 * listedMost)
    .execute();
  const latest = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const id = itemIdOf(row.kind, row.thing_id);
    if (!latest.has(id)) latest.set(id, row);
  }
  return [...latest.values()].slice(0, listedMost);
}

/** Makes the answer as the desk shows it; a name that this server does not know is shown as answered. */
export const answerReply = (row: GivenAnswer, personId: string | null): Answer => ({
  id: row.id,
  name: (answerNames as readonly string[]).includes(row.name) ? (row.name as AnswerName) : 'answered',
  words: row.is_picked ? `${row.words}, one was picked` : row.words,
  by: row.by,
  is_mine: personId !== null && row.person_id === personId,
  at: row.at.toISOString(),
  leaves_at: row.leaves_at.toISOString(),
  left_at: row.left_at?.toISOString() ?? null,
  voided: row.voided,
});

/** Whether the answer has not left yet and can be taken back. */
export const isOnItsWay = (row: Pick<AnswerRow, 'left_at'>): boolean => row.left_at === null;

/** 'Ana accepted this at 8:44am', or 'You accepted this at 8:44am'. */
function saidBy(row: GivenAnswer, { clinic }: Pick<Reading, 'clinic'>, giver: Giver): string {
  const isMine = giver.way === 'desk' && row.person_id === giver.member.personId;
  return answeredWords({ ...row, is_mine: isMine, at: row.at }, clinic.shop.timezone);
}

export type Given = Reading & { kind: Kind; thingId: string; body: Omit<AnswerBody, 'version'>; giver: Giver };

const ruleOf = ({ kind, body }: Given): AnswerRule => {
  const rule = kind.answers[body.name];
  if (!rule) throw new ApiError('not_allowed', { message: 'This answer does not fit here.' });
  return rule;
};

const answeringOf = (given: Given, answerId: string, ids: Readonly<Record<string, string>> = {}): Answering => ({
  clinic: given.clinic,
  now: given.now,
  services: given.services,
  thingId: given.thingId,
  body: given.body,
  by: given.giver.way === 'desk' ? given.giver.member : null,
  answerId,
  ids,
});

/**
 * Throws `not_allowed` with who did what where an answer is on its way, where the member may not give it, or where
 * another one was given since the row that the person saw (`version`); `versionNow` is the row's own.
 */
async function mustBeFirst(
  db: Db,
  given: Given,
  latest: GivenAnswer | null,
  seen?: { version: string; versionNow: string },
): Promise<void> {
  if (latest && isOnItsWay(latest))
    throw new ApiError('not_allowed', { message: `${saidBy(latest, given, given.giver)}.` });
  await ruleOf(given).allow?.(db, answeringOf(given, 'preview'));
  if (!seen || seen.version === seen.versionNow) return;
  throw new ApiError('not_allowed', {
    message:
      latest && latest.voided === null
        ? `${saidBy(latest, given, given.giver)}. Please look at it again.`
        : 'This has changed meanwhile. Please look at it again.',
  });
}

type Seen = { version: string; versionNow: string } | undefined;

/** Says what an answer would do and changes nothing. Throws as giving it does. */
export async function preview(db: Db, given: Given, seen?: Seen): Promise<Preview> {
  const rule = ruleOf(given);
  await mustBeFirst(db, given, await latestAnswerTo(db, given.clinic.id, given.kind.kind, given.thingId), seen);
  return rule.preview(db, answeringOf(given, 'preview'));
}

/** Locks the thing, so that of two answers to it the second one sees the first. */
export const lockThing = (trx: Trx, clinicId: string, kind: ItemKind, thingId: string): Promise<unknown> =>
  run(trx, locksOn(clinicId, [`desk:${kind}:${thingId}`]));

type Recorded = Awaited<ReturnType<AnswerRule['record']>> & { id: string };

async function record(trx: Trx, given: Given): Promise<Recorded> {
  const id = given.services.ids.next();
  return { id, ...(await ruleOf(given).record(trx, answeringOf(given, id))) };
}

const auditWords = ({ kind }: Kind, words: string, did: string | undefined): string =>
  `${kind.replaceAll('_', ' ')}: ${words}${did ? `: ${did}` : ''}`;

/** Writes an answer down, in the audit too. */
async function insertAnswer(
  trx: Trx,
  given: Given,
  { id, words, ids }: Recorded,
  listed: AnsweredRow,
  times: { leavesAt: Date; leftAt: Date | null },
): Promise<AnswerRow> {
  const { clinic, now, kind, thingId, body, giver } = given;
  const { did, ...audited } = ids;
  const auditId = await writeAudit(trx, {
    clinicId: clinic.id,
    personId: giver.way === 'desk' ? giver.member.personId : null,
    way: giver.way,
    what: auditWords(kind, words, did),
    itemId: itemIdOf(kind.kind, thingId),
    ids: audited,
    now,
  });
  return trx
    .insertInto('desk_answers')
    .values({
      clinic_id: clinic.id,
      id,
      kind: kind.kind,
      thing_id: thingId,
      name: body.name,
      body: JSON.stringify(body),
      words,
      ids: JSON.stringify(ids),
      listed: JSON.stringify(listed),
      person_id: giver.way === 'desk' ? giver.member.personId : null,
      by: nameOf(giver),
      audit_id: auditId,
      at: now,
      leaves_at: times.leavesAt,
      left_at: times.leftAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes an answer that has been carried out elsewhere, in the caller's transaction: the operator's at the terminal. */
export async function noteAnswer(
  trx: Trx,
  given: Given,
  done: Pick<Recorded, 'words' | 'ids'>,
  listed: AnsweredRow,
): Promise<void> {
  const { now, services } = given;
  await insertAnswer(trx, given, { id: services.ids.next(), ...done }, listed, { leavesAt: now, leftAt: now });
}

/**
 * Records an answer of a member; it leaves after twenty seconds, an internal one has nothing that could leave. The thing must be locked by `lockThing`. Throws
 * `not_allowed`, `slot_gone` and `not_found` with words for the person.
 */
export async function recordAnswer(trx: Trx, given: Given, listed: AnsweredRow, seen: Seen): Promise<AnswerRow> {
  await mustBeFirst(trx, given, await latestAnswerTo(trx, given.clinic.id, given.kind.kind, given.thingId), seen);
  const times = ruleOf(given).isInternal
    ? { leavesAt: given.now, leftAt: given.now }
    : { leavesAt: new Date(given.now.getTime() + TAKE_BACK_MS), leftAt: null };
  return insertAnswer(trx, given, await record(trx, given), listed, times);
}

/**
 * Gives an answer that leaves at once, in the caller's transaction: by a link in a notice (D-423).
 * Throws `not_allowed` with who answered first, and as recording does.
 */
export async function answerNow(trx: Trx, given: Given): Promise<AnswerRow> {
  const { clinic, kind, thingId, now } = given;
  await lockThing(trx, clinic.id, kind.kind, thingId);
  const shown = await kind.read(trx, given, thingId);
  if (!shown) throw new ApiError('not_found');
  await mustBeFirst(trx, given, await latestAnswerTo(trx, clinic.id, kind.kind, thingId));
  const recorded = await record(trx, given);
  const row = await insertAnswer(trx, given, recorded, shown.listed, { leavesAt: now, leftAt: now });
  const { voided } = await ruleOf(given).leave(trx, answeringOf(given, recorded.id, recorded.ids));
  if (voided !== null) throw new ApiError('not_allowed', { message: voided });
  return row;
}

/**
 * Takes an answer back that has not left; twice changes nothing. Throws `not_found` for none of the clinic's and
 * `not_allowed` once it has left.
 */
export async function takeBack(
  trx: Trx,
  reading: Reading,
  kindOf: (name: string) => Kind | undefined,
  id: string,
): Promise<AnswerRow> {
  const { clinic, now } = reading;
  const row = await answers(trx, clinic.id).where('id', '=', id).forUpdate().executeTakeFirst();
  const kind = row && kindOf(row.kind);
  if (!row || !kind) throw new ApiError('not_found');
  if (row.taken_back_at !== null) return row;
  if (row.left_at !== null)
    throw new ApiError('not_allowed', { message: 'This has left already and cannot be taken back.' });
  const given: Given = { ...reading, ...storedOf(row), kind };
  const stays = await ruleOf(given).takeBack(trx, answeringOf(given, row.id, row.ids));
  const ids = { ...row.ids, ...(stays && { stays }) };
  await trx
    .updateTable('desk_answers')
    .set({ taken_back_at: now, ids: JSON.stringify(ids) })
    .where('clinic_id', '=', clinic.id)
    .where('id', '=', id)
    .execute();
  await takeBackAudit(trx, clinic.id, row.audit_id, now, stays ?? null);
  return { ...row, ids };
}

/** What an answer said, as its giver wrote it. */
export function givenReply(clinic: Reading['clinic'], row: AnswerRow): AnswerGiven {
  const { name, reason, words, times, client_id, contact } = row.body as Omit<AnswerBody, 'version'>;
  return {
    name,
    reason: reason ?? null,
    words: words ?? null,
    times: (times ?? []).map(({ at, provider_id }) => ({
      at,
      provider_id,
      clinician: clinicianOf(clinic, provider_id),
    })),
    client_id: client_id ?? null,
    contact: contact ?? null,
  };
}

/** What a stored answer says; its giver only decides what a rule may do, which was checked when it was recorded. */
const storedOf = (row: AnswerRow): Pick<Given, 'thingId' | 'body' | 'giver'> => ({
  thingId: row.thing_id,
  body: row.body as Omit<AnswerBody, 'version'>,
  giver: { way: 'operator' },
});

/**
 * Makes the answers leave that are due, one after the other, each in a transaction of its own. Several processes may do
 * so at the same time: who has locked an answer has it. Returns how many were found.
 */
export async function leaveDue(services: Services, kindOf: (name: string) => Kind | undefined): Promise<number> {
  const due = await services.db
    .selectFrom('desk_answers')
    .select(['clinic_id', 'id'])
    .where('leaves_at', '<=', services.clock.now())
    .where('left_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .orderBy('leaves_at')
    .limit(100)
    .execute();
  for (const one of due)
    await leave(services, kindOf, one.clinic_id, one.id).catch(async (error: unknown) => {
      services.log.warn({ fault: faultForLog(error), clinic: one.clinic_id }, 'an answer is left to the next round');
      await services.db
        .updateTable('desk_answers')
        .set({
          tries: sql`tries + 1`,
          leaves_at: new Date(services.clock.now().getTime() + retryMs),
        })
        .where('clinic_id', '=', one.clinic_id)
        .where('id', '=', one.id)
        .where('left_at', 'is', null)
        .execute();
    });
  return due.length;
}

async function leave(
  services: Services,
  kindOf: (name: string) => Kind | undefined,
  clinicId: string,
  id: string,
): Promise<void> {
  const clinic = await loadClinic(services.db, clinicId);
  if (!clinic) return;
  await inTransaction(services.db, async (trx) => {
    const row = await answers(trx, clinicId)
      .where('id', '=', id)
      .where('left_at', 'is', null)
      .where('taken_back_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    const kind = row && kindOf(row.kind);
    if (!row || !kind) return;
    const now = services.clock.now();
    const given: Given = { clinic, services, now, ...storedOf(row), kind };
    const answering = answeringOf(given, row.id, row.ids);
    const { voided, instead } = await left(trx, ruleOf(given), answering, row.tries);
    await trx
      .updateTable('desk_answers')
      .set({
        left_at: now,
        voided,
        ...(instead && { words: instead.words, ids: JSON.stringify({ ...row.ids, did: instead.did }) }),
      })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .execute();
    if (instead) await rewordAudit(trx, clinicId, row.audit_id, auditWords(kind, instead.words, instead.did));
    // What could not be done was not done: its line must not read as if it were.
    if (voided !== null) await voidAudit(trx, clinicId, row.audit_id, voided);
  });
}

/** Carries an answer out; a refusal, or a failure too often, gives back what was reserved and is the reason returned. */
async function left(trx: Trx, rule: AnswerRule, answering: Answering, tries: number): Promise<Left> {
  try {
    return await inSavepoint(trx, () => rule.leave(trx, answering));
  } catch (error) {
    if (!(error instanceof ApiError) && tries < mostTries) throw error;
    await rule.takeBack(trx, answering);
    return { voided: error instanceof ApiError ? error.message : 'It could not be done. Please try again.' };
  }
}

const everyMs = SECOND;

/** Makes due answers leave and ends offers that are over, every second until it is stopped. */
export const startAnswers = (services: Services, kindOf: (name: string) => Kind | undefined): Rounds =>
  startRounds(
    async () => {
      const count = await leaveDue(services, kindOf);
      await endOffers(services.db, services.clock.now());
      return count >= 100 ? 'more' : 'done';
    },
    everyMs,
    (error) => services.log.warn({ fault: faultForLog(error) }, 'answers of the desk have not left'),
  );
