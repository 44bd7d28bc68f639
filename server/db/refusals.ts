import { sql } from 'kysely';
import { DAY, MINUTE } from '../../src/limits';
import { everyClinic } from './jobs';
import type { Db } from './transaction';

/**
 * Events that the webhook secret did not sign, since the last one that it did: what a wrong secret looks like. Kept as a
 * counter, so that the operator's doctor knows of them whichever server refused them.
 */
const key = 'refusedEvents';

export type Refusals = { count: number; last: Date };

export async function noteRefusal(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('counters')
    .values({ clinic_id: everyClinic, key, window_start: now, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['clinic_id', 'key'])
        .doUpdateSet((set) => ({ window_start: now, count: set('counters.count', '+', 1) })),
    )
    .execute();
}

export async function forgetRefusals(db: Db): Promise<void> {
  await db.deleteFrom('counters').where('clinic_id', '=', everyClinic).where('key', '=', key).execute();
}

/** How long the event of a payment may take to come, milliseconds. */
const comesWithinMs = 10 * MINUTE;
/** An event may come just before the answer to the page's own call, which then completes the payment. */
const answersWithinMs = MINUTE;
/** Refusals are kept for that long. */
const lookBackMs = 2 * DAY;

/** The refusals of the last two days; null where there were none, or a signed event came since. */
export async function readRefusals(db: Db): Promise<Refusals | null> {
  const row = await db
    .selectFrom('counters')
    .select(['count', 'window_start as last'])
    .where('clinic_id', '=', everyClinic)
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * How many card payments of the last two days were completed since the last event of any, and have waited for their own
 * long enough. Anybody can have an event refused; only the provider's own are missed.
 */
export async function countUnheard(db: Db, now: Date): Promise<number> {
  const { rows } = await unheardPayments(now).execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts those payments; led by `payment_requests_charged`, however many payments there have been. */
export const unheardPayments = (now: Date) => sql<{ count: number }>`
  select count(*) as count from payment_requests
  where charged_at is not null and completed_at < ${new Date(now.getTime() - comesWithinMs)}
    and completed_at > greatest(${new Date(now.getTime() - lookBackMs)}::timestamptz,
      (select max(created_at) from payment_events) + ${answersWithinMs} * interval '1 millisecond')`;
