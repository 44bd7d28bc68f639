import { DAY, HOUR } from '../../limits';
import { overlap, type Span } from '../booking/spans';

/** An offer of other times (D-425). */

/** How long an offer is held, and how long before its first time it ends at the latest, milliseconds. */
const heldMs = DAY;
const beforeFirstMs = 2 * HOUR;

/**
 * When an offer that is made at `now` ends: after 24 hours, at the latest two hours before its first time. Null where
 * that is over already, so that the times cannot be offered.
 */
export function offerEnd(times: readonly Date[], now: Date): Date | null {
  const first = Math.min(...times.map((at) => at.getTime()));
  const end = Math.min(now.getTime() + heldMs, first - beforeFirstMs);
  return end > now.getTime() ? new Date(end) : null;
}

/** What a time takes: the clinicians and rooms, with the lane and the span of each. */
export type Taking = readonly (Span & { resource: string })[];

/** Whether two of the times would take the same clinician or room at once, so that both cannot be held for one visit. */
export const clash = (times: readonly Taking[]): boolean =>
  times.some((one, index) =>
    times
      .slice(index + 1)
      .some((other) => one.some((a) => other.some((b) => a.resource === b.resource && overlap(a, b)))),
  );
