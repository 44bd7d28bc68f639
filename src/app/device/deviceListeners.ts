import { isAnyOf } from '@reduxjs/toolkit';
import { unsay } from '../../ui/behaviour/announce';
import { shopLoaded } from '../../state/clinic';
import { serverNow } from '../../state/clock';
import {
  clinicOpened,
  guestForgotten,
  profileLoaded,
  selectOwner,
  selectReader,
  sessionLost,
  sessionStarted,
  signedOut,
} from '../../state/session';
import { savingFailed } from '../../state/storageHealth';
import { whenIdle } from '../start/whenIdle';
import { inTurn } from '../../offline/inTurn';
import { markSaved, rememberClinic } from '../../offline/marker';
import type { AppStartListening } from '../../state/store';

/**
 * Saves changes of the session and the clinic on the device. The database's code is loaded when there is something to
 * save.
 */
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

  /** What was said to an owner goes with their records. */
  startListening({
    predicate: (_action, now, before) => {
      const reader = selectReader(before);
      return reader !== null && selectReader(now)?.id !== reader.id;
    },
    effect: unsay,
  });

  /** Refreshes the session of a returning owner, whose validity counts from the last refresh (D-26). */
  startListening({
    actionCreator: clinicOpened,
    effect: async ({ payload: { saved } }, { dispatch }) => {
      if (!saved || saved.user.is_guest) return;
      await whenIdle();
      const { ownerIsBack } = await import('./saveOwner');
      await dispatch(ownerIsBack());
    },
  });

  /** Saves an owner's records at sign-in, before pages need them (D-02). */
  startListening({
    actionCreator: sessionStarted,
    effect: async ({ payload: { user } }, { dispatch, getOriginalState }) => {
      if (user.is_guest || selectOwner(getOriginalState())?.id === user.id) return;
      await whenIdle();
      const { saveOwner } = await import('./saveOwner');
      await dispatch(saveOwner());
    },
  });

  /**
   * Saves the loaded clinic for visits without a network (D-02). The worker does it, as nothing opens without it, and a
   * first visit then needs no code of the database. A clinic that does not exist is not saved.
   */
  startListening({
    actionCreator: shopLoaded,
    effect: async ({ payload: { shop, source } }, { extra, dispatch, getState }) => {
      if (source === 'device') return;
      rememberClinic(shop.id);
      if (!('serviceWorker' in navigator)) return;
      const { active } = await navigator.serviceWorker.ready;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data: isKept }) => {
        port1.close();
        if (isKept) markSaved(shop.id, 'clinic');
        else dispatch(savingFailed());
      };
      active?.postMessage(
        { type: 'KEEP_CLINIC', shop, savedAt: new Date(serverNow(getState(), extra)).toISOString() },
        [port2],
      );
    },
  });
}
