import { dateInZone } from '../../src/domain/clinicTime';
import type { ClinicFile, Rows } from '../modules/clinics/file';
import { breeds, patientColors, patientSexes, species } from './kinds';
import { neighbours } from './neighbours';
import { riley, rileysVisits } from './riley';
import { fillDays, type Usual } from './schedule';

const zone = 'America/Chicago';

/** An acorn on the clinic's colour. */
const acorn = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#0f766e"/><g fill="#fff">'
  + '<path d="M17 27.5c0-6.500 6.500-11 15-11s15 4.500 15 11c0 1.900-1.300 3-3.100 3H20.100c-1.800 0-3.100-1.100-3.100-3z"/>'
  + '<path d="M20.500 34h23c0 8.500-4.700 14.300-11.500 18-6.800-3.700-11.500-9.500-11.500-18z" opacity=".82"/>'
  + '<path d="M30.600 18c-.3-3 .5-5.500 2.600-7.600.9-.8 2.600.4 1.900 1.500-1.100 1.800-1.500 3.700-1.300 6.100z"/></g></svg>',
)}`;

const policy = `Please arrive 10 minutes before your appointment. Keep dogs on a leash and bring cats and small animals in a carrier.

If you cannot come, let us know at least 24 hours before, so that another pet can be seen.

If your pet has trouble breathing, cannot stand or has eaten something poisonous, do not wait for an appointment: call us right away.`;

const week = (days: number[], ...spans: [start: string, end: string][]) =>
  days.flatMap((day) => spans.map(([start, end]) => ({ day, start, end })));

const providers: Rows<'providers'>[] = [
  { id: 'osei', firstName: 'Dr. Amara Osei', metadata: { order: 1 }, hours: week([1, 2, 3, 5], ['08:00', '12:00'], ['13:00', '17:30']) },
  { id: 'ortiz', firstName: 'Dr. Ben Ortiz', metadata: { order: 2 }, hours: week([1, 2, 3, 4], ['08:00', '12:30'], ['13:30', '17:00']) },
  { id: 'nair', firstName: 'Dr. Priya Nair', metadata: { order: 3 }, hours: [...week([2, 4, 5], ['10:00', '13:00'], ['14:00', '17:30']), ...week([6], ['09:00', '13:00'])] },
  { id: 'vega', firstName: 'Marisol Vega, RVT', metadata: { order: 4 }, hours: week([1, 2, 3, 4, 5], ['08:00', '12:00'], ['12:30', '16:30']) },
];

const everyone = { allowNewClients: true, allowReturningClients: true };
const small = ['bird', 'ferret', 'guinea-pig', 'rabbit', 'reptile'];

const products: Rows<'products'>[] = [
  {
    id: 'wellness-exam', name: 'Wellness exam', description: 'Nose-to-tail checkup and any vaccines due.', order_index: 1,
    providerIds: ['osei', 'ortiz', 'nair'], metadata: { time: 30, cost: 68, speciesIds: ['dog', 'cat'], waitlistEligible: true, ...everyone },
  },
  {
    id: 'first-visit', name: 'Puppy or kitten first visit', description: 'A long, gentle first exam, vaccines, and time for your questions.', order_index: 2,
    providerIds: ['osei', 'nair'], metadata: { time: 45, cost: 92, speciesIds: ['dog', 'cat'], waitlistEligible: true, ...everyone },
  },
  {
    id: 'sick-visit', name: 'Sick or injured pet', description: 'Your pet is not feeling well. Call us instead if it cannot wait.', order_index: 3,
    providerIds: ['osei', 'ortiz', 'nair'], metadata: { time: 40, cost: 84, speciesIds: ['dog', 'cat'], waitlistEligible: true, ...everyone },
  },
  {
    id: 'vaccine-visit', name: 'Vaccine visit', description: 'Vaccines only, for pets that had an exam in the last year.', order_index: 4,
    providerIds: ['osei', 'ortiz', 'vega'], metadata: { time: 15, cost: 42, speciesIds: ['dog', 'cat', 'ferret'], allowNewClients: false, allowReturningClients: true },
  },
  {
    id: 'dental-cleaning', name: 'Dental cleaning', description: 'Cleaning under anesthesia. No food from midnight on.', order_index: 5,
    providerIds: ['ortiz'], needs_room: true,
    metadata: { time: 90, cost: 325, speciesIds: ['dog', 'cat'], waitlistEligible: true, allowNewClients: false, allowReturningClients: true },
  },
  {
    id: 'nail-trim', name: 'Nail trim', description: 'A quick trim with one of our technicians.', order_index: 6,
    providerIds: ['vega'], metadata: { time: 15, cost: 24, speciesIds: ['dog', 'cat', 'bird', 'rabbit', 'guinea-pig', 'ferret'], ...everyone },
  },
  {
    id: 'exotics-exam', name: 'Exotic pet exam', description: 'For birds, rabbits, reptiles and other small companions.', order_index: 7,
    providerIds: ['nair'], metadata: { time: 40, cost: 88, speciesIds: small, waitlistEligible: true, ...everyone },
  },
  {
    id: 'farm-call', name: 'Farm call', description: 'We come to the barn. Please have your horse caught and haltered.', order_index: 8,
    providerIds: ['ortiz'], metadata: { time: 90, cost: 195, speciesIds: ['equine'], ...everyone },
  },
  {
    id: 'video-consult', name: 'Video consult', description: 'Talk with a veterinarian from home.', order_index: 9, is_telemedicine: true,
    meeting_url: 'https://meet.oakwoodanimal.example/visit', providerIds: ['nair'], metadata: { time: 20, cost: 45, ...everyone },
  },
  {
    id: 'staff-pet', name: 'Friends of Oakwood visit', description: 'For our team and their families.', order_index: 10,
    hidden_from_clients: true, visibility_token: 'oakwood-friends', providerIds: ['osei'], metadata: { time: 30, cost: 34, ...everyone },
  },
];

const kindsOf = (providerId: string): Usual =>
  products
    .filter((product) => product.providerIds.includes(providerId) && !product.hidden_from_clients && !product.needs_room)
    .map((product) => ({ product_id: product.id, minutes: product.metadata.time, species: product.metadata.speciesIds }));

/** Oakwood Animal Hospital: accepts at once, any clinician, holds, prices, cancel, reschedule, portal, refills, waitlist. */
export function oakwood(now: Date): ClinicFile {
  const today = dateInZone(now, zone);
  const others = neighbours(today);
  const fixed = rileysVisits(today, zone);
  return {
    shop: {
      id: 'oakwood',
      name: 'Oakwood Animal Hospital',
      avatar: acorn,
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
        brandColor: '#0f766e',
        businessHours: [
          ...[1, 2, 3, 4, 5].map((day) => ({ day, offline: false, startHour: 8, startMinute: 0, endHour: 17, endMinute: 30 })),
          { day: 6, offline: false, startHour: 9, startMinute: 0, endHour: 13, endMinute: 0 },
          { day: 7, offline: true },
        ],
      },
      feature_settings: {
        hold_time_slots_enabled: true,
        waitlist_ui_v1_enabled: true,
        pet_portal_enabled: true,
        pet_portal_medication_refills_enabled: true,
        client_online_cancellation_enabled: true,
        client_online_cancellation_settings: { enabled: true, min_allowed_lead_time: 24 * 3600 },
        client_online_reschedule_enabled: true,
      },
    },
    rooms: [{ id: 'dental-suite', name: 'Dental suite' }],
    species,
    breeds,
    patient_colors: patientColors,
    patient_sexes: patientSexes,
    products,
    providers,
    clients: [riley(today), ...others],
    appointments: [
      ...fixed,
      ...fillDays({
        providers,
        usual: Object.fromEntries(providers.map(({ id }) => [id, kindsOf(id)])),
        clients: others,
        fixed,
        minutesOf: (id) => products.find((product) => product.id === id)?.metadata.time ?? 0,
        today,
        days: 28,
        zone,
      }),
    ],
  };
}
