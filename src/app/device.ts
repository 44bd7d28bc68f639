import { createListenerMiddleware, isAnyOf, type ThunkAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import type { ApiRoot, ApiServices } from '../api/baseQuery';
import { shopLoaded } from '../api/clinic';
import { clinicOpened, guestForgotten, profileLoaded, selectOwner, selectReader, sessionLost, sessionStarted, signedOut } from '../api/session';
import { savingFailed } from '../api/storage';
import { whenIdle } from './idle';
import { inTurn } from '../offline/inTurn';
import { forgetClientSyncs, markRemoved, markSaved, rememberClinic } from '../offline/marker';

/** Keeps the device in step with the session and the clinic. The database's code comes with the first thing to save. */
export function deviceListeners(services: ApiServices) {
  const { middleware, startListening } = createListenerMiddleware<ApiRoot, ThunkDispatch<ApiRoot, ApiServices, UnknownAction>, ApiServices>({ extra: services });

  startListening({
    matcher: isAnyOf(sessionStarted, profileLoaded, sessionLost, guestForgotten, signedOut),
    effect: async (action, { getState, getOriginalState, dispatch }) => {
      const { clinicId, token, user, lapsed } = getState().session;
      const leaving = selectReader(getOriginalState());
      if (!clinicId) return;
      if (signedOut.match(action) && leaving) forgetClientSyncs(leaving.id);
      // The number on the app's icon is of somebody's pets (D-307).
      if (leaving && selectReader(getState())?.id !== leaving.id && 'clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
      await inTurn(async () => {
        const { removeSession, saveSession, wipeOwner } = await import('../offline/session');
        if (signedOut.match(action)) {
          await wipeOwner(clinicId);
          markRemoved(clinicId, 'session', 'reader', 'draft', 'clinic', 'outbox');
        } else if (token && user) {
          await saveSession({ clinicId, token, user });
          markSaved(clinicId, 'session');
          if (!user.is_guest) markRemoved(clinicId, 'reader');
        } else {
          await removeSession(clinicId, lapsed);
          if (lapsed) markSaved(clinicId, 'reader');
          markRemoved(clinicId, 'session', ...(lapsed ? [] : (['reader'] as const)));
        }
      }).catch(() => dispatch(savingFailed()));
    },
  });

  /** An owner who comes back keeps their session alive: its life is counted from the last refresh (D-26). */
  startListening({
    actionCreator: clinicOpened,
    effect: async ({ payload: { saved } }, { dispatch }) => {
      if (!saved || saved.user.is_guest) return;
      await whenIdle();
      const { authApi } = await import('../api/auth');
      await dispatch(authApi.endpoints.refreshToken.initiate({}));
      await saveRecords(dispatch);
      await tellWorkerOfOwner();
    },
  });

  /** Who signs in has their records on the device before they ask for them (D-02). */
  startListening({
    actionCreator: sessionStarted,
    effect: async ({ payload: { user } }, { dispatch, getOriginalState }) => {
      if (user.is_guest || selectOwner(getOriginalState())?.id === user.id) return;
      await whenIdle();
      await saveRecords(dispatch);
      await tellWorkerOfOwner();
    },
  });

  /** What the owner has just booked, moved or called off is on the device as the clinic has it now (D-02). */
  startListening({
    predicate: (action) => action.type === 'api/executeMutation/fulfilled' && changesVisits.has(endpointOf(action)),
    effect: async (_, { dispatch }) => {
      await whenIdle();
      await saveRecords(dispatch, true);
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
        const { saveClinic } = await import('../offline/clinicRecords');
        await saveClinic(shop, new Date(extra.now()).toISOString());
        markSaved(shop.id, 'clinic');
      }).catch(() => dispatch(savingFailed()));
    },
  });

  return middleware;
}

const changesVisits: ReadonlySet<unknown> = new Set(['createAppointment', 'acceptRequest', 'cancelAppointment', 'rescheduleAppointment']);
const endpointOf = (action: UnknownAction): unknown => (action as { meta?: { arg?: { endpointName?: unknown } } }).meta?.arg?.endpointName;

const saveRecords = async (dispatch: ThunkDispatch<ApiRoot, ApiServices, UnknownAction>, hasChanged = false): Promise<void> => {
  const { loadRecords } = await import('../api/records');
  await dispatch(loadRecords(hasChanged) as ThunkAction<Promise<void>, ApiRoot, ApiServices, UnknownAction>);
};

/** The worker keeps what signed-in owners alone need, after their records (D-301). */
const tellWorkerOfOwner = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'OWNER_IS_HERE' });
};

/** Without its worker the portal cannot open offline, so until then nothing is gained by fetching the database's code. */
const whenShellIsKept = async (): Promise<void> => {
  if ('serviceWorker' in navigator) await navigator.serviceWorker.ready;
  await whenIdle();
};
