import { deskApi } from '../api/api';
import { staffApi } from '../api/staff';
import { draftsCleared } from '../kept/drafts';
import type { AppThunk } from '../store';
import { leaving, signedOut } from './session';

/**
 * Ends the session here and at the server, and takes everything of the person off the device. It ends at `/login`, as an
 * admin's sign-out always did (ROLE-06, D-421).
 */
export const signOut = (): AppThunk<Promise<void>> => async (dispatch) => {
  dispatch(leaving());
  await dispatch(staffApi.endpoints.endSession.initiate({ params: { id: 'current' } }, { track: false }));
  dispatch(signedOut());
  dispatch(draftsCleared());
  dispatch(deskApi.util.resetApiState());
  // Its code came when the page opened.
  const { forgetAll } = await import('../kept/keeping');
  await forgetAll().catch(() => undefined);
  location.assign('/login');
};
