/** The booking draft (ENT-01). It exists only on the device, one for each clinic, and is kept for a day (D-38). */

import * as limits from '../../limits';
import { noDemographics } from '../pets/noDemographics';
import type { Draft, DraftHold, FormValues } from './savedBooking';

export type { Customer, Draft, DraftHold, FormValues, PickedTime, ProductGroup, SavedBooking } from './savedBooking';

/** The empty form. Reminders are on unless declined (SAVE-05). */
export const emptyForm: FormValues = {
  firstName: '',
  phoneNumber: '',
  email: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  clientDob: '',
  petName: '',
  patientId: null,
  ...noDemographics,
  note: '',
  hasWellnessPlan: false,
  allowRemind: true,
};

/** The deposit's values before any payment. */
export const noDeposit = { deposit: null, deposit_paid: false, paymentRequestId: null } as const;

/** Makes the draft of a new booking. `createKey` is a fresh uuid. Reminders are on unless declined (SAVE-05). */
export const emptyDraft = (createKey: string): Draft => ({
  createKey,
  species: null,
  returningClientFlow: null,
  location: null,
  selectedProducts: [],
  isDropoff: false,
  date: null,
  time: null,
  hold: null,
  customer: null,
  form: null,
  note: '',
  allowRemind: true,
  confirmed_keyword_action: null,
  referralSource: null,
  isSaved: false,
  appointmentId: null,
  clientId: null,
  verificationError: null,
  ...noDeposit,
});

/**
 * Applies a changed species: clears products, clinician, times (APPT-21) and the pet's details from its lists (D-408).
 */
export const withSpecies = (draft: Draft, species: Draft['species']): Draft => ({
  ...draft,
  species,
  ...noTime,
  selectedProducts: [],
  isDropoff: false,
  confirmed_keyword_action: null,
  form: draft.form && { ...draft.form, ...noDemographics, birthdate: draft.form.birthdate },
});

/**
 * Clears date and time after a change of type, clinician, drop-off or location (APPT-22, D-64); notices are asked again
 * (D-92).
 */
export const withoutTime = (draft: Draft): Draft => ({ ...draft, ...noTime, confirmed_keyword_action: null });

/** Returns how long the picked time is still held, in milliseconds; Infinity where there is no countdown (D-61). */
export const holdLeft = ({ hold }: Pick<Draft, 'hold'>, now: number): number =>
  hold ? Date.parse(hold.deadline) - now : Infinity;

/**
 * Returns the end of a hold that was granted just now, milliseconds: a clock that is set by answers knows whole seconds
 * and may be behind, and then would count more than the hold's whole time (HOLD-02, D-125).
 */
export const heldUntil = (expire: string, now: number): number => Math.min(Date.parse(expire), now + limits.holdMs);

/**
 * Whether a hold that another tab has told of was made after this one, and so in its place: the clinic gives each hold
 * the same time, of which an extended one has had more (D-203).
 */
export const isReplacedBy = (hold: DraftHold, other: { id: string; expire: string }): boolean =>
  hold.time_slot_calendar_id !== null &&
  hold.time_slot_calendar_id !== other.id &&
  (hold.isExtended || Date.parse(other.expire) > Date.parse(hold.deadline));

const noTime = { date: null, time: null, hold: null } as const;
