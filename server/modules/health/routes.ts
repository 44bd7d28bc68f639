import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { everyClinic } from '../../calls/counters';
import { diskFull } from '../../system/topics';
import { inTime } from '../../system/inTime';
import { version } from '../../system/version';
import type { Services } from '../../calls/services';

const patienceMs = 2_000;
/**
 * A successful write counts as proof for this long, in milliseconds, so that frequent requests do not write every time.
 */
const believedMs = 5_000;

/**
 * Serves GET /api/health: 200 with the version while the database accepts writes, else 503. A database on a full disk,
 * or one that is read-only, still answers queries, so reading alone proves nothing; once a
 * statement was refused for want of room, neither does a write that needs none. The page's probe calls it (D-01).
 */
export function healthRoute(app: FastifyInstance, { db }: Services): void {
  let wroteAt = -Infinity;
  let writing: Promise<boolean> | null = null;
  // On a full disk the one row below still finds its place, and what is new does not.
  let wasFull = false;
  const stopHearing = diskFull.hear(() => {
    wasFull = true;
    wroteAt = -Infinity;
  });
  app.addHook('onClose', async () => stopHearing());
  const takesWrites = async (): Promise<boolean> => {
    const hasRoom = !wasFull || (await answers(takeRoom(db)));
    const isWritten = hasRoom && (await answers(write(db)));
    if (isWritten) wasFull = false;
    wroteAt = isWritten ? performance.now() : -Infinity;
    writing = null;
    return isWritten;
  };

  // Not limited, since monitoring must get an answer even when the server is busy.
  app.get('/health', { config: { rateLimit: false } }, async (_request, reply) => {
    const isWell =
      performance.now() - wroteAt < believedMs
        ? await answers(sql`select 1`.execute(db))
        : await (writing ??= takesWrites());
    if (isWell) return { status: 'ok', version };
    return reply.code(503).header('retry-after', '5').send({ status: 'unavailable', version });
  });
}

/** Writes one row, always the same one. */
const write = (db: Services['db']): Promise<unknown> =>
  db
    .insertInto('counters')
    .values({ clinic_id: everyClinic, key: 'health', window_start: new Date(), count: 1 })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'key']).doUpdateSet({ window_start: new Date() }))
    .execute();

/** Makes a table that needs room of its own, and drops it. */
const takeRoom = (db: Services['db']): Promise<unknown> =>
  db.transaction().execute(async (trx) => {
    await sql`create temporary table room on commit drop as select repeat(md5(n::text), 200) as text from generate_series(1, 40) n`.execute(
      trx,
    );
  });

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
