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

/** Sends waiting requests and applies the result to the page. Only successes show a message (D-01, D-05). */
export const pump =
  (isBack = false): AppThunk<Promise<Drained | null>> =>
  async (dispatch, getState, services) => {
    try {
      listening ??= onOutboxChange(() => void dispatch(announce()).catch(() => undefined));
      // The sender reads the session from the device, so pending writes must finish first.
      await inTurn(async () => undefined);
      const drained = await drain({ base: services.base, now: () => serverNow(getState(), services), isBack });
      const { session, connection } = getState();
      if (!drained.hasNetwork && connection.isOnline) dispatch(connectionLost());
      if (drained.sent > 0 && !connection.isOnline) dispatch(connectionFound());
      // This page's session has ended: it is signed out softly and the entries stay (D-09).
      if (drained.refused && drained.refused.clinicId === session.clinicId && drained.refused.token === session.token)
        dispatch(sessionLost(drained.refused.loss));
      if (drained.untold.length > 0) dispatch(savingFailed());
      dispatch(tell(drained.untold));
      await dispatch(announce());
      await dispatch(lookAhead());
      return drained;
    } catch {
      // A browser that cannot save has no requests to send.
      return null;
    }
  };

/** Stops listening to sends of other tabs and the worker, which this page announces too. */
let listening: (() => void) | undefined;
let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Schedules the next try for when the server's wait is over, and updates the note of whose requests wait, which a
 * killed browser can lose. Also asks the browser to wake the worker again for requests that need no confirmation,
 * because it gives up after a few tries.
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

/** Announces to the owner, once, what was sent since the last look; only on a visible page (D-305). */
export const announce = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const { session } = getState();
  if (!selectOwner(getState()) || document.visibilityState !== 'visible') return;
  dispatch(tell(await takeAnnouncements((entry) => isOf(session, entry))));
};

/** Shows a message for each sent request of the owner. */
const tell =
  (entries: readonly Entry[]): AppThunk<void> =>
  (dispatch, getState) => {
    const { session } = getState();
    entries.filter((entry) => isOf(session, entry)).forEach(({ kind }) => dispatch(toastShown(sentText[kind])));
  };

const isOf = ({ clinicId, user }: SessionState, entry: Entry): boolean =>
  entry.clinicId === clinicId && entry.userId === user?.id;
