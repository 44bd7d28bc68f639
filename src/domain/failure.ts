import type { ErrorCode } from '../contract/errors';

/** Why a call brought no data. A closed set: whoever handles failures handles these. */
export type Failure =
  /** The caller gave up; not an error (D-01). */
  | { kind: 'aborted' }
  /**
   * No HTTP response of the server's: no network, refused, reset, 120 s gone, or a captive portal that answers in its
   * place.
   */
  | { kind: 'network'; timedOut: boolean }
  /** The server said no. `message` is null where the body held none. */
  | {
      kind: 'http';
      status: number;
      code: ErrorCode | null;
      message: string | null;
      fields: Record<string, string>;
      result: unknown;
      hasRunOut?: boolean;
    }
  /** A reply that is not what the contract promises, though the server is there. `detail` is for the log. */
  | { kind: 'malformed'; status: number; detail: string };

/** What a failure says of what was asked: the one reading that all who act on failures share. */
export type Meaning =
  /** The caller itself gave up. */
  | 'aborted'
  /** The server was not reached, or not heard: it may have done what was asked. */
  | 'noNetwork'
  /** The server, or what stands before it, broke or could not be understood: it may have done what was asked. */
  | 'unsure'
  /** A cap is reached (D-404): nothing was done, and may be once some time has passed. */
  | 'tooMany'
  /** The session is not taken any more: nothing was done. */
  | 'signedOut'
  /** The server said no to what was asked: nothing was done, and asking again does not help. */
  | 'refused';

/** What a failure means. */
export function meaningOf(failure: Failure): Meaning {
  switch (failure.kind) {
    case 'aborted':
      return 'aborted';
    case 'network':
      return 'noNetwork';
    case 'malformed':
      return 'unsure';
    case 'http':
      return meaningOfReply(failure.status, failure.code);
  }
}

function meaningOfReply(status: number, code: ErrorCode | null): Meaning {
  // A wrong code or password is answered with 401 as well, and says nothing of the session.
  if (code === 'InvalidCode' || code === 'wrong_password') return 'refused';
  if (status === 401 || code === 'unauthorized' || code === 'invalid_tenant') return 'signedOut';
  if (status === 429 || code === 'too_many_requests') return 'tooMany';
  const isBroken = status >= 500 || status === 408 || (status >= 300 && status < 400);
  return isBroken ? 'unsure' : 'refused';
}

/** Whether the server has answered this try, which so has done nothing (D-13); an earlier one may have. */
export function isAnswered(failure: Failure): boolean {
  const meaning = meaningOf(failure);
  return meaning === 'refused' || meaning === 'signedOut' || meaning === 'tooMany';
}

/** Whether the answer stands, so that the same asked once more would be refused as well. */
export const isFinal = (failure: Failure): boolean => isAnswered(failure) && meaningOf(failure) !== 'tooMany';

/** Whether the server refused with this code. */
export const hasCode = (failure: Failure, code: ErrorCode): boolean => failure.kind === 'http' && failure.code === code;

/** What a refused token says of its session: it merely ran out, or the server took it away (D-01). */
export const lossOf = (failure: Failure): 'ranOut' | 'ended' =>
  failure.kind === 'http' && failure.hasRunOut ? 'ranOut' : 'ended';

/** The clinic's sentence where a cap is reached, which says whom to call (D-404); null for everything else. */
export const capSentence = (failure: Failure): string | null =>
  failure.kind === 'http' && hasCode(failure, 'too_many_requests') ? failure.message || null : null;

/** For a failure that says nothing of itself. */
export const UNKNOWN_FAILURE = 'An unknown error occurred';
/** For a server that broke (ERR-03). */
export const BROKEN_SERVER = 'Oops! Something went wrong. Please try again in a few seconds.';

/**
 * What an owner is told of a failure: the server's message, or `unknown` where it gave none. Null where nothing is said
 * here: the caller gave up, or there is no network, which the page says by itself (D-01).
 */
export function failureText(failure: Failure, unknown = UNKNOWN_FAILURE): string | null {
  if (failure.kind === 'aborted' || failure.kind === 'network') return null;
  if (failure.kind === 'malformed') return unknown;
  return failure.status === 500 ? BROKEN_SERVER : failure.message || unknown;
}
