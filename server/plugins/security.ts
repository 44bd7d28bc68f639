import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config';
import type { Services } from '../calls/services';
import { DAY, SECOND } from '../../src/limits';

/** Nothing an API reply holds may run, load or be framed. */
export const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of every reply (D-208, D-209), also of one that no route gives. A page's own policy is set where the page is made. */
export const replyHeaders = (config: Pick<Config, 'publicUrl'>): Record<string, string> => ({
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), browsing-topics=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(config.publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${(365 * DAY) / SECOND}` }),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
});

export function securityHeaders(app: FastifyInstance, config: Config): void {
  const headers = replyHeaders(config);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
}

/** What holds below /api: no store keeps a reply, and only configured origins may read one (D-208). */
export function apiHeaders(app: FastifyInstance, { config, clock }: Services): void {
  app.addHook('onRequest', async (request, reply) => {
    // The page sets its own clock by this (D-125), so it is the clock that the rules go by.
    reply.header('date', clock.now().toUTCString());
    reply.header('cache-control', 'no-store').header('content-security-policy', apiPolicy);
    const { origin } = request.headers;
    if (config.corsOrigins.length === 0) return;
    reply.header('vary', 'Origin');
    if (origin === undefined || !config.corsOrigins.includes(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'Date, Retry-After, WWW-Authenticate, X-Request-Id');
    reply.header('cross-origin-resource-policy', 'cross-origin');
  });
  app.options('/*', async (request, reply) => {
    if (config.corsOrigins.includes(request.headers.origin ?? '')) {
      reply.header('access-control-allow-methods', 'GET, POST, PUT, DELETE');
      reply.header('access-control-allow-headers', 'Authorization, Content-Type, Idempotency-Key, X-Client-Id');
      reply.header('access-control-max-age', '600');
    }
    return reply.code(204).send();
  });
}

/** JSON is the only thing the API reads; an empty body is none. Other content types are 415 (D-208). */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    // Fastify's own parser answers through the callback.
    return parse(request, body as string, done);
  });
}
