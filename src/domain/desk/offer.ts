import { DAY, HOUR } from '../../limits';

/** An offer of other times (D-425). */

/** How long an offer is held, and how long before its first time it ends at the latest, milliseconds. */
const heldMs = DAY;
const beforeFirstMs = 2 * HOUR;

/** The earliest start of a time that can be offered at `now`, so that the offer is held for a moment at least. */
export const offeredFrom = (now: Date): Date => new Date(now.getTime() + beforeFirstMs + 1);

/**
 * When an offer that is made at `now` ends: after 24 hours, at the latest two hours before its first time. Null where
 * that is over already, so that the times cannot be offered.
 */
export function offerEnd(times: readonly Date[], now: Date): Date | null {
  const first = Math.min(...times.map((at) => at.getTime()));
  const end = Math.min(now.getTime() + heldMs, first - beforeFirstMs);
  return end > now.getTime() ? new Date(end) : null;
}
