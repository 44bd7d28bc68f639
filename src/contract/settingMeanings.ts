import type { Struct } from 'superstruct';
import * as limits from '../limits';
import type { Settings } from './settings';

/** What a setting's number counts. */
type Unit = 'minutes' | 'seconds' | 'hours' | 'appointments' | 'visits' | 'degrees';

/**
 * The parts of the object that a setting holds, or of the objects in its list. `enabled` is its switch and not a part.
 */
type Parts<V> = V extends readonly (infer One)[] ? Parts<One> : V extends object ? Omit<V, 'enabled'> : never;

/** What a setting means. `default` is the value that holds where the clinic does not set it, null for none. */
export type Meaning = {
  meaning: string;
  default: unknown;
  unit?: Unit;
  parts?: Readonly<Record<string, Meaning>>;
};

/** The meaning of a setting with values of the type V, and of all of its parts. */
type MeaningOf<V> = Meaning & { default: V | null } & (keyof ([Parts<V>] extends [never]
    ? unknown
    : Parts<V>) extends never
    ? { parts?: undefined }
    : { parts: Meanings<Parts<V>> });

type Values<S> = { [K in keyof S]: S[K] extends Struct<infer V, infer _> ? V : never };
type Meanings<V> = { [K in keyof V]-?: MeaningOf<NonNullable<V[K]>> };

const off = (meaning: string) => ({ meaning, default: false });
const none = (meaning: string) => ({ meaning, default: null });

/**
 * The words for every setting of `settings.ts`, which docs/settings.md shows. They are apart from the structs so that
 * an owner's page does not load them.
 */
export const settingMeanings: {
  [Place in keyof Settings]: Meanings<Values<Settings[Place]>>;
} = {
  metadata: {
    isAutoAccept: off('Bookings are accepted at once; off, the clinic answers each request'),
    thankYouPage: none("The clinic's own page after a booking"),
    isBookingShowThankYouPage: off('Whether owners are sent on to `thankYouPage`'),
    bookingPolicy: none('What owners read before they choose a time'),
    bookingMaxLeadTime: {
      meaning: 'How far ahead can be booked, in whole days',
      unit: 'minutes',
      default: limits.maxLeadDays * 1440,
    },
    bookingSlotInterval: {
      meaning: 'The grid on which visits start',
      unit: 'minutes',
      default: limits.slotIntervalMinutes,
    },
    isBookingSkipProvider: off('Nobody is asked which clinician they want'),
    isBookingAnyone: off('Owners may leave the choice of the clinician to the clinic'),
    isBookingShowProductPrice: off('Appointment types show their price'),
    isBookingShowProductDuration: off('Appointment types show how long they take'),
    businessHours: {
      meaning: "The week's opening times as the clinic's page shows them; a day without a row is closed",
      default: null,
      parts: {
        day: none('1 is Monday, 7 is Sunday'),
        offline: off('The clinic is closed on this day'),
        startHour: { meaning: 'When it opens', unit: 'hours', default: 0 },
        startMinute: { meaning: 'When it opens', unit: 'minutes', default: 0 },
        endHour: { meaning: 'When it closes; 24 is midnight', unit: 'hours', default: 0 },
        endMinute: { meaning: 'When it closes', unit: 'minutes', default: 0 },
      },
    },
    googleMapUrl: none("The map that the clinic's address leads to"),
    mapCoordinates: {
      meaning: 'Where the map opens, without a `googleMapUrl`; without both it looks for the address',
      default: null,
      parts: {
        lat: { meaning: 'Latitude', unit: 'degrees', default: null },
        lng: { meaning: 'Longitude', unit: 'degrees', default: null },
      },
    },
    isBookingShowMap: { meaning: "The clinic's address leads to a map", default: true },
    brandColor: none("The colour that all colours of the clinic's pages are made of, else the portal's own"),
  },
  feature_settings: {
    deposit_collection_v1_enabled: off('Deposits are asked for, where an appointment type wants one'),
    deposit_policy_checkbox_enabled: off('The payer has to agree to the deposit policy'),
    skip_provider_availability_check: off('Visits may overlap: no time is taken by a booking'),
    include_requested_provider_in_appointment_note: off("The note ends with the clinician's name that was asked for"),
    hold_time_slots_enabled: off('A chosen time is held while the owner fills in the form'),
    check_vetbridge_time_slot_availability: off('A chosen time is looked up once more, where it is not held'),
    ask_returning_clients_for_wellness_plan: off('Returning clients are asked for their wellness plan'),
    skip_demo_shop_booking_otp_enabled: off('A clinic for trying out books without a code'),
    waitlist_ui_v1_enabled: off('Owners may wait for an earlier time, where the appointment type allows it'),
    vertical_insure_enabled: off('Insurance is offered after a booking'),
    multi_location_v1_enabled: off('Owners choose a location'),
    hide_client_booking_hours_enabled: off('The opening times are not shown'),
    client_online_cancellation_enabled: off('Owners may cancel online'),
    pet_portal_medication_refills_enabled: off('Owners may ask for refills'),
    online_booking_disabled: off('Nobody books online'),
    pet_portal_enabled: off("Owners see their pets' records"),
    new_client_booking_disabled: off('New clients do not book online'),
    returning_client_booking_disabled: off('Returning clients do not book online'),
    client_address_enabled: off('The form asks for the address, which new clients have to give'),
    client_dob_enabled: off("The form asks for the owner's date of birth"),
    pet_demographics_enabled: {
      meaning: 'The form asks about the pet',
      default: false,
      parts: {
        sex: { meaning: 'Its sex; anything but false asks for it', default: true },
        birthdate: { meaning: 'Its date of birth; likewise', default: true },
        breed: { meaning: 'Its breed; likewise', default: true },
        color: { meaning: 'Its color; likewise', default: true },
      },
    },
    appointment_note_required_enabled: off('The form wants a note'),
    client_phone_required_enabled: off('The form wants a phone'),
    client_email_required_enabled: off('The form wants an e-mail'),
    client_online_reschedule_enabled: off('Owners may move what they may cancel'),
    deposit_collection_policies: {
      meaning: "The clinic's words about deposits",
      default: null,
      parts: {
        default: none('The policy of every type without its own'),
        product_policies: {
          meaning: 'What differs for an appointment type',
          default: null,
          parts: {
            product_id: none('The appointment type'),
            policy: none('Its policy'),
            payment_title_name: none('What its deposit is called'),
          },
        },
        payment_title_name: { meaning: 'What a deposit is called', default: 'Deposit' },
      },
    },
    booking_limit_per_time_slot_enabled: {
      meaning: 'A clinician may have several visits at the same time',
      default: null,
      parts: {
        apply_to_providers: off('The limit holds for each clinician; without this it holds for nobody'),
        limit: { meaning: 'How many, at most 100', unit: 'visits', default: 1 },
      },
    },
    custom_online_booking_client_type_text: {
      meaning: "The clinic's own question to new and returning clients",
      default: null,
      parts: { text: none('The question') },
    },
    client_online_cancellation_settings: {
      meaning: 'Until when owners may cancel online',
      default: null,
      parts: { min_allowed_lead_time: { meaning: 'So long before the start', unit: 'seconds', default: 0 } },
    },
    deposit_refund_hours: {
      meaning:
        'So long before the start an owner who cancels gets the deposit back; without it the clinic decides each time',
      unit: 'hours',
      default: null,
    },
    answer_within_hours: {
      meaning: 'Within so many open hours the clinic answers what owners ask for; without it owners are told no time',
      unit: 'hours',
      default: null,
    },
    max_upcoming_appointments: {
      meaning: 'How many appointments to come an owner may have',
      unit: 'appointments',
      default: limits.upcomingMost,
    },
    max_upcoming_appointments_new: {
      meaning: 'The same for an owner whom the clinic does not know yet, never more than the other',
      unit: 'appointments',
      default: limits.upcomingMostUnknown,
    },
  },
};
