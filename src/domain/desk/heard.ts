import { meaningOf, type Failure } from '../failure';

/**
 * A failure as the desk takes it. Only the clinic's own word ends a session, since what is half written goes with it
 * (D-421): a 401 of what stands between, such as a gateway's page, is no reply of the clinic's.
 */
export const asHeard = (failure: Failure): Failure =>
  failure.kind === 'http' && failure.code === null && meaningOf(failure) === 'signedOut'
    ? { kind: 'network', timedOut: false }
    : failure;
