import type { Rows } from '../../modules/clinicFile/file/file';
import { everyone, knownOnly, week } from './pieces';

/** Harborview's two locations, with who works where and the appointment types that each offers. */

const weekdays = [1, 2, 3, 4, 5];

export const locations: Rows<'locations'>[] = [
  {
    id: 'downtown',
    name: 'Downtown, 300 Harbor Way',
    product_ids: [
      'wellness-exam',
      'vaccine-visit',
      'sick-visit',
      'dental-cleaning',
      'spay-neuter',
      'lameness-workup',
      'video-consult',
    ],
    provider_user_ids: ['lind', 'castillo', 'tran', 'whitaker'],
  },
  {
    id: 'hillside',
    name: 'Hillside, 71 Summit Road',
    product_ids: ['wellness-exam', 'vaccine-visit', 'sick-visit', 'video-consult'],
    provider_user_ids: ['moreau', 'castillo', 'tran'],
  },
];

export const rooms: Rows<'rooms'>[] = [
  { id: 'surgery', name: 'Surgery', location_id: 'downtown' },
  { id: 'imaging', name: 'Imaging', location_id: 'downtown' },
];

export const providers: Rows<'providers'>[] = [
  {
    id: 'lind',
    firstName: 'Dr. Karin Lind',
    metadata: { order: 1 },
    maxDropoffs: 4,
    hours: week([1, 2, 3, 4], ['07:30', '12:00', 'downtown'], ['13:00', '17:00', 'downtown']),
  },
  {
    id: 'moreau',
    firstName: 'Dr. Luc Moreau',
    metadata: { order: 2 },
    maxDropoffs: 2,
    hours: week([2, 3, 4, 5], ['08:00', '12:30', 'hillside'], ['13:30', '18:00', 'hillside']),
  },
  {
    id: 'castillo',
    firstName: 'Dr. Elena Castillo',
    metadata: { order: 3 },
    maxDropoffs: 3,
    hours: [
      ...week([1, 3, 5], ['09:00', '13:00', 'downtown'], ['14:00', '18:00', 'downtown']),
      ...week([2, 4], ['09:00', '14:00', 'hillside']),
    ],
  },
  {
    id: 'tran',
    firstName: 'Minh Tran, LVT',
    metadata: { order: 4 },
    maxDropoffs: 0,
    hours: [...week([1, 2, 4], ['08:00', '16:00', 'downtown']), ...week([3, 5], ['08:00', '16:00', 'hillside'])],
  },
  {
    id: 'whitaker',
    firstName: 'Dr. June Whitaker, surgery',
    metadata: { order: 5 },
    hours: week(weekdays, ['08:00', '15:00', 'downtown']),
  },
];

const small = ['dog', 'cat'];

export const products: Rows<'products'>[] = [
  {
    id: 'wellness-exam',
    name: 'Wellness exam',
    description: 'A full checkup, once a year, twice for seniors. New clients pay a deposit.',
    order_index: 1,
    deposit_amount: 25,
    providerIds: ['lind', 'moreau', 'castillo'],
    metadata: {
      time: 30,
      cost: 74,
      speciesIds: small,
      waitlistEligible: true,
      depositRequiredBeforeBooking: true,
      collectDepositFromNewClients: true,
      collectDepositFromReturningClients: false,
      ...everyone,
    },
  },
  {
    id: 'vaccine-visit',
    name: 'Vaccine visit',
    description: 'Vaccines with a technician, for pets that had an exam in the last year.',
    order_index: 2,
    providerIds: ['tran'],
    metadata: { time: 20, cost: 42, speciesIds: small, ...knownOnly },
  },
  {
    id: 'sick-visit',
    name: 'Sick or injured pet',
    description: 'Tell us what you see. You may leave your pet with us for the day.',
    order_index: 3,
    dropoff_enabled: true,
    providerIds: ['lind', 'moreau', 'castillo'],
    metadata: { time: 40, cost: 92, waitlistEligible: true, ...everyone },
  },
  {
    id: 'dental-cleaning',
    name: 'Dental cleaning',
    description:
      'A day with us: blood work, cleaning under anesthesia, and home by evening. A deposit reserves the day.',
    order_index: 4,
    dropoff_enabled: true,
    dropoff_required: true,
    deposit_amount: 100,
    providerIds: ['lind', 'castillo'],
    metadata: {
      time: 120,
      cost: 540,
      speciesIds: small,
      depositRequiredBeforeBooking: true,
      collectDepositFromNewClients: true,
      collectDepositFromReturningClients: true,
      ...knownOnly,
    },
  },
  {
    id: 'spay-neuter',
    name: 'Spay or neuter',
    description:
      'Exam, surgery and waking up, one after the other. You may send your request first and pay the deposit after it.',
    order_index: 5,
    deposit_amount: 80,
    providerIds: ['lind', 'castillo', 'whitaker', 'tran'],
    segments: [
      { minutes: 30, providerIds: ['lind', 'castillo'] },
      { minutes: 60, providerIds: ['whitaker'], needs_room: true },
      { minutes: 30, providerIds: ['tran', 'lind'] },
    ],
    metadata: {
      time: 120,
      cost: 480,
      speciesIds: small,
      depositRequiredBeforeBooking: true,
      collectDepositFromNewClients: true,
      collectDepositFromReturningClients: true,
      appointmentRequestWithoutDeposit: true,
      ...everyone,
    },
  },
  {
    id: 'lameness-workup',
    name: 'Lameness work-up',
    description: 'An exam and X-rays in one visit.',
    order_index: 6,
    providerIds: ['lind', 'castillo', 'whitaker'],
    segments: [
      { minutes: 30, providerIds: ['lind', 'castillo'] },
      { minutes: 30, providerIds: ['whitaker', 'lind', 'castillo'], needs_room: true },
    ],
    metadata: { time: 60, cost: 210, speciesIds: ['dog'], waitlistEligible: true, ...everyone },
  },
  {
    id: 'video-consult',
    name: 'Video consult',
    description: 'Talk with a veterinarian from home.',
    order_index: 7,
    is_telemedicine: true,
    meeting_url: 'https://meet.harborviewvets.example/visit',
    providerIds: ['moreau', 'castillo'],
    metadata: { time: 20, cost: 48, ...everyone },
  },
];
