import { isFinal } from '../domain/failure';
import { failureOf } from './api';

/** The keys of writes without an answer, by the content that was sent and by user. */
const unheard = new Map<string, string>();

/**
 * Returns the Idempotency-Key of a write, which depends on its content: the same content sent again uses the same key
 * until it is answered, since the first try may have been done (D-202). Other content gets a new key from `fresh`.
 */
export function keyOfTry(content: string, fresh: () => string): string {
  const key = unheard.get(content) ?? fresh();
  unheard.set(content, key);
  return key;
}

/** Forgets the key of content that was answered or given up: the same content sent later is a new write. */
export const endTry = (content: string): void => void unheard.delete(content);

/** Sends a write under the key of its content. */
export async function sendAsOne<A extends { error?: unknown }>(
  content: string,
  send: (key: string) => Promise<A>,
): Promise<A> {
  const answer = await send(keyOfTry(content, () => crypto.randomUUID()));
  const error = failureOf(answer);
  if (!error || isFinal(error)) endTry(content);
  return answer;
}
