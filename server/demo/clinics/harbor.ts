import { dateInZone } from '../../../src/domain/clinicTime';
import type { ClinicFile } from '../../modules/clinicFile/file/file';
import { locations, products, providers, rooms } from './harborTypes';
import { neighbours } from './neighbours';
import { emblem, fourWeeks, lists, openings } from './pieces';
import { riley, rileysVisits, type RileysVisit } from './riley';
import { DAY_MINUTES } from '../../../src/domain/minuteOfDay';

const zone = 'America/Los_Angeles';

const color = '#1d4f91';
const anchor =
  '<path d="M32 12a6 6 0 0 0-2.500 11.400V27H24v5h5.500v14.600C22.600 45.500 18 40.600 17.200 34.500L12 36c1.300 9.600 9.300 16 20 16s18.700-6.400 20-16l-5.200-1.500c-.8 6.100-5.400 11-12.300 12.100V32H40v-5h-5.500v-3.600A6 6 0 0 0 32 12zm0 4.200a1.800 1.800 0 1 1 0 3.600 1.800 1.800 0 0 1 0-3.600z"/>';

const policy = `Every request is read by our team. We answer within one business day, and tell you the time to come.

Some visits need a deposit, which is part of the price. It is kept for another time when you let us know at least 48 hours before, and is lost otherwise.

Drop-offs: please come between 7:30 and 9:00, with a phone number at which we can reach you all day.`;

const deposits = {
  default:
    'The deposit is part of the price of your visit. It is kept for another time when you cancel at least 48 hours before.',
  product_policies: [
    {
      product_id: 'dental-cleaning',
      policy:
        'The deposit reserves the surgery room. It is kept for another time when you cancel at least one week before.',
      payment_title_name: 'Dental deposit',
    },
  ],
  payment_title_name: 'Deposit',
};

/** Riley's visits: two to come (one only requested), three past, one declined. */
const visits: RileysVisit[] = [
  {
    id: 'next',
    days: 4,
    weekday: 2,
    minute: 600,
    product_id: 'wellness-exam',
    provider_id: 'lind',
    patient_id: 'patient-biscuit',
    status: 'ACCEPTED',
  },
  {
    id: 'asked',
    days: 10,
    weekday: 4,
    minute: 840,
    product_id: 'sick-visit',
    provider_id: 'moreau',
    patient_id: 'patient-juniper',
    status: 'REQUESTED',
    note: 'Juniper squints again with the left eye',
  },
  {
    id: 'ear',
    days: -45,
    weekday: 3,
    minute: 660,
    product_id: 'sick-visit',
    provider_id: 'castillo',
    patient_id: 'patient-biscuit',
    status: 'DONE',
  },
  {
    id: 'shots',
    days: -160,
    weekday: 2,
    minute: 540,
    product_id: 'vaccine-visit',
    provider_id: 'tran',
    patient_id: 'patient-juniper',
    status: 'DONE',
  },
  {
    id: 'declined',
    days: -75,
    weekday: 5,
    minute: 780,
    product_id: 'wellness-exam',
    provider_id: 'castillo',
    patient_id: 'patient-juniper',
    status: 'DECLINED',
  },
  {
    id: 'yearly',
    days: -370,
    weekday: 2,
    minute: 630,
    product_id: 'wellness-exam',
    provider_id: 'lind',
    patient_id: 'patient-biscuit',
    status: 'DONE',
  },
];

/**
 * Harborview Veterinary Center: bookings are requests that the clinic answers. It has two locations, deposits,
 * insurance, a booking policy, notices for keywords, drop-offs and compound types, and asks for addresses, birth dates
 * and the pet's details.
 */
export function harbor(now: Date): ClinicFile {
  const today = dateInZone(now, zone);
  const others = neighbours(today);
  return {
    shop: {
      id: 'harbor',
      name: 'Harborview Veterinary Center',
      avatar: emblem(color, anchor),
      phone: '+12065550100',
      phoneCode: '1',
      phoneNumber: '2065550100',
      url: 'https://harborviewvets.example',
      address: '300 Harbor Way, Seattle, WA 98101',
      timezone: zone,
      is_demo: false,
      notify_email: 'requests@harborviewvets.example',
      notify_phone: '+12065550101',
      metadata: {
        isAutoAccept: false,
        isBookingAnyone: true,
        isBookingShowProductPrice: true,
        isBookingShowProductDuration: true,
        isBookingShowMap: true,
        bookingSlotInterval: 30,
        bookingMaxLeadTime: 42 * DAY_MINUTES,
        bookingPolicy: policy,
        brandColor: color,
        businessHours: openings([
          [1, 2, 3, 4, 5],
          [7, 30],
          [18, 0],
        ]),
      },
      feature_settings: {
        hold_time_slots_enabled: true,
        multi_location_v1_enabled: true,
        answer_within_hours: 4,
        deposit_collection_v1_enabled: true,
        deposit_collection_policies: deposits,
        deposit_policy_checkbox_enabled: true,
        vertical_insure_enabled: { enabled: true },
        client_address_enabled: true,
        client_dob_enabled: true,
        pet_demographics_enabled: true,
        appointment_note_required_enabled: true,
        include_requested_provider_in_appointment_note: true,
        ask_returning_clients_for_wellness_plan: true,
        custom_online_booking_client_type_text: { enabled: true, text: 'Have we met your pet at Harborview before?' },
        waitlist_ui_v1_enabled: true,
        pet_portal_enabled: true,
        pet_portal_medication_refills_enabled: true,
        client_online_cancellation_enabled: true,
        client_online_cancellation_settings: { enabled: true, min_allowed_lead_time: 48 * 3600 },
      },
    },
    locations,
    rooms,
    ...lists,
    products,
    providers,
    keyword_actions: [
      {
        id: 'emergency',
        all_products: true,
        action_type: 'prompt',
        allow_bypass: false,
        keywords: [
          'bloat',
          'seizure',
          'collapsed',
          'hit by a car',
          'cannot breathe',
          'trouble breathing',
          'poison',
          'antifreeze',
          'chocolate',
          'cannot pee',
        ],
        info_message:
          'This sounds like an emergency. Please do not wait for an appointment: call us now, or go to the nearest emergency hospital.',
      },
      {
        id: 'cough',
        product_ids: ['wellness-exam', 'sick-visit', 'vaccine-visit'],
        action_type: 'prompt',
        keywords: ['cough', 'sneez', 'kennel'],
        prompt_message: 'I will wait in the car',
        info_message:
          'To keep other pets safe, please wait in your car when you arrive and call us. We will bring your pet in by the side door.',
      },
      {
        id: 'fasting',
        product_ids: ['dental-cleaning', 'spay-neuter'],
        action_type: 'info',
        info_message: 'No food from midnight on before the visit. Water is fine until you leave home.',
      },
    ],
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
