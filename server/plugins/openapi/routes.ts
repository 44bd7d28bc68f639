import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * GET /api/openapi.json: the OpenAPI document of the API, made at the first request. A caller that has this version
 * already (If-None-Match) gets 304.
 */
export function openApiRoute(app: FastifyInstance): void {
  let made: { body: string; etag: string } | null = null;
  const make = async () => {
    const { openApiDocument } = await import('./document');
    const body = JSON.stringify(openApiDocument());
    return { body, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  };
  app.get('/openapi.json', async (request, reply) => {
    const { body, etag } = (made ??= await make());
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
}
