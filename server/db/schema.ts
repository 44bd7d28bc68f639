import type { ColumnType, Generated } from 'kysely';
import type { AppointmentDetails } from './appointmentDetails';
import type * as document from './documents';

/**
 * The tables, one type each. Every key begins with the clinic's id, so that the database can be distributed by clinic.
 * Instants are timestamptz and come back as Date; calendar dates are text YYYY-MM-DD; documents are jsonb.
 */
type Instant = ColumnType<Date, Date | string, Date | string>;
/** A document: written as JSON text, and read as the type that db/documents.ts gives it. */
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
  push_subscriptions: PushSubscriptionTable;
  answer_links: AnswerLinkTable;
  text_requests: TextRequestTable;
  refills: RefillTable;
  waitlisters: WaitlisterTable;
  booking_sessions: BookingSessionTable;
  offers: OfferTable;
  offered_times: OfferedTimeTable;
  desk_answers: DeskAnswerTable;
  desk_presence: DeskPresenceTable;
  people: PersonTable;
  staff_sessions: StaffSessionTable;
  staff_codes: StaffCodeTable;
  passkeys: PasskeyTable;
  passkey_ceremonies: PasskeyCeremonyTable;
  memberships: MembershipTable;
  audit_lines: AuditLineTable;
  jobs: JobTable;
};

/**
 * `shop` is the clinic file's shop. `version` grows with each change of the shop or the catalogue; caches are kept by
 * it.
 */
type ClinicTable = { id: string; shop: Json<document.StoredShop>; version: number; created_at: Instant };

/**
 * The records that the clinic's practice software owns. `kind` is location, room, species, breed, patient_color,
 * patient_sex, product, provider or keyword_action.
 */
type CatalogueTable = { clinic_id: string; kind: string; id: string; position: number; data: Json<unknown> };

/**
 * The hash of what each source (a file of CLINIC_FILES) contained last, so that it is loaded only when its content is
 * new (D-217).
 */
type ClinicFileTable = { clinic_id: string; source: string; content_hash: string; imported_at: Instant };

/**
 * A guest is a user without a verified identifier. `email` and `phone` (E.164) count once their `_verified_at` is set;
 * a new one that is to replace a verified one waits in `pending_email` or `pending_phone` (D-214).
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
 * Tokens are stored as hashes. Verification keeps the row and replaces the token (D-18, D-26). The previous token is
 * accepted for a short while after a refresh, in case the reply with the new one was lost. After a verification only
 * the same verification accepts it, so it is stored under another hash (`hashSpent`).
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
  /** When the owner last used the session; a later use within ten minutes is not stored. */
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/**
 * Browsers that an owner has signed in with (D-405). `device_hash` is the hash of a random value that only the browser
 * holds. A device gives access to nothing.
 */
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

/** The counts of caps: `key` names what is counted, `window_start` is when its window began. */
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

/** `withdrawn` ones are not shown to owners any more (D-415). */
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

/** `details` stores the create call's other fields (drop-off, species, consent, …). */
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
  /** The start for which a reminder, or a meeting link, was sent (D-218). */
  reminded_for: Instant | null;
  linked_for: Instant | null;
};

/** A session's temporary claim on a start (D-203). */
type HoldTable = {
  clinic_id: string;
  id: string;
  session_id: string;
  /** The appointment type; null where the hold was asked for by its length only (D-412). */
  product_id: string | null;
  starts_at: Instant;
  expires_at: Instant;
  extended: boolean;
  /** The payment for which this hold keeps the time, at most 30 minutes (D-215). */
  payment_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether the payment's charge is under way: then not even the hold's own session can give the hold up. */
  pinned: ColumnType<boolean, boolean | undefined, boolean>;
  created_at: Instant;
};

/**
 * Which times are taken: `resource` is `provider:ID`, `room:ID`, or `dropoff:ID` for a clinician's drop-off places of a
 * day. An exclusion constraint keeps the ranges of one resource and lane apart; what may take place at the same time
 * has different lanes. A claim belongs to a hold, and then expires, to an appointment, or to a time that an owner is offered.
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
  offered_time_id: ColumnType<string | null, string | null | undefined, string | null>;
  expires_at: Instant | null;
};

/** Absent on insert means null. */
type Null<T> = ColumnType<T | null, T | null | undefined, T | null>;
type NullInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/**
 * A deposit (ENT-17). `status` is pending, requires_action, processing, complete, failed or expired, and refunding or
 * refunded once it is given back; an imported one can have another. `session_id` and `user_id` say who started it, null
 * for a link that the clinic made. Each refused charge opens the next `attempt` with a new setup at the provider.
 * `booking` is the create call's body, which is carried out under the key `booking_key` once the deposit is paid
 * (D-215).
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

/** The card provider's events that were received, stored so that each counts once (D-207). */
type PaymentEventTable = { clinic_id: string; id: string; created_at: Instant };

/**
 * A deposit on its way back to its card, at most one a payment (D-414). `reason` is declined, canceled, clinic (by the
 * operator) or provider (by hand at the card provider). Each refusal opens the next `round` with a new key at the
 * provider. `failed_at` is when the refund first failed or turned out to be late, `failure` why; both are cleared when
 * it goes through. It is done once `done_at` is set.
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

/**
 * An insurance offer (ENT-18); `quote_ref` is the insurer's. `status` is offered, card_entry, processing or
 * complete; replaced where another offer for the pet was accepted since, and withdrawn once the insurer has heard so.
 */
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

/** What the sandbox card provider remembers. `card` says how the card behaves, never its number. */
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

/**
 * The replies kept under Idempotency-Keys (D-202). `reply` contains no secrets; sign-in calls are never stored here.
 */
type IdempotencyTable = {
  clinic_id: string;
  user_id: string;
  key: string;
  endpoint: string;
  body_hash: string;
  reply: Json<document.KeptReply>;
  /** The hold that a guest's key belongs to; the key is deleted together with it (D-404). */
  hold_id: Null<string>;
  created_at: Instant;
};

/**
 * The transactional outbox (D-211). `demo_code` is shown in the demo inbox and is null elsewhere. After `expires_at` a
 * message is of no use any more, such as one with a code, and is given up.
 */
type MessageTable = {
  clinic_id: string;
  id: string;
  /** The order in which messages were written, since two can have the same instant. */
  position: Generated<number>;
  channel: 'email' | 'sms' | 'push';
  recipient: string;
  subject: string | null;
  body_text: string;
  body_html: string | null;
  /**
   * The file that goes with an e-mail; removed when the e-mail is delivered. A failed e-mail with a file is deleted
   * after seven days.
   */
  attachment: NullJson<document.MessageAttachment>;
  demo_code: string | null;
  kind: string;
  /** The appointment that a reminder is about; the reminder is taken back when the appointment is moved or canceled. */
  appointment_id: string | null;
  /** The appointment or the refill that a message to an owner concerns, whether or not it stays true. */
  visit_id: Null<string>;
  refill_id: Null<string>;
  payment_id: Null<string>;
  /** The account that a message to its owner is about. */
  user_id: Null<string>;
  /**
   * For a notice to the clinic: the owner whom it is about, and when it is sent. Notices about one owner are gathered
   * (D-404).
   */
  notice_of: Null<string>;
  leaves_at: NullInstant;
  /** The content of a notice that waits for others about the same owner; one message is then written of all of them. */
  waiting: NullJson<document.WaitingNotice>;
  /**
   * Names the change that this message tells of, where it is told by push first (D-441): of the push messages, whose
   * recipients are sessions, and of the text message and e-mail that wait.
   */
  change_id: Null<string>;
  /** Of a push message: what a tap opens, the receipt by which the device says that it was shown, and when it said so. */
  opens: Null<string>;
  receipt: Null<string>;
  seen_at: NullInstant;
  attempts: number;
  next_attempt_at: Instant;
  expires_at: Instant | null;
  delivered_at: Instant | null;
  failed_at: Instant | null;
  last_error: string | null;
  created_at: Instant;
};

/** Where a session's browser takes push messages, and for which keys (D-440). It goes when the session ends. */
type PushSubscriptionTable = {
  clinic_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Instant;
};

/** `state` is open or answered (D-424). */
type TextRequestTable = {
  clinic_id: string;
  id: string;
  user_id: string;
  phone: string;
  created_at: Instant;
  state: Generated<string>;
  answered_at: NullInstant;
};
/**
 * A person's passkey (D-421). `credential_id` and `public_key` (COSE) are base64url, `transports` are separated by
 * commas.
 */
type PasskeyTable = {
  id: string;
  person_id: string;
  credential_id: string;
  public_key: string;
  counter: number;
  transports: string;
  label: string;
  created_at: Instant;
  last_used_at: NullInstant;
};

/** What a browser was asked to prove by a passkey: a sign-in, or a new passkey of a person. It is used once. */
type PasskeyCeremonyTable = { id: string; person_id: Null<string>; challenge: string; expires_at: Instant };

/**
 * A link by which the clinic answers a request from its notice (D-423). It is good until `expires_at`, once, and until a
 * later notice of the same request has another one (`ended_at`).
 */
type AnswerLinkTable = {
  clinic_id: string;
  token_hash: string;
  appointment_id: string;
  created_at: Instant;
  expires_at: Instant;
  ended_at: NullInstant;
  used_at: NullInstant;
  used_for: Null<'accept' | 'decline' | 'offer'>;
};

/**
 * An owner's request for more of a medication, or for what the note says (D-118). `note` is as it was typed. `state` is
 * received, approved, ready, done or declined, since `state_at`; `state_reason` is the sentence that the owner reads,
 * `approved_by` the name of who approved it (D-424). `medication` is what the owner asked for, in the words that they
 * saw, whatever the record says later (D-408); null where a server of an earlier version wrote the row.
 */
type RefillTable = {
  clinic_id: string;
  id: string;
  client_id: string;
  patient_id: string;
  medication_id: string | null;
  medication: Null<string>;
  note: string | null;
  created_at: Instant;
  state: Generated<string>;
  state_at: Instant;
  state_reason: Null<string>;
  approved_by: Null<string>;
};

/** An appointment whose owner would like an earlier time. */
type WaitlisterTable = {
  clinic_id: string;
  appointment_id: string;
  id: string;
  client_id: string;
  created_at: Instant;
};

/**
 * How far a visit of the booking page came (D-49). `id` is made by the page, so it identifies the visit within its
 * session only.
 */
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

/**
 * Other times that the clinic offers for a request (D-425). `state` is kept until the answer has left, then open, and
 * picked or ended. At most one of an appointment is kept or open.
 */
type OfferTable = {
  clinic_id: string;
  id: string;
  appointment_id: string;
  state: 'kept' | 'open' | 'ended' | 'picked';
  until: Instant;
  created_at: Instant;
  ended_at: NullInstant;
};

/** A time of an offer, with who and where for each segment; its claims hold it until the offer ends. */
type OfferedTimeTable = {
  clinic_id: string;
  id: string;
  offer_id: string;
  starts_at: Instant;
  ends_at: Instant;
  provider_id: string | null;
  room_id: string | null;
  segments: Json<document.OfferedSegments>;
};

/**
 * What staff answered to a thing that waits for the clinic (D-426): `body` is the call's, without the version, `words`
 * and `ids` what its record gave, `listed` the thing's line in the list as it was then. `person_id` is null for the
 * operator and for an answer link. It leaves at `leaves_at` unless it is taken back before; `voided` says why it left
 * without doing anything.
 */
type DeskAnswerTable = {
  clinic_id: string;
  id: string;
  kind: string;
  thing_id: string;
  name: string;
  body: Json<document.AnswerBody>;
  words: string;
  ids: Json<document.AnswerIds>;
  listed: Json<document.AnsweredRow>;
  person_id: string | null;
  by: string;
  audit_id: string;
  at: Instant;
  leaves_at: Instant;
  tries: Generated<number>;
  left_at: NullInstant;
  taken_back_at: NullInstant;
  voided: Null<string>;
};

/** Who reads or answers an item of the inbox; two minutes after `seen_at` it is over. */
type DeskPresenceTable = {
  clinic_id: string;
  kind: string;
  thing_id: string;
  person_id: string;
  name: string;
  is_answering: boolean;
  since: Instant;
  seen_at: Instant;
};

/** Somebody who works at clinics, one row whatever their number (D-421). `email` is in lower case. */
type PersonTable = { id: string; email: string; name: string; created_at: Instant };

/** A session at the desk. It runs out twelve hours after `last_used_at`. */
type StaffSessionTable = {
  id: string;
  person_id: string;
  token_hash: string;
  device_label: string | null;
  address: string | null;
  created_at: Instant;
  last_used_at: Instant;
  ended_at: NullInstant;
};

/** A code for signing in at the desk; `attempts` counts wrong tries. */
type StaffCodeTable = {
  id: string;
  person_id: string;
  code_hash: string;
  attempts: Generated<number>;
  created_at: Instant;
  expires_at: Instant;
  used_at: NullInstant;
};

/** A person's place at a clinic. `invited_by` is a person, null for the operator. */
type MembershipTable = {
  clinic_id: string;
  person_id: string;
  role: 'admin' | 'staff';
  /** The clinician that the person is there. */
  provider_id: Null<string>;
  invited_by: Null<string>;
  invited_at: Instant;
  joined_at: NullInstant;
  removed_at: NullInstant;
};

/** What staff did (D-422); `person_id` is null for the operator and for an answer link. */
type AuditLineTable = {
  clinic_id: string;
  id: string;
  position: Generated<number>;
  person_id: Null<string>;
  way: 'desk' | 'link' | 'operator';
  what: string;
  item_id: Null<string>;
  ids: Json<Record<string, string>>;
  created_at: Instant;
  taken_back_at: NullInstant;
};

/**
 * A job that one server does for all, such as the scheduled backup; `clinic_id` is '' for one of no clinic alone. Until
 * some time after `taken_at` nobody else begins it. `done_at` is the moment of the last good one, with a `note` of what
 * it made; `failure` is why the last one did not go well, null once one did.
 */
type JobTable = {
  clinic_id: string;
  name: string;
  taken_at: NullInstant;
  done_at: NullInstant;
  note: Null<string>;
  failed_at: NullInstant;
  failure: Null<string>;
};
