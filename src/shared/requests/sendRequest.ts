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
 * `sent` and `waiting` have said so in a toast; `failed` has a row (D-07); `settled` leaves nothing to wait for or took back what was never sent;
 * `notSaved` can be tried again. `refused` can have no row, since the browser keeps nothing: its screen says so.
 */
export type Asked = 'sent' | 'waiting' | 'failed' | 'settled' | 'notSaved' | 'refused';

const contentOf = ({ kind, payload }: Wish, { clinicId, userId }: Owner): string =>
  JSON.stringify([clinicId, userId, kind, payload]);

/** What a wish is sent under. Who has wished for its opposite since the last try asks anew. */
function keyOf(wish: Wish, whose: Owner, fresh: () => string): string {
  if (wish.kind !== 'requestRefill')
    endTry(contentOf({ ...wish, kind: wish.kind === 'joinWaitlist' ? 'leaveWaitlist' : 'joinWaitlist' }, whose));
  return keyOfTry(contentOf(wish, whose), fresh);
}

/**
 * Asks something of the clinic: written down first, then sent, so that it arrives whatever happens to the tab, the
 * network or the reply (D-04).
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
      // Who sends reads the session from the device, which may have had no room for it when it began.
      if (token && !(await loadSession(clinicId))) {
        await saveSession({ clinicId, token, user: owner });
        markSaved(clinicId, 'session');
      }
      markSaved(clinicId, 'outbox');
      const entry = await enqueue(wish, whose, id, serverNow(getState(), services));
      // From now on the row keeps it.
      endTry(contentOf(wish, whose));
      if (!entry) return 'settled';
      dispatch(savingWorked());
      // Before the first try: a tab that is closed in the middle of it leaves somebody who goes on.
      void wakeWorker();
    } catch {
      dispatch(savingFailed());
      return dispatch(sendUnsaved(wish, whose, id));
    }
    if (selectIsOnline(getState())) await dispatch(pump(true));
    const kept = (await entriesOf(whose)).find((entry) => entry.id === id);
    const state = kept?.state;
    // Gone already: sent on a device that had no room left to keep that, and told.
    if (state === undefined) return 'settled';
    if (state === 'sent' || state === 'failed') return state;
    const isSignedOut = selectOwner(getState())?.id !== owner.id;
    const text = isSignedOut || selectIsOnline(getState()) ? keptText(wish.kind, isSignedOut) : savedText[wish.kind];
    dispatch(toastShown(kept?.held?.said ?? text));
    return 'waiting';
  };

/** For a browser that keeps nothing: sent while the page is open, or not at all. */
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
