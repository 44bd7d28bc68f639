import { isClinicianDraft } from '../../../domain/booking/clinicianDraft';
import { saveDraft } from '../../../offline/database/drafts';
import { readSaved } from '../draft/savedDraft';
import type { AppThunk } from '../../../state/store';

/**
 * Opens a complete draft at the form, for the address /clinician; leaves an incomplete one as it is (ROUTE-12, D-41).
 */
export const resumeAtForm =
  (clinicId: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const saved = await dispatch(readSaved(clinicId));
    if (saved && isClinicianDraft(saved.draft))
      await saveDraft(clinicId, { ...saved, position: { step: 'client-info' } });
  };
