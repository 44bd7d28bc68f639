import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../calls/errors';
import type { Services } from '../calls/services';
import { addressForCaps } from './address';
import { FloodCounts } from './floodCounts';

/**
 * The time over which requests are counted together, milliseconds. It is long, so that a crowd that opens the clinic's
 * page in the same second is no flood.
 */
const windowMs = 10_000;
/** How many addresses are remembered; the one seen longest ago is forgotten first. */
const addressesMost = 10_000;

/**
 * Stops a flood of requests from one network address before it costs the database anything, with 429 and `Retry-After`.
 * It is coarse and counts in this process alone; the caps say how often a particular thing may be done (D-404). It must
 * be registered before the routes that it guards; a route with `rateLimit: false` in its config is left out.
 */
export async function stopFloods(app: FastifyInstance, { config }: Pick<Services, 'config'>): Promise<void> {
  const withoutHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await app.register(rateLimit, {
    max: (config.floodLimit * windowMs * config.capsTimes) / 1000,
    timeWindow: windowMs,
    store: class extends FloodCounts {
      constructor() {
        super(addressesMost);
      }
    },
    keyGenerator: ({ ip }) => addressForCaps(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
    addHeaders: { ...withoutHeaders, 'retry-after': false },
    addHeadersOnExceeding: withoutHeaders,
  });
}
