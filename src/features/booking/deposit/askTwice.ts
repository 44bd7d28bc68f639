import { failureOf } from '../../../api/api';
import type { Failure } from '../../../offline/exchange';

/** Whether the clinic has said no; any other failure may hide that it has done what was asked (D-13). */
export const isRefusal = (failure: Failure): boolean =>
  failure.kind === 'http' && failure.status >= 400 && failure.status < 500 && failure.status !== 429;

/** Asks once more where nobody answered. Only for a call that does nothing twice. */
export async function askedTwice<T extends { error?: unknown }>(ask: () => PromiseLike<T>): Promise<T> {
  const answer = await ask();
  const failure = failureOf(answer);
  return failure && !isRefusal(failure) ? ask() : answer;
}
