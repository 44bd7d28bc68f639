import { isAnyOf } from '@reduxjs/toolkit';
import { shopLoaded } from '../../state/clinic';
import {
  clinicOpened,
  guestForgotten,
  profileLoaded,
  selectOwner,
  sessionLost,
  sessionStarted,
  signedOut,
} from '../../state/session';
import { savingFailed } from '../../state/storageHealth';
import { whenIdle } from '../start/whenIdle';
import { inTurn } from '../../offline/inTurn';
import { markSaved, rememberClinic } from '../../offline/marker';
import type { AppStartListening } from '../../state/store';

/** Keeps the device in step with the session and the clinic. The database's code comes with the first thing to save. */
export function startDeviceListeners(startListening: AppStartListening): void {
  startListening({
    matcher: isAnyOf(sessionStarted, profileLoaded, sessionLost, guestForgotten, signedOut),
    effect: async (action, { getState, getOriginalState, dispatch }) => {
      const [now, before] = [getState().session, getOriginalState().session];
      await inTurn(async () => {
        const { keepSession } = await import('./saveSession');
        await keepSession(now, before, signedOut.match(action));
      }).catch(() => dispatch(savingFailed()));
    },
  });

  /** An owner who comes back keeps their session alive: its life is counted from the last refresh (D-26). */
  startListening({
    actionCreator: clinicOpened,
    effect: async ({ payload: { saved } }, { dispatch }) => {
      if (!saved || saved.user.is_guest) return;
      await whenIdle();
      const { ownerIsBack } = await import('./saveOwner');
      await dispatch(ownerIsBack());
    },
  });

  /** Who signs in has their records on the device before they ask for them (D-02). */
  startListening({
    actionCreator: sessionStarted,
    effect: async ({ payload: { user } }, { dispatch, getOriginalState }) => {
      if (user.is_guest || selectOwner(getOriginalState())?.id === user.id) return;
      await whenIdle();
      const { saveOwner } = await import('./saveOwner');
      await dispatch(saveOwner());
    },
  });

  /** The clinic as loaded is what a visit without a network shows (D-02). A clinic that does not exist is not remembered. */
  startListening({
    actionCreator: shopLoaded,
    effect: async ({ payload: { shop, source } }, { extra, dispatch }) => {
      if (source === 'device') return;
      rememberClinic(shop.id);
      await whenShellIsKept();
      await inTurn(async () => {
        const { saveClinic } = await import('../../offline/database/clinicRecords');
        await saveClinic(shop, new Date(extra.now()).toISOString());
        markSaved(shop.id, 'clinic');
      }).catch(() => dispatch(savingFailed()));
    },
  });
}

/** Without its worker the portal cannot open offline, so until then nothing is gained by fetching the database's code. */
const whenShellIsKept = async (): Promise<void> => {
  if ('serviceWorker' in navigator) await navigator.serviceWorker.ready;
  await whenIdle();
};
