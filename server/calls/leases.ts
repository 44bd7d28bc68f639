import { SECOND } from '../../src/limits';

/**
 * Work that a process has taken is its own until its lease ends. While it works it renews the lease, so that another
 * process takes the work over soon after this one has died, and not while this one is only slow.
 */

/** Milliseconds from the last renewal until another process may take the work: less than a minute, with its round. */
export const leaseMs = 40 * SECOND;
const renewedEveryMs = 10 * SECOND;

/**
 * Does the work and calls `renew` every ten seconds until it has ended. A renewal that fails is left to the next one:
 * the result is stored by whoever has done the work.
 */
export async function leased<T>(
  renew: () => Promise<unknown>,
  work: () => Promise<T>,
  everyMs = renewedEveryMs,
): Promise<T> {
  const timer = setInterval(() => void renew().catch(() => {}), everyMs);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
