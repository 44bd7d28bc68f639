import { sql } from 'kysely';
import type { Busy, BusyByResource } from '../../../src/domain/booking/openTimes';
import type { Span } from '../../../src/domain/booking/spans';
import { ApiError } from '../../calls/errors';
import { sqlState } from '../../db/faults';
import { defer, fixed, insertion, prepared, run, type Statement } from '../../db/statements';
import type { Db, Trx } from '../../db/transaction';
import { DAY } from '../../../src/limits';

/**
 * Who looks at claims. The hold of this session does not count as taken, nor does the time of the appointment that they
 * move (D-42).
 */
type Reader = { sessionId: string | null; appointmentId?: string | null | undefined; now: Date };

/** The claims of one resource, as a text `lane,from,to,lane,from,to…` with times in milliseconds. */
export type BusyRow = { resource: string; line: string };

/**
 * Selects claims and live holds on the resources within the span, except the reader's own. This query runs for every
 * search of open times. It returns one text of numbers per resource, since single rows take longer to read than to
 * find.
 */
export const busyRows = (
  clinicId: string,
  resources: readonly string[],
  span: Span,
  { sessionId, appointmentId = null, now }: Reader,
): Statement<BusyRow> => busy({ clinicId, resources, ...timesOf(span), sessionId, appointmentId, now });

const busy = fixed(
  'busy',
  (of: Within & { sessionId: string | null; appointmentId: string | null; now: Date }) => sql<BusyRow>`
    select resource, array_to_string(array_agg(array[lane, (date_part('epoch', starts_at) * 1000)::bigint, (date_part('epoch', ends_at) * 1000)::bigint]), ',') as line
    from ${claimsWithin(of)}
    where (expires_at is null or expires_at > ${of.now})
      and (hold_id is null or hold_id is distinct from (select id from holds where clinic_id = ${of.clinicId} and session_id = ${of.sessionId} and not pinned))
      and (${of.appointmentId}::text is null or appointment_id is distinct from ${of.appointmentId}::text)
    group by resource`,
);

/** Parses the rows of `busyRows`, by resource. */
export const busyByResource = (rows: readonly BusyRow[]): BusyByResource =>
  new Map(rows.map(({ resource, line }) => [resource, busyOf(line)]));

/** Runs `busyRows` at once; without resources, or for an empty span, it runs no query. */
export async function busyWithin(
  db: Db,
  clinicId: string,
  resources: readonly string[],
  span: Span,
  reader: Reader,
): Promise<BusyRow[]> {
  if (resources.length === 0 || span.from >= span.to) return [];
  return run(db, busyRows(clinicId, resources, span, reader));
}

/** The claims on the resources that end after one time and start before the other; `near` is a day before the first. */
type Within = { clinicId: string; resources: readonly string[]; after: Date; near: Date; before: Date };

const timesOf = ({ from, to }: Span) => ({ after: new Date(from), near: new Date(from - DAY), before: new Date(to) });

/**
 * Selects claims that overlap a span. Those of a day at most are found by their start; longer ones have an index of
 * their own.
 */
const claimsWithin = ({ clinicId, resources, after, near, before }: Within) => {
  const there = sql`clinic_id = ${clinicId} and resource = any(${resources}::text[])`;
  return sql`(
    select * from claims where ${there} and starts_at > ${near} and starts_at < ${before} and ends_at > ${after}
    union all
    select * from claims where ${there} and starts_at <= ${near} and ends_at > ${after} and ends_at - starts_at > interval '1 day') as claims`;
};

function busyOf(line: string): Busy[] {
  // Parsing as JSON reads numbers several times as fast as splitting the text.
  const numbers = JSON.parse(`[${line}]`) as number[];
  const busy: Busy[] = [];
  for (let index = 0; index < numbers.length; index += 3)
    busy.push({ lane: numbers[index]!, from: numbers[index + 1]!, to: numbers[index + 2]! });
  return busy;
}

/**
 * Whose holds are deleted: those of this session and of the owner's earlier, ended sessions, except while a payment's
 * charge runs, and the hold of this payment in any case.
 */
type Own = { sessionId: string; paymentId: string | null };

/** Deletes the holds that `Own` describes, and expired holds on the resources within the span. */
export const removalOfHolds = (
  clinicId: string,
  { sessionId, paymentId }: Own,
  resources: readonly string[],
  span: Span,
  now: Date,
): Statement<never> => removing({ clinicId, sessionId, paymentId, resources, ...timesOf(span), now });

const removing = fixed(
  'remove_holds',
  // Locked in the order of ids, so that two transactions that delete the same holds never wait for each other in a
  // circle.
  (of: Within & Own & { now: Date }) => sql<never>`
    with mine as (
      select id from holds
      where clinic_id = ${of.clinicId} and (
        (not pinned and (session_id = ${of.sessionId} or session_id in (
          select ended.id from sessions as own join sessions as ended on ended.clinic_id = own.clinic_id and ended.user_id = own.user_id
          where own.clinic_id = ${of.clinicId} and own.id = ${of.sessionId} and (ended.ended_at is not null or ended.expires_at <= ${of.now}))))
        or payment_id = ${of.paymentId}
        or (expires_at <= ${of.now} and id in (
          select hold_id from ${claimsWithin(of)} where expires_at <= ${of.now})))
      order by id for update)
    delete from holds using mine where holds.clinic_id = ${of.clinicId} and holds.id = mine.id`,
);

export type NewClaim = { id: string; resource: string; lane: number; from: number; to: number };

type Owner = { holdId: string; expiresAt: Date } | { appointmentId: string } | { offeredTimeId: string };

const exclusionViolation = '23P01';

/**
 * Defers inserting claims that belong to a hold, with its expiry, to an appointment, or to a time that an owner is
 * offered. The next statement or the commit throws `slot_gone` if the database refuses a claim because somebody else has that time.
 */
export function insertClaims(trx: Trx, clinicId: string, claims: readonly NewClaim[], owner: Owner): void {
  if (claims.length === 0) return;
  const isHold = 'holdId' in owner;
  defer(
    trx,
    insertion(
      'claims',
      claims.map(({ id, resource, lane, from, to }) => ({
        clinic_id: clinicId,
        id,
        resource,
        lane,
        starts_at: new Date(from),
        ends_at: new Date(to),
        hold_id: isHold ? owner.holdId : null,
        appointment_id: 'appointmentId' in owner ? owner.appointmentId : null,
        offered_time_id: 'offeredTimeId' in owner ? owner.offeredTimeId : null,
        expires_at: isHold ? owner.expiresAt : null,
      })),
    ),
    (error) => (sqlState(error) === exclusionViolation ? new ApiError('slot_gone') : error),
  );
}

/** Reads what an appointment claims now. */
export async function claimsOf(
  db: Db,
  clinicId: string,
  appointmentId: string,
): Promise<(Busy & { resource: string })[]> {
  const rows = await db
    .selectFrom('claims')
    .select(['resource', 'lane', 'starts_at', 'ends_at'])
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .execute();
  return rows.map(({ resource, lane, starts_at, ends_at }) => ({
    resource,
    lane,
    from: starts_at.getTime(),
    to: ends_at.getTime(),
  }));
}

/** Deletes the appointment's claims on clinicians, rooms and drop-off places. */
export async function releaseClaims(trx: Trx, clinicId: string, appointmentId: string): Promise<void> {
  await trx
    .deleteFrom('claims')
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .execute();
}

/** Returns when the live holds end that were made from one network address, the earliest first. */
export async function holdsFrom(db: Db, clinicId: string, address: string, now: Date): Promise<Date[]> {
  const rows = await run(
    db,
    prepared(
      'holds_from',
      db
        .selectFrom('holds')
        .innerJoin('sessions', (join) =>
          join.onRef('sessions.clinic_id', '=', 'holds.clinic_id').onRef('sessions.id', '=', 'holds.session_id'),
        )
        .select('holds.expires_at')
        .where('holds.clinic_id', '=', clinicId)
        .where('holds.expires_at', '>', now)
        .where('sessions.address', '=', address)
        .orderBy('holds.expires_at'),
    ),
  );
  return rows.map((row) => row.expires_at);
}

export type NewHold = {
  id: string;
  sessionId: string;
  productId: string | null;
  startsAt: Date;
  expiresAt: Date;
  now: Date;
  paymentId?: string;
  pinned?: boolean;
};

/** Defers inserting a new hold to the next statement, ahead of its claims. */
export function insertHold(trx: Trx, clinicId: string, hold: NewHold): void {
  defer(
    trx,
    insertion('holds', [
      {
        clinic_id: clinicId,
        id: hold.id,
        session_id: hold.sessionId,
        product_id: hold.productId,
        starts_at: hold.startsAt,
        expires_at: hold.expiresAt,
        extended: false,
        payment_id: hold.paymentId ?? null,
        pinned: hold.pinned ?? false,
        created_at: hold.now,
      },
    ]),
  );
}

/** Reads the session's hold by id and locks it until the transaction ends; null when it has no such hold. */
export async function lockHold(trx: Trx, clinicId: string, id: string, sessionId: string) {
  const row = await trx
    .selectFrom('holds')
    .select(['id', 'expires_at', 'extended', 'payment_id'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Gives the hold and its claims a later end, and marks the hold as extended. */
export async function moveHoldExpiry(trx: Trx, clinicId: string, id: string, expiresAt: Date): Promise<void> {
  await trx
    .updateTable('holds')
    .set({ expires_at: expiresAt, extended: true })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('claims')
    .set({ expires_at: expiresAt })
    .where('clinic_id', '=', clinicId)
    .where('hold_id', '=', id)
    .execute();
}
