import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config';
import type { Services } from '../calls/services';
import { DAY, SECOND } from '../../src/limits';

/** Nothing an API reply holds may run, load or be framed. */
export const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The headers of every reply (D-208, D-209), also of one that no route gives. A page's own content security policy is
 * set where the page is made.
 */
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

/**
 * Sets the headers of replies below /api: no cache stores a reply, and of other origins only those of CORS_ORIGINS may
 * read one (D-208).
 */
export async function apiHeaders(app: FastifyInstance, { config, clock }: Services): Promise<void> {
  const mayRead = (origin: string | undefined): boolean => config.corsOrigins.includes(origin ?? '');
  app.addHook('onRequest', async (request, reply) => {
    // The page sets its own clock by this header (D-125), so it is the clock that the server's rules use.
    reply.header('date', clock.now().toUTCString());
    reply.header('cache-control', 'no-store').header('content-security-policy', apiPolicy);
    if (mayRead(request.headers.origin)) reply.header('cross-origin-resource-policy', 'cross-origin');
  });
  // Every preflight request gets an empty 204. Only configured origins get CORS headers with it, from the plugin below;
  // any other origin learns nothing from asking.
  app.options('/*', (_request, reply) => reply.code(204).send());
  if (config.corsOrigins.length === 0) return;
  await app.register(cors, {
    delegator: (request, done) => done(null, mayRead(request.headers.origin) ? readable : { origin: false }),
  });
}

const readable: FastifyCorsOptions = {
  origin: true,
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Client-Id'],
  exposedHeaders: ['Date', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
  maxAge: 600,
  strictPreflight: false,
};

/**
 * Makes the API read JSON bodies only; an empty body counts as none. Other content types are answered with 415 (D-208).
 */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    // Fastify's own parser answers through the callback.
    return parse(request, body as string, done);
  });
}
