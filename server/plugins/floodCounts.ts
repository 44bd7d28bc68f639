import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { LeastRecentlyUsed } from '../system/leastRecentlyUsed';

type Count = { began: number; current: number };

/**
 * Counts requests by address in windows of the time that has passed: the plugin's own store goes by the clock, and where
 * that is set back a window lasts as much longer, until a whole day's visitors are a flood. `most` addresses are
 * remembered; the one seen longest ago is forgotten first.
 */
export class FloodCounts implements FastifyRateLimitStore {
  readonly #counts: LeastRecentlyUsed<string, Count>;

  constructor(
    most: number,
    private readonly passed: () => number = () => performance.now(),
  ) {
    this.#counts = new LeastRecentlyUsed(most);
  }

  incr(key: string, tell: (error: Error | null, count?: { current: number; ttl: number }) => void, windowMs = 0): void {
    const now = this.passed();
    const known = this.#counts.find(key);
    const count = known && known.began + windowMs > now ? known : { began: now, current: 0 };
    count.current += 1;
    if (count !== known) this.#counts.set(key, count);
    tell(null, { current: count.current, ttl: count.began + windowMs - now });
  }

  /** No route has a limit of its own. */
  child(): FastifyRateLimitStore {
    return this;
  }
}
