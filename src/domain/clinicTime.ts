import { tzOffset } from '@date-fns/tz';
import { UTCDateMini } from '@date-fns/utc/date/mini';
import { format } from 'date-fns/format';
import { DAY, MINUTE } from '../limits';
import { DAY_MINUTES } from './minuteOfDay';

/**
 * The clinic's wall clock and calendar (D-123, D-212): instants are Dates, calendar dates are `YYYY-MM-DD`,
 * times of day are minutes after local midnight, zones are IANA names.
 */

/**
 * A stretch of one day's wall clock during which the offset from UTC stays the same. All three are minutes: `from`
 * (inclusive) and `to` (exclusive) count from local midnight.
 */
type WallStretch = { from: number; to: number; offset: number };

/**
 * One calendar day of a zone, worked out once so that loops over its minutes only have to add. The stretches hold each
 * existing wall minute once: a minute between two stretches does not exist, and of a repeated time only the first pass
 * is in a stretch. `weekday` is 1 Monday to 7 Sunday. `midnightUtc` is when the date begins in UTC and `end` is the
 * first instant of the next day, both in milliseconds since the epoch.
 */
export type DayClock = {
  date: string;
  weekday: number;
  midnightUtc: number;
  stretches: readonly WallStretch[];
  end: number;
};

const mostKept = 2000;

/** Makes a function keep what it gives for a zone and a number or date: the same are asked for again and again. */
function kept<Of extends string | number, Value>(make: (of: Of, zone: string) => Value): typeof make {
  const values = new Map<string, Value>();
  return (of, zone) => {
    const key = `${of} ${zone}`;
    const known = values.get(key);
    if (known !== undefined) return known;
    if (values.size >= mostKept) values.clear();
    const value = make(of, zone);
    values.set(key, value);
    return value;
  };
}

/** The zone's offset in milliseconds as a day of UTC begins, counted from the epoch. */
const offsetOfDay = kept((day: number, zone) => tzOffset(zone, new Date(day * DAY)) * MINUTE);

/** The zone's offset in milliseconds; it is asked for only on days that change it, which none does twice. */
function offsetMs(zone: string, at: number): number {
  const day = Math.floor(at / DAY);
  const offset = offsetOfDay(day, zone);
  return offset === offsetOfDay(day + 1, zone) ? offset : tzOffset(zone, new Date(at)) * MINUTE;
}

const utcOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const dateOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10);

/** The zone's calendar date at an instant. */
export function dateInZone(instant: Date, zone: string): string {
  return dateOf(instant.getTime() + offsetMs(zone, instant.getTime()));
}

/** The calendar date `days` days after `date`, or before it when `days` is negative. */
export function addDays(date: string, days: number): string {
  return dateOf(utcOf(date) + days * DAY);
}

/** Calendar days from `a` to `b`; negative when b is earlier. */
export function daysBetween(a: string, b: string): number {
  return Math.round((utcOf(b) - utcOf(a)) / DAY);
}

/** 1 Monday to 7 Sunday (D-109). */
export function weekday(date: string): number {
  return new Date(utcOf(date)).getUTCDay() || 7;
}

/**
 * Finds the instant at which the offset changes between two instants that have different offsets; all three are
 * milliseconds since the epoch.
 */
function changeBetween(zone: string, from: number, to: number): number {
  const before = offsetMs(zone, from);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMs(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** The zone's offset from UTC at an instant, minutes. */
export const offsetAt = (instant: Date, zone: string): number => offsetMs(zone, instant.getTime()) / MINUTE;

/**
 * The instants between `from` and `to` at which the zone changes its offset, in order. `before` and `after` are the
 * offsets around each change, in minutes.
 */
export function offsetChanges(from: Date, to: Date, zone: string): { at: Date; before: number; after: number }[] {
  const changes = [];
  for (let day = from.getTime(); day < to.getTime(); day += DAY) {
    const end = Math.min(day + DAY, to.getTime());
    if (offsetMs(zone, day) === offsetMs(zone, end)) continue;
    const at = changeBetween(zone, day, end);
    changes.push({ at: new Date(at), before: offsetMs(zone, day) / MINUTE, after: offsetMs(zone, at) / MINUTE });
  }
  return changes;
}

/**
 * The day's stretches, none for a date that the zone left out. `midnightUtc` is when the date begins in UTC, in
 * milliseconds since the epoch.
 */
function stretchesOf(midnightUtc: number, zone: string): WallStretch[] {
  // Every instant of a local day lies within these 52 hours, and a zone changes its offset at most once in that time.
  const [first, last] = [midnightUtc - 15 * 60 * MINUTE, midnightUtc + DAY + 13 * 60 * MINUTE];
  const [before, after] = [offsetMs(zone, first), offsetMs(zone, last)];
  if (before === after) return [{ from: 0, to: DAY_MINUTES, offset: before / MINUTE }];

  const change = changeBetween(zone, first, last);
  const wallOfChange = (offset: number): number => (change + offset - midnightUtc) / MINUTE;
  const old = { from: 0, to: Math.min(wallOfChange(before), DAY_MINUTES), offset: before / MINUTE };
  // Skipped minutes leave a gap between the two stretches. Repeated minutes belong to the old offset, so they mean the
  // first of the two passes.
  const young = {
    from: Math.max(wallOfChange(after), wallOfChange(before), 0),
    to: DAY_MINUTES,
    offset: after / MINUTE,
  };
  return [old, young].filter((stretch) => stretch.from < stretch.to);
}

/**
 * The first instant of the day, in milliseconds since the epoch; where the zone left out the whole day, the first
 * instant of the next day.
 */
function startOf(midnightUtc: number, zone: string): number {
  const [first] = stretchesOf(midnightUtc, zone);
  return first ? midnightUtc + (first.from - first.offset) * MINUTE : startOf(midnightUtc + DAY, zone);
}

function clockOf(date: string, zone: string): DayClock {
  const midnightUtc = utcOf(date);
  return {
    date,
    weekday: weekday(date),
    midnightUtc,
    stretches: stretchesOf(midnightUtc, zone),
    end: startOf(midnightUtc + DAY, zone),
  };
}

/** The clock of a calendar date in a zone. */
export const dayClock = kept(clockOf);

/** Milliseconds since the epoch of a wall minute (0 to 1439) of the day; null where that time does not exist. */
export function msOf(clock: DayClock, minute: number): number | null {
  for (const stretch of clock.stretches) {
    if (minute >= stretch.from && minute < stretch.to) return clock.midnightUtc + (minute - stretch.offset) * MINUTE;
  }
  return null;
}

/** Like msOf, but a time that does not exist gives the next one that does. Minute 1440 gives the end of the day. */
export function msAtOrAfter(clock: DayClock, minute: number): number {
  for (const stretch of clock.stretches) {
    if (minute < stretch.to) return clock.midnightUtc + (Math.max(minute, stretch.from) - stretch.offset) * MINUTE;
  }
  return clock.end;
}

/**
 * The instant of a wall time (D-212): null where the clock skips that time, the first of the two where it repeats it.
 */
export function instantOf(date: string, minuteOfDay: number, zone: string): Date | null {
  const ms = msOf(dayClock(date, zone), minuteOfDay);
  return ms === null ? null : new Date(ms);
}

/** A date whose year, hour and so on, as date-fns reads them, are those of the zone's wall clock. */
const inZone = (instant: Date, zone: string): Date =>
  new UTCDateMini(instant.getTime() + offsetMs(zone, instant.getTime()));
const onDate = (date: string): Date => new UTCDateMini(utcOf(date));

/** 'Wed Nov 25, 2026, 10:30am'. */
export function formatDateTime(instant: Date, zone: string): string {
  return format(inZone(instant, zone), 'EEE MMM d, yyyy, h:mmaaa');
}

/** 'Wed Nov 25, 10:30am': for the days around now, where the year goes without saying. */
export function formatNearTime(instant: Date, zone: string): string {
  return format(inZone(instant, zone), 'EEE MMM d, h:mmaaa');
}

/** 'Wed Nov 25, 2026'. */
export function formatDate(date: string): string {
  return format(onDate(date), 'EEE MMM d, yyyy');
}

/** 'Nov 25, 2026': without the weekday, which nobody asks about a day long ago. */
export function formatBirthDate(date: string): string {
  return format(onDate(date), 'MMM d, yyyy');
}

/** 'November'. */
export function formatMonth(date: string): string {
  return format(onDate(date), 'MMMM');
}

/** '10:30am'. */
export function formatTime(instant: Date, zone: string): string {
  return format(inZone(instant, zone), 'h:mmaaa');
}

/**
 * 'today, 10:30am' where the instant falls on `today`, the zone's calendar date; otherwise the same as formatDateTime.
 */
export function formatWhen(instant: Date, zone: string, today: string): string {
  return dateInZone(instant, zone) === today ? `today, ${formatTime(instant, zone)}` : formatDateTime(instant, zone);
}

const zoneNames = new Map<string, Intl.DateTimeFormat>();

const nameOfDay = kept((day: number, zone) => {
  // Making a formatter costs a hundred times what using it does, so each zone's formatter is kept.
  const names =
    zoneNames.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' });
  zoneNames.set(zone, names);
  return names.formatToParts(day * DAY).find(({ type }) => type === 'timeZoneName')!.value;
});

/** 'Central Time': the zone's long generic name (D-123), the same in summer time. */
export const zoneName = (zone: string, at: Date): string => nameOfDay(Math.floor(at.getTime() / DAY), zone);
