import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { is, type as shape } from 'superstruct';
import { api } from '../api/api';
import type { ApiServices } from '../api/baseQuery';
import { savingFailed } from '../api/storage';
import { clinicOpened } from '../api/session';
import { shopApi } from '../api/shop';
import type { SignedIn } from '../contract/auth';
import { Shop } from '../contract/shop';
import { savedKinds } from '../offline/marker';
import { clinicWritten } from './device';
import type { AppState } from './store';

/**
 * Opens a clinic's address: its saved session goes on, and the clinic is there at once, from the page's own data or
 * from the device. A first visit has nothing saved and waits for nothing.
 */
export const openClinic =
  (clinicId: string, given: Shop | null = null): ThunkAction<Promise<void>, AppState, ApiServices, UnknownAction> =>
  async (dispatch, getState) => {
    const kinds = savedKinds(clinicId);
    const saved = { session: null as SignedIn | null, shop: given };
    try {
      if (kinds.has('session')) {
        const { loadSession } = await import('../offline/session');
        const row = await loadSession(clinicId);
        saved.session = row && { token: row.token, user: row.user };
      }
      if (!saved.shop && kinds.has('clinic')) {
        const { loadClinic } = await import('../offline/clinicRecords');
        saved.shop = (await loadClinic(clinicId))?.shop ?? null;
      }
    } catch {
      dispatch(savingFailed());
    }
    if (getState().session.clinicId !== null) dispatch(api.util.resetApiState());
    dispatch(clinicOpened({ clinicId, saved: saved.session }));
    if (!saved.shop) return;
    const arg = { params: { id: clinicId } };
    dispatch(shopApi.util.upsertQueryEntries([{ endpointName: 'getShop', arg, value: saved.shop }]));
    if (given) dispatch(clinicWritten(given));
    // What the device has may be old: it is shown at once and read anew behind it.
    else void dispatch(shopApi.endpoints.getShop.initiate(arg, { forceRefetch: true, subscribe: false }));
  };

const PageData = shape({ shop: Shop });

/** The clinic that the server wrote into the page; null where there is none or it is another's. */
export function pageShop(clinicId: string): Shop | null {
  const text = document.getElementById('clinic-data')?.textContent ?? '';
  try {
    const data: unknown = JSON.parse(text);
    return is(data, PageData) && data.shop.id === clinicId ? data.shop : null;
  } catch {
    return null;
  }
}
