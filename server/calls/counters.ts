import { sql } from 'kysely';
import { prepared, run } from '../db/statements';
import { shopPhone } from '../../src/domain/shop/phone';
import type { CapName, Caps } from './caps';
import type { Clinic } from './clinic';
import { ApiError } from './errors';
import type { Db } from '../db/transaction';

/** Counts that belong to no clinic are kept under this id. */
export const everyClinic = '';

/** Whose count it is: an id, a hash of a contact, a network address; '' for a clinic's own and everybody's. */
export type Counted = { clinicId: string; whose: string; now: Date };
type Rules = { caps: Caps };

/**
 * Counts one more of `key` and says how many there were in the running window, and how long it still runs in
 * milliseconds. One statement, so that parallel calls are all counted.
 */
async function count(
  db: Db,
  clinicId: string,
  key: string,
  windowMs: number,
  now: Date,
): Promise<{ count: number; leftMs: number }> {
  const begun = new Date(now.getTime() - windowMs);
  const [row] = await run(
    db,
    prepared(
      'count',
      db
        .insertInto('counters')
        .values({ clinic_id: clinicId, key, window_start: now, count: 1 })
        .onConflict((conflict) =>
          conflict.columns(['clinic_id', 'key']).doUpdateSet({
            count: sql<number>`case when counters.window_start <= ${begun} then 1 else counters.count + 1 end`,
            window_start: sql<Date>`case when counters.window_start <= ${begun} then excluded.window_start else counters.window_start end`,
          }),
        )
        .returning(['count', 'window_start']),
    ),
  );
  return { count: row!.count, leftMs: row!.window_start.getTime() + windowMs - now.getTime() };
}

/** Where a row of the table is counted: under its clinic, or over all of them. */
const placeOf = (
  { caps }: Rules,
  name: CapName,
  { clinicId, whose }: Pick<Counted, 'clinicId' | 'whose'>,
): { clinicId: string; key: string } => ({
  clinicId: caps[name].over === 'all clinics' ? everyClinic : clinicId,
  key: `${name}:${whose}`,
});

const windowOf = ({ caps }: Rules, name: CapName): number => caps[name].windowMs ?? 0;

/**
 * Counts one more under a row of the table of caps and refuses with `too_many_requests` past it. In the write's own
 * transaction what fails is not counted, and the next of the same owner waits for the end of it, so that no crowd gets past.
 */
export async function countWithin(db: Db, rules: Rules, name: CapName, counted: Counted): Promise<void> {
  const { leftMs, isPast } = await countOne(db, rules, name, counted);
  if (isPast) throw capReached(rules, name, leftMs);
}

/** Counts one more and says whether it is past the cap, which is `max` less what is `setAside`. */
export async function countOne(
  db: Db,
  rules: Rules,
  name: CapName,
  counted: Counted,
  setAside = 0,
): Promise<{ isPast: boolean; leftMs: number }> {
  const { clinicId, key } = placeOf(rules, name, counted);
  const now = await count(db, clinicId, key, windowOf(rules, name), counted.now);
  return { isPast: now.count > rules.caps[name].max - setAside, leftMs: now.leftMs };
}

/** Refuses where one more would be past the cap, and counts nothing. */
export async function mustHaveRoom(db: Db, rules: Rules, name: CapName, counted: Counted, setAside = 0): Promise<void> {
  const { clinicId, key } = placeOf(rules, name, counted);
  const windowMs = windowOf(rules, name);
  const row = await db
    .selectFrom('counters')
    .select(['count', 'window_start'])
    .where('clinic_id', '=', clinicId)
    .where('key', '=', key)
    .executeTakeFirst();
  const leftMs = row === undefined ? 0 : row.window_start.getTime() + windowMs - counted.now.getTime();
  if (row !== undefined && leftMs > 0 && row.count >= rules.caps[name].max - setAside)
    throw capReached(rules, name, leftMs);
}

/** Takes back one: what was counted did not happen after all. */
export async function uncount(
  db: Db,
  rules: Rules,
  name: CapName,
  counted: Pick<Counted, 'clinicId' | 'whose'>,
): Promise<void> {
  const { clinicId, key } = placeOf(rules, name, counted);
  await db
    .updateTable('counters')
    .set((set) => ({ count: set('count', '-', 1) }))
    .where('clinic_id', '=', clinicId)
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}

const TOO_OFTEN = 'That was too often for now.';

/** The refusal of a cap that opens again in so many milliseconds. */
export const capReached = ({ caps }: Rules, name: CapName, leftMs: number): ApiError =>
  new ApiError('too_many_requests', {
    message: caps[name].says ?? TOO_OFTEN,
    retryAfter: Math.max(1, Math.ceil(leftMs / 1000)),
    isCap: true,
  });

const soonSeconds = 3600;

/** A cap's refusal with the way to the clinic; anything else as it is (D-404). */
export function sayingToCall(error: unknown, { shop }: Pick<Clinic, 'shop'>): unknown {
  if (!(error instanceof ApiError) || !error.details.isCap) return error;
  const { retryAfter = 0 } = error.details;
  const phone = shopPhone(shop);
  const call = `call ${phone ? `us at ${phone.shown}` : 'the clinic'}.`;
  return new ApiError(error.code, {
    ...error.details,
    message: `${error.message} ${retryAfter <= soonSeconds ? `Please try again later, or ${call}` : `Please ${call}`}`,
  });
}
