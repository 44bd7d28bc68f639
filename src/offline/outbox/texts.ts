import type { Entry, Kind, Wish } from './entry';

/** Shown when the clinic has taken a request (MED-04, WAIT-04, WAIT-05). */
export const sentText: Record<Kind, string> = {
  requestRefill: 'Refill request sent!',
  joinWaitlist: "You've been added to the waitlist!",
  leaveWaitlist: "You've been removed from the waitlist.",
};

/** Shown when a request waits for a network (D-06). */
export const savedText: Record<Kind, string> = {
  requestRefill: "Refill request saved. We'll send it when you're back online.",
  joinWaitlist: "Saved. We'll add you to the waitlist when you're back online.",
  leaveWaitlist: "Saved. We'll take you off the waitlist when you're back online.",
};

/**
 * The text for a saved request that the clinic has not taken though there is a network: it goes after a new sign-in, or
 * by itself.
 */
export const keptText = (kind: Kind, isSignedOut: boolean): string =>
  `${kind === 'requestRefill' ? 'Refill request saved.' : 'Saved.'} ${isSignedOut ? 'Sign in again to send it.' : "We'll keep trying to send it."}`;

/** The text of a request that the clinic refused (D-05). */
export const failedText = (entry: Pick<Wish, 'kind' | 'about'>, phone: string): string =>
  entry.kind === 'requestRefill'
    ? `We couldn't send your refill request${entry.about.petName ? ` for ${entry.about.petName}` : ''}. Try again or call ${phone}.`
    : `We couldn't update your waitlist choice. Try again or call ${phone}.`;

/** The name of a request in lists. */
export const nameOf = ({ kind, about }: Pick<Entry, 'kind' | 'about'>): string =>
  kind === 'requestRefill'
    ? (about.medication ?? 'Your note to the clinic')
    : kind === 'joinWaitlist'
      ? 'Join the waitlist'
      : 'Leave the waitlist';

/** Shown beside the clinic's sentence that a cap is reached (D-404). */
export const SENT_LATER = 'It is kept here and sent as soon as that is possible.';
/** In place of a refusal where a waitlist's appointment is canceled, declined or over: no try can succeed. */
export const NOT_AHEAD = 'This appointment is no longer ahead, so there is no earlier time to wait for.';
export const STILL_WANTED = 'Still want to send this?';
export const SIGN_IN_TO_SEND = 'Sign in to send your waiting requests.';
/** The question before a second refill of the same medication waits (D-04). */
export const sendAnother = (medication: string): string =>
  `A refill request for ${medication} is already waiting to be sent. Send another?`;
/** The question before signing out deletes what waits (D-08). */
export const signOutDeletes = (count: number): string =>
  count === 1
    ? '1 request has not been sent. Signing out deletes it.'
    : `${count} requests have not been sent. Signing out deletes them.`;
