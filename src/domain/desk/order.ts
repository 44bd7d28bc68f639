import { MINUTE } from '../../limits';
import type { InboxRow } from '../../contract/desk/inbox';

/** The order of the inbox (D-427). */

type Ordered = Pick<InboxRow, 'id' | 'place' | 'due_at' | 'asked_at' | 'urgent_word' | 'offered_until'>;

const places: Readonly<Record<InboxRow['place'], number>> = { waits: 0, answered: 0, offered: 1 };
const instantOf = (at: string | null): number => (at === null ? Infinity : Date.parse(at));
/** The minute in which something is due: what shows the same time is due at once. */
const minuteOf = (at: string | null): number => Math.floor(instantOf(at) / MINUTE);
const order = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/**
 * Which of two rows comes first: what waits for the clinic by its due, so that what is late for longest is on top and
 * what has no due comes last, urgent words first among those of one minute, then what was asked first. Then what waits for owners,
 * by the end of the offer. An answered row keeps its place, so that the list stays still.
 */
export const byDue = (a: Ordered, b: Ordered): number =>
  order(places[a.place], places[b.place]) ||
  (a.place === 'offered' ? order(instantOf(a.offered_until), instantOf(b.offered_until)) : 0) ||
  order(minuteOf(a.due_at), minuteOf(b.due_at)) ||
  order(Number(a.urgent_word === null), Number(b.urgent_word === null)) ||
  order(instantOf(a.due_at), instantOf(b.due_at)) ||
  order(Date.parse(a.asked_at), Date.parse(b.asked_at)) ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Whether a row that waits for the clinic is late. */
export const isLate = ({ place, due_at }: Pick<Ordered, 'place' | 'due_at'>, now: Date): boolean =>
  place === 'waits' && due_at !== null && Date.parse(due_at) < now.getTime();
