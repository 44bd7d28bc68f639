import type { Appointment } from '../../../../src/contract/appointments';

const hour = 3_600_000;
/** An appointment of the owner's `hours` from now. */
export const visit = (hours: number, more: Partial<Appointment> = {}): Appointment => ({
  id: 'a1',
  fromDate: new Date(Date.now() + hours * hour).toISOString(),
  toDate: new Date(Date.now() + hours * hour + hour / 2).toISOString(),
  status: 'ACCEPTED',
  items: [
    {
      clientId: 'c1',
      providerId: 'ada',
      metadata: {
        providerName: 'Dr. Ada Park',
        providerAvatar: null,
        productId: 'exam',
        productName: 'Exam',
        patientName: 'Pepper',
        productTime: 30,
      },
    },
  ],
  providers: [{ id: 'ada', firstName: 'Dr. Ada Park' }],
  note: null,
  ...more,
});
