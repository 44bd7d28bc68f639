import { offlineReason } from './connection';
import { selectOwner } from './session';
import type { RootState } from './store';

/** Beside every control that only a signed-in owner can use, on pages whose records are readable without (D-01). */
export const signInReason = 'Sign in to do this.';
/** What brings the records of a session that ran out up to date (D-01). */
export const SIGN_IN_TO_REFRESH = 'Sign in to refresh';

/** Why an owner's control that needs the server is locked, null where it is not (D-01, D-03). */
export const selectBlocked = (state: RootState): string | null => {
  if (!state.connection.isOnline) return offlineReason;
  return selectOwner(state) ? null : signInReason;
};
