import { isClinicianDraft } from '../../../domain/booking/clinicianDraft';
import { saveDraft } from '../../../offline/drafts';
import type { BookingThunk } from '../store/root';
import { readSaved } from '../draft/savedDraft';

/** /clinician: a draft that is whole goes on at the form; any other one is left as it is (ROUTE-12, D-41). */
export const resumeAtForm =
  (clinicId: string): BookingThunk<Promise<void>> =>
  async (dispatch) => {
    const saved = await dispatch(readSaved(clinicId));
    if (saved && isClinicianDraft(saved.draft))
      await saveDraft(clinicId, { ...saved, position: { step: 'client-info' } });
  };
