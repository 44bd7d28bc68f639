import { is, literal, type } from 'superstruct';
import * as limits from '../src/limits';
import { deviceNow } from '../src/offline/clock';
import { dateOf } from '../src/offline/exchange';
import { askHealth } from '../src/offline/health';
import { drain } from '../src/offline/outbox/drain';
import { endSignedOutSessions } from '../src/offline/signedOut';
import { announceUnseen } from './notifications';

/** The page's message that requests wait. */
const Send = type({ type: literal('SEND_REQUESTS') });
export const asksToSend = (message: unknown): boolean => is(message, Send);

/** The tag with which the browser wakes the worker (D-05). */
const syncTag = 'outbox';

/**
 * Sends waiting requests without a page (D-05). Rejects while some can be sent later, so that the browser wakes the
 * worker again.
 */
export async function sendRequests(base: string): Promise<void> {
  const answer = await askHealth(base, limits.probeLongestMs);
  const server = answer && dateOf(answer);
  // Without a network nothing is sent, so a wrong device clock does no harm.
  const ahead = server === null ? 0 : deviceNow() - server;
  const isUnheard = await endSignedOutSessions(base);
  const { isLeft, untold } = await drain({ base, now: () => deviceNow() - ahead, isBack: true });
  await announceUnseen(untold);
  if (isLeft || isUnheard) throw new Error('Requests still wait');
}

/** Background Sync is not yet in TypeScript's library. */
declare const self: { readonly registration: { readonly sync?: { register(tag: string): Promise<void> } } };
export type SyncEvent = ExtendableEvent & { readonly tag: string; readonly lastChance: boolean };

/**
 * Handles a wake-up by the browser. At its last attempt, registers again if the worker may; otherwise the next page
 * does.
 */
export async function onSync({ tag, lastChance }: SyncEvent, base: string): Promise<void> {
  if (tag !== syncTag) return;
  try {
    await sendRequests(base);
  } catch (left) {
    if (lastChance) await wakeLater();
    throw left;
  }
}

/** Asks the browser to wake the worker once there is a network, where it can. */
export const wakeLater = async (): Promise<void> => self.registration.sync?.register(syncTag).catch(() => undefined);
