import * as limits from '../../limits';
import { formatCents } from '../shop/money';
import { monthsBetween } from '../monthsBetween';

/**
 * The pet's age in whole years on the calendar date `today`; 3 where its birth date is not known or in the future
 * (INS-09).
 */
export function ageOf(birthdate: string | null | undefined, today: string): number {
  if (!birthdate || birthdate > today) return limits.insuranceDefaultAge;
  return Math.floor(monthsBetween(birthdate, today) / 12);
}

/** The sentence that tells the owner about a purchase (INS-11). `cents` is the premium in cents. */
export const purchased = (cents: number): string =>
  `Your pet insurance has been purchased and you have been charged ${formatCents(cents)}`;

export const PURCHASE_FAILED =
  'There was a problem purchasing your pet insurance, but your appointment has still been booked.';

/**
 * Shown where no answer told whether the purchase was made, or where the premium is still being processed: the sentence
 * says neither that it was made nor that it failed (D-13, D-413).
 */
export const PURCHASE_UNHEARD =
  'We could not hear whether your pet insurance was purchased. Your appointment has been booked.';

/** Shown where another tab or page has insured the pet meanwhile, as with a deposit that is paid elsewhere (DEP-24). */
export const INSURED_ALREADY = 'Your pet is insured already. You have not been charged again.';
/** Shown where the premium of another offer for the pet is being paid. */
export const PAID_ALREADY = 'Insurance for your pet is being paid already. You have not been charged again.';
/** Shown where another offer for the pet was accepted after this one, so that this one takes no card any more. */
export const OFFER_REPLACED =
  'Another offer for your pet was accepted after this one. You have not been charged for this one.';

export const NOTHING_CHOSEN = 'Please select or decline an insurance offer.';

/** Shown where the card was not accepted (1), or where its payment did not go through (2) (INS-13, D-102). */
export const cardFailed = (step: 1 | 2): string =>
  `Something went wrong, but your appointment has still been booked. (${step})`;
