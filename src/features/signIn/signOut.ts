import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { api } from '../../api/api';
import type { ApiRoot, ApiServices } from '../../api/baseQuery';
import { signedOut } from '../../api/session';
import { logout } from '../../contract/auth';
import { exchange } from '../../offline/exchange';

/**
 * Signs the owner out on this device at once, with or without a network: token, user, draft and all that was loaded go
 * (D-08, D-308). The server is told while it can be; nobody waits for its answer. The clinic stays on screen.
 */
export const signOut = (): ThunkAction<void, ApiRoot, ApiServices, UnknownAction> => (dispatch, getState, { base }) => {
  const { clinicId, token } = getState().session;
  if (!clinicId) return;
  if (token) void exchange(logout, {}, { base, clinicId, token });
  dispatch(signedOut());
  dispatch(api.util.resetApiState());
};
