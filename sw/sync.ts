import { is, literal, type } from 'superstruct';
import { limits } from '../src/limits';
import { deviceNow } from '../src/offline/clock';
import { dateOf } from '../src/offline/exchange';
import { askHealth } from '../src/offline/health';
import { drain } from '../src/offline/outbox/drain';
import { allEntries } from '../src/offline/outbox/store';
import { announceUnseen } from './notifications';

/** The page's word that requests wait. */
const Send = type({ type: literal('SEND_REQUESTS') });
export const asksToSend = (message: unknown): boolean => is(message, Send);

/** The name under which the browser wakes the worker (D-05). */
export const syncTag = 'outbox';

/** Sends what waits, without a page (D-05). Rejects while the network or the server keeps something back, so that the browser wakes the worker again. */
export async function sendRequests(base: string): Promise<void> {
  const answer = await askHealth(base, limits.probeLongestMs);
  const server = answer && dateOf(answer);
  // A device without a network sends nothing, whatever its clock says.
  const ahead = server === null ? 0 : deviceNow() - server;
  const { hasNetwork, refused, untold } = await drain({ base, now: () => deviceNow() - ahead, isBack: true });
  await announceUnseen(untold);
  const isHeld = (await allEntries()).some(({ state, held }) => state === 'waiting' && held !== null);
  if (!hasNetwork || (isHeld && !refused)) throw new Error('Requests still wait');
}
