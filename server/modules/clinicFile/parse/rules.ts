import {
  rowsOf,
  type Draft,
  type DraftAppointment,
  type DraftClient,
  type DraftProduct,
  type DraftProvider,
  type Placed,
  type Say,
} from './draft';
import { pathText, type PathPart } from './faults';
import { DAY_MINUTES, minuteOfDay } from '../../../../src/domain/minuteOfDay';

/** Rules between the fields of one record. */

type MustBe = (id: string | undefined, ...at: PathPart[]) => void;

export function checkShop(
  { shop }: Draft,
  say: Say,
  { demoMode, mustBeProduct }: { demoMode: boolean; mustBeProduct: MustBe },
): void {
  if (!shop) return;
  if (shop.is_demo && !demoMode)
    say(['shop', 'is_demo'], 'is taken only by a server for trying out, on this machine alone');
  const { phone, phoneCode, phoneNumber } = shop;
  if (
    phone !== undefined &&
    phoneCode !== undefined &&
    phoneNumber !== undefined &&
    phone !== `+${phoneCode}${phoneNumber}`
  ) {
    say(['shop', 'phone'], 'must be + followed by phoneCode and phoneNumber');
  }
  const days = new Map<number, PathPart[]>();
  for (const { row, at } of rowsOf(shop.metadata?.businessHours, 'shop', 'metadata', 'businessHours')) {
    if (row.day !== undefined) {
      const earlier = days.get(row.day);
      if (earlier) say([...at, 'day'], `is also the day of ${pathText(earlier)}`);
      else days.set(row.day, at);
    }
    if (row.offline) continue;
    if (!('startHour' in row)) say([...at, 'startHour'], 'is required unless offline');
    if (!('endHour' in row)) say([...at, 'endHour'], 'is required unless offline');
    if (row.startHour === undefined || row.endHour === undefined) continue;
    const end = minuteOfDay(row.endHour, row.endMinute);
    if (end <= minuteOfDay(row.startHour, row.startMinute)) say([...at, 'endHour'], 'must be after the start');
    if (end > DAY_MINUTES) say([...at, 'endMinute'], 'must not be after 24:00');
  }
  const policies = shop.feature_settings?.deposit_collection_policies?.product_policies;
  for (const { row, at } of rowsOf(
    policies,
    'shop',
    'feature_settings',
    'deposit_collection_policies',
    'product_policies',
  )) {
    mustBeProduct(row.product_id, ...at, 'product_id');
  }
}

/** How many rooms the clinic has, and whether it takes deposits. */
type Surroundings = { rooms: number; deposits: boolean };

export function checkProduct(row: DraftProduct, at: PathPart[], say: Say, { rooms, deposits }: Surroundings): void {
  if (row.segments && (row.segments.length < 2 || row.segments.length > 3))
    say([...at, 'segments'], 'must be 2 or 3, or absent');
  if (rooms === 0) {
    if (row.needs_room) say([...at, 'needs_room'], 'there are no rooms');
    for (const segment of rowsOf(row.segments, ...at, 'segments')) {
      if (segment.row.needs_room) say([...segment.at, 'needs_room'], 'there are no rooms');
    }
  }
  const choices = row.metadata;
  const asksDeposit =
    choices?.depositRequiredBeforeBooking &&
    (choices.collectDepositFromNewClients || choices.collectDepositFromReturningClients);
  if (deposits && asksDeposit && !('deposit_amount' in row))
    say([...at, 'deposit_amount'], 'is required where a deposit is');
}

export function checkHours(row: DraftProvider, at: PathPart[], say: Say): void {
  const spans = rowsOf(row.hours, ...at, 'hours');
  for (const [index, span] of spans.entries()) {
    const { day, start, end } = span.row;
    if (start === undefined || end === undefined) continue;
    if (end <= start) {
      say([...span.at, 'end'], 'must be after start');
      continue;
    }
    const other = spans
      .slice(0, index)
      .find((one) => one.row.day === day && (one.row.start ?? '99') < end && start < (one.row.end ?? ''));
    if (other && day !== undefined) say(span.at, `overlaps ${pathText(other.at)}`);
  }
  for (const off of rowsOf(row.time_off, ...at, 'time_off')) {
    if (off.row.from && off.row.to && Date.parse(off.row.to) <= Date.parse(off.row.from))
      say([...off.at, 'to'], 'must be after from');
  }
}

/**
 * Checks that the parts of a compound visit follow each other: the first begins with the visit, the last before its
 * end.
 */
export function checkSegments(row: DraftAppointment, at: PathPart[], say: Say): void {
  const segments = rowsOf(row.details?.segments, ...at, 'details', 'segments');
  for (const [index, segment] of segments.entries()) {
    const earlier = index === 0 ? row.fromDate : segments[index - 1]?.row.at;
    if (earlier === undefined || segment.row.at === undefined) continue;
    const [before, now] = [Date.parse(earlier), Date.parse(segment.row.at)];
    if (index === 0 ? now !== before : now <= before)
      say([...segment.at, 'at'], index === 0 ? 'must be fromDate' : 'must be after the segment before');
    if (row.toDate && now >= Date.parse(row.toDate)) say([...segment.at, 'at'], 'must be before toDate');
  }
}

/**
 * Checks that a day of birth exists in its month; that a password is used only for trying out, is long enough and
 * belongs to a client with an e-mail or phone; and that no contact signs two clients in (D-214, D-216).
 */
export function checkClients(clients: Placed<DraftClient>[], say: Say, demoMode: boolean): void {
  const signsIn = new Map<string, PathPart[]>();
  for (const { row, at } of clients) {
    const { dateOfBirth, monthOfBirth } = row.metadata ?? {};
    if (dateOfBirth !== undefined && monthOfBirth !== undefined && dateOfBirth > (daysOf[monthOfBirth - 1] ?? 31)) {
      say([...at, 'metadata', 'dateOfBirth'], 'is not a day of monthOfBirth');
    }
    if (row.password === undefined) continue;
    if (!demoMode) say([...at, 'password'], 'is taken only by a server for trying out, on this machine alone');
    if (row.password.length < 8) say([...at, 'password'], 'must have at least 8 characters');
    if (!('email' in row) && !('phone' in row)) say([...at, 'password'], 'needs an email or a phone to sign in with');
    for (const key of ['email', 'phone'] as const) {
      const contact = row[key]?.toLowerCase();
      if (contact === undefined) continue;
      const earlier = signsIn.get(contact);
      if (earlier) say([...at, key], `is also how ${pathText(earlier)} signs in`);
      else signsIn.set(contact, at);
    }
  }
}

const daysOf = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
