import { setClock } from '../../../api/baseQuery';
import { serverNow } from '../../../state/clock';
import type { SavedBooking } from '../../../domain/booking/draft';
import { loadDraft } from '../../../offline/database/drafts';
import { dateOf } from '../../../offline/exchange';
import { askHealth } from '../../../offline/health';
import { markRemoved, savedKinds } from '../../../offline/marker';
import type { AppThunk } from '../../../state/store';

/** How long to wait for the server's time before the device's clock is used, milliseconds. */
const patienceMs = 800;

/**
 * Reads the clinic's saved draft, null where there is none or it is too old. Its age and its hold count by the server's
 * clock (D-125); a page that does not know that yet asks for it, since the device's may have been changed.
 */
export const readSaved =
  (clinicId: string): AppThunk<Promise<SavedBooking | null>> =>
  async (dispatch, getState, extra) => {
    if (!getState().connection.isClockHeard) {
      const sentAt = extra.now();
      const answer = await askHealth(extra.base, patienceMs);
      const at = answer && dateOf(answer);
      if (at !== null) setClock(at, sentAt, { dispatch, getState, extra });
    }
    const saved = await loadDraft(clinicId, new Date(serverNow(getState(), extra)));
    if (!saved) markRemoved(clinicId, 'draft');
    return saved;
  };

/** Whether the draft saved on this device waits for this payment. */
export const isOwnBooking =
  (clinicId: string, paymentId: string | null): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const saved = savedKinds(clinicId).has('draft') ? await dispatch(readSaved(clinicId)) : null;
    return saved !== null && saved.draft.paymentRequestId === paymentId;
  };
