import { api } from '../../api/api';
import { signedOut } from '../../state/session';
import { logout } from '../../contract/auth';
import { endSignOut } from '../../offline/database/device';
import { allSessions } from '../../offline/database/session';
import { exchange } from '../../offline/exchange';
import { forgetEnded, tellUnheard } from '../../offline/database/ended';
import { inTurn } from '../../offline/inTurn';
import { announce } from '../../ui/behaviour/announce';
import type { AppThunk } from '../../state/store';

/** Gives up the browser's one subscription for push messages, unless the owner is signed in at another clinic (D-440). */
async function endPush(): Promise<void> {
  const subscription = await (await navigator.serviceWorker?.ready)?.pushManager?.getSubscription();
  if (subscription && (await allSessions()).length === 0) await subscription.unsubscribe();
}

/**
 * Signs the owner out on this device at once, with or without a network: token, user, draft and everything loaded are
 * deleted (D-08, D-308). The server is told without waiting for its answer; where it does not
 * hear, the worker tells it later. The clinic stays on screen. `leave`
 * navigates away from the page that needs its owner.
 */
export const signOut =
  (leave: () => Promise<void>): AppThunk<Promise<void>> =>
  async (dispatch, getState, { base }) => {
    const { clinicId } = getState().session;
    if (!clinicId) return;
    // The device's data goes first, so that the owner stays signed out even if the browser is killed right after.
    const ended = await inTurn(() => endSignOut(clinicId)).catch(() => null);
    void endPush().catch(() => undefined);
    await leave();
    const { token } = getState().session;
    if (token)
      void exchange(logout, {}, { base, clinicId, token })
        .then((reply) => ('data' in reply ? forgetEnded(ended) : tellUnheard()))
        .catch(() => undefined);
    dispatch(signedOut());
    dispatch(api.util.resetApiState());
    announce('You are signed out');
  };
