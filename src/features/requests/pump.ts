import { connectionFound, connectionLost } from '../../api/connection';
import { selectOwner, sessionLost } from '../../api/session';
import { toastShown } from '../../api/toasts';
import { drain, type Drained } from '../../offline/outbox/drain';
import { takeAnnouncements } from '../../offline/outbox/store';
import { sentText } from '../../offline/outbox/texts';
import type { RequestThunk } from './root';

/** Sends what waits and does what the page must about the result. A queue that is replayed shows nothing but its success (D-01, D-05). */
export const pump =
  (isBack = false): RequestThunk<Promise<Drained | null>> =>
  async (dispatch, getState, { base, now }) => {
    try {
      const drained = await drain({ base, now, isBack });
      const { session, connection } = getState();
      if (!drained.hasNetwork && connection.isOnline) dispatch(connectionLost());
      if (drained.sent > 0 && !connection.isOnline) dispatch(connectionFound());
      // Our own session has run out: a soft sign-out, the entries stay (D-09).
      if (drained.refused && drained.refused.clinicId === session.clinicId && drained.refused.token === session.token) dispatch(sessionLost('ranOut'));
      await dispatch(announce());
      return drained;
    } catch {
      // A browser that keeps nothing has nothing to send.
      return null;
    }
  };

/** Tells the owner what has arrived since the last look, once, and only on a page that is seen (D-305). */
export const announce = (): RequestThunk<Promise<void>> => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  const { clinicId } = getState().session;
  if (!owner || document.visibilityState !== 'visible') return;
  const news = await takeAnnouncements((entry) => entry.clinicId === clinicId && entry.userId === owner.id);
  news.forEach(({ kind }) => dispatch(toastShown(sentText[kind])));
};
