/** Somebody who signed in at the desk (D-421). */
export type StaffPerson = { personId: string; sessionId: string; name: string; email: string };

/** A member of the clinic's staff who calls (D-421). */
export type Member = StaffPerson & {
  role: 'admin' | 'staff';
  /** The clinician that the person is. */
  providerId: string | null;
};
