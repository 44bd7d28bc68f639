import { api } from '../../api/api';
import { signedOut } from '../../state/session';
import { logout } from '../../contract/auth';
import { endSignOut } from '../../offline/database/device';
import { exchange } from '../../offline/exchange';
import { inTurn } from '../../offline/inTurn';
import type { AppThunk } from '../../state/store';

/**
 * Signs the owner out on this device at once, with or without a network: token, user, draft and all that was loaded go
 * (D-08, D-308). The server is told while it can be; nobody waits for its answer. The clinic stays on screen. `leave`
 * leads away from the page that needs its owner.
 */
export const signOut =
  (leave: () => Promise<void>): AppThunk<Promise<void>> =>
  async (dispatch, getState, { base }) => {
    const { clinicId } = getState().session;
    if (!clinicId) return;
    // The device comes first: of a browser that is killed in the middle nobody is signed in any more.
    await inTurn(() => endSignOut(clinicId)).catch(() => undefined);
    await leave();
    const { token } = getState().session;
    if (token) void exchange(logout, {}, { base, clinicId, token });
    dispatch(signedOut());
    dispatch(api.util.resetApiState());
  };
