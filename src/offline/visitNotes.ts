/** What a tab notes of its visit in session storage: the appointment that was told as booked (DONE-06). */
const keyOf = (clinicId: string): string => `converted:${clinicId}`;

/** Whether the tab has not told of this appointment yet; it has from now on. Where storage is blocked it is always new. */
export function isNewInVisit(clinicId: string, appointmentId: string): boolean {
  try {
    if (sessionStorage.getItem(keyOf(clinicId)) === appointmentId) return false;
    sessionStorage.setItem(keyOf(clinicId), appointmentId);
    return true;
  } catch {
    return true;
  }
}

/** Forgets what this tab noted of an owner's bookings at a clinic (D-308). */
export function forgetVisit(clinicId: string): void {
  try {
    sessionStorage.removeItem(keyOf(clinicId));
  } catch {
    // Nothing is kept where storage is blocked.
  }
}
