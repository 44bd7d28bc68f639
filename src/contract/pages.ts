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
 * Returns the page whose path are the segments after the clinic's id, with what stands for its `:` segments by their
 * names; null where there is none.
 */
export function pageAt(
  segments: readonly string[],
): { page: ClinicPage; params: Readonly<Record<string, string>> } | null {
  for (const [page, path] of Object.entries(clinicPages)) {
    const names = path === '' ? [] : path.split('/');
    const isIt =
      names.length === segments.length && names.every((name, n) => name.startsWith(':') || name === segments[n]);
    if (!isIt) continue;
    const open = names.flatMap((name, n) => (name.startsWith(':') ? [[name.slice(1), segments[n]!] as const] : []));
    return { page: page as ClinicPage, params: Object.fromEntries(open) };
  }
  return null;
}
