import { CUSTOMER_SITE, type CreateAppointment } from '../../src/contract/appointments';
import type { createHold } from '../../src/contract/availability';
import type { Input } from '../../src/contract/endpoint';

const half = 30 * 60_000;

/** An exam with Dr. Ada at the builder's clinic. */
export const bookingOf = (start: string): CreateAppointment => ({
  source: CUSTOMER_SITE,
  products: [{ id: 'exam', anyone: false, providerId: 'ada', label: 'Exam' }],
  isReminderSMS: true,
  isReminderEmail: true,
  isSendConfirmation: true,
  date: start,
  speciesId: 'dog',
  speciesName: 'Dog',
  patientName: 'Rex',
});

/** The hold of its half hour. */
export const holdOf = (start: string): Input<typeof createHold>['body'] => ({
  provider_id: 'ada',
  from_date: start,
  to_date: new Date(Date.parse(start) + half).toISOString(),
  expire: start,
  title: 'Online booking hold',
  appointment_type_id: 'exam',
});
