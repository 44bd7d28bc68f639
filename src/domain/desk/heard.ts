import { isFinal, meaningOf, type Failure } from '../failure';

/**
 * A failure as the desk takes it. Only the clinic's own word ends a session, since what is half written goes with it
 * (D-421): a 401 of what stands between, such as a gateway's page, is no reply of the clinic's.
 */
export const asHeard = (failure: Failure): Failure =>
  failure.kind === 'http' && failure.code === null && meaningOf(failure) === 'signedOut'
    ? { kind: 'network', timedOut: false }
    : failure;

/** Whether what was asked for may have been done all the same: its reply did not come, or could not be read. */
export const isUnheard = (failure: Failure): boolean =>
  meaningOf(failure) === 'noNetwork' || meaningOf(failure) === 'unsure';

/**
 * Whether a list that could not be read leaves the one on the screen to grow old. Where the clinic itself refuses it,
 * the person has lost it instead; a call that the page canceled says nothing.
 */
export const isListLost = (failure: Failure): boolean =>
  failure.kind !== 'aborted' && !(isFinal(failure) && failure.kind === 'http' && failure.code !== null);
