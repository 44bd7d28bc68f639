import { addPush, pushKey } from '../../contract/push';
import { exchange } from '../../offline/exchange';
import { subscribed } from '../../offline/subscribed';
import type { AppThunk } from '../../state/store';

/**
 * Asks for the key to subscribe with; null where this session is told by push already, the server pushes nothing, or it
 * cannot be asked (D-440).
 */
export const askKey =
  (): AppThunk<Promise<string | null>> =>
  async (_, getState, { base }) => {
    const reply = await exchange(pushKey, {}, { base, ...getState().session });
    return 'data' in reply && !reply.data.is_on ? reply.data.key : null;
  };

/** What came of asking to notify: the owner or the browser said no, it failed, or the server or the owner did not answer. */
export type Outcome = 'on' | 'denied' | 'failed' | 'unheard' | 'unanswered';

const isDenied = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'denied';

/** The outcome of a subscription that the browser did not make. */
export const refusal = (): Outcome => (isDenied() ? 'denied' : 'failed');

/**
 * Subscribes this browser, for which it asks the owner, and tells the server. Only after a press. Throws where
 * the owner or the browser says no.
 */
export const subscribe =
  (applicationServerKey: string): AppThunk<Promise<Outcome>> =>
  async (_, getState, { base }) => {
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    const reply = await exchange(addPush, { body: subscribed(subscription) }, { base, ...getState().session });
    return 'data' in reply ? 'on' : 'unheard';
  };

/** Whether this browser can send and notify after the page is closed, and the owner was not asked yet (D-305). */
export async function canOfferNotice(): Promise<boolean> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return false;
  return 'sync' in ((await navigator.serviceWorker?.getRegistration()) ?? {});
}

/** Asks for permission to notify; only after a press. */
export async function allowNotice(): Promise<Outcome> {
  const answer = await Notification.requestPermission();
  return answer === 'granted' ? 'on' : answer === 'denied' ? 'denied' : 'unanswered';
}
