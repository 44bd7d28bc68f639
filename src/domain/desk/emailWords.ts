import type { Failure } from '../failure';

/** What is wrong with an e-mail that a call refused, in the owners' words; null where that is not why it was refused. */
export const emailProblem = (failure: Failure): string | null =>
  failure.kind === 'http' && 'email' in failure.fields ? 'Please enter correct email format' : null;
