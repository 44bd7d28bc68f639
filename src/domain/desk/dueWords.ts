import type { InboxRow } from '../../contract/desk/inbox';
import { dateInZone, daysBetween, formatDate } from '../clinicTime';
import { clockWords } from './clockWords';
import { nearWords } from './words';

const MINUTE = 60_000;
/** How far into the night after midnight an evening reaches: what is due that soon is tonight's, not tomorrow's. */
export const nightMs = 6 * 60 * MINUTE;
/** From then on what is due soon says how long is left, minutes. */
const SOON = 30;

/** How a row's due is shown: its words, its urgency, and for the dial the part of the time that is left, 0 to 1. */
export type Due = { words: string; urgency: 'late' | 'soon' | 'quiet'; left: number | null };

/** '42 min', '3 h', '2 days' of a span in milliseconds. */
export function spanWords(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE));
  if (minutes < 120) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / (24 * 60))} days`;
}

/** A time as short as it is clear: '9:30am' today or in the same night, 'Tomorrow', 'Tue Dec 1' of another day. */
function shortTime(at: number, now: number, zone: string): string {
  const date = dateInZone(new Date(at), zone);
  const days = daysBetween(dateInZone(new Date(now), zone), date);
  if (days === 0 || Math.abs(at - now) < nightMs) return clockWords(new Date(at), zone);
  return days === 1 ? 'Tomorrow' : formatDate(date).replace(/, \d+$/, '');
}

/** 'in 18 min' within half an hour, else the time. */
const comingWords = (at: number, now: number, zone: string): string =>
  at - now < SOON * MINUTE ? `in ${spanWords(at - now)}` : shortTime(at, now, zone);

/**
 * When a row is due (D-427): how late it is, how soon, or when; where the clinic states no time, how long ago it was
 * asked. Of what waits for an owner: until when; of an answer: when it was given. `now` in milliseconds since 1970.
 */
export function dueOf(row: InboxRow, now: number, zone: string): Due {
  const quiet = (words: string, left: number | null = null): Due => ({ words, urgency: 'quiet', left });
  if (row.place === 'answered') return quiet(row.answer ? shortTime(Date.parse(row.answer.at), now, zone) : '');
  if (row.place === 'offered')
    return quiet(row.offered_until ? comingWords(Date.parse(row.offered_until), now, zone) : '');
  const asked = Date.parse(row.asked_at);
  if (row.due_at === null) return quiet(`${spanWords(now - asked)} ago`);
  const due = Date.parse(row.due_at);
  if (due <= now) return { words: `${spanWords(now - due)} late`, urgency: 'late', left: 0 };
  const left = Math.min(1, (due - now) / Math.max(MINUTE, due - asked));
  const urgency = due - now < SOON * MINUTE ? 'soon' : 'quiet';
  return { words: comingWords(due, now, zone), urgency, left };
}

/** The same beside an item, with the hour of another day too: 'by 9:30am', 'by tomorrow 9:30am', 'until Tue Dec 1, 9:30am'. */
export function dueInItem(row: InboxRow, now: number, zone: string): Due {
  const due = dueOf(row, now, zone);
  const at = row.place === 'waits' ? row.due_at : row.place === 'offered' ? row.offered_until : null;
  if (at === null || Date.parse(at) - now < SOON * MINUTE) return due;
  const words = nearWords(new Date(at), zone, dateInZone(new Date(now), zone)).replace(/^today /, '');
  return { ...due, words: `${row.place === 'waits' ? 'by' : 'until'} ${words}` };
}
