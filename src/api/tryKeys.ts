import { isFinal } from '../domain/failure';
import { failureOf } from './api';

/** The keys of writes that got no answer, by what was asked and for whom. */
const unheard = new Map<string, string>();

/**
 * The Idempotency-Key of a write belongs to what was typed, not to the press: the same content tried again goes out under
 * the key of its last try until that is answered, since it may have been done (D-202). Other content gets a `fresh` one.
 */
export function keyOfTry(content: string, fresh: () => string): string {
  const key = unheard.get(content) ?? fresh();
  unheard.set(content, key);
  return key;
}

/** The content has its answer, or is no longer what its owner wants: the same once more is another request. */
export const endTry = (content: string): void => void unheard.delete(content);

/** Sends a write under its content's key. */
export async function sendAsOne<A extends { error?: unknown }>(
  content: string,
  send: (key: string) => Promise<A>,
): Promise<A> {
  const answer = await send(keyOfTry(content, () => crypto.randomUUID()));
  const error = failureOf(answer);
  if (!error || isFinal(error)) endTry(content);
  return answer;
}
