import { dateInZone, daysBetween, formatDate } from '../clinicTime';
import { clockWords } from './clockWords';

/** 'Today', 'Tomorrow', 'Yesterday', or '' for a date that has no such word. */
const nearWord = (days: number): string => ({ [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' })[days] ?? '';

/** 'Mar 4', with the year where it is not the year of `today`. Dates are `YYYY-MM-DD`. */
function monthAndDay(date: string, today: string): string {
  const [, month = '', year = ''] = /^\w+ (\w+ \d+), (\d+)$/.exec(formatDate(date)) ?? [];
  return date.slice(0, 4) === today.slice(0, 4) ? month : `${month}, ${year}`;
}

/**
 * When something happened, as short as it is clear: 'Today 8:03am', 'Sat 9:00am' within the last six days, 'Mar 4
 * 9:00am' before them. `today` is the zone's calendar date.
 */
export function happenedAt(at: Date, zone: string, today: string): string {
  const date = dateInZone(at, zone);
  const days = daysBetween(today, date);
  if (days === 0) return `Today ${clockWords(at, zone)}`;
  const day = days < 0 && days > -7 ? formatDate(date).slice(0, 3) : monthAndDay(date, today);
  return `${day} ${clockWords(at, zone)}`;
}

/** The same inside a sentence: 'today 8:03am'. */
export const happenedInWords = (at: Date, zone: string, today: string): string =>
  happenedAt(at, zone, today).replace(/^Today/, 'today');

/** A time to come, as owners read it: 'Today, 11:30am', 'Tomorrow, 8:00am', 'Tue Nov 24, 8:00am'. */
export function comingAt(at: Date, zone: string, today: string): string {
  const date = dateInZone(at, zone);
  const days = daysBetween(today, date);
  const day = (days >= 0 && nearWord(days)) || `${formatDate(date).slice(0, 3)} ${monthAndDay(date, today)}`;
  return `${day}, ${clockWords(at, zone)}`;
}

/** A calendar date of a record: 'Mar 4, 2026'. */
export const recordDate = (date: string): string => formatDate(date).replace(/^\w+ /, '');

/** 'Tue', '24' and 'Tue Nov 24' of a calendar date, for the tile of a day. */
export function tileOf(date: string): { weekday: string; day: string; name: string } {
  const [weekday = '', month = '', day = ''] = formatDate(date).replace(/,.*/, '').split(' ');
  return { weekday, day, name: `${weekday} ${month} ${day}` };
}

/** 'Ana Ruiz: accepted' of who and what, which begins with a capital letter; a name or sign at its beginning is kept. */
export const happenedWords = (who: string, what: string): string =>
  who ? `${who}: ${/^[A-Z][a-z]/.test(what) ? what.charAt(0).toLowerCase() + what.slice(1) : what}` : what;
