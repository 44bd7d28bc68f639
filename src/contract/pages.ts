/**
 * The portal's pages below a clinic's address, `/{clinic}`: those that the page's router draws and the server answers.
 * A segment that begins with `:` stands for any text; a page's name goes before a payment link's id (D-39), and deeper
 * paths belong to no page.
 */
export const clinicPages = {
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
