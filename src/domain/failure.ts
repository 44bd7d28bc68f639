import type { ErrorCode } from '../contract/errors';

/** Why a call to the server brought no data. The set is closed, so code that handles failures can handle every kind. */
export type Failure =
  /** The caller canceled the call, which is not an error (D-01). */
  | { kind: 'aborted' }
  /**
   * There was no HTTP response from the server: no network, the connection was refused or reset, 120 seconds passed
   * (`timedOut`), or a captive portal answered in the server's place.
   */
  | { kind: 'network'; timedOut: boolean }
  /** The server answered with an error status. `message` is null where the body held none. */
  | {
      kind: 'http';
      status: number;
      code: ErrorCode | null;
      message: string | null;
      fields: Record<string, string>;
      result: unknown;
      hasRunOut?: boolean;
    }
  /** The server answered, but not with what the contract promises. `detail` is for the log. */
  | { kind: 'malformed'; status: number; detail: string };

/** What a failure tells about the request. All code that acts on failures shares this one reading. */
export type Meaning =
  /** The caller itself canceled the call. */
  | 'aborted'
  /** The server was not reached, or its answer did not arrive: it may have done what was asked. */
  | 'noNetwork'
  /** The server, or something in front of it, broke or could not be understood: it may have done what was asked. */
  | 'unsure'
  /** A cap is reached (D-404): nothing was done, but the same request may succeed after some time. */
  | 'tooMany'
  /** The server no longer accepts the session: nothing was done. */
  | 'signedOut'
  /** The server refused the request: nothing was done, and asking again does not help. */
  | 'refused';

/** Reads from a failure what it means for the request. */
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
  // A wrong code or password is answered with 401 as well, but that tells nothing about the session.
  if (code === 'InvalidCode' || code === 'wrong_password') return 'refused';
  if (status === 401 || code === 'unauthorized' || code === 'invalid_tenant') return 'signedOut';
  if (status === 429 || code === 'too_many_requests') return 'tooMany';
  const isBroken = status >= 500 || status === 408 || (status >= 300 && status < 400);
  return isBroken ? 'unsure' : 'refused';
}

/**
 * Whether the server refused this attempt, so that this attempt has done nothing (D-13). An earlier attempt may still
 * have done something.
 */
export function isAnswered(failure: Failure): boolean {
  const meaning = meaningOf(failure);
  return meaning === 'refused' || meaning === 'signedOut' || meaning === 'tooMany';
}

/** Whether the refusal is final: the same request would be refused again. A reached cap is not final. */
export const isFinal = (failure: Failure): boolean => isAnswered(failure) && meaningOf(failure) !== 'tooMany';

/** Whether the server refused with this code. */
export const hasCode = (failure: Failure, code: ErrorCode): boolean => failure.kind === 'http' && failure.code === code;

/** Whether the refusal shows that the page's copy of the clinic's rules, or of the thing asked for, is out of date. */
export const isOutdated = (failure: Failure): boolean =>
  hasCode(failure, 'not_allowed') || hasCode(failure, 'not_found');

/** What a refused token tells about its session: it merely ran out, or the server ended it (D-01). */
export const lossOf = (failure: Failure): 'ranOut' | 'ended' =>
  failure.kind === 'http' && failure.hasRunOut ? 'ranOut' : 'ended';

/**
 * The message that comes with a reached cap: the clinic's sentence, which says whom to call (D-404). Null for every
 * other failure.
 */
export const capSentence = (failure: Failure): string | null =>
  failure.kind === 'http' && hasCode(failure, 'too_many_requests') ? failure.message || null : null;

/** Shown for a failure that brings no message of its own. */
export const UNKNOWN_FAILURE = 'An unknown error occurred';
/** Shown where the server answered with status 500 (ERR-03). */
export const BROKEN_SERVER = 'Oops! Something went wrong. Please try again in a few seconds.';

/**
 * What an owner is told about a failure: the server's message, `unknown` where it gave none, or BROKEN_SERVER for
 * status 500. Null where nothing is shown here: the caller canceled the call, or there is no network, which the page
 * reports by itself (D-01).
 */
export function failureText(failure: Failure, unknown = UNKNOWN_FAILURE): string | null {
  if (failure.kind === 'aborted' || failure.kind === 'network') return null;
  if (failure.kind === 'malformed') return unknown;
  return failure.status === 500 ? BROKEN_SERVER : failure.message || unknown;
}
