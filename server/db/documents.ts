import {
  array,
  boolean,
  enums,
  nullable,
  number,
  optional,
  record,
  string,
  type,
  union,
  unknown,
  type Infer,
} from 'superstruct';
import { CreateAppointment } from '../../src/contract/appointments';
import { NextAction } from '../../src/contract/payments';
import { FeatureSettings, ShopMetadata } from '../../src/contract/settings';
import { contactNotes } from '../../src/domain/client/tie';
import { appointmentDetails } from './appointmentDetails';

/**
 * The structs of the jsonb columns; every read goes through them (documentReader.ts). They accept whatever any earlier
 * version wrote, so texts are plain here; values are checked where they come in.
 */

/** The clinic's settings from its file, without its locations, which are rows of the catalogue. */
export const StoredShop = type({
  id: string(),
  name: string(),
  avatar: nullable(string()),
  phone: string(),
  phoneNumber: string(),
  phoneCode: string(),
  url: nullable(string()),
  address: nullable(string()),
  timezone: string(),
  is_demo: boolean(),
  notify_email: optional(nullable(string())),
  notify_phone: optional(nullable(string())),
  stripe_account: optional(nullable(string())),
  metadata: ShopMetadata,
  feature_settings: FeatureSettings,
});
export type StoredShop = Infer<typeof StoredShop>;

/** The day and month of an owner's birth, where they gave it. */
const birthday = { dateOfBirth: optional(nullable(number())), monthOfBirth: optional(nullable(number())) };

export const ClientNotes = type({
  ...birthday,
  ...contactNotes,
  /** Other records that may be the same owner's, for the operator to tell apart (D-214). */
  possible_duplicates: optional(array(string())),
  /** The record into which this one was merged, with all that it had; it stays for the audit and for imports. */
  merged_into: optional(string()),
  /** Its contacts that were the clinic's own or proved until then: they identify the owner of the other record now. */
  merged_proven: optional(array(enums(['email', 'phone']))),
});
export type ClientNotes = Infer<typeof ClientNotes>;

export const UserMetadata = type(birthday);
export type UserMetadata = Infer<typeof UserMetadata>;

/** The pet as the insurer asks about it; `age` is in years. */
export const InsuredPet = type({
  species: string(),
  breed: nullable(string()),
  age: number(),
  plan: string(),
  state: nullable(string()),
  zip: nullable(string()),
});
export type InsuredPet = Infer<typeof InsuredPet>;

/** `content` is base64. */
export const MessageAttachment = type({ name: string(), type: string(), content: string() });
export type MessageAttachment = Infer<typeof MessageAttachment>;

/** One part of an e-mail: a line, a link under its words, or a table. An empty line ends a paragraph. */
export const MailLine = union([
  string(),
  type({ words: string(), link: string() }),
  type({ head: array(string()), rows: array(array(string())) }),
]);
export type MailLine = Infer<typeof MailLine>;

/**
 * The owner that a notice is about, with the e-mail's subject and lines or the text message's text. `desk` is the address
 * of the desk's inbox.
 */
export const WaitingNotice = union([
  type({ name: string(), subject: string(), lines: array(MailLine), desk: optional(string()) }),
  type({ name: string(), short: string(), desk: optional(string()) }),
]);
export type WaitingNotice = Infer<typeof WaitingNotice>;

/** `data` is the call's reply; absent while the call runs. */
const KeptReply = type({ data: optional(unknown()) });
export type KeptReply = Infer<typeof KeptReply>;

/** The body of the create call that is carried out on payment; it can hold fields of earlier versions (D-215). */
const Booking = type(CreateAppointment.schema);
export type Booking = Infer<typeof Booking>;
export type NextAction = Infer<typeof NextAction>;

/** Who and where for each segment of a time that an owner is offered, with its start (D-425). */
const OfferedSegments = array(type({ at: string(), providerId: string(), roomId: nullable(string()) }));
export type OfferedSegments = Infer<typeof OfferedSegments>;

/** What an answer of staff says, and ids that its record gave (D-426). */
const AnswerBody = type({
  name: string(),
  reason: optional(string()),
  words: optional(string()),
  times: optional(array(type({ at: string(), provider_id: nullable(string()) }))),
  client_id: optional(string()),
  contact: optional(string()),
});
export type AnswerBody = Infer<typeof AnswerBody>;
/** The ids before and after, by what they are of. */
const AnswerIds = record(string(), string());
export type AnswerIds = Infer<typeof AnswerIds>;
/** The line of the inbox as it was when it was answered. */
const AnsweredRow = type({
  pet: nullable(type({ id: nullable(string()), name: string(), species: nullable(string()) })),
  owner: string(),
  says: string(),
  what: string(),
  asked_at: string(),
  urgent_word: nullable(string()),
  approved_by: nullable(string()),
});
export type AnsweredRow = Infer<typeof AnsweredRow>;

/** The struct of each jsonb column. For catalogue rows it depends on their kind (modules/clinics/catalogueRows.ts). */
export const documents = {
  clinics: { shop: StoredShop },
  users: { metadata: UserMetadata },
  clients: { metadata: ClientNotes },
  appointments: { details: appointmentDetails.Stored },
  payment_requests: { booking: Booking, next_action: NextAction },
  insurance_quotes: { details: InsuredPet },
  idempotency_keys: { reply: KeptReply },
  messages: { attachment: MessageAttachment, waiting: WaitingNotice },
  offered_times: { segments: OfferedSegments },
  desk_answers: { body: AnswerBody, ids: AnswerIds, listed: AnsweredRow },
  audit_lines: { ids: AnswerIds },
};
