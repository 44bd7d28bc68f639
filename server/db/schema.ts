import type { ColumnType, Generated } from 'kysely';
import type { AppointmentDetails } from './appointmentDetails';
import type * as document from './documents';

/**
 * The tables, one type each. Every key begins with the clinic's id, so that the database can be distributed by clinic.
 * Instants are timestamptz and come back as Date; calendar dates are text YYYY-MM-DD; documents are jsonb.
 */
type Instant = ColumnType<Date, Date | string, Date | string>;
/** A document, which is written as JSON text and read as what db/documents.ts says of it. */
type Json<T> = ColumnType<T, string, string>;
type NullJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export type Database = {
  clinics: ClinicTable;
  catalogue: CatalogueTable;
  clinic_files: ClinicFileTable;
  users: UserTable;
  sessions: SessionTable;
  devices: DeviceTable;
  sign_ups: SignUpTable;
  codes: CodeTable;
  counters: CounterTable;
  access_blocks: AccessBlockTable;
  clients: ClientTable;
  patients: PatientTable;
  vaccinations: VaccinationTable;
  medications: MedicationTable;
  appointments: AppointmentTable;
  holds: HoldTable;
  claims: ClaimTable;
  payment_requests: PaymentRequestTable;
  payment_events: PaymentEventTable;
  refunds: RefundTable;
  insurance_quotes: InsuranceQuoteTable;
  sandbox_intents: SandboxIntentTable;
  idempotency_keys: IdempotencyTable;
  messages: MessageTable;
  text_requests: TextRequestTable;
  refills: RefillTable;
  waitlisters: WaitlisterTable;
  booking_sessions: BookingSessionTable;
};

/** `shop` is the clinic file's shop; `version` grows with each change of shop or catalogue and keys caches. */
type ClinicTable = { id: string; shop: Json<document.StoredShop>; version: number; created_at: Instant };

/** What the clinic's practice software owns: location, room, species, breed, patient_color, patient_sex, product, provider, keyword_action. */
type CatalogueTable = { clinic_id: string; kind: string; id: string; position: number; data: Json<unknown> };

/** What each source (a file of CLINIC_FILES) gave last, so that it is loaded only when its content is new (D-217). */
type ClinicFileTable = { clinic_id: string; source: string; content_hash: string; imported_at: Instant };

/**
 * A guest is a user without a verified identifier. `email` and `phone` (E.164) count once their `_verified_at` is set;
 * one that shall replace a verified one waits in `pending_email` or `pending_phone` (D-214).
 */
type UserTable = {
  clinic_id: string;
  id: string;
  first_name: string | null;
  email: string | null;
  email_verified_at: Instant | null;
  phone: string | null;
  phone_verified_at: Instant | null;
  pending_email: ColumnType<string | null, string | null | undefined, string | null>;
  pending_phone: ColumnType<string | null, string | null | undefined, string | null>;
  avatar: string | null;
  metadata: Json<document.UserMetadata>;
  password_hash: string | null;
  is_admin: boolean;
  deactivated_at: Instant | null;
  created_at: Instant;
};

/**
 * Tokens are stored hashed; verification keeps the row and rotates the token (D-18, D-26). After a refresh the
 * previous one is taken for a short while yet, in case the reply with the new one was lost; after a verification only by
 * that same verification, so it is kept under another hash.
 */
type SessionTable = {
  clinic_id: string;
  id: string;
  token_hash: string;
  previous_token_hash: string | null;
  user_id: string;
  address: string | null;
  created_at: Instant;
  rotated_at: Instant;
  expires_at: Instant;
  ended_at: Instant | null;
  /** The browser that an owner signed in with, as `devices` knows it, and its name, such as 'Chrome on Android'. */
  device_hash: ColumnType<string | null, string | null | undefined, string | null>;
  device_label: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the owner last did something with it, to ten minutes. */
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** Browsers that an owner has signed in with (D-405): the hash of a random value that only the browser holds. They open nothing. */
type DeviceTable = {
  clinic_id: string;
  user_id: string;
  device_hash: string;
  first_used_at: Instant;
  last_used_at: Instant;
};

/** A password that waits in its session until a code proves the e-mail or the phone that it was set for (D-214). */
type SignUpTable = {
  clinic_id: string;
  session_id: string;
  email: string | null;
  phone: string | null;
  password_hash: string;
  expires_at: Instant;
};

/** One live code for (session, purpose, identifier); `attempts` counts wrong tries (D-204). */
type CodeTable = {
  clinic_id: string;
  id: string;
  session_id: string;
  purpose: string;
  identifier: string;
  code_hash: string;
  attempts: number;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
};

/** Caps over a window: `key` names what is counted, `window_start` when its window began. */
type CounterTable = { clinic_id: string; key: string; window_start: Instant; count: number };

/** Contacts that may not book (D-16): an e-mail in lower case or a phone in E.164. */
type AccessBlockTable = { clinic_id: string; identifier: string };

type ClientTable = {
  clinic_id: string;
  id: string;
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  zip: string | null;
  metadata: Json<document.ClientNotes>;
  /** Whether the clinic's own file has this client, not only the portal (D-404). */
  known: Generated<boolean>;
  created_at: Instant;
  changed_at: Instant | null;
};

type PatientTable = {
  clinic_id: string;
  id: string;
  client_id: string;
  name: string;
  species_id: string | null;
  sex: string | null;
  birthdate: string | null;
  breed: string | null;
  breed_id: string | null;
  patient_color_id: string | null;
  patient_sex_id: string | null;
  deceased_at: string | null;
  changed_at: Instant | null;
};

/** `withdrawn` ones are shown nowhere (D-415). */
type VaccinationTable = {
  clinic_id: string;
  id: string;
  patient_id: string;
  description: string;
  issue_date: string | null;
  expiration_date: string | null;
  withdrawn: Generated<boolean>;
};
type MedicationTable = {
  clinic_id: string;
  id: string;
  patient_id: string;
  description: string;
  issue_date: string | null;
  instructions: string | null;
  withdrawn: Generated<boolean>;
};

/** `details` keeps the create call's remaining fields (drop-off, species, consent, …). */
type AppointmentTable = {
  clinic_id: string;
  id: string;
  client_id: string;
  patient_id: string | null;
  product_id: string;
  provider_id: string | null;
  room_id: string | null;
  starts_at: Instant;
  ends_at: Instant;
  status: string;
  note: string | null;
  is_dropoff: boolean;
  details: Json<AppointmentDetails>;
  created_at: Instant;
  changed_at: Instant | null;
  /** The start that a reminder, or a meeting link, went out for (D-218). */
  reminded_for: Instant | null;
  linked_for: Instant | null;
};

/** A session's temporary claim on a start (D-203). */
type HoldTable = {
  clinic_id: string;
  id: string;
  session_id: string;
  /** Null where only the length was named (D-412). */
  product_id: string | null;
  starts_at: Instant;
  expires_at: Instant;
  extended: boolean;
  /** The payment whose time this keeps, at most 30 minutes (D-215). */
  payment_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** Its charge runs: not even its own session lets go of it. */
  pinned: ColumnType<boolean, boolean | undefined, boolean>;
  created_at: Instant;
};

/**
 * Who has which time: `resource` is `provider:ID` or `room:ID`. An exclusion constraint keeps ranges of one
 * resource and lane apart. Belongs to a hold (then it expires) or to an appointment.
 */
type ClaimTable = {
  clinic_id: string;
  id: string;
  resource: string;
  lane: number;
  starts_at: Instant;
  ends_at: Instant;
  hold_id: string | null;
  appointment_id: string | null;
  expires_at: Instant | null;
};

/** Absent on insert means null. */
type Null<T> = ColumnType<T | null, T | null | undefined, T | null>;
type NullInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/**
 * A deposit (ENT-17). `status` is pending, requires_action, processing, complete, failed or expired, and refunding or
 * refunded once it is given back; an imported one can have another. `session_id` and `user_id` say who started it, null for a link that the clinic made. Each refused charge
 * opens the next `attempt` with a new setup at the provider. `booking` is the create call's body that paying carries
 * out, under `booking_key` (D-215).
 */
type PaymentRequestTable = {
  clinic_id: string;
  id: string;
  client_id: string;
  appointment_id: string | null;
  product_id: string;
  amount_cents: number;
  status: string;
  session_id: Null<string>;
  user_id: Null<string>;
  attempt: Generated<number>;
  customer_ref: Null<string>;
  setup_ref: Null<string>;
  intent_ref: Null<string>;
  next_action: NullJson<document.NextAction>;
  message: Null<string>;
  booking: NullJson<document.Booking>;
  booking_key: Null<string>;
  completed_at: NullInstant;
  confirmation_number: Null<string>;
  card_last4: Null<string>;
  charged_at: NullInstant;
  expires_at: NullInstant;
  created_at: Instant;
};

/** The provider's events that were heard: each counts once (D-207). */
type PaymentEventTable = { clinic_id: string; id: string; created_at: Instant };

/**
 * A deposit on its way back to its card, at most one a payment (D-414). `reason` is declined, canceled, clinic (by the
 * operator) or provider (by hand at the card provider). Each refusal opens the next `round` with a new key at the
 * provider; `failed_at` is since when it has not gone through as it should, `failure` why. Done once `done_at` is set.
 */
type RefundTable = {
  clinic_id: string;
  payment_id: string;
  reason: string;
  round: Generated<number>;
  ref: Null<string>;
  tries: Generated<number>;
  next_attempt_at: NullInstant;
  created_at: Instant;
  done_at: NullInstant;
  failed_at: NullInstant;
  failure: Null<string>;
};

/** An insurance offer (ENT-18); `quote_ref` is the insurer's. `status` is offered, card_entry, processing, complete or failed. */
type InsuranceQuoteTable = {
  clinic_id: string;
  id: string;
  quote_ref: string;
  client_id: string;
  pet_name: string;
  details: Json<document.InsuredPet>;
  premium_cents: number;
  status: string;
  appointment_id: Null<string>;
  created_at: Instant;
  completed_at: NullInstant;
};

/** The sandbox card provider's memory. `card` says how the card behaves, never its number. */
type SandboxIntentTable = {
  clinic_id: string;
  id: string;
  kind: 'setup' | 'payment' | 'refund';
  key: string;
  secret: string;
  customer: string;
  card: string | null;
  receipt_email: string | null;
  status: string;
  amount_cents: number | null;
  payment_request_id: string | null;
  return_url: string | null;
  /** The charge that a refund gives back. */
  refund_of: Null<string>;
  message: string | null;
  created_at: Instant;
};

/** D-202. `reply` lacks secrets; sign-in calls never come here. */
type IdempotencyTable = {
  clinic_id: string;
  user_id: string;
  key: string;
  endpoint: string;
  body_hash: string;
  reply: Json<document.KeptReply>;
  /** The hold that a guest's key is of; it goes with it (D-404). */
  hold_id: Null<string>;
  created_at: Instant;
};

/**
 * The transactional outbox (D-211). `demo_code` is shown in the demo inbox and is null elsewhere.
 * After `expires_at` the message helps nobody (a code) and is given up.
 */
type MessageTable = {
  clinic_id: string;
  id: string;
  /** Order of writing; two messages can share their instant. */
  position: Generated<number>;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string | null;
  body_text: string;
  body_html: string | null;
  /** A file that goes with an e-mail; gone once that is delivered or given up. */
  attachment: NullJson<document.MessageAttachment>;
  demo_code: string | null;
  kind: string;
  /** The appointment that a reminder is about; it is taken back when that is moved or called off. */
  appointment_id: string | null;
  /** Of a clinic's notice: whom it is of, and when it leaves; those of one owner are gathered (D-404). */
  notice_of: Null<string>;
  leaves_at: NullInstant;
  /** What a notice says that waits for others, to be written together with theirs. */
  waiting: NullJson<document.WaitingNotice>;
  attempts: number;
  next_attempt_at: Instant;
  expires_at: Instant | null;
  delivered_at: Instant | null;
  failed_at: Instant | null;
  last_error: string | null;
  created_at: Instant;
};

type TextRequestTable = { clinic_id: string; id: string; user_id: string; phone: string; created_at: Instant };

/** An owner's request for more of a medication, or for what the note says (D-118). `note` is as it was typed. */
type RefillTable = {
  clinic_id: string;
  id: string;
  client_id: string;
  patient_id: string;
  medication_id: string | null;
  note: string | null;
  created_at: Instant;
};

/** An appointment whose owner would come earlier. */
type WaitlisterTable = {
  clinic_id: string;
  appointment_id: string;
  id: string;
  client_id: string;
  created_at: Instant;
};

/** How far a visit of the booking page came (D-49). `id` is the page's own, so it says something within its session only. */
type BookingSessionTable = {
  clinic_id: string;
  session_id: string;
  id: string;
  user_id: string;
  appointment_id: string | null;
  last_recorded_step: number;
  device: Json<unknown>;
  referral: Json<unknown>;
  created_at: Instant;
  recorded_at: Instant;
};
