import type { BusinessHour } from '../../contract/settings';
import { HOUR } from '../../limits';
import { union, type Span } from '../booking/spans';
import { addDays, dateInZone, dayClock, msAtOrAfter } from '../clinicTime';
import { DAY_MINUTES, minuteOfDay } from '../minuteOfDay';

/** When an answer is due (D-427). Instants are Dates; open hours are weekly, in the clinic's zone. */

/** One opening of a week: `day` is 1 Monday to 7 Sunday, `from` and `to` are minutes from local midnight. */
export type Opening = { day: number; from: number; to: number };

/** When a clinic is open. A week without any opening counts as always open, so that time passes. */
export type OpenWeek = { zone: string; openings: readonly Opening[] };

/** How fast the clinic answers who asks to be texted, and how long before the visit at the latest, milliseconds. */
const textUsMs = 2 * HOUR;
const beforeVisitMs = HOUR;

const always: readonly Opening[] = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: DAY_MINUTES }));

/**
 * The clinic's open week: its business hours, or where it has not said them the hours during which any clinician works.
 */
export function openWeek(
  zone: string,
  hours: readonly BusinessHour[] | undefined,
  working: readonly Opening[],
): OpenWeek {
  const said = (hours ?? [])
    .filter((row) => !row.offline)
    .map((row) => ({
      day: row.day,
      from: minuteOfDay(row.startHour, row.startMinute),
      to: minuteOfDay(row.endHour, row.endMinute),
    }));
  const openings = (said.length > 0 ? said : working).filter(({ from, to }) => from < to);
  return { zone, openings: openings.length > 0 ? openings : always };
}

/** The open spans of one date, in order and apart, milliseconds since the epoch. */
function openSpans(date: string, { zone, openings }: OpenWeek): Span[] {
  const clock = dayClock(date, zone);
  return union(
    openings
      .filter(({ day }) => day === clock.weekday)
      .map(({ from, to }) => ({ from: msAtOrAfter(clock, from), to: msAtOrAfter(clock, to) })),
  );
}

/** How far ahead open hours are counted, days. */
const searchedDays = 366;

/** The instant at which the clinic has been open for `ms` milliseconds since `from`. */
export function openAfter(from: Date, ms: number, week: OpenWeek): Date {
  let left = ms;
  let date = dateInZone(from, week.zone);
  for (let days = 0; days < searchedDays; date = addDays(date, 1), days += 1) {
    for (const span of openSpans(date, week)) {
      const start = Math.max(span.from, from.getTime());
      if (start >= span.to) continue;
      if (span.to - start >= left) return new Date(start + left);
      left -= span.to - start;
    }
  }
  // A clinic that is open for minutes a week takes longer: later than all that is found, in the order of the questions.
  return new Date(msAtOrAfter(dayClock(date, week.zone), 0) + left);
}

/**
 * When the answer to a request is due: after the hours that the clinic has stated, counted while it is open, at the
 * latest one hour before the asked time, and never before it was asked. Null where the clinic states none.
 */
export function requestDue(
  { askedAt, startsAt }: { askedAt: Date; startsAt: Date | null },
  hours: number | null,
  week: OpenWeek,
): Date | null {
  if (hours === null) return null;
  const stated = openAfter(askedAt, hours * HOUR, week).getTime();
  const latest = startsAt === null ? stated : Math.min(stated, startsAt.getTime() - beforeVisitMs);
  return new Date(Math.max(latest, askedAt.getTime()));
}

/** When who asks to be texted is to be answered: after two open hours. Null where the clinic states no hours. */
export const textUsDue = (askedAt: Date, hours: number | null, week: OpenWeek): Date | null =>
  hours === null ? null : openAfter(askedAt, textUsMs, week);

/**
 * When something that concerns a visit is to be mended, such as a message that was not delivered or a payment: by the
 * visit's start. Null where the clinic states no hours or there is no visit to come.
 */
export const visitDue = (
  { askedAt, startsAt }: { askedAt: Date; startsAt: Date | null },
  hours: number | null,
): Date | null => (hours === null || startsAt === null || startsAt <= askedAt ? null : startsAt);

/**
 * Until when a place on the waitlist is of use: an hour before the visit that could be earlier. An earlier time may come
 * free at any moment, so the hours that the clinic has stated do not count. Null where it states none.
 */
export const placeDue = (startsAt: Date, hours: number | null): Date | null =>
  hours === null ? null : new Date(startsAt.getTime() - beforeVisitMs);
