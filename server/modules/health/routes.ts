import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { everyClinic } from '../../calls/counters';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Services } from '../../calls/services';

const patienceMs = 2_000;
/** A write that succeeded is believed for so long, so that a crowd that asks does not write all the time. */
const believedMs = 5_000;

/**
 * GET /api/health: 200 with the version while the database takes writes, else 503: on a full disk, or where it is for
 * reading only, it still answers questions. The page's probe reads it (D-01).
 */
export function healthRoute(app: FastifyInstance, { db }: Services): void {
  let wroteAt = -Infinity;
  let writing: Promise<boolean> | null = null;
  const takesWrites = async (): Promise<boolean> => {
    const isWritten = await answers(write(db));
    wroteAt = isWritten ? performance.now() : -Infinity;
    writing = null;
    return isWritten;
  };

  // Whoever watches the server asks however busy it is.
  app.get('/health', { config: { rateLimit: false } }, async (_request, reply) => {
    const { version } = packageJson;
    const isWell =
      performance.now() - wroteAt < believedMs
        ? await answers(sql`select 1`.execute(db))
        : await (writing ??= takesWrites());
    if (isWell) return { status: 'ok', version };
    return reply.code(503).header('retry-after', '5').send({ status: 'unavailable', version });
  });
}

/** Writes one row, the same each time. */
const write = (db: Services['db']): Promise<unknown> =>
  db
    .insertInto('counters')
    .values({ clinic_id: everyClinic, key: 'health', window_start: new Date(), count: 1 })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'key']).doUpdateSet({ window_start: new Date() }))
    .execute();

/** Whether something succeeds while there is patience left. */
async function answers(query: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const done = query.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([done, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
