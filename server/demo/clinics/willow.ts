import { dateInZone } from '../../../src/domain/clinicTime';
import type { ClinicFile, Rows } from '../../modules/clinicFile/file/file';
import { neighbours } from './neighbours';
import { emblem, everyone, fourWeeks, lists, openings, week } from './pieces';
import { riley, rileysVisits, type RileysVisit } from './riley';

const zone = 'America/Denver';

const color = '#6b4d8a';
const leaf =
  '<path d="M50 13c-20 0-34 9-34 24 0 3.400.8 6.300 2.200 8.700C22 37 29 30.500 38.500 26.500 30 32.500 23.500 40 20 50.500l3.500 1.500c.8-2.300 1.700-4.400 2.700-6.300 2.200 1 4.700 1.500 7.300 1.500C46 47.200 51 32 50 13z"/>';

const providers: Rows<'providers'>[] = [
  {
    id: 'hale',
    firstName: 'Dr. Ruth Hale',
    metadata: { order: 1 },
    hours: week([1, 2, 4, 5], ['09:00', '12:00'], ['13:00', '17:00']),
  },
  { id: 'begay', firstName: 'Dr. Sam Begay', metadata: { order: 2 }, hours: week([2, 3, 4], ['10:00', '18:00']) },
];

const products: Rows<'products'>[] = [
  {
    id: 'exam',
    name: 'Exam',
    description: 'A checkup, or a look at what worries you.',
    order_index: 1,
    providerIds: ['hale', 'begay'],
    metadata: { time: 30, cost: 60, ...everyone },
  },
  {
    id: 'recheck',
    name: 'Recheck',
    description: 'A short look after a treatment.',
    order_index: 2,
    providerIds: ['hale', 'begay'],
    metadata: { time: 15, cost: 35, ...everyone },
  },
];

/** Riley's visits: two to come, two past, one cancelled. */
const visits: RileysVisit[] = [
  {
    id: 'next',
    days: 2,
    weekday: 4,
    minute: 660,
    product_id: 'exam',
    provider_id: 'begay',
    patient_id: 'patient-juniper',
    status: 'CONFIRMED',
  },
  {
    id: 'recheck',
    days: 20,
    weekday: 1,
    minute: 570,
    product_id: 'recheck',
    provider_id: 'hale',
    patient_id: 'patient-biscuit',
    status: 'ACCEPTED',
  },
  {
    id: 'paw',
    days: -30,
    weekday: 2,
    minute: 840,
    product_id: 'exam',
    provider_id: 'hale',
    patient_id: 'patient-biscuit',
    status: 'DONE',
  },
  {
    id: 'cancelled',
    days: -50,
    weekday: 3,
    minute: 720,
    product_id: 'recheck',
    provider_id: 'begay',
    patient_id: 'patient-juniper',
    status: 'DELETED',
  },
  {
    id: 'yearly',
    days: -350,
    weekday: 5,
    minute: 600,
    product_id: 'exam',
    provider_id: 'hale',
    patient_id: 'patient-juniper',
    status: 'DONE',
  },
];

/** Willow Creek Pet Clinic: takes no bookings online, but has the pet portal with records and refills. */
export function willow(now: Date): ClinicFile {
  const today = dateInZone(now, zone);
  const others = neighbours(today);
  return {
    shop: {
      id: 'willow',
      name: 'Willow Creek Pet Clinic',
      avatar: emblem(color, leaf),
      phone: '+13035550100',
      phoneCode: '1',
      phoneNumber: '3035550100',
      url: 'https://willowcreekpets.example',
      address: '12 Creekside Lane, Boulder, CO 80302',
      timezone: zone,
      is_demo: false,
      notify_email: 'hello@willowcreekpets.example',
      metadata: {
        brandColor: color,
        isBookingShowMap: true,
        businessHours: openings([
          [1, 2, 3, 4, 5],
          [9, 0],
          [18, 0],
        ]),
      },
      feature_settings: {
        online_booking_disabled: true,
        pet_portal_enabled: true,
        pet_portal_medication_refills_enabled: true,
      },
    },
    ...lists,
    products,
    providers,
    clients: [riley(today), ...others],
    appointments: fourWeeks({
      providers,
      products,
      clients: others,
      fixed: rileysVisits(visits, today, zone),
      today,
      zone,
    }),
  };
}
