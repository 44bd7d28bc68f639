/**
 * The portal's pages below a clinic's address, `/{clinic}`: those that the page draws and the server answers.
 * A segment that begins with `:` stands for any text; a page's name goes before a payment link's id (D-39), and deeper
 * paths belong to no page.
 */
const clinicPages = {
  booking: '',
  appointments: 'appointments',
  appointment: 'appointments/:appointmentId',
  reschedule: 'appointments/:appointmentId/reschedule',
  account: 'account',
  pets: 'pets',
  certificate: 'pets/:patientId/certificate',
  /** A payment link (ROUTE-04, D-40). */
  payment: ':paymentId',
} as const;

export type ClinicPage = keyof typeof clinicPages;

/**
 * Returns the page whose path are the segments after the clinic's id, with what stands for its `:` segment, '' if it
 * has none; null where there is no such page.
 */
export function pageAt(segments: readonly string[]): { page: ClinicPage; id: string } | null {
  for (const [page, path] of Object.entries(clinicPages)) {
    const names = path === '' ? [] : path.split('/');
    const isOpen = (name: string) => name.startsWith(':');
    if (names.length === segments.length && names.every((name, n) => isOpen(name) || name === segments[n]))
      return { page: page as ClinicPage, id: segments[names.findIndex(isOpen)] ?? '' };
  }
  return null;
}
