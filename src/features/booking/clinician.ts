import { isClinicianDraft } from '../../domain/booking/clinicianDraft';
import { loadDraft, saveDraft } from '../../offline/drafts';

/** /clinician: a draft that is whole goes on at the form; any other one is left as it is (ROUTE-12, D-41). */
export async function resumeAtForm(clinicId: string, now: Date): Promise<void> {
  const saved = await loadDraft(clinicId, now);
  if (saved && isClinicianDraft(saved.draft)) await saveDraft(clinicId, { ...saved, position: { step: 'client-info' } });
}
