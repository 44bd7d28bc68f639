import { failureOf } from '../../../api/api';
import { isFinal } from '../../../domain/failure';

/** Repeats a call once when no answer came. Only for calls that may safely be repeated. */
export async function askedTwice<T extends { error?: unknown }>(ask: () => PromiseLike<T>): Promise<T> {
  const answer = await ask();
  const failure = failureOf(answer);
  return failure && !isFinal(failure) ? ask() : answer;
}
