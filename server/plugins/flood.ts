import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../calls/errors';
import type { Services } from '../calls/services';
import { addressForCaps } from './address';

/** What is counted together, milliseconds: a crowd that opens the clinic's page in the same second is no flood. */
const windowMs = 10_000;
/** How many addresses are remembered; the one seen longest ago is forgotten first. */
const addressesMost = 10_000;

/**
 * Stops a flood from one network address before it costs the database anything: 429 with `Retry-After`. It is coarse and
 * counts in this process alone; how often what may be done say the caps (D-404). Registered before the routes that it
 * guards; one with `rateLimit: false` in its config is left out.
 */
export async function stopFloods(app: FastifyInstance, { config }: Pick<Services, 'config'>): Promise<void> {
  const withoutHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await app.register(rateLimit, {
    max: (config.floodLimit * windowMs * config.capsTimes) / 1000,
    timeWindow: windowMs,
    cache: addressesMost,
    keyGenerator: ({ ip }) => addressForCaps(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
    addHeaders: { ...withoutHeaders, 'retry-after': false },
    addHeadersOnExceeding: withoutHeaders,
  });
}
