import { sql, type Kysely, type RawBuilder } from 'kysely';
import { DAY, holdMs, holdUrgentMs, MINUTE, paymentMs, codeMs, signUpMs, passkeyCeremonyMs } from '../../src/limits';
import { TAKE_BACK_MS } from '../../src/domain/desk/takeBack';
import { leaseMs } from '../calls/leases';
import type { Database } from '../db/schema';
import { inTransaction, type Db } from '../db/transaction';

/**
 * What a clock that ran ahead has put off, or made last, beyond what the right clock would have: it is brought back
 * into the time that is said of it.
 */

/** Instants of a table farther ahead than `longestMs` are of the wrong clock; they become `thenMs` from now. */
type Late = {
  table: keyof Database;
  column: string;
  longestMs: number;
  thenMs: number;
  only?: RawBuilder<unknown>;
  /** Tables of the desk's people belong to no clinic. */
  isOfAll?: true;
};

/** Clocks of several servers differ a little, and a lease that another one has just renewed must stay. */
const taken = leaseMs + MINUTE;
const skewMs = MINUTE;
const isUnsent = sql`delivered_at is null and failed_at is null`;
const isUnderWay = sql`status in ('processing', 'requires_action')`;

const late: readonly Late[] = [
  // One more try early does no harm; push messages that were not seen are followed early.
  {
    table: 'messages',
    column: 'next_attempt_at',
    longestMs: taken,
    thenMs: 0,
    only: sql`${isUnsent} and waiting is null`,
  },
  { table: 'messages', column: 'leaves_at', longestMs: taken, thenMs: 0, only: sql`waiting is not null` },
  { table: 'refunds', column: 'next_attempt_at', longestMs: taken, thenMs: 0 },
  { table: 'payment_requests', column: 'charged_at', longestMs: skewMs, thenMs: 0, only: isUnderWay },
  {
    table: 'payment_requests',
    column: 'expires_at',
    longestMs: paymentMs + skewMs,
    thenMs: paymentMs,
    // A link that the clinic made lasts for days.
    only: sql`session_id is not null and status in ('pending', 'failed', 'processing', 'requires_action')`,
  },
  {
    table: 'desk_answers',
    column: 'leaves_at',
    longestMs: TAKE_BACK_MS + skewMs,
    thenMs: 0,
    only: sql`left_at is null and taken_back_at is null`,
  },
  { table: 'offers', column: 'until', longestMs: DAY + skewMs, thenMs: DAY, only: sql`state in ('kept', 'open')` },
  { table: 'desk_presence', column: 'seen_at', longestMs: skewMs, thenMs: 0 },
  { table: 'counters', column: 'window_start', longestMs: skewMs, thenMs: 0 },
  { table: 'codes', column: 'expires_at', longestMs: codeMs + skewMs, thenMs: codeMs },
  { table: 'sign_ups', column: 'expires_at', longestMs: signUpMs + skewMs, thenMs: signUpMs },
  { table: 'staff_codes', column: 'expires_at', longestMs: codeMs + skewMs, thenMs: codeMs, isOfAll: true },
  { table: 'staff_sessions', column: 'last_used_at', longestMs: skewMs, thenMs: 0, isOfAll: true },
  {
    table: 'passkey_ceremonies',
    column: 'expires_at',
    longestMs: passkeyCeremonyMs + skewMs,
    thenMs: passkeyCeremonyMs,
    isOfAll: true,
  },
];

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** Brings everything back that a clock which ran ahead has left. Several servers may do so at the same time. */
export async function bringBack(db: Kysely<Database>, now: Date): Promise<void> {
  await shortenHolds(db, now);
  for (const one of late) await bring(db, one, now);
}

/** Read from all clinics without a lock, and changed clinic by clinic (docs/operations.md, Many servers). */
async function bring(db: Kysely<Database>, { table, column, longestMs, thenMs, only, isOfAll }: Late, now: Date) {
  const isLate = sql`${sql.ref(column)} > ${after(now, longestMs)}${only ? sql` and ${only}` : sql``}`;
  const change = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${after(now, thenMs)} where ${isLate}`;
  if (isOfAll) return void (await change.execute(db));
  const { rows } = await sql<{
    clinic_id: string;
  }>`select distinct clinic_id from ${sql.table(table)} where ${isLate}`.execute(db);
  for (const { clinic_id: clinicId } of rows) await sql`${change} and clinic_id = ${clinicId}`.execute(db);
}

/** A held time is kept no longer than one that was held at this moment; its claims end with it. */
async function shortenHolds(db: Kysely<Database>, now: Date): Promise<void> {
  const until = (heldMs: number, forPaymentMs: number) =>
    sql<Date>`case when payment_id is null then ${after(now, heldMs)}::timestamptz else ${after(now, forPaymentMs)}::timestamptz end`;
  // One that was extended in its last minute has as much more.
  const isTooLong = sql<boolean>`expires_at > ${until(holdMs + holdUrgentMs, paymentMs + skewMs)}`;
  const clinics = await db.selectFrom('holds').select('clinic_id').distinct().where(isTooLong).execute();
  for (const { clinic_id: clinicId } of clinics)
    await inTransaction(db, async (trx) => {
      const holds = await trx
        .updateTable('holds')
        .set({ expires_at: until(holdMs, paymentMs) })
        .where('clinic_id', '=', clinicId)
        .where(isTooLong)
        .returning(['id', 'expires_at'])
        .execute();
      for (const { id, expires_at } of holds)
        await trx
          .updateTable('claims')
          .set({ expires_at })
          .where('clinic_id', '=', clinicId)
          .where('hold_id', '=', id)
          .execute();
    });
}

/**
 * Whether the database has holds, payments, unsent messages or people at the desk's items of after now: the clock was set
 * back while no server saw it.
 */
export async function wasSetBack(db: Db, now: Date): Promise<boolean> {
  const isAhead = sql`created_at > ${after(now, skewMs)}`;
  const { rows } = await sql<{ is_ahead: boolean }>`
    select exists (select from holds where ${isAhead})
      or exists (select from messages where ${isUnsent} and ${isAhead})
      or exists (select from payment_requests where ${isUnderWay} and ${isAhead})
      or exists (select from desk_presence where seen_at > ${after(now, skewMs)}) as is_ahead`.execute(db);
  return rows[0]?.is_ahead === true;
}
