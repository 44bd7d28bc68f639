/** The session storage key of the appointment that this tab already reported as booked (DONE-06). */
const keyOf = (clinicId: string): string => `converted:${clinicId}`;

/**
 * Whether this tab has not reported the appointment as booked yet, and notes it as reported. Always true where storage
 * is blocked.
 */
export function isNewInVisit(clinicId: string, appointmentId: string): boolean {
  try {
    if (sessionStorage.getItem(keyOf(clinicId)) === appointmentId) return false;
    sessionStorage.setItem(keyOf(clinicId), appointmentId);
    return true;
  } catch {
    return true;
  }
}

/** Deletes this tab's note about bookings at a clinic (D-308). */
export function forgetVisit(clinicId: string): void {
  try {
    sessionStorage.removeItem(keyOf(clinicId));
  } catch {
    // Where storage is blocked, there is no note to delete.
  }
}
