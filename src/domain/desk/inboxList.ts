import type { InboxRow, ItemKind } from '../../contract/desk/inbox';
import { addDays, dateInZone, dayClock, msAtOrAfter } from '../clinicTime';
import { minuteOfDay } from '../minuteOfDay';
import { nightMs } from './dueWords';

/** What the list can be narrowed to. Payments are paid deposits without a time and refunds that failed. */
export const showings = [
  'all',
  'me',
  'requests',
  'refills',
  'waitlist',
  'text_us',
  'payments',
  'records',
  'undelivered',
  'answered',
] as const;
export type Showing = (typeof showings)[number];

/** Where each kind is shown by itself. */
const showingOfKind: Readonly<Record<ItemKind, Showing>> = {
  request: 'requests',
  refill: 'refills',
  waitlist: 'waitlist',
  text_us: 'text_us',
  deposit: 'payments',
  refund: 'payments',
  records: 'records',
  undelivered: 'undelivered',
};

/** What a showing is called. */
export const showingNames: Readonly<Record<Showing, string>> = {
  all: 'All',
  me: 'For me',
  requests: 'Requests',
  refills: 'Refills',
  waitlist: 'Waitlist',
  text_us: 'Text us',
  payments: 'Payments',
  records: 'Records',
  undelivered: 'Undelivered',
  answered: 'Answered',
};

/** Reads a showing from an address; 'all' for anything else. */
export const showingOf = (text: string | null): Showing => showings.find((one) => one === text) ?? 'all';

/** Whether a row belongs to a showing. 'me' is what needs a clinician, for those who are one. */
export function isShownIn(row: InboxRow, showing: Showing): boolean {
  if (showing === 'me') return row.needs_clinician;
  return showing === 'all' || showing === 'answered' || showingOfKind[row.kind] === showing;
}

/** How much waits for the clinic in each showing, and how much of all of it is late. What waits for owners is not counted. */
export function countsOf(rows: readonly InboxRow[], now: number): { late: number; of: Record<Showing, number> } {
  const of = Object.fromEntries(showings.map((showing) => [showing, 0])) as Record<Showing, number>;
  let late = 0;
  for (const row of rows) {
    if (row.place !== 'waits') continue;
    if (isLate(row, now)) late += 1;
    of.all += 1;
    if (row.needs_clinician) of.me += 1;
    of[showingOfKind[row.kind]] += 1;
  }
  return { late, of };
}

export const isLate = ({ due_at }: InboxRow, now: number): boolean => due_at !== null && Date.parse(due_at) <= now;

/** A group of the list with the ids of its rows in their order. */
export type Group = { key: 'late' | 'soon' | 'later' | 'waits' | 'owners' | 'answered'; name: string; ids: string[] };

/**
 * Puts rows into groups, in the order in which the server lists them: late, this morning, this afternoon or tonight,
 * later, and what waits for owners. A clinic may be open past midnight, so tonight reaches beyond it. Where no row has a
 * time by which it is due, all are one group.
 */
export function groupsOf(rows: readonly InboxRow[], now: number, zone: string): Group[] {
  const today = dateInZone(new Date(now), zone);
  const at = (hour: number) => msAtOrAfter(dayClock(today, zone), minuteOfDay(hour));
  const midnight = msAtOrAfter(dayClock(addDays(today, 1), zone), 0);
  const [soon, soonEnd] =
    now < at(12)
      ? ['This morning', at(12)]
      : [now < at(18) ? 'This afternoon' : 'Tonight', Math.max(midnight, now + nightMs)];
  const isTimed = rows.some(({ place, due_at }) => place === 'waits' && due_at !== null);
  const keyOf = (row: InboxRow): Group['key'] => {
    if (row.place === 'answered') return 'answered';
    if (row.place === 'offered') return 'owners';
    if (!isTimed) return 'waits';
    if (row.due_at === null) return 'later';
    const due = Date.parse(row.due_at);
    if (due <= now) return 'late';
    return due < soonEnd ? 'soon' : 'later';
  };
  const names: Readonly<Record<Group['key'], string>> = {
    late: 'Late',
    soon,
    later: 'Later',
    waits: 'Waits',
    owners: 'Waits for owners',
    answered: 'Answered',
  };
  const groups = (['late', 'soon', 'later', 'waits', 'owners', 'answered'] as const).map((key): Group => ({
    key,
    name: names[key],
    ids: [],
  }));
  const byKey = new Map(groups.map((group) => [group.key, group]));
  for (const row of rows) byKey.get(keyOf(row))?.ids.push(row.id);
  return groups.filter(({ ids }) => ids.length > 0);
}

/**
 * The list as a person sees it: it does not move under their hand. `gone` are rows that no longer belong there and stay
 * where they are until the list is settled; `fresh` the ids that wait for that.
 */
export type Held = {
  groups: Group[];
  rows: ReadonlyMap<string, InboxRow>;
  gone: ReadonlySet<string>;
  fresh: readonly string[];
};

/** The list in the server's order, with nothing held back. */
export const settled = (rows: readonly InboxRow[], now: number, zone: string): Held => ({
  groups: groupsOf(rows, now, zone),
  rows: new Map(rows.map((row) => [row.id, row])),
  gone: new Set(),
  fresh: [],
});

/**
 * The list with its rows in the groups of another time, as where the device's clock was wrong and the server's has come
 * (D-125). The same list where no group changes, so that nothing is drawn again.
 */
export function regrouped(held: Held, now: number, zone: string): Held {
  const groups = groupsOf([...held.rows.values()], now, zone);
  return JSON.stringify(groups) === JSON.stringify(held.groups) ? held : { ...held, groups };
}

/**
 * Takes what the server says now into a list that is being looked at: a changed row changes in place, a new one waits in
 * `fresh`, one that somebody else answered stays where it is, and only what the person answered goes at once.
 */
export function taken(held: Held, rows: readonly InboxRow[], mine: Pick<ReadonlySet<string>, 'has'>): Held {
  const now = new Map(rows.map((row) => [row.id, row]));
  const shown = held.groups.flatMap(({ ids }) => ids);
  const isKept = (id: string) => now.has(id) || !mine.has(id);
  const groups = held.groups
    .map((group) => ({ ...group, ids: group.ids.filter(isKept) }))
    .filter(({ ids }) => ids.length > 0);
  const kept = new Map<string, InboxRow>();
  for (const id of shown) {
    const row = now.get(id) ?? held.rows.get(id);
    if (row && isKept(id)) kept.set(id, row);
  }
  const known = new Set(shown);
  return {
    groups,
    rows: kept,
    gone: new Set([...kept.keys()].filter((id) => !now.has(id))),
    fresh: rows.filter(({ id }) => !known.has(id)).map(({ id }) => id),
  };
}

/** The id `step` places after `id` in the list (before it if negative), staying within it; the first without one. */
export function neighbour(groups: readonly Group[], id: string | null, step: number): string | null {
  const ids = groups.flatMap((group) => group.ids);
  const at = id === null ? -1 : ids.indexOf(id);
  if (at === -1) return ids[0] ?? null;
  return ids[Math.min(ids.length - 1, Math.max(0, at + step))] ?? null;
}

/**
 * The one tag of a row: the first of urgent word, person at it, not sent, offered and approved by (the kind's words say
 * offered). Where another time was promised and none offered yet, that stands in its place.
 */
export type Tag =
  | { kind: 'urgent'; words: string }
  | { kind: 'person'; words: string; name: string; initial: string }
  | { kind: 'draft'; words: string }
  | { kind: 'promised'; words: string }
  | { kind: 'approved'; words: string };

/** The tag of a row for a person; `hasDraft`: they have written half an answer. */
export function tagOf(row: InboxRow, personId: string, hasDraft: boolean): Tag | null {
  if (row.place === 'answered') return null;
  const { urgent_word: word } = row;
  if (word) return { kind: 'urgent', words: `${word[0]!.toUpperCase()}${word.slice(1)}` };
  const other = row.presence.find(({ person_id }) => person_id !== personId);
  if (other) {
    const name = firstName(other.name);
    return { kind: 'person', words: `${name} is on it`, name, initial: name[0]!.toUpperCase() };
  }
  if (hasDraft) return { kind: 'draft', words: 'Not sent' };
  if (row.is_promised && row.place === 'waits') return { kind: 'promised', words: 'To offer' };
  const by = row.approved_by;
  return by ? { kind: 'approved', words: by.includes('@') ? firstName(by) : by } : null;
}

/**
 * The first name of a person, 'Somebody' where they have not said it. One who is known by an e-mail alone is called by
 * its beginning: 'Pat' of 'pat@clinic.example'.
 */
export function firstName(name: string): string {
  const first = name.trim().split(/\s+/)[0] ?? '';
  const [own = ''] = first.includes('@') ? first.split(/[@.+_-]/) : [first];
  return own === '' ? 'Somebody' : own === first ? own : `${own[0]!.toUpperCase()}${own.slice(1)}`;
}
