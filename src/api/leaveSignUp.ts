import { logout } from '../contract/auth';
import { exchange } from '../offline/exchange';
import { guestForgotten } from '../state/session';
import type { AppThunk } from '../state/store';

/** A sign-up is left before its code: its session goes, and the password with it, so that nobody at this browser gets it later (D-406). */
export const leaveSignUp =
  (): AppThunk<Promise<void>> =>
  async (dispatch, getState, { base }) => {
    const { clinicId, token, user } = getState().session;
    if (!token || !user?.is_guest) return;
    dispatch(guestForgotten());
    await exchange(logout, {}, { base, clinicId, token });
  };
