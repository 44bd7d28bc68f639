/**
 * The form in which the device stores a booking, and the check of a stored one. This code is loaded together with the
 * code of the device's database.
 */

import {
  array,
  boolean,
  enums,
  is,
  literal,
  nullable,
  number,
  object,
  optional,
  string,
  union,
  type Infer,
} from 'superstruct';
import { segmentFields } from '../../contract/availability';
import { calendarDate, id, instant } from '../../contract/wire';
import * as limits from '../../limits';
import { DRAFT_VERSION } from './draftVersion';
import { steps, type Step } from './steps';

/**
 * Owner and pet as submitted (ENT-02). `firstName` is the full name. The phone is ten digits, or E.164 where it is
 * another country's.
 */
export const Customer = object({
  firstName: string(),
  email: string(),
  phoneNumber: string(),
  phoneCode: string(),
  petName: string(),
  /** An existing pet, null for a new one. */
  patientId: nullable(id()),
  sex: nullable(string()),
  birthdate: nullable(calendarDate()),
  clientDob: nullable(calendarDate()),
  breed: nullable(string()),
  breed_id: nullable(id()),
  patient_color_id: nullable(id()),
  patient_sex_id: nullable(id()),
  address1: string(),
  address2: string(),
  city: string(),
  state: string(),
  country: string(),
  zip: string(),
  /** Null where the question was not asked. */
  hasWellnessPlan: nullable(boolean()),
  /** When the clinic's record of the owner was made; null until that is known (D-55). */
  created_at: nullable(instant()),
});
export type Customer = Infer<typeof Customer>;

/**
 * The form's fields as typed, stored so that they are still there when the browser has ended the page and it is opened
 * again (D-38). The one-pet confirmations are never stored.
 */
export const FormValues = object({
  firstName: string(),
  phoneNumber: string(),
  email: string(),
  address1: string(),
  address2: string(),
  city: string(),
  state: string(),
  zip: string(),
  clientDob: string(),
  petName: string(),
  patientId: nullable(id()),
  sex: string(),
  patient_sex_id: nullable(id()),
  birthdate: string(),
  breed: string(),
  breed_id: nullable(id()),
  patient_color_id: nullable(id()),
  note: string(),
  hasWellnessPlan: boolean(),
  allowRemind: boolean(),
});
export type FormValues = Infer<typeof FormValues>;

/**
 * The start that the owner picked, with all of its segments (D-63). `dateTimeLabel` is its time on the clinic's wall
 * clock, '10:30am'.
 */
export const PickedTime = object({
  date: calendarDate(),
  dateTime: instant(),
  dateTimeLabel: string(),
  dateTimeProviderId: id(),
  roomId: nullable(id()),
  ...segmentFields,
});
export type PickedTime = Infer<typeof PickedTime>;

/**
 * The countdown of a picked time: when it ends and whether it was extended. Where the clinic holds times,
 * `time_slot_calendar_id` is the block in the clinic's calendar that keeps this one, else null (D-61, D-62).
 */
export const DraftHold = object({
  time_slot_calendar_id: nullable(id()),
  deadline: instant(),
  isExtended: boolean(),
});
export type DraftHold = Infer<typeof DraftHold>;

/** Types of a visit and the clinician for them; `provider` is null for any clinician (D-65). */
export const ProductGroup = object({
  provider: nullable(object({ id: id(), firstName: string() })),
  products: array(object({ id: id(), name: string() })),
});
export type ProductGroup = Infer<typeof ProductGroup>;

/** What an owner chose since the first try, which turned out to have booked (D-97). */
const NotTaken = enums(['time', 'type', 'clinician', 'dropoff', 'pet', 'note']);
export type NotTaken = Infer<typeof NotTaken>;

export const Draft = object({
  /** The create call's Idempotency-Key, one for the draft's life (D-97). */
  createKey: string(),
  species: nullable(object({ id: id(), name: string() })),
  /** Null until the client-type question is answered. */
  returningClientFlow: nullable(boolean()),
  location: nullable(object({ id: id(), name: string() })),
  selectedProducts: array(ProductGroup),
  isDropoff: boolean(),
  /** The chosen day, before and after a time is picked. */
  date: nullable(calendarDate()),
  time: nullable(PickedTime),
  hold: nullable(DraftHold),
  customer: nullable(Customer),
  form: nullable(FormValues),
  /** Which contact was changed in the form, so that its code is being asked for (D-402). */
  askedContact: optional(nullable(enums(['phone', 'email']))),
  note: string(),
  allowRemind: boolean(),
  confirmed_keyword_action: nullable(id()),
  referralSource: nullable(string()),
  /** The create call went out, so that the visit may be booked although no answer said so (D-97). */
  isCreateSent: optional(boolean()),
  /** What the draft says otherwise than the booked appointment; absent where nothing. */
  notTaken: optional(array(NotTaken)),
  isSaved: boolean(),
  appointmentId: nullable(id()),
  clientId: nullable(id()),
  verificationError: nullable(string()),
  deposit: nullable(
    object({ amount: number(), completed_at: nullable(instant()), confirmation_number: nullable(string()) }),
  ),
  deposit_paid: boolean(),
  paymentRequestId: nullable(id()),
});
export type Draft = Infer<typeof Draft>;

const codeless = (step: Step): step is Exclude<Step, 'verification'> => step !== 'verification';
const position = union([
  object({ step: enums(steps.filter(codeless)) }),
  object({ step: literal('verification'), origin: enums(['returning-info', 'client-info', 'sign-up']) }),
]);

/** A booking in progress as the device stores it. */
const SavedBooking = object({
  version: literal(DRAFT_VERSION),
  savedAt: instant(),
  /** Whose draft it is: null for a guest (D-18). */
  userId: nullable(id()),
  position,
  draft: Draft,
});
export type SavedBooking = Infer<typeof SavedBooking>;

/**
 * Checks a stored booking and returns it; null when it is malformed, of another version, or too old (D-38). A draft
 * with a started payment never becomes too old.
 */
export function readSavedBooking(value: unknown, now: Date): SavedBooking | null {
  if (!is(value, SavedBooking)) return null;
  const age = now.getTime() - Date.parse(value.savedAt);
  return age > limits.draftMs && value.draft.paymentRequestId === null ? null : value;
}
