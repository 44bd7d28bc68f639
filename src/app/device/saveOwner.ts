import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { authApi } from '../../api/auth';
import type { ApiRoot, ApiServices } from '../../api/baseQuery';
import { keepRecord } from '../../api/keepRecord';
import { loadRecords } from '../../api/records';
import { selectOwner } from '../../state/session';

type Thunk = ThunkAction<Promise<void>, ApiRoot, ApiServices, UnknownAction>;

/** What an owner who has just signed in needs without a network: who they are, and the rest (D-02). */
export const saveOwner = (): Thunk => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  if (owner) void dispatch(keepRecord('profile', '', owner));
  await dispatch(saveRest());
};

/** The records, then what the worker keeps for owners alone (D-301). */
const saveRest = (): Thunk => async (dispatch) => {
  await dispatch(loadRecords() as Thunk);
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'OWNER_IS_HERE' });
};

/** An owner who comes back keeps their session alive, too: its life is counted from the last refresh (D-26). */
export const ownerIsBack = (): Thunk => async (dispatch) => {
  await dispatch(
    authApi.endpoints.refreshToken.initiate({}) as ThunkAction<Promise<unknown>, ApiRoot, ApiServices, UnknownAction>,
  );
  await dispatch(saveRest());
};
