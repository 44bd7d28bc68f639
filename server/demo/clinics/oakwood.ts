import { dateInZone } from '../../../src/domain/clinicTime';
import type { ClinicFile, Rows } from '../../modules/clinicFile/file/file';
import { neighbours } from './neighbours';
import { emblem, everyone, fourWeeks, knownOnly, lists, openings, week } from './pieces';
import { riley, rileysVisits, type RileysVisit } from './riley';

const zone = 'America/Chicago';

const color = '#0f766e';
const acorn =
  '<path d="M17 27.5c0-6.500 6.500-11 15-11s15 4.500 15 11c0 1.900-1.300 3-3.100 3H20.100c-1.800 0-3.100-1.100-3.100-3z"/>' +
  '<path d="M20.500 34h23c0 8.500-4.700 14.300-11.500 18-6.800-3.700-11.500-9.500-11.500-18z" opacity=".82"/>' +
  '<path d="M30.600 18c-.3-3 .5-5.500 2.600-7.600.9-.8 2.600.4 1.900 1.500-1.100 1.800-1.500 3.700-1.300 6.100z"/>';

const policy = `Please arrive 10 minutes before your appointment. Keep dogs on a leash and bring cats and small animals in a carrier.

If you cannot come, let us know at least 24 hours before, so that another pet can be seen.

If your pet has trouble breathing, cannot stand or has eaten something poisonous, do not wait for an appointment: call us right away.`;

const providers: Rows<'providers'>[] = [
  {
    id: 'osei',
    firstName: 'Dr. Amara Osei',
    metadata: { order: 1 },
    hours: week([1, 2, 3, 5], ['08:00', '12:00'], ['13:00', '17:30']),
  },
  {
    id: 'ortiz',
    firstName: 'Dr. Ben Ortiz',
    metadata: { order: 2 },
    hours: week([1, 2, 3, 4], ['08:00', '12:30'], ['13:30', '17:00']),
  },
  {
    id: 'nair',
    firstName: 'Dr. Priya Nair',
    metadata: { order: 3 },
    hours: [...week([2, 4, 5], ['10:00', '13:00'], ['14:00', '17:30']), ...week([6], ['09:00', '13:00'])],
  },
  {
    id: 'vega',
    firstName: 'Marisol Vega, RVT',
    metadata: { order: 4 },
    hours: week([1, 2, 3, 4, 5], ['08:00', '12:00'], ['12:30', '16:30']),
  },
];

const small = ['bird', 'ferret', 'guinea-pig', 'rabbit', 'reptile'];

const products: Rows<'products'>[] = [
  {
    id: 'wellness-exam',
    name: 'Wellness exam',
    description: 'Nose-to-tail checkup and any vaccines due.',
    order_index: 1,
    providerIds: ['osei', 'ortiz', 'nair'],
    metadata: { time: 30, cost: 68, speciesIds: ['dog', 'cat'], waitlistEligible: true, ...everyone },
  },
  {
    id: 'first-visit',
    name: 'Puppy or kitten first visit',
    description: 'A long, gentle first exam, vaccines, and time for your questions.',
    order_index: 2,
    providerIds: ['osei', 'nair'],
    metadata: { time: 45, cost: 92, speciesIds: ['dog', 'cat'], waitlistEligible: true, ...everyone },
  },
  {
    id: 'sick-visit',
    name: 'Sick or injured pet',
    description: 'Your pet is not feeling well. Call us instead if it cannot wait.',
    order_index: 3,
    providerIds: ['osei', 'ortiz', 'nair'],
    metadata: { time: 40, cost: 84, speciesIds: ['dog', 'cat'], waitlistEligible: true, ...everyone },
  },
  {
    id: 'vaccine-visit',
    name: 'Vaccine visit',
    description: 'Vaccines only, for pets that had an exam in the last year.',
    order_index: 4,
    providerIds: ['osei', 'ortiz', 'vega'],
    metadata: { time: 15, cost: 42, speciesIds: ['dog', 'cat', 'ferret'], ...knownOnly },
  },
  {
    id: 'dental-cleaning',
    name: 'Dental cleaning',
    description: 'Cleaning under anesthesia. No food from midnight on.',
    order_index: 5,
    providerIds: ['ortiz'],
    needs_room: true,
    metadata: { time: 90, cost: 325, speciesIds: ['dog', 'cat'], waitlistEligible: true, ...knownOnly },
  },
  {
    id: 'nail-trim',
    name: 'Nail trim',
    description: 'A quick trim with one of our technicians.',
    order_index: 6,
    providerIds: ['vega'],
    metadata: { time: 15, cost: 24, speciesIds: ['dog', 'cat', 'bird', 'rabbit', 'guinea-pig', 'ferret'], ...everyone },
  },
  {
    id: 'exotics-exam',
    name: 'Exotic pet exam',
    description: 'For birds, rabbits, reptiles and other small companions.',
    order_index: 7,
    providerIds: ['nair'],
    metadata: { time: 40, cost: 88, speciesIds: small, waitlistEligible: true, ...everyone },
  },
  {
    id: 'farm-call',
    name: 'Farm call',
    description: 'We come to the barn. Please have your horse caught and haltered.',
    order_index: 8,
    providerIds: ['ortiz'],
    metadata: { time: 90, cost: 195, speciesIds: ['equine'], ...everyone },
  },
  {
    id: 'video-consult',
    name: 'Video consult',
    description: 'Talk with a veterinarian from home.',
    order_index: 9,
    is_telemedicine: true,
    meeting_url: 'https://meet.oakwoodanimal.example/visit',
    providerIds: ['nair'],
    metadata: { time: 20, cost: 45, ...everyone },
  },
  {
    id: 'staff-pet',
    name: 'Friends of Oakwood visit',
    description: 'For our team and their families.',
    order_index: 10,
    hidden_from_clients: true,
    visibility_token: 'oakwood-friends',
    providerIds: ['osei'],
    metadata: { time: 30, cost: 34, ...everyone },
  },
];

/** Riley's visits: two to come, three past, one cancelled. */
const visits: RileysVisit[] = [
  {
    id: 'next',
    days: 3,
    weekday: 3,
    minute: 630,
    product_id: 'wellness-exam',
    provider_id: 'osei',
    patient_id: 'patient-biscuit',
    status: 'CONFIRMED',
  },
  {
    id: 'dental',
    days: 15,
    weekday: 3,
    minute: 480,
    product_id: 'dental-cleaning',
    provider_id: 'ortiz',
    patient_id: 'patient-juniper',
    status: 'ACCEPTED',
    room_id: 'dental-suite',
  },
  {
    id: 'itch',
    days: -60,
    weekday: 2,
    minute: 570,
    product_id: 'sick-visit',
    provider_id: 'osei',
    patient_id: 'patient-biscuit',
    status: 'DONE',
  },
  {
    id: 'eye',
    days: -126,
    weekday: 4,
    minute: 900,
    product_id: 'sick-visit',
    provider_id: 'nair',
    patient_id: 'patient-juniper',
    status: 'DONE',
  },
  {
    id: 'cancelled',
    days: -90,
    weekday: 1,
    minute: 690,
    product_id: 'nail-trim',
    provider_id: 'vega',
    patient_id: 'patient-biscuit',
    status: 'DELETED',
  },
  {
    id: 'yearly',
    days: -360,
    weekday: 3,
    minute: 600,
    product_id: 'wellness-exam',
    provider_id: 'ortiz',
    patient_id: 'patient-biscuit',
    status: 'DONE',
  },
];

/**
 * Oakwood Animal Hospital: accepts bookings at once, and has any-clinician booking, holds, prices, cancelling and
 * rescheduling online, the pet portal, refills and the waitlist.
 */
export function oakwood(now: Date): ClinicFile {
  const today = dateInZone(now, zone);
  const others = neighbours(today);
  return {
    shop: {
      id: 'oakwood',
      name: 'Oakwood Animal Hospital',
      avatar: emblem(color, acorn),
      phone: '+15125550100',
      phoneCode: '1',
      phoneNumber: '5125550100',
      url: 'https://oakwoodanimal.example',
      address: '1420 Oakwood Avenue, Austin, TX 78704',
      timezone: zone,
      is_demo: false,
      notify_email: 'frontdesk@oakwoodanimal.example',
      metadata: {
        isAutoAccept: true,
        isBookingAnyone: true,
        isBookingShowProductPrice: true,
        isBookingShowProductDuration: true,
        isBookingShowMap: true,
        bookingSlotInterval: 15,
        bookingPolicy: policy,
        brandColor: color,
        businessHours: openings(
          [
            [1, 2, 3, 4, 5],
            [8, 0],
            [17, 30],
          ],
          [[6], [9, 0], [13, 0]],
        ),
      },
      feature_settings: {
        hold_time_slots_enabled: true,
        waitlist_ui_v1_enabled: true,
        pet_portal_enabled: true,
        pet_portal_medication_refills_enabled: true,
        client_online_cancellation_enabled: true,
        client_online_cancellation_settings: { enabled: true, min_allowed_lead_time: 24 * 3600 },
        client_online_reschedule_enabled: true,
        answer_within_hours: 4,
      },
    },
    rooms: [{ id: 'dental-suite', name: 'Dental suite' }],
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
