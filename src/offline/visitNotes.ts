/** What a tab notes of a visit's bookings, in session storage: the appointment that was told as booked, and the types that were booked again (DONE-06, QUERY-06). */
export type VisitNote = 'converted' | 'again';

/** Whether the tab has not noted this of its visit yet; it has from now on. Where storage is blocked it is always new. */
export function isNewInVisit(clinicId: string, note: VisitNote, value: string): boolean {
  const key = `${note}:${clinicId}`;
  try {
    if (sessionStorage.getItem(key) === value) return false;
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return true;
  }
}

/** Forgets what this tab noted of an owner's bookings at a clinic (D-308). */
export function forgetVisit(clinicId: string): void {
  try {
    (['converted', 'again'] satisfies VisitNote[]).forEach((note) => sessionStorage.removeItem(`${note}:${clinicId}`));
  } catch {
    // Nothing is kept where storage is blocked.
  }
}
