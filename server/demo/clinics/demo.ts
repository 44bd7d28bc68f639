import { dateInZone } from '../../../src/domain/clinicTime';
import type { ClinicFile, Rows } from '../../modules/clinicFile/file/file';
import { neighbours } from './neighbours';
import { emblem, everyone, fourWeeks, lists, openings, week } from './pieces';
import { riley, rileysVisits, type RileysVisit } from './riley';

const zone = 'America/New_York';

const color = '#b45309';
const star =
  '<path d="M32 12l5.900 12.600 13.800 1.700-10.200 9.500 2.700 13.700L32 42.800l-12.200 6.700 2.700-13.700-10.200-9.500 13.800-1.700z"/>';

const providers: Rows<'providers'>[] = [
  { id: 'park', firstName: 'Dr. Dana Park', metadata: { order: 1 }, hours: week([1, 2, 3, 4, 5], ['09:00', '17:00']) },
  { id: 'silva', firstName: 'Dr. Rui Silva', metadata: { order: 2 }, hours: week([1, 3, 5, 6], ['10:00', '15:00']) },
];

const products: Rows<'products'>[] = [
  {
    id: 'checkup',
    name: 'Checkup',
    description: 'See what booking a visit is like.',
    order_index: 1,
    providerIds: ['park', 'silva'],
    metadata: { time: 30, cost: 50, waitlistEligible: true, ...everyone },
  },
  {
    id: 'grooming',
    name: 'Grooming',
    description: 'Bath, brush and nails.',
    order_index: 2,
    providerIds: ['silva'],
    metadata: { time: 60, cost: 65, speciesIds: ['dog', 'cat'], ...everyone },
  },
];

/** Riley's visits: one to come, one past. */
const visits: RileysVisit[] = [
  {
    id: 'next',
    days: 5,
    weekday: 3,
    minute: 660,
    product_id: 'checkup',
    provider_id: 'park',
    patient_id: 'patient-biscuit',
    status: 'ACCEPTED',
  },
  {
    id: 'past',
    days: -40,
    weekday: 5,
    minute: 720,
    product_id: 'grooming',
    provider_id: 'silva',
    patient_id: 'patient-biscuit',
    status: 'DONE',
  },
];

/** Demo Animal Clinic: for showing the product; a booking here needs no code (D-28). */
export function demo(now: Date): ClinicFile {
  const today = dateInZone(now, zone);
  const others = neighbours(today);
  return {
    shop: {
      id: 'demo',
      name: 'Demo Animal Clinic',
      avatar: emblem(color, star),
      phone: '+12125550100',
      phoneCode: '1',
      phoneNumber: '2125550100',
      url: 'https://demoanimalclinic.example',
      address: '9 Example Street, New York, NY 10001',
      timezone: zone,
      is_demo: true,
      metadata: {
        isAutoAccept: true,
        isBookingAnyone: true,
        isBookingShowProductPrice: true,
        isBookingShowProductDuration: true,
        brandColor: color,
        businessHours: openings(
          [
            [1, 2, 3, 4, 5],
            [9, 0],
            [17, 0],
          ],
          [[6], [10, 0], [15, 0]],
        ),
      },
      feature_settings: {
        skip_demo_shop_booking_otp_enabled: true,
        hold_time_slots_enabled: true,
        waitlist_ui_v1_enabled: true,
        pet_portal_enabled: true,
        client_online_cancellation_enabled: true,
        answer_within_hours: 2,
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
