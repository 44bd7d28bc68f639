import { sql } from 'kysely';
import type { Cap } from '../caps';
import { ApiError } from './errors';
import type { Db } from './handlers';

/** Counts that belong to no clinic are kept under this id. */
export const everyClinic = '';

/**
 * Counts one more of `key` and says how many there were in the running window, and how long it still runs in
 * milliseconds. One statement, so that parallel calls are all counted.
 */
export async function count(db: Db, clinicId: string, key: string, windowMs: number, now: Date): Promise<{ count: number; leftMs: number }> {
  const begun = new Date(now.getTime() - windowMs);
  const row = await db
    .insertInto('counters')
    .values({ clinic_id: clinicId, key, window_start: now, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['clinic_id', 'key']).doUpdateSet({
        count: sql<number>`case when counters.window_start <= ${begun} then 1 else counters.count + 1 end`,
        window_start: sql<Date>`case when counters.window_start <= ${begun} then excluded.window_start else counters.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();
  return { count: row.count, leftMs: row.window_start.getTime() + windowMs - now.getTime() };
}

/** Counts one more of `key` and refuses with `too_many_requests` past the cap. */
export async function countWithin(db: Db, clinicId: string, key: string, cap: Cap, now: Date): Promise<void> {
  const counted = await count(db, clinicId, key, cap.windowMs, now);
  if (counted.count > cap.max) throw new ApiError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(counted.leftMs / 1000)) });
}

/** Takes back one of `key`: what was counted did not happen after all. */
export async function uncount(db: Db, clinicId: string, key: string): Promise<void> {
  await db
    .updateTable('counters')
    .set((set) => ({ count: set('count', '-', 1) }))
    .where('clinic_id', '=', clinicId)
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}
