import { everyClinic } from '../../calls/counters';
import type { Db } from '../../db/transaction';

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
