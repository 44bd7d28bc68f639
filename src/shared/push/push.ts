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

/**
 * Subscribes this browser, for which it asks the owner, and tells the server. Only after a press. Returns whether the
 * server knows; throws where the owner or the browser says no.
 */
export const subscribe =
  (applicationServerKey: string): AppThunk<Promise<boolean>> =>
  async (_, getState, { base }) => {
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    return 'data' in (await exchange(addPush, { body: subscribed(subscription) }, { base, ...getState().session }));
  };

/** Whether this browser can send and notify after the page is closed, and the owner was not asked yet (D-305). */
export async function canOfferNotice(): Promise<boolean> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'default') return false;
  return 'sync' in ((await navigator.serviceWorker?.getRegistration()) ?? {});
}

/** Asks for permission to notify; only after a press. Returns whether the owner answered. */
export const allowNotice = async (): Promise<boolean> => (await Notification.requestPermission()) !== 'default';
