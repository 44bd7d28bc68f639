import { capSentence, meaningOf, type Meaning } from '../../domain/failure';
import type { Reply } from '../exchange';
import * as limits from '../../limits';
import { isAboutPlace, type Entry, type Wish } from './entry';

/** Whether two wishes are about the same place on a waitlist. */
const isSamePlace = (one: Wish, other: Wish): boolean =>
  isAboutPlace(one) &&
  isAboutPlace(other) &&
  one.payload.client_id === other.payload.client_id &&
  one.payload.appointment_id === other.payload.appointment_id;

/**
 * Decides what a new wish does to an owner's entries, oldest first (D-04): for one place on a waitlist the latest wish
 * counts. Entries that were never tried are dropped; a tried one may have reached the clinic, so its opposite is added
 * after it. Refills are never merged.
 */
export function coalesce(entries: readonly Entry[], wish: Wish): { drop: string[]; isAdded: boolean } {
  const same = entries.filter((entry) => entry.state !== 'sent' && isSamePlace(entry, wish));
  const untried = same.filter((entry) => entry.state === 'waiting' && entry.attempts === 0);
  const tried = same.filter((entry) => entry.state === 'waiting' && entry.attempts > 0).at(-1);
  const failed = same.filter((entry) => entry.state === 'failed');
  const before = tried?.kind ?? (untried[0] && opposite(untried[0].kind));
  return { drop: [...untried, ...failed].map(({ id }) => id), isAdded: before !== wish.kind };
}

const opposite = (kind: Entry['kind']): Entry['kind'] => (kind === 'joinWaitlist' ? 'leaveWaitlist' : 'joinWaitlist');

/** Whether the same refill already waits; the owner is then asked whether to send another (D-04). */
export const isRefillWaiting = (entries: readonly Entry[], patientId: string, medicationId: string | null): boolean =>
  entries.some(
    (entry) =>
      entry.state === 'waiting' &&
      entry.kind === 'requestRefill' &&
      entry.payload.patient_id === patientId &&
      (entry.payload.medication_id ?? null) === medicationId,
  );

/**
 * Finds the latest wish about an appointment's waitlist, undefined where this device has none. Requests sent before
 * `knownAt` (milliseconds, server's clock), when the clinic last answered, are already in that answer and are ignored.
 */
export const waitlistWish = (
  entries: readonly Entry[],
  appointmentId: string,
  knownAt = -Infinity,
): boolean | undefined => {
  const last = entries
    .filter(
      (entry) => entry.state !== 'failed' && isAboutPlace(entry) && entry.payload.appointment_id === appointmentId,
    )
    .filter(({ state, receipt }) => state !== 'sent' || receipt === null || Date.parse(receipt.created_at) > knownAt)
    .at(-1);
  return last && last.kind === 'joinWaitlist';
};

/**
 * The outcome of a try. `unsure`: it may or may not have reached the clinic and is sent again with the same key (D-05).
 */
export type Outcome = 'sent' | 'noNetwork' | 'unsure' | 'signedOut' | 'refused';

const outcomes: Readonly<Record<Meaning, Outcome>> = {
  aborted: 'noNetwork',
  noNetwork: 'noNetwork',
  unsure: 'unsure',
  tooMany: 'unsure',
  signedOut: 'signedOut',
  refused: 'refused',
};

export const outcomeOf = (reply: Reply<unknown>): Outcome =>
  'error' in reply ? outcomes[meaningOf(reply.error)] : 'sent';

/** Reads the clinic's sentence that a cap is reached (D-404); undefined for every other reply. */
export const capSaid = (reply: Reply<unknown>): string | undefined =>
  'error' in reply ? (capSentence(reply.error) ?? undefined) : undefined;

/**
 * Returns the wait after `attempts` tries, in milliseconds: 5 s, 10 s, … at most 5 min, or longer if the server asks
 * for it.
 */
export const waitAfter = (attempts: number, retryAfterMs = 0): number =>
  Math.max(retryAfterMs, Math.min(limits.outboxLongestMs, limits.outboxFirstMs * 2 ** Math.min(attempts - 1, 10)));

/** Whether an entry is so old that its owner is asked before it goes (D-05). `now` in milliseconds since 1970. */
export const isOld = (entry: Entry, now: number): boolean =>
  now - Date.parse(entry.confirmedAt ?? entry.createdAt) > limits.outboxAskMs;

/**
 * Returns when the earliest wait that the server asked of these entries ends; null where there is none. Waits for the
 * network are ignored.
 */
export function nextTry(entries: readonly Entry[], now: number): number | null {
  const waits = entries.flatMap((entry) =>
    entry.state === 'waiting' && entry.held?.by === 'server' && entry.held.until > now && !isOld(entry, now)
      ? [entry.held.until]
      : [],
  );
  return waits.length > 0 ? Math.min(...waits) : null;
}

/** Whether the owner must confirm a request before it is sent: it was refused or has waited too long (D-05). */
export const needsOwner = (entry: Entry, now: number): boolean =>
  entry.state === 'failed' || (entry.state === 'waiting' && isOld(entry, now));
