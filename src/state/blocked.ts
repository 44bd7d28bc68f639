import { offlineReason } from './connection';
import { selectOwner } from './session';
import type { RootState } from './store';

/** Beside every control that only a signed-in owner can use, on pages whose records are readable without (D-01). */
export const signInReason = 'Sign in to do this.';
/** The label of the button that reloads records after a session ran out (D-01). */
export const SIGN_IN_TO_REFRESH = 'Sign in to refresh';

/** Returns why a control that needs the server and an owner is locked, null where it is not (D-01, D-03). */
export const selectBlocked = (state: RootState): string | null => {
  if (!state.connection.isOnline) return offlineReason;
  return selectOwner(state) ? null : signInReason;
};
