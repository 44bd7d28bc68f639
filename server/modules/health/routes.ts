import type { FastifyInstance } from 'fastify';
import type { Services } from '../../calls/services';
import { version } from '../../system/version';
import { watchWrites } from './writes';

/**
 * Serves GET /api/health: 200 with the version while the database takes writes, else 503. The page's probe calls it
 * (D-01).
 */
export function healthRoute(app: FastifyInstance, { db }: Services): void {
  const writes = watchWrites(db);
  app.addHook('onClose', async () => writes.stop());
  // Not limited, since monitoring must get an answer even when the server is busy.
  app.get('/health', { config: { rateLimit: false } }, async (_request, reply) => {
    if (await writes.taken()) return { status: 'ok', version };
    return reply.code(503).header('retry-after', '5').send({ status: 'unavailable', version });
  });
}
