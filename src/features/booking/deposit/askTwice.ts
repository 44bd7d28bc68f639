import { failureOf } from '../../../api/api';
import { isFinal } from '../../../domain/failure';

/** Asks once more where nobody answered. Only for a call that does nothing twice. */
export async function askedTwice<T extends { error?: unknown }>(ask: () => PromiseLike<T>): Promise<T> {
  const answer = await ask();
  const failure = failureOf(answer);
  return failure && !isFinal(failure) ? ask() : answer;
}
