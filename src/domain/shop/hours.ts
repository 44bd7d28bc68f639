/**
 * Business hours as the clinic column shows them (LAYOUT-09 to 12, D-109). Only Intl is used, because the first screen
 * loads this file.
 */

import { minuteOfDay } from '../minuteOfDay';
import type { BusinessHour } from '../../contract/settings';

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export type DayRow = { day: number; name: (typeof dayNames)[number]; text: string; isToday: boolean };

type Hours = readonly BusinessHour[] | undefined;

/** '9:00 AM', '12:30 PM'; hour 24 is midnight. */
export function clockText(hour: number, minute: number): string {
  const half = hour % 24 < 12 ? 'AM' : 'PM';
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${half}`;
}

const opensAt = (row: BusinessHour): number => minuteOfDay(row.startHour, row.startMinute);
const closesAt = (row: BusinessHour): number => minuteOfDay(row.endHour, row.endMinute);
const opening = (row: BusinessHour): string => clockText(row.startHour, row.startMinute);
const closing = (row: BusinessHour): string => clockText(row.endHour, row.endMinute);

/** The day's openings, earliest first; a missing or closed day has none. */
const rowsOf = (hours: Hours, day: number): BusinessHour[] =>
  (hours ?? []).filter((row) => row.day === day && !row.offline).sort((a, b) => opensAt(a) - opensAt(b));

/** The clinic's weekday, 1 Monday to 7 Sunday, and minute of the day. */
function wallClock(now: Date, timeZone: string): { day: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((each) => each.type === type)?.value ?? '';
  return {
    day: dayNames.findIndex((name) => name === part('weekday')) + 1,
    minute: minuteOfDay(Number(part('hour')), Number(part('minute'))),
  };
}

/** Seven rows from Monday, with the clinic's today marked. */
export function businessWeek(hours: Hours, now: Date, timeZone: string): DayRow[] {
  const today = wallClock(now, timeZone).day;
  return dayNames.map((name, index) => {
    const rows = rowsOf(hours, index + 1);
    const text = rows.map((row) => `${opening(row)} - ${closing(row)}`).join(', ');
    return { day: index + 1, name, text: text || 'Closed', isToday: index + 1 === today };
  });
}

/** One line about now: 'Open today until 1:00 PM', 'Opens today at 9:00 AM', 'Closed until Mon, 8:00 AM', 'Closed'. */
export function openLine(hours: Hours, now: Date, timeZone: string): string {
  const { day, minute } = wallClock(now, timeZone);
  for (const row of rowsOf(hours, day)) {
    if (minute < opensAt(row)) return `Opens today at ${opening(row)}`;
    if (minute < closesAt(row)) return `Open today until ${closing(row)}`;
  }
  for (let later = 1; later <= 7; later += 1) {
    const nextDay = ((day - 1 + later) % 7) + 1;
    const [row] = rowsOf(hours, nextDay);
    if (row) return `Closed until ${dayNames[nextDay - 1]}, ${opening(row)}`;
  }
  return 'Closed';
}
