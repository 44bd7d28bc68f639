import type { Trx } from '../../db/transaction';
import {
  daySpan,
  freeLane,
  openStarts,
  type BookingRule,
  type Pick,
  type Resource,
} from '../../../src/domain/booking/openTimes';
import { dateInZone, dayClock } from '../../../src/domain/clinicTime';
import { ApiError } from '../../calls/errors';
import { busyByResource, busyRows, removalOfHolds, type BusyRow, type NewClaim } from './repository';
import { locksOn } from '../../db/locks';
import { together } from '../../db/statements';
import { MINUTE } from '../../../src/limits';

/**
 * A place that was found for a start: who and which room for each segment, and the claims that reserve them. `end` is
 * the end of the last segment, in milliseconds.
 */
export type Place = { picks: readonly Pick[]; end: number; claims: NewClaim[] };

export type PlaceRequest = {
  clinicId: string;
  rule: BookingRule;
  /** The requested start, in milliseconds. */
  at: number;
  /** The session whose own hold is deleted first, so that it never blocks its own session (D-203). */
  sessionId: string;
  /** The payment whose hold is deleted as well, even while its charge runs (D-215). */
  paymentId?: string | null;
  /** The appointment that is moved here; its own time counts as free (D-42). */
  appointmentId?: string | undefined;
  now: Date;
  newId: () => string;
  /** Further names to lock together with the clinicians and rooms. */
  locks?: readonly string[];
};

/** Returns the keys of all clinicians and rooms that a place may need and that are claimed. */
export const resourcesOf = (rule: BookingRule): string[] => [
  ...new Set(
    rule.segments
      .flatMap((segment) => [...segment.providers, ...(segment.rooms ?? [])])
      .filter((one) => one.resource.lanes !== Infinity)
      .map((one) => one.resource.key),
  ),
];

/**
 * Finds a place for a start under the lock. Throws `slot_gone` if the start is not offered (hours, grid, time off,
 * lead, past) or not free any more, by the same rule that made the open times. The caller inserts the claims in this
 * transaction.
 */
export async function findPlace(trx: Trx, request: PlaceRequest): Promise<Place> {
  const [, , rows] = await together(trx, placeQueries(request));
  return placeAmong(request, rows);
}

const dateOf = ({ at, rule }: PlaceRequest): string => dateInZone(new Date(at), rule.zone);

/**
 * The parts of `findPlace`, for a caller that sends more with them: the statements, the last of which gives the rows
 * for `placeAmong`.
 */
export function placeQueries(request: PlaceRequest) {
  const { clinicId, rule, sessionId, now } = request;
  const day = daySpan(dayClock(dateOf(request), rule.zone));
  const resources = resourcesOf(rule);
  return [
    locksOn(clinicId, [...resources, `session:${sessionId}`, ...(request.locks ?? [])]),
    removalOfHolds(clinicId, { sessionId, paymentId: request.paymentId ?? null }, resources, day, now),
    busyRows(clinicId, resources, day, { sessionId: null, appointmentId: request.appointmentId, now }),
  ] as const;
}

/** Chooses the place, or throws, as `findPlace` does. */
export function placeAmong(request: PlaceRequest, rows: readonly BusyRow[]): Place {
  const { rule, at, now, newId } = request;
  const date = dateOf(request);
  if (at < now.getTime() || date > rule.lastDate) throw new ApiError('slot_gone');
  const day = daySpan(dayClock(date, rule.zone));
  const busy = busyByResource(rows);
  const start = openStarts(date, rule, busy, now.getTime()).find((one) => one.at === at);
  if (!start) throw new ApiError('slot_gone');

  const claims: NewClaim[] = [];
  const claim = (resource: Resource, from: number, to: number): void => {
    if (resource.lanes === Infinity) return;
    const span = resource.takes === 'day' ? day : { from, to };
    const lane = freeLane(resource, busy.get(resource.key) ?? [], span);
    if (lane === null) throw new ApiError('slot_gone');
    claims.push({ id: newId(), resource: resource.key, lane, ...span });
  };
  let end = at;
  start.picks.forEach((pick, index) => {
    const segment = rule.segments[index]!;
    end = pick.at + segment.minutes * MINUTE;
    claim(segment.providers.find((one) => one.id === pick.providerId)!.resource, pick.at, end);
    const room = segment.rooms?.find((one) => one.id === pick.roomId);
    if (room) claim(room.resource, pick.at, end);
  });
  return { picks: start.picks, end, claims };
}
