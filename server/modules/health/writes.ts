import { sql } from 'kysely';
import { everyClinic } from '../../calls/counters';
import type { Services } from '../../calls/services';
import { takeRoom } from '../../db/room';
import { inTime } from '../../system/inTime';
import { diskFull } from '../../system/topics';

const patienceMs = 2_000;
/**
 * A successful write counts as proof for this long, in milliseconds, so that frequent questions do not write every time.
 */
const believedMs = 5_000;

export type Writes = {
  /** Whether the database answers and takes writes, within four seconds. */
  taken(): Promise<boolean>;
  stop(): void;
};

/**
 * Watches whether the database takes writes. On a full disk, or where it is read-only, it still answers queries, so
 * reading alone proves nothing; once a statement was refused for want of room, neither does a write that needs none.
 */
export function watchWrites(db: Services['db']): Writes {
  let wroteAt = -Infinity;
  let writing: Promise<boolean> | null = null;
  // On a full disk the one row below still finds its place, and what is new does not.
  let wasFull = false;
  const stop = diskFull.hear(() => {
    wasFull = true;
    wroteAt = -Infinity;
  });
  const tried = async (): Promise<boolean> => {
    const hasRoom = !wasFull || (await answers(takeRoom(db)));
    const isWritten = hasRoom && (await answers(write(db)));
    if (isWritten) wasFull = false;
    wroteAt = isWritten ? performance.now() : -Infinity;
    writing = null;
    return isWritten;
  };
  return {
    taken: async () =>
      performance.now() - wroteAt < believedMs ? answers(sql`select 1`.execute(db)) : (writing ??= tried()),
    stop,
  };
}

/** Writes one row, always the same one. */
const write = (db: Services['db']): Promise<unknown> =>
  db
    .insertInto('counters')
    .values({ clinic_id: everyClinic, key: 'health', window_start: new Date(), count: 1 })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'key']).doUpdateSet({ window_start: new Date() }))
    .execute();

/** Whether the query succeeds within `patienceMs`. */
const answers = (query: Promise<unknown>): Promise<boolean> =>
  inTime(
    query.then(
      () => true,
      () => false,
    ),
    patienceMs,
    false,
  );
