import { HOUR, MINUTE } from '../../limits';
import { formatDateTime, formatNearTime, formatTime, offsetAt } from '../clinicTime';

const shortNames = new Map<string, Intl.DateTimeFormat>();

/** 'CDT': the zone's short name at an instant. */
function shortZone(at: Date, zone: string): string {
  // Making a formatter costs a hundred times what using it does.
  const names = shortNames.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' });
  shortNames.set(zone, names);
  return names.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
}

/** How far apart in time two instants of the same clock time can lie: clocks go back by an hour at most, Lord Howe's by half. */
const spans = [HOUR / 2, HOUR];

/** Whether the zone's clock shows this time a second time that day, since it goes back. */
export function isTwice(at: Date, zone: string): boolean {
  const offset = (by: number) => offsetAt(new Date(at.getTime() + by), zone);
  if (offset(-HOUR) === offset(HOUR)) return false;
  // An instant reads the same where as much time has passed as the clock went back.
  return spans.some((span) => [span, -span].some((by) => (offset(0) - offset(by)) * MINUTE === by));
}

/** ' CDT' after a time that comes twice, '' after any other: which of the two it is. */
const which = (at: Date, zone: string): string => (isTwice(at, zone) ? ` ${shortZone(at, zone)}` : '');

/** '10:30am' as everywhere; of a time that comes twice also which: '1:30am CDT'. */
export const clockWords = (at: Date, zone: string): string => `${formatTime(at, zone)}${which(at, zone)}`;

/** The same with its day: 'Sun Nov 1, 1:30am CDT'. */
export const nearClockWords = (at: Date, zone: string): string => `${formatNearTime(at, zone)}${which(at, zone)}`;

/** The same with its day and year: 'Sun Nov 1, 2026, 1:30am CDT'. */
export const dateClockWords = (at: Date, zone: string): string => `${formatDateTime(at, zone)}${which(at, zone)}`;
