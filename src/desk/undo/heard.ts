import { isUnheard } from '../../domain/desk/heard';
import { failureOf } from '../api/api';

/** How long after a call got no reply, or none that can be read, it is sent again, as the same one, milliseconds. */
const AGAIN_MS = 1000;

/**
 * Sends a call, and once again where its reply was lost, and not the call perhaps: the clinic tells then that it has it.
 * Not where `isKnown` says that this is known already.
 */
export async function heard<T extends { error?: unknown }>(
  asked: () => Promise<T>,
  isKnown: () => boolean,
): Promise<T> {
  const reply = await asked();
  const failure = failureOf(reply);
  if (!failure || !isUnheard(failure)) return reply;
  await new Promise((done) => setTimeout(done, AGAIN_MS));
  return isKnown() ? reply : asked();
}
