import { serverNow } from '../../../state/clock';
import { selectOwner } from '../../../state/session';
import { savingFailed, savingWorked } from '../../../state/storageHealth';
import type { SavedBooking } from '../../../domain/booking/draft';
import { DRAFT_VERSION } from '../../../domain/booking/draftVersion';
import { clearsSavedBooking } from '../../../domain/booking/steps';
import { inTurn } from '../../../offline/inTurn';
import { markRemoved, markSaved, savedKinds } from '../../../offline/marker';
import type { AppThunk, RootState } from '../../../state/store';

/**
 * Saves the draft on the device, or removes it at a step that clears it or after too many wrong codes (D-38, FLOW-21,
 * VERIF-10). If saving fails the booking continues and the page says so.
 */
export const keepDraft = (): AppThunk<Promise<void>> => (dispatch, getState) => {
  // Reads the state now: when the queued save runs, the booking page may have been left.
  const state = getState();
  return inTurn(() => dispatch(writeDraft(state)));
};

/**
 * Saves the draft, or removes it, while the page is closing: the write must start before this returns, since later ones
 * may be lost (D-38). A queued save may overwrite it with older data, so the draft is also saved in turn. Where nothing
 * has changed since this page saved it, nothing is written: another tab may have gone on with it, or booked it.
 */
export const keepDraftAtOnce = (): AppThunk<void> => (dispatch, getState, services) => {
  const state = getState();
  const { kept } = services.drafts;
  const { draft, position } = state.booking;
  if (kept ? kept.draft === draft && kept.position === position : isCleared(state)) return;
  const { clinicId } = state.session;
  if (clinicId && isKept(state)) {
    try {
      const saved = isCleared(state) ? null : savedBooking(state, serverNow(state, services));
      services.drafts.loaded?.saveDraftAtOnce(clinicId, saved);
    } catch {
      // A failure here is ignored: the queued save reports it.
    }
  }
  void dispatch(keepDraft());
};

/**
 * Whether the draft is to be saved. It is not for a payment link, whose payment is the clinic's and which must not
 * replace the owner's own draft (D-40), nor where the page only led to the portal, nor while another tab's draft has the
 * time.
 */
const isKept = ({ booking }: RootState): boolean =>
  booking.isOpen &&
  booking.params.paymentId === null &&
  booking.entered > 0 &&
  booking.pickerMessage !== 'hold-replaced';

const isCleared = ({ booking: { position, draft } }: RootState): boolean =>
  clearsSavedBooking[position.step] || draft.verificationError !== null;

const savedBooking = (state: RootState, now: number): SavedBooking => ({
  version: DRAFT_VERSION,
  savedAt: new Date(now).toISOString(),
  userId: selectOwner(state)?.id ?? null,
  position: state.booking.position,
  draft: state.booking.draft,
});

const writeDraft =
  (state: RootState): AppThunk<Promise<void>> =>
  async (dispatch, _, services) => {
    const { clinicId } = state.session;
    if (!clinicId || !isKept(state)) return;
    if (isCleared(state) && !savedKinds(clinicId).has('draft')) return;
    try {
      services.drafts.loaded ??= await import('../../../offline/database/drafts');
      const { removeDraft, saveDraft } = services.drafts.loaded;
      if (isCleared(state)) {
        await removeDraft(clinicId);
        delete services.drafts.kept;
        markRemoved(clinicId, 'draft');
        return;
      }
      await saveDraft(clinicId, savedBooking(state, serverNow(state, services)));
      services.drafts.kept = state.booking;
      markSaved(clinicId, 'draft');
      dispatch(savingWorked());
    } catch {
      dispatch(savingFailed());
    }
  };
