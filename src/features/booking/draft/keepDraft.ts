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
 * Brings the device up to date with the booking: saved, or removed at a step that clears it or when no code will do (D-38, FLOW-21, VERIF-10).
 * Where nothing can be saved the booking goes on and the page says so.
 */
export const keepDraft = (): AppThunk<Promise<void>> => (dispatch, getState) => {
  // The booking as it is now: when its turn has come the page may have been left.
  const state = getState();
  return inTurn(() => dispatch(writeDraft(state)));
};

/**
 * Saves the booking while the page goes away: what a reload or another address interrupts is lost, so it is on its way
 * before this returns (D-38). What is still being saved comes after, and may be older, so the same is also saved in turn.
 */
export const keepDraftAtOnce = (): AppThunk<void> => (dispatch, getState, services) => {
  const state = getState();
  const { clinicId } = state.session;
  if (clinicId && isKept(state) && !isCleared(state)) {
    try {
      services.drafts.loaded?.saveDraftAtOnce(clinicId, savedBooking(state, serverNow(state, services)));
    } catch {
      // Refused here it is told where it is saved in turn.
    }
  }
  void dispatch(keepDraft());
};

/**
 * Whether the booking is the device's to keep. A payment link is the clinic's; the owner's own booking, if one is under
 * way, waits (D-40), as it does where the page was opened only to be left for the portal.
 */
const isKept = ({ booking }: RootState): boolean =>
  booking.isOpen && booking.params.paymentId === null && booking.entered > 0;

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
        markRemoved(clinicId, 'draft');
        return;
      }
      await saveDraft(clinicId, savedBooking(state, serverNow(state, services)));
      markSaved(clinicId, 'draft');
      dispatch(savingWorked());
    } catch {
      dispatch(savingFailed());
    }
  };
