import { selectShop } from '../../../state/clinic';
import { serverNow } from '../../../state/clock';
import { selectOwner } from '../../../state/session';
import type { SavedBooking } from '../../../domain/booking/draft';
import { entry } from '../../../domain/booking/flow';
import { clearsSavedBooking, isLeave } from '../../../domain/booking/steps';
import { savedKinds } from '../../../offline/marker';
import type { EntryParams } from './entryParams';
import { selectFacts } from '../store/facts';
import { keptReferral } from './referral';
import { bookingOpened } from '../store/slice';
import type { AppThunk } from '../../../state/store';

/**
 * Opens the booking page at the step that the flow's entry decides, resuming a saved draft where there is one (D-38).
 * `address` is the page's address; `isFresh` ignores a saved draft, for a link that was just followed (QUERY-06). Does
 * nothing until the clinic is loaded; the page calls it again then.
 */
export const openBooking =
  (address: string, given: EntryParams, isFresh = false): AppThunk<Promise<void>> =>
  async (dispatch, getState, services) => {
    const { clinicId } = getState().session;
    if (!selectShop(getState())) return;
    const before = selectOwner(getState());
    const read = async () =>
      clinicId && !isFresh && savedKinds(clinicId).has('draft') ? dispatch(readDraft(clinicId)) : null;
    let found = await read();
    // Signing out while the draft was being read deletes it (D-308), a lost session keeps it (ERR-04): reads it again.
    if (found && before !== null && selectOwner(getState()) === null) found = await read();
    const state = getState();
    const params = clinicId ? { ...given, referral: keptReferral(clinicId, given.referral) } : given;
    const saved = found && params.paymentId === null && isTheirs(found, selectOwner(state)?.id ?? null) ? found : null;
    const opening = { ...state.booking, params, ...(saved ? { draft: saved.draft } : {}) };
    const facts = selectFacts({ ...state, booking: opening }, serverNow(state, services), saved ? undefined : true);
    const target = entry(facts, saved?.position ?? null);
    const isResumed = !isLeave(target) && !clearsSavedBooking[target.step];
    dispatch(bookingOpened({ address, params, target, saved: isResumed ? saved : null, createKey: services.uuid() }));
  };

/** Whether the draft may be resumed: not when another signed-in owner made it; a guest's may be (D-18). */
const isTheirs = (saved: SavedBooking, ownerId: string | null): boolean =>
  saved.userId === null || ownerId === null || saved.userId === ownerId;

/** Reads the saved draft; null where the browser's database does not open. */
const readDraft =
  (clinicId: string): AppThunk<Promise<SavedBooking | null>> =>
  async (dispatch) => {
    try {
      const { readSaved } = await import('../draft/savedDraft');
      return await dispatch(readSaved(clinicId));
    } catch {
      return null;
    }
  };
