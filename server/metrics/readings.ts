import { sql, type Kysely } from 'kysely';
import { DAY } from '../../src/limits';
import { readJob, type Job } from '../db/jobs';
import type { Database } from '../db/schema';
import { countUnheard, readRefusals, type Refusals } from '../db/refusals';
import type { Clock } from '../system/clock';
import { inTime } from '../system/inTime';

/** What is read from the database for the metrics, over all clinics; no row of it is of a person. */
export type Readings = {
  messages: {
    channel: string;
    waiting: number;
    oldest: Date | null;
    due: Date | null;
    /** When the oldest was written that has failed and is tried again. */
    failing: Date | null;
  }[];
  /** Given up within the last day. */
  givenUp: { channel: string; count: number }[];
  waiting: { what: 'requests' | 'refills'; count: number; oldest: Date | null }[];
  holds: number;
  refunds: { open: number; failed: number };
  /** Events of the card provider that were refused and none accepted since, and payments whose event is missed. */
  cardEvents: (Refusals & { unheard: number }) | null;
  backup: Job | null;
  drill: Job | null;
  /** When it was read. */
  at: Date;
};

/** Reads all of it, a few statements that use an index each. */
export async function readAll(db: Kysely<Database>, now: Date): Promise<Readings> {
  const messages = await db
    .selectFrom('messages')
    .select((select) => [
      'channel',
      select.fn.countAll<number>().as('waiting'),
      select.fn.min<Date | null>('created_at').as('oldest'),
      // Those that wait for others of the same owner are due when they are gathered.
      select.fn.min<Date | null>('next_attempt_at').filterWhere('waiting', 'is', null).as('due'),
      select.fn.min<Date | null>('created_at').filterWhere('last_error', 'is not', null).as('failing'),
    ])
    .where('delivered_at', 'is', null)
    .where('failed_at', 'is', null)
    .groupBy('channel')
    .execute();
  const givenUp = await db
    .selectFrom('messages')
    .select((select) => ['channel', select.fn.countAll<number>().as('count')])
    .where('failed_at', '>', new Date(now.getTime() - DAY))
    .groupBy('channel')
    .execute();
  const { holds } = await db
    .selectFrom('holds')
    .select((select) => select.fn.countAll<number>().as('holds'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  const refunds = await db
    .selectFrom('refunds')
    .select((select) => [select.fn.countAll<number>().as('open'), select.fn.count<number>('failed_at').as('failed')])
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const refusals = await readRefusals(db);
  return {
    messages,
    givenUp,
    waiting: [
      { what: 'requests', ...(await waitingRequests(db, now)) },
      { what: 'refills', ...(await waitingRefills(db)) },
    ],
    holds,
    refunds,
    cardEvents: refusals && { ...refusals, unheard: await countUnheard(db, now) },
    backup: await readJob(db, 'backup'),
    drill: await readJob(db, 'drill'),
    at: now,
  };
}

/** Requested appointments that are still to come, and whose owner was offered no other times. */
const waitingRequests = (db: Kysely<Database>, now: Date) =>
  db
    .selectFrom('appointments')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      // The owner may have moved it since (`waitsSince`).
      sql<Date | null>`min(coalesce((appointments.details->>'waits_since')::timestamptz, appointments.created_at))`.as(
        'oldest',
      ),
    ])
    .where('status', '=', sql.lit('REQUESTED'))
    .where('starts_at', '>', now)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('offers')
            .select('offers.id')
            .whereRef('offers.clinic_id', '=', 'appointments.clinic_id')
            .whereRef('offers.appointment_id', '=', 'appointments.id')
            .where('offers.state', 'in', ['kept', 'open']),
        ),
      ),
    )
    .executeTakeFirstOrThrow();

const waitingRefills = (db: Kysely<Database>) =>
  db
    .selectFrom('refills')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.min<Date | null>('created_at').as('oldest'),
    ])
    .where('state', '=', sql.lit('received'))
    .executeTakeFirstOrThrow();

/**
 * Reads when it is asked to, at most once in `everyMs` milliseconds, and gives null where the database does not answer
 * within `patienceMs`; a reading that hangs is not begun a second time.
 */
export function sparingly(
  db: Kysely<Database>,
  clock: Clock,
  { everyMs = 5_000, patienceMs = 2_000 } = {},
): () => Promise<Readings | null> {
  let last: { readings: Readings; readAt: number } | null = null;
  let underWay: Promise<Readings | null> | null = null;
  const read = async (): Promise<Readings | null> => {
    try {
      const readings = await readAll(db, clock.now());
      last = { readings, readAt: performance.now() };
      return readings;
    } catch {
      return null;
    } finally {
      underWay = null;
    }
  };
  return async () => {
    if (last !== null && performance.now() - last.readAt < everyMs) return last.readings;
    return inTime((underWay ??= read()), patienceMs, null);
  };
}
