import { array, object, optional, type Infer } from 'superstruct';
import { CreateAppointment } from '../../../../src/contract/appointments';
import { refillStates } from '../../../../src/contract/pets';
import { FeatureSettings, WrittenMetadata } from '../../../../src/contract/settings';
import { appointmentDetails } from '../../../db/appointmentDetails';
import * as f from './fields';
import { DAY_MINUTES } from '../../../../src/domain/minuteOfDay';
import * as limits from '../../../../src/limits';

/**
 * The clinic file: all parts that a clinic may hand over. Null is the same as absent (D-220). Fields marked with
 * "portal" occur only in an export of the portal, which lets a clinic move to another server (D-217).
 */

const ids = () => array(f.id());

const ShopRow = object({
  id: f.clinicId(),
  name: f.name(),
  avatar: optional(f.picture()),
  phone: f.phone(),
  phoneCode: f.text(4),
  phoneNumber: f.text(15),
  url: optional(f.https()),
  address: optional(f.text(500)),
  timezone: f.timeZone(),
  is_demo: optional(f.flag()),
  notify_email: optional(f.email()),
  notify_phone: optional(f.phone()),
  stripe_account: optional(f.text()),
  metadata: optional(WrittenMetadata),
  feature_settings: optional(FeatureSettings),
});

const ProductRow = object({
  id: f.id(),
  name: f.name(),
  description: optional(f.text(2000)),
  order_index: optional(f.number(-1e9, 1e9)),
  hidden_from_clients: optional(f.flag()),
  visibility_token: optional(f.name()),
  providerIds: ids(),
  dropoff_enabled: optional(f.flag()),
  dropoff_required: optional(f.flag()),
  is_telemedicine: optional(f.flag()),
  metadata: object({
    time: f.whole(1, DAY_MINUTES),
    cost: optional(f.money()),
    speciesIds: optional(ids()),
    allowNewClients: optional(f.flag()),
    allowReturningClients: optional(f.flag()),
    waitlistEligible: optional(f.flag()),
    depositRequiredBeforeBooking: optional(f.flag()),
    collectDepositFromNewClients: optional(f.flag()),
    collectDepositFromReturningClients: optional(f.flag()),
    appointmentRequestWithoutDeposit: optional(f.flag()),
  }),
  deposit_amount: optional(f.money()),
  needs_room: optional(f.flag()),
  meeting_url: optional(f.https()),
  segments: optional(
    array(object({ minutes: f.whole(1, DAY_MINUTES), providerIds: ids(), needs_room: optional(f.flag()) })),
  ),
});

const ProviderRow = object({
  id: f.id(),
  firstName: f.name(),
  lastName: optional(f.text()),
  avatar: optional(f.picture()),
  metadata: optional(object({ order: optional(f.number(-1e9, 1e9)) })),
  maxDropoffs: optional(f.whole(0, 10_000)),
  private: optional(f.flag()),
  hours: optional(
    array(object({ day: f.whole(1, 7), start: f.clock(), end: f.clock(), location_id: optional(f.id()) })),
  ),
  time_off: optional(array(object({ from: f.instant(), to: f.instant() }))),
});

/**
 * True removes a record from the portal, certificates and saved copies (D-415). False or absent shows it, even if it
 * was withdrawn before.
 */
const withdrawn = optional(f.flag());

const PatientRow = object({
  id: f.id(),
  name: f.name(),
  species_id: optional(f.id()),
  sex: optional(f.text(64)),
  birthdate: optional(f.date()),
  breed: optional(f.text()),
  breed_id: optional(f.id()),
  patient_color_id: optional(f.id()),
  patient_sex_id: optional(f.id()),
  deceased_at: optional(f.dateOrInstant()),
  /** Portal: when the portal changed the row; later imports do not overwrite such a row. */
  changed_at: optional(f.instant()),
  vaccinations: optional(
    array(
      object({
        id: f.id(),
        description: f.name(500),
        issue_date: optional(f.date()),
        expiration_date: optional(f.date()),
        withdrawn,
      }),
    ),
  ),
  medications: optional(
    array(
      object({
        id: f.id(),
        description: f.name(limits.medicationMax),
        issue_date: optional(f.date()),
        instructions: optional(f.text(2000)),
        withdrawn,
      }),
    ),
  ),
});

const ClientRow = object({
  id: f.id(),
  first_name: optional(f.text()),
  last_name: optional(f.text()),
  email: optional(f.email()),
  phone: optional(f.phone()),
  address1: optional(f.text()),
  address2: optional(f.text()),
  city: optional(f.text()),
  state: optional(f.text()),
  country: optional(f.text()),
  zip: optional(f.text(32)),
  created_at: optional(f.instant()),
  password: optional(f.text()),
  metadata: optional(
    object({
      dateOfBirth: optional(f.whole(1, 31)),
      monthOfBirth: optional(f.whole(1, 12)),
      /**
       * Portal: `unverified` names the contacts that no code has proved, `pending` has those that replace the record's
       * own once they are proved, `possible_duplicates` has the ids of records that may be of the same owner.
       */
      unverified: optional(array(f.oneOf('email', 'phone'))),
      pending: optional(object({ email: optional(f.email()), phone: optional(f.phone()) })),
      possible_duplicates: optional(ids()),
    }),
  ),
  /** Portal: false for a client whom only the portal knows, not the clinic (D-404). */
  known: optional(f.flag()),
  /** Portal: when the portal changed the row; later imports do not overwrite such a row. */
  changed_at: optional(f.instant()),
  patients: optional(array(PatientRow)),
});

const appointmentStatuses = ['REQUESTED', 'ACCEPTED', 'CONFIRMED', 'DECLINED', 'DELETED', 'DONE'] as const;

const AppointmentRow = object({
  id: f.id(),
  client_id: f.id(),
  patient_id: optional(f.id()),
  product_id: f.id(),
  provider_id: optional(f.id()),
  room_id: optional(f.id()),
  fromDate: f.instant(),
  /** The end; if absent, the start and the length of the type. */
  toDate: optional(f.instant()),
  status: f.oneOf(...appointmentStatuses),
  note: optional(f.text(2000)),
  isDropoff: optional(f.flag()),
  /**
   * Portal, as are the fields below. `reminded_for` and `linked_for` are the starts for which the owner was sent a
   * reminder and the link of a virtual visit.
   */
  details: optional(appointmentDetails.written(f)),
  created_at: optional(f.instant()),
  changed_at: optional(f.instant()),
  reminded_for: optional(f.instant()),
  linked_for: optional(f.instant()),
});

const named = { id: f.id(), name: f.name() };

export const ClinicFile = object({
  shop: ShopRow,
  locations: optional(array(object({ ...named, product_ids: optional(ids()), provider_user_ids: optional(ids()) }))),
  rooms: optional(array(object({ ...named, location_id: optional(f.id()) }))),
  species: optional(array(object(named))),
  breeds: optional(array(object({ id: f.id(), species_id: f.id(), display_name: f.name() }))),
  patient_colors: optional(array(object({ ...named, species_id: f.id() }))),
  patient_sexes: optional(array(object({ ...named, species_id: f.id() }))),
  products: optional(array(ProductRow)),
  providers: optional(array(ProviderRow)),
  keyword_actions: optional(
    array(
      object({
        id: f.id(),
        keywords: optional(array(f.text(200))),
        product_ids: optional(ids()),
        all_products: optional(f.flag()),
        action_type: f.name(64),
        prompt_message: optional(f.text(2000)),
        info_message: optional(f.text(5000)),
        allow_bypass: optional(f.flag()),
      }),
    ),
  ),
  clients: optional(array(ClientRow)),
  appointments: optional(array(AppointmentRow)),
  payment_requests: optional(
    array(
      object({
        id: f.paymentId(),
        client_id: f.id(),
        appointment_id: optional(f.id()),
        product_id: f.id(),
        amount: f.money(),
        status: f.name(64),
        /**
         * Portal, as are the fields down to `booking`, which is the body of the create call that paying carries out
         * (D-215).
         */
        created_at: optional(f.instant()),
        completed_at: optional(f.instant()),
        expires_at: optional(f.instant()),
        confirmation_number: optional(f.text()),
        booking: optional(CreateAppointment),
        /**
         * Portal, as are the fields below: what a refund needs to know of the charge, and the refund itself if the
         * payment is refunding or refunded.
         */
        attempt: optional(f.whole(0, 1000)),
        provider_ref: optional(f.text()),
        card_last4: optional(f.text(4)),
        refund: optional(
          object({
            reason: f.oneOf('declined', 'canceled', 'clinic', 'provider'),
            round: optional(f.whole(0, 1e6)),
            created_at: f.instant(),
            done_at: optional(f.instant()),
            failed_at: optional(f.instant()),
            failure: optional(f.text(2000)),
          }),
        ),
      }),
    ),
  ),
  access_blocks: optional(array(object({ email: optional(f.email()), phone: optional(f.phone()) }))),
  /** Portal, as is the waitlist. */
  refills: optional(
    array(
      object({
        id: f.id(),
        client_id: f.id(),
        patient_id: f.id(),
        medication_id: optional(f.id()),
        /** What the owner asked for, in the words that they saw; the record's where it is left out. */
        medication: optional(f.text(limits.medicationMax)),
        note: optional(f.text(2000)),
        created_at: f.instant(),
        /** `received` where it is left out, since `created_at`. */
        state: optional(f.oneOf(...refillStates)),
        state_at: optional(f.instant()),
        /** The sentence that the owner of a declined one reads. */
        state_reason: optional(f.text(500)),
        /** The name of who approved it. */
        approved_by: optional(f.text(255)),
      }),
    ),
  ),
  waitlist: optional(array(object({ id: f.id(), client_id: f.id(), appointment_id: f.id(), created_at: f.instant() }))),
});
export type ClinicFile = Infer<typeof ClinicFile>;

export type Rows<K extends keyof ClinicFile> = NonNullable<ClinicFile[K]> extends (infer Row)[] ? Row : never;
export type ClientInFile = Rows<'clients'>;
export type PatientInFile = NonNullable<ClientInFile['patients']>[number];
export type AppointmentInFile = Rows<'appointments'>;
