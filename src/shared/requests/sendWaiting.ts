import { serverNow } from '../../state/clock';
import { connectionFound, connectionLost } from '../../state/connection';
import { selectOwner, sessionLost, type SessionState } from '../../state/session';
import { savingFailed } from '../../state/storageHealth';
import { toastShown } from '../../state/toasts';
import { markSaved } from '../../offline/marker';
import { inTurn } from '../../offline/inTurn';
import { onOutboxChange } from '../../offline/tabs/channel';
import { drain, type Drained } from '../../offline/outbox/drain';
import type { Entry } from '../../offline/outbox/entry';
import { isOld, nextTry } from '../../offline/outbox/rules';
import { allEntries, takeAnnouncements } from '../../offline/database/outboxStore';
import { sentText } from '../../offline/outbox/texts';
import { wakeWorker } from './wakeWorker';
import type { AppThunk } from '../../state/store';

/** Sends what waits and does what the page must about the result. A queue that is replayed shows nothing but its success (D-01, D-05). */
export const pump =
  (isBack = false): AppThunk<Promise<Drained | null>> =>
  async (dispatch, getState, services) => {
    try {
      listening ??= onOutboxChange(() => void dispatch(announce()).catch(() => undefined));
      // Who sends reads the session from the device: what is still to be written of it comes first.
      await inTurn(async () => undefined);
      const drained = await drain({ base: services.base, now: () => serverNow(getState(), services), isBack });
      const { session, connection } = getState();
      if (!drained.hasNetwork && connection.isOnline) dispatch(connectionLost());
      if (drained.sent > 0 && !connection.isOnline) dispatch(connectionFound());
      // Our own session is over: a soft sign-out, the entries stay (D-09).
      if (drained.refused && drained.refused.clinicId === session.clinicId && drained.refused.token === session.token)
        dispatch(sessionLost(drained.refused.loss));
      if (drained.untold.length > 0) dispatch(savingFailed());
      dispatch(tell(drained.untold));
      await dispatch(announce());
      await dispatch(lookAhead());
      return drained;
    } catch {
      // A browser that keeps nothing has nothing to send.
      return null;
    }
  };

/** What another tab or the worker has sent is told as well. */
let listening: (() => void) | undefined;
let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Comes back when the server's own wait is over, and notes anew for whom something waits: the note may be lost with a browser
 * that was killed. What can go without a word of its owner is left to the browser too, as often as the page is here: it gives
 * up on waking the worker after a few tries.
 */
const lookAhead = (): AppThunk<Promise<void>> => async (dispatch, getState, services) => {
  const now = serverNow(getState(), services);
  const entries = await allEntries();
  entries.forEach(({ clinicId }) => markSaved(clinicId, 'outbox'));
  if (entries.some((entry) => entry.state === 'waiting' && !isOld(entry, now))) void wakeWorker();
  const next = nextTry(entries, now);
  clearTimeout(again);
  if (next !== null) again = setTimeout(() => void dispatch(pump()), next - now);
};

/** Tells the owner what has arrived since the last look, once, and only on a page that is seen (D-305). */
export const announce = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const { session } = getState();
  if (!selectOwner(getState()) || document.visibilityState !== 'visible') return;
  dispatch(tell(await takeAnnouncements((entry) => isOf(session, entry))));
};

/** Says what has arrived of the owner's. */
const tell =
  (entries: readonly Entry[]): AppThunk<void> =>
  (dispatch, getState) => {
    const { session } = getState();
    entries.filter((entry) => isOf(session, entry)).forEach(({ kind }) => dispatch(toastShown(sentText[kind])));
  };

const isOf = ({ clinicId, user }: SessionState, entry: Entry): boolean =>
  entry.clinicId === clinicId && entry.userId === user?.id;
