import { sql } from 'kysely';
import { fixed, run, type Statement } from '../db/statements';
import { shopPhone } from '../../src/domain/shop/phone';
import type { CapName, Caps } from './caps';
import type { Clinic } from './clinic';
import { ApiError } from './errors';
import type { Db } from '../db/transaction';

/** The clinic id under which counts across all clinics are stored. */
export const everyClinic = '';

/**
 * The subject of a count: an id, a hash of a contact or a network address; '' for counts per clinic or over everybody.
 */
export type Counted = { clinicId: string; whose: string; now: Date };
type Rules = { caps: Caps };

/** A row of what `counting` returns. */
export type Count = { count: number; window_start: Date };

/** Adds one to the count of a cap and returns it. It is one statement, so that parallel calls are all counted. */
export function counting(rules: Rules, name: CapName, counted: Counted): Statement<Count> {
  const { clinicId, key } = placeOf(rules, name, counted);
  const begun = new Date(counted.now.getTime() - windowOf(rules, name));
  return count({ clinicId, key, begun, now: counted.now });
}

const count = fixed(
  'count',
  ({ clinicId, key, begun, now }: { clinicId: string; key: string; begun: Date; now: Date }) => sql<Count>`
    insert into counters (clinic_id, key, window_start, count) values (${clinicId}, ${key}, ${now}, 1)
    on conflict (clinic_id, key) do update set
      count = case when counters.window_start <= ${begun} then 1 else counters.count + 1 end,
      window_start = case when counters.window_start <= ${begun} then excluded.window_start else counters.window_start end
    returning count, window_start`,
);

/** Whether the count that `counting` returned exceeds `max` less the share that is `setAside`, and for how long. */
function reckoned(
  rules: Rules,
  name: CapName,
  { now }: Pick<Counted, 'now'>,
  [row]: readonly Count[],
  setAside = 0,
): { isPast: boolean; leftMs: number } {
  const leftMs = row!.window_start.getTime() + windowOf(rules, name) - now.getTime();
  return { isPast: row!.count > rules.caps[name].max - setAside, leftMs };
}

/**
 * Returns the clinic id and the key that a cap's count is stored under; all clinics share one id where the cap is over
 * all.
 */
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
 * Adds one to a cap's count and throws `too_many_requests` above its limit. Within the write's transaction a failed
 * write is not counted, and the same owner's next write waits for this one to end, so parallel writes cannot exceed the
 * limit.
 */
export async function countWithin(db: Db, rules: Rules, name: CapName, counted: Counted): Promise<void> {
  mustBeWithin(rules, name, counted, await run(db, counting(rules, name, counted)));
}

/** Throws `too_many_requests` if what `counting` returned is above the cap's limit. */
export function mustBeWithin(rules: Rules, name: CapName, counted: Pick<Counted, 'now'>, rows: readonly Count[]): void {
  const { leftMs, isPast } = reckoned(rules, name, counted, rows);
  if (isPast) throw capReached(rules, name, leftMs);
}

/** Adds one to a cap's count and returns whether that exceeds `max` less the share that is `setAside`. */
export async function countOne(
  db: Db,
  rules: Rules,
  name: CapName,
  counted: Counted,
  setAside = 0,
): Promise<{ isPast: boolean; leftMs: number }> {
  return reckoned(rules, name, counted, await run(db, counting(rules, name, counted)), setAside);
}

/** Throws `too_many_requests` if one more would exceed the cap; counts nothing. */
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

/** Subtracts one from a count, when what was counted did not happen after all. */
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

/** Makes the error for a reached cap that opens again after the given milliseconds. */
export const capReached = ({ caps }: Rules, name: CapName, leftMs: number): ApiError =>
  new ApiError('too_many_requests', {
    message: caps[name].says ?? TOO_OFTEN,
    retryAfter: Math.max(1, Math.ceil(leftMs / 1000)),
    isCap: true,
  });

const soonSeconds = 3600;

/**
 * Adds the clinic's contact to the message of a cap's error (D-404), or for staff, who are no clients, when to try
 * again; returns other errors unchanged.
 */
export function sayingToCall(error: unknown, clinic: Pick<Clinic, 'shop'> | null): unknown {
  if (!(error instanceof ApiError) || !error.details.isCap) return error;
  if (!clinic)
    return new ApiError(error.code, { ...error.details, message: `${error.message} Please try again later.` });
  const { shop } = clinic;
  const { retryAfter = 0 } = error.details;
  const phone = shopPhone(shop);
  const call = `call ${phone ? `us at ${phone.shown}` : 'the clinic'}.`;
  return new ApiError(error.code, {
    ...error.details,
    message: `${error.message} ${retryAfter <= soonSeconds ? `Please try again later, or ${call}` : `Please ${call}`}`,
  });
}
