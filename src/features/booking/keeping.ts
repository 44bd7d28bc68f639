import { selectOwner } from '../../api/session';
import { savingFailed, savingWorked } from '../../api/storage';
import { DRAFT_VERSION, type SavedBooking } from '../../domain/booking/draft';
import { clearsSavedBooking } from '../../domain/booking/steps';
import { inTurn } from '../../offline/inTurn';
import { markRemoved, markSaved, savedKinds } from '../../offline/marker';
import type { BookingRoot, BookingThunk } from './root';

/**
 * Brings the device up to date with the booking: saved, or removed at a step that clears it or when no code will do (D-38, FLOW-21, VERIF-10).
 * Where nothing can be saved the booking goes on and the page says so.
 */
export const keepDraft = (): BookingThunk<Promise<void>> => (dispatch, getState) => {
  // The booking as it is now: when its turn has come the page may have been left.
  const state = getState();
  return inTurn(() => dispatch(writeDraft(state)));
};

const writeDraft = (state: BookingRoot): BookingThunk<Promise<void>> => async (dispatch, _, services) => {
  const { clinicId } = state.session;
  const { isOpen, position, draft } = state.booking;
  // A payment link is the clinic's; the owner's own booking, if one is under way, waits (D-40).
  if (!isOpen || !clinicId || state.booking.params.paymentId !== null) return;
  // Opened only to be left for the portal: a booking under way waits, too.
  if (state.booking.entered === 0) return;
  const isCleared = clearsSavedBooking[position.step] || draft.verificationError !== null;
  if (isCleared && !savedKinds(clinicId).has('draft')) return;
  try {
    const { removeDraft, saveDraft } = await import('../../offline/drafts');
    if (isCleared) {
      await removeDraft(clinicId);
      markRemoved(clinicId, 'draft');
      return;
    }
    const saved: SavedBooking = {
      version: DRAFT_VERSION,
      savedAt: new Date(services.now()).toISOString(),
      userId: selectOwner(state)?.id ?? null,
      position,
      draft,
    };
    await saveDraft(clinicId, saved);
    markSaved(clinicId, 'draft');
    dispatch(savingWorked());
  } catch {
    dispatch(savingFailed());
  }
};
