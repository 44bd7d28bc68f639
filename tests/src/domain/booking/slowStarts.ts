import type {
  BookingRule,
  Busy,
  BusyByResource,
  Pick,
  Resource,
  RuleProvider,
  RuleSegment,
  Start,
} from '../../../../src/domain/booking/openTimes';
import { addDays, instantOf, weekday } from '../../../../src/domain/clinicTime';

const MINUTE = 60_000;

/** The instant of a wall time, or of the first later one that exists. */
function from(date: string, minute: number, zone: string): number {
  for (let m = minute; m < 1440; m += 1) {
    const instant = instantOf(date, m, zone);
    if (instant) return instant.getTime();
  }
  return from(addDays(date, 1), 0, zone);
}

const meets = (claim: { from: number; to: number }, start: number, end: number) => claim.from < end && start < claim.to;

/** Every five minutes of the visit lie in some opening at one location. */
function works(
  provider: RuleProvider,
  location: string | null,
  date: string,
  rule: BookingRule,
  start: number,
  end: number,
): boolean {
  for (let at = start; at < end; at += 5 * MINUTE) {
    const inside = provider.hours.some(
      (hours) =>
        hours.day === weekday(date) &&
        (rule.locationId === null
          ? hours.locationId === location
          : hours.locationId === null || hours.locationId === rule.locationId) &&
        from(date, hours.start, rule.zone) <= at &&
        at + 5 * MINUTE <= from(date, hours.end, rule.zone),
    );
    if (!inside) return false;
  }
  return !provider.timeOff.some((off) => meets(off, start, end));
}

function hasLane(resource: Resource, busy: readonly Busy[], start: number, end: number): boolean {
  if (resource.lanes === Infinity) return true;
  return Array.from({ length: resource.lanes }, (_, lane) => lane).some(
    (lane) => !busy.some((claim) => (claim.lane - 1) % resource.lanes === lane && meets(claim, start, end)),
  );
}

type Choice = { pick: Pick; location: string | null };

function choices(segment: RuleSegment, date: string, rule: BookingRule, busyBy: BusyByResource, at: number): Choice[] {
  const end = at + segment.minutes * MINUTE;
  const day = [from(date, 0, rule.zone), from(addDays(date, 1), 0, rule.zone)] as const;
  const found: Choice[] = [];
  for (const provider of segment.providers) {
    const places =
      rule.locationId === null
        ? new Set(provider.hours.filter((hours) => hours.day === weekday(date)).map((hours) => hours.locationId))
        : new Set([rule.locationId]);
    for (const location of places) {
      if (!works(provider, location, date, rule, at, end)) continue;
      const [claimed, until] = provider.resource.takes === 'day' ? day : [at, end];
      if (!hasLane(provider.resource, busyBy.get(provider.resource.key) ?? [], claimed, until)) continue;
      if (!segment.rooms) found.push({ pick: { providerId: provider.id, roomId: null, at }, location });
      else
        for (const room of segment.rooms) {
          if (room.locationId !== null && location !== null && room.locationId !== location) continue;
          if (!hasLane(room.resource, busyBy.get(room.resource.key) ?? [], at, end)) continue;
          found.push({ pick: { providerId: provider.id, roomId: room.id, at }, location: location ?? room.locationId });
        }
    }
  }
  return found;
}

/** The rule of open times, minute by minute and choice by choice: slow, and meant to be obvious. */
export function slowStarts(date: string, rule: BookingRule, busyBy: BusyByResource, now: number): Start[] {
  const starts: Start[] = [];
  for (let minute = 0; minute < 1440; minute += rule.interval) {
    const at = instantOf(date, minute, rule.zone)?.getTime();
    if (at === undefined || at < now || date > rule.lastDate) continue;
    let plans: Choice[][] = [[]];
    let begin = at;
    for (const segment of rule.segments) {
      const next = choices(segment, date, rule, busyBy, begin);
      plans = plans.flatMap((plan) =>
        next
          .filter((choice) =>
            plan.every(
              (earlier) =>
                earlier.location === null || choice.location === null || earlier.location === choice.location,
            ),
          )
          .map((choice) => [...plan, choice]),
      );
      begin += segment.minutes * MINUTE;
    }
    const [first] = plans;
    if (first) starts.push({ minute, at, picks: first.map((choice) => choice.pick) });
  }
  return starts;
}
