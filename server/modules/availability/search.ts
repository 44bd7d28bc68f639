import type { DateSlot, TimeSlot } from '../../../src/contract/availability';
import {
  daySpan,
  openStarts,
  type BookingRule,
  type BusyByResource,
  type Start,
} from '../../../src/domain/booking/openTimes';
import { addDays, dateInZone, dayClock, daysBetween } from '../../../src/domain/clinicTime';
import type { Db } from '../../db/transaction';
import { resourcesOf } from '../schedule/place';
import { busyByResource, busyWithin, type BusyRow } from '../schedule/repository';
import { formatMinute } from '../../../src/domain/minuteOfDay';
import { MINUTE, openTimesDaysPaging } from '../../../src/limits';
import { queueByAddress } from '../../calls/boundedQueue';
import { LeastRecentlyUsed } from '../../system/leastRecentlyUsed';
import { rests } from '../../system/rests';
import { SharedReads } from '../../system/sharedReads';
import type { Span } from '../../../src/domain/booking/spans';

export type Search = {
  clinicId: string;
  rule: BookingRule;
  from: string;
  /** The length of a search window in days, and the largest number of windows (D-58). */
  days: number;
  windows: number;
  sessionId: string | null;
  /** The appointment to be moved: its own time counts as free. */
  appointmentId: string | null;
  /** The caller's network address. */
  address: string;
  now: Date;
};

/**
 * A search may read all that is booked, and reckon for 50 ms. What one address asks for waits for itself, four at once;
 * as many may wait as a flood lets through in a second, so the phones of a waiting room are never refused.
 */
const inTurn = queueByAddress({ atOnce: 4, waiting: 500, retryAfterSeconds: 2 });

/**
 * Searches window by window for open start times. Returns the days of the first window that has one, empty days
 * included, and the last day that was searched (D-58); no days where no window has one.
 */
export async function searchOpenTimes(db: Db, search: Search): Promise<{ data: DateSlot[]; searched_to: string }> {
  const { rule, from, days, windows, address } = search;
  // Most searches end in the first window. All further windows share one more database query.
  for (const [first, to] of [
    [0, 1],
    [1, windows],
  ] as const) {
    const begin = addDays(from, first * days);
    const end = min(addDays(from, to * days - 1), rule.lastDate);
    if (begin > end) break;
    const read = () => claimsWithin(db, search, spanOf(begin, end, rule.zone));
    // A crowd that opens the page reads the same few days together.
    const isShort = first === 0 && days <= openTimesDaysPaging;
    const claims = claimsOf(await (isShort ? read() : inTurn(address, read)));
    for (let window = first; window < to; window += 1) {
      const dates = datesOf(addDays(from, window * days), days, rule.lastDate);
      const data = await openDays(rule, dates, claims, search);
      if (data.some((slot) => slot.available > 0)) return { data, searched_to: addDays(from, (window + 1) * days - 1) };
    }
  }
  return { data: [], searched_to: addDays(from, days * windows - 1) };
}

const reads = new WeakMap<Db, SharedReads<BusyRow[]>>();

/** Reads the claims that a search needs, once for all who search for the same at the same time. */
function claimsWithin(db: Db, { clinicId, rule, ...reader }: Search, span: Span): Promise<BusyRow[]> {
  const shared = reads.get(db) ?? new SharedReads<BusyRow[]>();
  reads.set(db, shared);
  const resources = resourcesOf(rule);
  const key = JSON.stringify([clinicId, reader.sessionId, reader.appointmentId, span.from, span.to, resources]);
  return shared.get(key, () => busyWithin(db, clinicId, resources, span, reader));
}

/** What a read of claims found: as text, to tell whether it is the same again, and parsed for the first that needs it. */
type Claims = { text: string; busy: () => BusyByResource };

function claimsOf(rows: readonly BusyRow[]): Claims {
  let busy: BusyByResource | null = null;
  return {
    text: rows.map(({ resource, line }) => `${resource} ${line}`).join('\n'),
    busy: () => (busy ??= busyByResource(rows)),
  };
}

/** The days that were reckoned last for a rule, and all else that they follow from. */
type Reckoned = { from: string; data: DateSlot[] };

const reckoned = new LeastRecentlyUsed<BookingRule, Reckoned>(100);
/** Longer windows are large, and few ask for them. */
const keptDaysMost = 7;

/**
 * Returns the open starts of the dates. Where claims and minute are those of the rule's last search, so are the starts,
 * which all lie on whole minutes.
 */
async function openDays(
  rule: BookingRule,
  dates: readonly string[],
  claims: Claims,
  { now, address }: Search,
): Promise<DateSlot[]> {
  const reckon = () => slotsOf(rule, dates, claims.busy(), now);
  if (dates.length > keptDaysMost) return inTurn(address, reckon);
  const from = [dates.join(), Math.ceil(now.getTime() / MINUTE), claims.text].join('\n');
  const known = (): DateSlot[] | null => {
    const last = reckoned.find(rule);
    return last?.from === from ? last.data : null;
  };
  return (
    known() ??
    inTurn(address, async () => {
      // Whoever was before may have reckoned the same.
      const data = known() ?? (await reckon());
      reckoned.set(rule, { from, data });
      return data;
    })
  );
}

async function slotsOf(
  rule: BookingRule,
  dates: readonly string[],
  busy: BusyByResource,
  now: Date,
): Promise<DateSlot[]> {
  const rest = rests();
  const slots: DateSlot[] = [];
  for (const date of dates) {
    await rest();
    slots.push(dateSlot(date, openStarts(date, rule, busy, now.getTime())));
  }
  return slots;
}

const min = (a: string, b: string): string => (a < b ? a : b);

const spanOf = (first: string, last: string, zone: string) => ({
  from: daySpan(dayClock(first, zone)).from,
  to: daySpan(dayClock(last, zone)).to,
});

const datesOf = (first: string, days: number, lastDate: string): string[] =>
  Array.from({ length: Math.min(days, Math.max(0, daysBetween(first, lastDate) + 1)) }, (_, index) =>
    addDays(first, index),
  );

const dateSlot = (date: string, starts: readonly Start[]): DateSlot => ({
  date,
  available: starts.length,
  times: starts.map(timeSlot),
  use_time_slots: true,
});

function timeSlot({ minute, at, picks: [first, second, third] }: Start): TimeSlot {
  const dateTime = new Date(at).toISOString();
  return {
    label: formatMinute(minute),
    value: dateTime,
    enabled: true,
    dateTime,
    provider_id: first!.providerId,
    room_id: first!.roomId,
    ...(second && {
      secondary_date_time: new Date(second.at).toISOString(),
      secondary_date_time_provider_id: second.providerId,
      secondary_room_id: second.roomId,
    }),
    ...(third && {
      tertiary_date_time: new Date(third.at).toISOString(),
      tertiary_date_time_provider_id: third.providerId,
      tertiary_room_id: third.roomId,
    }),
  };
}

/**
 * Whether exactly this start (milliseconds) can be booked now. The reader's own hold and the appointment they move do
 * not count as taken.
 */
export async function isOpen(
  db: Db,
  clinicId: string,
  rule: BookingRule,
  at: number,
  reader: Parameters<typeof busyWithin>[4],
): Promise<boolean> {
  const date = dateInZone(new Date(at), rule.zone);
  if (date > rule.lastDate) return false;
  const busy = busyByResource(await busyWithin(db, clinicId, resourcesOf(rule), spanOf(date, date, rule.zone), reader));
  return openStarts(date, rule, busy, reader.now.getTime()).some((start) => start.at === at);
}
