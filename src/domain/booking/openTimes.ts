import { dayClock, msAtOrAfter, type DayClock } from '../clinicTime';
import { overlap, subtract, union, type Span } from './spans';
import { MINUTE } from '../../limits';

/** What an appointment can claim: a clinician's or a room's time, or a clinician's drop-off places on a day (D-203). */
export type Resource = {
  key: string;
  /** How many visits may claim it at the same time. Infinity: it is never full and needs no claim. */
  lanes: number;
  /**
   * What a claim covers: the time of the visit, or the whole day. A drop-off takes one of the day's places, whatever
   * its time of day (D-64).
   */
  takes: 'visit' | 'day';
};

export type WorkingHours = { day: number; start: number; end: number; locationId: string | null };

export type RuleProvider = { id: string; resource: Resource; hours: readonly WorkingHours[]; timeOff: readonly Span[] };
export type RuleRoom = { id: string; resource: Resource; locationId: string | null };

/**
 * One part of a visit, `minutes` long. Clinicians are in the order of preference; `rooms` is null where none is needed.
 */
export type RuleSegment = { minutes: number; providers: readonly RuleProvider[]; rooms: readonly RuleRoom[] | null };

/** Everything that decides which starts a visit has, apart from the claims of others. */
export type BookingRule = {
  zone: string;
  /** Minutes between starts, counted from local midnight, so that every clinician has the same grid. */
  interval: number;
  /**
   * Only hours and rooms of this location count. Null: those of any location do, but one visit stays in one location.
   */
  locationId: string | null;
  /** One to three, one after the other (D-63). */
  segments: readonly RuleSegment[];
  /** Last bookable calendar date in the zone, inclusive (D-220). */
  lastDate: string;
};

/** Somebody's claim on a resource, or a hold that has not expired. `lane` (from 1) is the place that it takes. */
export type Busy = Span & { lane: number };
export type BusyByResource = ReadonlyMap<string, readonly Busy[]>;

export type Pick = { providerId: string; roomId: string | null; at: number };
/** A start that is offered: when, and who and where for each segment. */
export type Start = { minute: number; at: number; picks: readonly Pick[] };

const NOBODY: readonly Busy[] = [];

/**
 * The index (from 0) of a claim's lane. A lane above the current limit, claimed before the limit was lowered, counts as
 * one of the remaining lanes, so that no more visits than the limit get in.
 */
const laneIndex = (lane: number, lanes: number): number => (lane - 1) % lanes;

/** The first lane (1 to lanes) that is free over the span, or null when the resource is full. */
export function freeLane(resource: Resource, busy: readonly Busy[], span: Span): number | null {
  if (resource.lanes === Infinity) return 1;
  const taken = new Set(
    busy.filter((claim) => overlap(claim, span)).map((claim) => laneIndex(claim.lane, resource.lanes)),
  );
  for (let index = 0; index < resource.lanes; index += 1) if (!taken.has(index)) return index + 1;
  return null;
}

/** The whole local day, which a drop-off's claim covers. */
export const daySpan = (clock: DayClock): Span => ({ from: msAtOrAfter(clock, 0), to: clock.end });

/** The free time of one lane. It remembers its position, so it must be asked about later and later times. */
class Lane {
  private next = 0;
  constructor(private readonly free: readonly Span[]) {}

  /** The span from the first free moment to the last. */
  get reach(): Span {
    return { from: this.free[0]?.from ?? Infinity, to: this.free.at(-1)?.to ?? -Infinity };
  }

  /** Whether [from, to) is free. Each call must ask about a later time than the one before. */
  has(from: number, to: number): boolean {
    while (this.next < this.free.length && this.free[this.next]!.to < to) this.next += 1;
    const span = this.free[this.next];
    return span !== undefined && span.from <= from;
  }
}

/**
 * A clinician or a room that can take part in a visit, at one location (null: at any), with the lanes that are left.
 */
type Option = { id: string; locationId: string | null; lanes: readonly Lane[] };

function lanesOf(resource: Resource, open: readonly Span[], busyBy: BusyByResource, day: Span): Lane[] {
  const busy = (busyBy.get(resource.key) ?? NOBODY).filter((claim) => overlap(claim, day));
  if (resource.lanes === Infinity || (busy.length === 0 && resource.lanes > 0)) return [new Lane(open)];
  if (resource.takes === 'day') return freeLane(resource, busy, day) === null ? [] : [new Lane(open)];
  return Array.from(
    { length: resource.lanes },
    (_, index) =>
      new Lane(
        subtract(
          open,
          busy.filter((claim) => laneIndex(claim.lane, resource.lanes) === index),
        ),
      ),
  );
}

/**
 * The clinician's hours on the day as spans of instants, by location. Where a location is chosen, all of them are
 * listed under it.
 */
function hoursByLocation(provider: RuleProvider, rule: BookingRule, clock: DayClock): Map<string | null, Span[]> {
  const found = new Map<string | null, Span[]>();
  for (const hours of provider.hours) {
    if (hours.day !== clock.weekday) continue;
    if (rule.locationId !== null && hours.locationId !== null && hours.locationId !== rule.locationId) continue;
    const place = rule.locationId ?? hours.locationId;
    const span = { from: msAtOrAfter(clock, hours.start), to: msAtOrAfter(clock, hours.end) };
    found.set(place, [...(found.get(place) ?? []), span]);
  }
  return found;
}

function providerOptions(
  providers: readonly RuleProvider[],
  rule: BookingRule,
  clock: DayClock,
  busyBy: BusyByResource,
  day: Span,
): Option[] {
  return providers.flatMap((provider) =>
    [...hoursByLocation(provider, rule, clock)].map(([locationId, hours]) => ({
      id: provider.id,
      locationId,
      lanes: lanesOf(provider.resource, subtract(union(hours), provider.timeOff), busyBy, day),
    })),
  );
}

const goTogether = (a: string | null, b: string | null): boolean => a === null || b === null || a === b;

function roomOptions(rooms: readonly RuleRoom[], rule: BookingRule, busyBy: BusyByResource, day: Span): Option[] {
  return rooms
    .filter((room) => goTogether(room.locationId, rule.locationId))
    .map((room) => ({ id: room.id, locationId: room.locationId, lanes: lanesOf(room.resource, [day], busyBy, day) }));
}

/** Stands for the room of a segment that needs none. */
const NO_ROOM: readonly (Option | null)[] = [null];

type OpenSegment = { length: number; providers: Option[]; rooms: Option[] | null };

const isFree = (option: Option, from: number, to: number): boolean => option.lanes.some((lane) => lane.has(from, to));

/** The span outside of which no option is free, so that most of a day's minutes need not be looked at. */
function reachOf(options: readonly Option[]): Span {
  const reaches = options.flatMap(({ lanes }) => lanes.map((lane) => lane.reach));
  return { from: Math.min(...reaches.map(({ from }) => from)), to: Math.max(...reaches.map(({ to }) => to)) };
}

/**
 * Finds the clinician and the room of each segment from `index` on, all in one location and in order of preference;
 * null when that is not possible. `at` is milliseconds since the epoch.
 */
function arrange(segments: readonly OpenSegment[], index: number, at: number, location: string | null): Pick[] | null {
  const segment = segments[index];
  if (!segment) return [];
  const end = at + segment.length;
  for (const provider of segment.providers) {
    if (!goTogether(provider.locationId, location) || !isFree(provider, at, end)) continue;
    const place = location ?? provider.locationId;
    for (const room of segment.rooms ?? NO_ROOM) {
      if (room && !(goTogether(room.locationId, place) && isFree(room, at, end))) continue;
      const rest = arrange(segments, index + 1, end, place ?? room?.locationId ?? null);
      if (rest) return [{ providerId: provider.id, roomId: room?.id ?? null, at }, ...rest];
    }
  }
  return null;
}

/**
 * The starts that one calendar day offers, in order, each once (D-212, D-213, D-220): on the grid, inside working
 * hours, outside time off and others' claims, not before `now` (milliseconds since the epoch), not after the rule's
 * last date.
 */
export function openStarts(date: string, rule: BookingRule, busyBy: BusyByResource, now: number): Start[] {
  const clock = dayClock(date, rule.zone);
  const day = daySpan(clock);
  if (date > rule.lastDate || day.to <= now) return [];

  const segments = rule.segments.map((segment) => ({
    length: segment.minutes * MINUTE,
    providers: providerOptions(segment.providers, rule, clock, busyBy, day),
    rooms: segment.rooms && roomOptions(segment.rooms, rule, busyBy, day),
  }));
  const reach = reachOf(segments[0]?.providers ?? []);
  const starts: Start[] = [];
  for (const stretch of clock.stretches) {
    const zero = clock.midnightUtc - stretch.offset * MINUTE;
    const first = Math.max(stretch.from, Math.ceil((Math.max(now, reach.from) - zero) / MINUTE));
    const end = Math.min(stretch.to, (reach.to - zero) / MINUTE);
    for (let minute = Math.ceil(first / rule.interval) * rule.interval; minute < end; minute += rule.interval) {
      const at = zero + minute * MINUTE;
      const picks = arrange(segments, 0, at, rule.locationId);
      if (picks) starts.push({ minute, at, picks });
    }
  }
  return starts;
}
