/** What the device keeps of a booking, and the check of what it kept. Its code comes with the database's. */

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
import { limits } from '../../limits';
import { DRAFT_VERSION } from './draftVersion';
import { steps, type Step } from './steps';

/** Owner and pet as submitted (ENT-02). `firstName` is the full name; the phone is ten digits. */
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
  /** Null where it was not asked. */
  hasWellnessPlan: nullable(boolean()),
  /** When the clinic's record was made, once it is known (D-55). */
  created_at: nullable(instant()),
});
export type Customer = Infer<typeof Customer>;

/**
 * The form's fields as typed, so that a killed page comes back with them (D-38). The one-pet confirmations are never
 * kept.
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

/** The picked start, all of its segments together (D-63). `dateTimeLabel` is the clinic's wall clock, '10:30am'. */
export const PickedTime = object({
  date: calendarDate(),
  dateTime: instant(),
  dateTimeLabel: string(),
  dateTimeProviderId: id(),
  roomId: nullable(id()),
  ...segmentFields,
});
export type PickedTime = Infer<typeof PickedTime>;

/** The countdown, and the clinic's block behind it where the clinic holds times (D-61, D-62). */
export const DraftHold = object({
  time_slot_calendar_id: nullable(id()),
  deadline: instant(),
  isExtended: boolean(),
});
export type DraftHold = Infer<typeof DraftHold>;

/** `provider` null: any clinician (D-65). */
export const ProductGroup = object({
  provider: nullable(object({ id: id(), firstName: string() })),
  products: array(object({ id: id(), name: string() })),
});
export type ProductGroup = Infer<typeof ProductGroup>;

export const Draft = object({
  /** The create call's Idempotency-Key, one for the draft's life (D-97). */
  createKey: string(),
  species: nullable(object({ id: id(), name: string() })),
  /** Null until client type is answered. */
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
  /** The contact that was changed in the form and whose code is asked for (D-402). */
  askedContact: optional(nullable(enums(['phone', 'email']))),
  note: string(),
  allowRemind: boolean(),
  confirmed_keyword_action: nullable(id()),
  referralSource: nullable(string()),
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

/** What the device keeps of a booking under way. */
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
 * A stored booking, checked; null when it is malformed, of another version, or too old (D-38).
 * A draft with a started payment does not age out.
 */
export function readSavedBooking(value: unknown, now: Date): SavedBooking | null {
  if (!is(value, SavedBooking)) return null;
  const age = now.getTime() - Date.parse(value.savedAt);
  return age > limits.draftMs && value.draft.paymentRequestId === null ? null : value;
}
