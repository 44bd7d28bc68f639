import { setClock } from '../../../api/baseQuery';
import { serverNow } from '../../../state/clock';
import type { SavedBooking } from '../../../domain/booking/draft';
import { loadDraft } from '../../../offline/database/drafts';
import { dateOf } from '../../../offline/exchange';
import { askHealth } from '../../../offline/health';
import { markRemoved, savedKinds } from '../../../offline/marker';
import type { AppThunk } from '../../../state/store';

/** How long the server may be waited for before the device's clock is believed, milliseconds. */
const patienceMs = 800;

/**
 * The clinic's saved booking, null where there is none or it is too old. Its age and its hold are the server's to count
 * (D-125): a page that has not heard its clock yet asks for it, since the device's may have been set meanwhile.
 */
export const readSaved =
  (clinicId: string): AppThunk<Promise<SavedBooking | null>> =>
  async (dispatch, getState, extra) => {
    if (!getState().connection.isClockHeard) {
      const answer = await askHealth(extra.base, patienceMs);
      const at = answer && dateOf(answer);
      if (at !== null) setClock(at, { dispatch, getState, extra });
    }
    const saved = await loadDraft(clinicId, new Date(serverNow(getState(), extra)));
    if (!saved) markRemoved(clinicId, 'draft');
    return saved;
  };

/** Whether the booking saved on this device waits for this payment. */
export const isOwnBooking =
  (clinicId: string, paymentId: string | null): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const saved = savedKinds(clinicId).has('draft') ? await dispatch(readSaved(clinicId)) : null;
    return saved !== null && saved.draft.paymentRequestId === paymentId;
  };
