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
 * Opens the booking page: decides by the flow's entry where it starts, resuming a saved draft where there is one (D-38).
 * `address` is the one it is opened for; `isFresh` leaves a saved draft alone, for a link that was just followed (QUERY-06).
 * Before the clinic is known nothing can be decided: then the page opens it once it is drawn.
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
    // Whoever signed out while it was read leaves nothing behind, so it is looked for again (D-308); a session that was lost meanwhile takes nothing along (ERR-04).
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

/** A draft that another signed-in owner made is not this one's; a guest's may be (D-18). */
const isTheirs = (saved: SavedBooking, ownerId: string | null): boolean =>
  saved.userId === null || ownerId === null || saved.userId === ownerId;

/** The saved draft; none where the browser's database does not open. */
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
