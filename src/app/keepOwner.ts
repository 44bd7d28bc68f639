import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { authApi } from '../api/auth';
import type { ApiRoot, ApiServices } from '../api/baseQuery';
import { loadRecords } from '../api/records';

type Thunk = ThunkAction<Promise<void>, ApiRoot, ApiServices, UnknownAction>;

/** What an owner needs without a network: the records, then what the worker keeps for owners alone (D-301). */
export const saveOwner = (): Thunk => async (dispatch) => {
  await dispatch(loadRecords() as Thunk);
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'OWNER_IS_HERE' });
};

/** An owner who comes back keeps their session alive, too: its life is counted from the last refresh (D-26). */
export const ownerIsBack = (): Thunk => async (dispatch) => {
  await dispatch(authApi.endpoints.refreshToken.initiate({}) as ThunkAction<Promise<unknown>, ApiRoot, ApiServices, UnknownAction>);
  await dispatch(saveOwner());
};
