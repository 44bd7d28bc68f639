import { serverNow } from '../../state/clock';
import { connectionLost, selectIsOnline } from '../../state/connection';
import { selectOwner, sessionLost } from '../../state/session';
import { savingFailed, savingWorked } from '../../state/storageHealth';
import { toastShown } from '../../state/toasts';
import { endTry, keyOfTry } from '../../api/tryKeys';
import { offlineReason } from '../../state/connection';
import type { Input } from '../../contract/endpoint';
import { lossOf } from '../../domain/failure';
import { exchange } from '../../offline/exchange';
import { markSaved } from '../../offline/marker';
import { queued, type Wish } from '../../offline/outbox/entry';
import { outcomeOf } from '../../offline/outbox/rules';
import { enqueue, entriesOf, type Owner } from '../../offline/database/outboxStore';
import { keptText, savedText, sentText } from '../../offline/outbox/texts';
import { loadSession, saveSession } from '../../offline/database/session';
import { wakeWorker } from './wakeWorker';
import { pump } from './sendWaiting';
import type { AppThunk } from '../../state/store';

/**
 * The outcome of a request. `sent` and `waiting` were announced in a toast; `failed` has a row (D-07); `settled` leaves
 * nothing to send, such as a canceled unsent request; `notSaved` can be tried again; `refused` has no row, because the
 * browser cannot save one, so its screen shows it.
 */
export type Asked = 'sent' | 'waiting' | 'failed' | 'settled' | 'notSaved' | 'refused';

const contentOf = ({ kind, payload }: Wish, { clinicId, userId }: Owner): string =>
  JSON.stringify([clinicId, userId, kind, payload]);

/** Returns the idempotency key of a wish. A waitlist wish after its opposite gets a new key. */
function keyOf(wish: Wish, whose: Owner, fresh: () => string): string {
  if (wish.kind !== 'requestRefill')
    endTry(contentOf({ ...wish, kind: wish.kind === 'joinWaitlist' ? 'leaveWaitlist' : 'joinWaitlist' }, whose));
  return keyOfTry(contentOf(wish, whose), fresh);
}

/**
 * Requests something from the clinic: saves the request first, then sends it, so that it arrives even if the tab, the
 * network or the reply is lost (D-04).
 */
export const ask =
  (wish: Wish): AppThunk<Promise<Asked>> =>
  async (dispatch, getState, services) => {
    const owner = selectOwner(getState());
    const { clinicId, token } = getState().session;
    if (!owner || !clinicId) return 'notSaved';
    const whose = { clinicId, userId: owner.id };
    const id = keyOf(wish, whose, services.uuid);
    try {
      // The sender reads the session from the device, where there may have been no room for it at sign-in.
      if (token && !(await loadSession(clinicId))) {
        await saveSession({ clinicId, token, user: owner });
        markSaved(clinicId, 'session');
      }
      markSaved(clinicId, 'outbox');
      const entry = await enqueue(wish, whose, id, serverNow(getState(), services));
      // From now on the saved row holds the key.
      endTry(contentOf(wish, whose));
      if (!entry) return 'settled';
      dispatch(savingWorked());
      // Before the first try, so that the worker continues if the tab is closed during it.
      void wakeWorker();
    } catch {
      dispatch(savingFailed());
      return dispatch(sendUnsaved(wish, whose, id));
    }
    if (selectIsOnline(getState())) await dispatch(pump(true));
    const kept = (await entriesOf(whose)).find((entry) => entry.id === id);
    const state = kept?.state;
    // The row is gone: a full device could not mark it as sent, and it was announced.
    if (state === undefined) return 'settled';
    if (state === 'sent' || state === 'failed') return state;
    const isSignedOut = selectOwner(getState())?.id !== owner.id;
    const text = isSignedOut || selectIsOnline(getState()) ? keptText(wish.kind, isSignedOut) : savedText[wish.kind];
    dispatch(toastShown(kept?.held?.said ?? text));
    return 'waiting';
  };

/** Sends a request in a browser that cannot save it, while the page is open. */
const sendUnsaved =
  (wish: Wish, whose: Owner, key: string): AppThunk<Promise<Asked>> =>
  async (dispatch, getState, { base }) => {
    const { clinicId, token } = getState().session;
    const call = queued[wish.kind];
    const reply = await exchange(call, { body: wish.payload } as Input<typeof call>, { base, clinicId, token, key });
    const outcome = outcomeOf(reply);
    if (outcome === 'sent' || outcome === 'refused') endTry(contentOf(wish, whose));
    if (outcome === 'sent') {
      dispatch(toastShown(sentText[wish.kind]));
      return 'sent';
    }
    if (outcome === 'signedOut' && 'error' in reply) dispatch(sessionLost(lossOf(reply.error)));
    if (outcome === 'noNetwork') {
      dispatch(connectionLost());
      dispatch(toastShown(offlineReason));
    }
    return outcome === 'refused' || outcome === 'unsure' ? 'refused' : 'notSaved';
  };
