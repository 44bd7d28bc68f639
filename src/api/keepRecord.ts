import { inTurn } from '../offline/inTurn';
import type { RecordKind, RecordOf } from '../offline/database/recordKinds';
import type { Whose } from '../offline/database/records';
import { api } from './api';
import { serverNow } from '../state/clock';
import { savingFailed } from '../state/storageHealth';
import type { AppThunk } from '../state/store';

/** Saves a reply of the server on the device, only for the owner who asked (D-02). */
export const keepRecord =
  <K extends RecordKind>(kind: K, id: string, value: RecordOf<K>): AppThunk<Promise<void>> =>
  async (dispatch, getState, extra) => {
    // By the server's clock: a certificate says as of when it is, whatever the device's clock says (D-125, D-301).
    const savedAt = new Date(serverNow(getState(), extra)).toISOString();
    await dispatch(
      changeKept(async (whose) => {
        const { saveCopy } = await import('../offline/database/records');
        await saveCopy(whose, kind, id, value, savedAt);
        askToStay();
      }),
    );
  };

/** Changes the saved records of the owner who is signed in. */
export const changeKept =
  (change: (whose: Whose) => Promise<void>): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const asked = getState().session;
    await inTurn(async () => {
      const { clinicId, user } = getState().session;
      // After a sign-out, which has deleted everything, nothing of the owner may be saved again (D-308).
      if (!clinicId || !user || user.is_guest || clinicId !== asked.clinicId || user.id !== asked.user?.id) return;
      await change({ clinicId, userId: user.id });
      dispatch(api.util.invalidateTags(['Saved']));
    }).catch(() => void dispatch(savingFailed()));
  };

let isAsked = false;

/** Asks the browser once a visit not to delete saved data when space runs short (D-02). */
function askToStay(): void {
  if (isAsked) return;
  isAsked = true;
  void navigator.storage?.persist?.().catch(() => undefined);
}
