import type { Appointment } from '../../contract/appointments';
import { DAY } from '../../limits';
import { ago } from '../ago';
import { dateInZone, daysBetween, formatDate, formatTime } from '../clinicTime';

/** Where a request stands, in words (D-424, D-425, D-427). Starts and `now` are instants, `today` the clinic's date. */

type Given = Pick<
  Appointment,
  'status' | 'fromDate' | 'answer_by' | 'answered_at' | 'declined_reason' | 'offered' | 'offered_others'
>;

/** Whether the clinic has answered with other times, which are still held. */
const isOffered = ({ offered }: Pick<Given, 'offered'>, now: Date): boolean =>
  Boolean(offered && offered.times.length > 0 && new Date(offered.until) > now);
export type Clock = { zone: string; today: string; now: Date };

/** How long the clinic's answer is told with its age, milliseconds. */
const newsMs = 14 * DAY;

/** 'Tue Dec 1', with the year where it is not this one or the next months'. */
function dayOf(date: string, today: string): string {
  const text = formatDate(date);
  return Math.abs(daysBetween(today, date)) < 300 ? text.slice(0, text.lastIndexOf(',')) : text;
}

/** 'Tue Dec 1, 9:00am'. */
function longWhen(at: Date, { zone, today }: Clock): string {
  return `${dayOf(dateInZone(at, zone), today)}, ${formatTime(at, zone)}`;
}

/** 'today, 3:00pm', 'tomorrow, 3:00pm', 'Tue 3:00pm' within the week, 'Tue Dec 1, 9:00am' later and earlier. */
function shortWhen(at: Date, clock: Clock): string {
  const date = dateInZone(at, clock.zone);
  const days = daysBetween(clock.today, date);
  if (days === 0 || days === 1) return `${days === 0 ? 'today' : 'tomorrow'}, ${formatTime(at, clock.zone)}`;
  return days > 0 && days < 7 ? `${formatDate(date).slice(0, 3)} ${formatTime(at, clock.zone)}` : longWhen(at, clock);
}

/** By when the clinic answers, or that it is late with it. */
export function answersBy(by: string, clock: Clock): string {
  const when = shortWhen(new Date(by), clock);
  return new Date(by) > clock.now ? `The clinic answers by ${when}` : `The clinic wanted to answer by ${when}`;
}

/**
 * By when the clinic answers a request, or that it is late with it; how long ago it answered. Null where neither is
 * known, for one that is settled for long, an accepted one that is over, and while it offers other times.
 */
export function answerLine(given: Given, clock: Clock): string | null {
  const { status, fromDate, answer_by: by, answered_at: at } = given;
  const { now } = clock;
  if (status === 'REQUESTED') {
    return !by || new Date(fromDate) <= now || isOffered(given, now) ? null : answersBy(by, clock);
  }
  if (!at || now.getTime() - Date.parse(at) >= newsMs) return null;
  if (status === 'DECLINED') return `Answered ${ago(new Date(at), now)}`;
  return (status === 'ACCEPTED' || status === 'CONFIRMED') && new Date(fromDate) > now
    ? `Answered ${ago(new Date(at), now)}`
    : null;
}

/** Whether the clinic is late with its answer, so that the page says how to reach it. */
export const isAnswerLate = (given: Given, now: Date): boolean =>
  given.status === 'REQUESTED' &&
  Boolean(given.answer_by) &&
  new Date(given.answer_by!) <= now &&
  new Date(given.fromDate) > now &&
  !isOffered(given, now);

/** Whether the clinic has said of a request that it cannot be then, and offered other times (D-425). */
export const isOtherwise = ({ status, offered, offered_others: others }: Given): boolean =>
  status === 'REQUESTED' && (others ?? Boolean(offered));

/** What is said of a request for which other times were offered, of which none is held any more; null for another. */
export const offerOver = (given: Given, now: Date): string | null =>
  isOtherwise(given) && !isOffered(given, now) ? 'What the clinic offered is not held any more.' : null;

/** The clinic's sentence of a declined request; null for another. */
export const declinedReason = ({ status, declined_reason: reason }: Given): string | null =>
  status === 'DECLINED' && reason ? reason : null;

export type OfferedTime = { id: string; when: string; clinician: string | null };

const canOffer: ReadonlySet<string> = new Set(['REQUESTED', 'ACCEPTED', 'CONFIRMED']);

/** The times that the clinic offers for a request, or for a visit that could be earlier, until `until`; null where none are open any more (D-425). */
export function offeredTimes(
  { status, offered }: Pick<Appointment, 'status' | 'offered'>,
  clock: Clock,
): { says: string; until: string; times: OfferedTime[] } | null {
  if (!canOffer.has(status) || !offered || offered.times.length === 0 || new Date(offered.until) <= clock.now)
    return null;
  const times = offered.times.map(({ id, at, clinician }) => ({
    id,
    when: longWhen(new Date(at), clock),
    clinician,
  }));
  return {
    says: times.length === 1 ? 'The clinic offers another time' : `The clinic offers ${times.length} other times`,
    until: `Held for you until ${shortWhen(new Date(offered.until), clock)}.`,
    times,
  };
}

/** Followed by the clinic's phone, where its answer is late. */
export const CALL_LATE = 'If it is urgent, please call us at:';
/** What the page says when a time could not be picked: it was taken, or the offer has ended. */
export const TIME_TAKEN = 'That time has just been taken. The others are still held for you.';
export const OFFER_ENDED = 'This offer has ended.';
/** What it says where the clinic's reply could not be read: asked again it is the same pick. */
export const PICK_UNHEARD = 'We did not hear back. Please try again: it is booked only once.';
export const PICKED = 'Your appointment is scheduled';
/** What stands beside offered times without a network. */
export const PICK_LATER = "You're offline. Connect to the internet to pick one.";
