import { tellLook } from '../../offline/forWorker';
import { authApi } from '../../api/auth';
import { keepRecord } from '../../api/keepRecord';
import { loadRecords } from '../../api/records/records';
import { selectOwner } from '../../state/session';
import type { AppThunk } from '../../state/store';

/** Saves what an owner who has just signed in needs without a network: the profile first, then the rest (D-02). */
export const saveOwner = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  if (owner) void dispatch(keepRecord('profile', '', owner));
  await dispatch(saveRest());
};

/**
 * Saves the records, and what the worker must know to draw them, whose files it is asked for with all that only owners
 * need (D-11, D-301).
 */
const saveRest = (): AppThunk<Promise<void>> => async (dispatch) => {
  await dispatch(loadRecords() as AppThunk<Promise<void>>);
  if (!('serviceWorker' in navigator)) return;
  tellLook();
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'OWNER_IS_HERE' });
};

/** Refreshes the session of a returning owner, whose validity counts from the last refresh (D-26). */
export const ownerIsBack = (): AppThunk<Promise<void>> => async (dispatch) => {
  await dispatch(authApi.endpoints.refreshToken.initiate({}) as AppThunk<Promise<unknown>>);
  await dispatch(saveRest());
};
