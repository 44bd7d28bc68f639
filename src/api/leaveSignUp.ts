import { logout } from '../contract/auth';
import { exchange } from '../offline/exchange';
import { guestForgotten } from '../state/session';
import type { AppThunk } from '../state/store';

/**
 * Abandons a sign-up before its code: ends its session and deletes the password, so that nobody else at this browser
 * can use it (D-406).
 */
export const leaveSignUp =
  (): AppThunk<Promise<void>> =>
  async (dispatch, getState, { base }) => {
    const { clinicId, token, user } = getState().session;
    if (!token || !user?.is_guest) return;
    dispatch(guestForgotten());
    await exchange(logout, {}, { base, clinicId, token });
  };
