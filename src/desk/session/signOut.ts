import { deskApi } from '../api/api';
import { staffApi } from '../api/staff';
import { deskDbName } from '../kept/deskDbName';
import { draftsCleared, selectDrafts } from '../kept/drafts';
import { listOf } from '../api/inbox';
import { lostLines } from '../../domain/desk/lost';
import type { AppThunk } from '../store';
import { selectRefused } from '../undo/answers';
import { leaveAsked, leaving, selectKept, signedOut } from './session';

/** What signing out would throw away, a line each: what is half written at any clinic, and answers that were not sent. */
const wouldLose = (): AppThunk<Promise<string[]>> => async (_dispatch, getState) => {
  const kept = selectKept(getState());
  if (!kept) return [];
  const rows = listOf(getState(), { clinicId: kept.clinicId ?? '' })?.rows ?? [];
  // A device that keeps nothing has what this page holds, and so has one that cannot load this part without a network.
  const stored = await import('../kept/keeping').then(({ halvesOf }) => halvesOf(kept.person.id)).catch(() => []);
  const elsewhere = stored.filter(({ clinicId }) => clinicId !== kept.clinicId);
  const clinicNames = new Map(kept.clinics.map(({ id, name }) => [id, name]));
  return lostLines({
    here: selectDrafts(getState()),
    unsent: selectRefused(getState()).split('\n').filter(Boolean),
    rows,
    elsewhere: elsewhere.map(({ half, row, clinicId }) => ({ half, row, clinic: clinicNames.get(clinicId) ?? '' })),
  });
};

/** Signs out, or first asks where that would throw away what was written. */
export const askToSignOut = (): AppThunk<Promise<void>> => async (dispatch) => {
  const lines = await dispatch(wouldLose());
  if (lines.length > 0) dispatch(leaveAsked(lines));
  else await dispatch(signOut());
};

/**
 * Ends the session here and at the server, and takes everything of the person off the device. It ends at `/login`, as an
 * admin's sign-out always did (ROLE-06, D-421).
 */
export const signOut = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const personId = selectKept(getState())?.person.id ?? '';
  dispatch(leaving());
  await dispatch(staffApi.endpoints.endSession.initiate({ params: { id: 'current' } }, { track: false }));
  dispatch(signedOut());
  dispatch(draftsCleared());
  dispatch(deskApi.util.resetApiState());
  // Its code came when the page opened; where it did not, the browser deletes it all.
  await import('../kept/keeping')
    .then(({ forgetPerson }) => forgetPerson(personId))
    .catch(() => void indexedDB.deleteDatabase(deskDbName));
  location.assign('/login');
};
