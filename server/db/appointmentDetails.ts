import { array, boolean, enums, nullable, object, optional, string, type, type Infer, type Struct } from 'superstruct';
import { eachField, type Fields } from '../../src/contract/fields';

/** The struct to use for each kind of field in the details; a stricter set makes a stricter reader. */
type Kinds = {
  text: () => Struct<string, null>;
  id: () => Struct<string, null>;
  instant: () => Struct<string, null>;
  date: () => Struct<string, null>;
  flag: () => Struct<boolean, null>;
  oneOf: <T extends string>(...values: [T, ...T[]]) => Struct<T, unknown>;
};

/** The details of an appointment beside its columns, as given in the booking. Imported appointments may have none. */
const fields = ({ text, id, instant, date, flag, oneOf }: Kinds) => ({
  /** The name of the type that was booked, in case the type goes. */
  label: text(),
  productIds: array(id()),
  anyone: flag(),
  specific_doctor_requested: flag(),
  /** The segments of a compound visit, each with its start (D-63). */
  segments: array(object({ at: instant(), providerId: optional(nullable(id())), roomId: optional(nullable(id())) })),
  location_id: id(),
  species_id: id(),
  isReturningClient: flag(),
  isReminderSMS: flag(),
  isReminderEmail: flag(),
  isSendConfirmation: flag(),
  /** A deposit is to be paid before the clinic decides (D-95). */
  deposit_due: flag(),
  client_dob: date(),
  has_wellness_plan: flag(),
  /** Where the owner's answers about a pet differ from the clinic's record, in words (D-411). */
  pet_corrections: array(object({ fact: oneOf('sex', 'birthdate', 'breed', 'color'), said: text(), on_file: text() })),
  /** The clinic's rule for the deposit as it applied when the owner canceled (D-414). */
  deposit_on_cancel: oneOf('refunded', 'kept', 'asked'),
  /** The keyword notice that the owner confirmed (D-93). */
  confirmed_keyword_action: id(),
  referral_source: text(),
  /** Since when a request waits for the clinic again: its owner moved it, or an offer of other times ended (D-427). */
  waits_since: instant(),
  /** When the clinic offered other times for a request, as it cannot be then; gone once its owner moves it (D-425). */
  offered_others: instant(),
  /** The owner's own moves: when, and from which time to which. */
  moves: array(object({ at: instant(), from: instant(), to: instant() })),
  /** When the owner last left the waitlist. */
  left_waitlist: instant(),
  /** When the clinic accepted or declined, and why it declined, with its own words (D-424). */
  answered_at: instant(),
  decline_reason: oneOf('no_time', 'emergency', 'not_treated', 'call_us', 'other'),
  decline_words: text(),
});

/** Makes each field optional; null is the same as missing. */
const maybe = <V extends object>(all: Fields<V>) =>
  type(eachField(all, (struct) => optional(nullable(struct))) as Fields<{ [K in keyof V]: V[K] | null | undefined }>);

const stored: Kinds = {
  text: string,
  id: string,
  instant: string,
  date: string,
  flag: boolean,
  oneOf: (...values) => enums(values),
};

/** Makes the struct of `appointments.details`, for the stored form and, with stricter kinds, for clinic files. */
export const appointmentDetails = { Stored: maybe(fields(stored)), written: (kinds: Kinds) => maybe(fields(kinds)) };
export type AppointmentDetails = Infer<typeof appointmentDetails.Stored>;
export type PetCorrection = NonNullable<AppointmentDetails['pet_corrections']>[number];
