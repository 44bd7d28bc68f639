import { is, literal, type } from 'superstruct';
import { limits } from '../src/limits';
import { deviceNow } from '../src/offline/clock';
import { dateOf } from '../src/offline/exchange';
import { askHealth } from '../src/offline/health';
import { drain } from '../src/offline/outbox/drain';
import { announceUnseen } from './notifications';

/** The page's word that requests wait. */
const Send = type({ type: literal('SEND_REQUESTS') });
export const asksToSend = (message: unknown): boolean => is(message, Send);

/** The name under which the browser wakes the worker (D-05). */
const syncTag = 'outbox';

/** Sends what waits, without a page (D-05). Rejects while something is left that can go later, so that the browser wakes the worker again. */
export async function sendRequests(base: string): Promise<void> {
  const answer = await askHealth(base, limits.probeLongestMs);
  const server = answer && dateOf(answer);
  // A device without a network sends nothing, whatever its clock says.
  const ahead = server === null ? 0 : deviceNow() - server;
  const { isLeft, untold } = await drain({ base, now: () => deviceNow() - ahead, isBack: true });
  await announceUnseen(untold);
  if (isLeft) throw new Error('Requests still wait');
}

/** Background Sync is not yet in TypeScript's library. */
declare const self: { readonly registration: { readonly sync?: { register(tag: string): Promise<void> } } };
export type SyncEvent = ExtendableEvent & { readonly tag: string; readonly lastChance: boolean };

/** As the browser wakes the worker. Once it gives up on waking it, it is asked anew, where it lets a worker ask; else the next page does. */
export async function onSync({ tag, lastChance }: SyncEvent, base: string): Promise<void> {
  if (tag !== syncTag) return;
  try {
    await sendRequests(base);
  } catch (left) {
    if (lastChance) await self.registration.sync?.register(syncTag).catch(() => undefined);
    throw left;
  }
}
