import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Services } from '../../services';

const patienceMs = 2_000;

/** GET /api/health: 200 with the version while the database answers, else 503. The page's probe reads it (D-01). */
export function healthRoute(app: FastifyInstance, { db }: Services): void {
  app.get('/health', async (_request, reply) => {
    const { version } = packageJson;
    if (await answers(sql`select 1`.execute(db))) return { status: 'ok', version };
    return reply.code(503).header('retry-after', '5').send({ status: 'unavailable', version });
  });
}

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
