import { DAY, HOUR, MINUTE } from '../../limits';

/** An offer of other times (D-425). */

/** How long an offer is held, and how long before its first time it ends at the latest, milliseconds. */
const heldMs = DAY;
const beforeFirstMs = 2 * HOUR;
/**
 * How long an offer must be held for an owner to see and take it, milliseconds: of a time that is shown to be offered, and
 * of one that is offered after it was shown.
 */
const shownMs = 30 * MINUTE;
const leastMs = 15 * MINUTE;

/** The earliest start of a time that is shown at `now` to be offered: half an hour is left to take it. */
export const offeredFrom = (now: Date): Date => new Date(now.getTime() + beforeFirstMs + shownMs);

/**
 * When an offer that is made at `now` ends: after 24 hours, at the latest two hours before its first time. Null where
 * that is over already or within minutes, in which no owner could pick: then the times cannot be offered.
 */
export function offerEnd(times: readonly Date[], now: Date): Date | null {
  const first = Math.min(...times.map((at) => at.getTime()));
  const end = Math.min(now.getTime() + heldMs, first - beforeFirstMs);
  return end >= now.getTime() + leastMs ? new Date(end) : null;
}

/** The name of an offered time in a refusal's `fields`, where it is not free any more. */
export const timeKey = (at: string, providerId: string | null): string => `${at} ${providerId ?? ''}`;
