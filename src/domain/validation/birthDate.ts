import { isCalendarDate } from '../../contract/wire';
import * as limits from '../../limits';

/** Whose date of birth a message is about: each message names it, for one who hears only the message (D-79). */
const NAMED = { owner: 'Your date of birth', pet: "The pet's date of birth" };

/** Under a date before 1776 (VAL-31, VAL-35). */
export const BIRTH_DATE_TOO_EARLY = 'Are you a time traveler? Please pick a date after 1776 :)';

/**
 * A birth date's message (VAL-29 to VAL-31, VAL-33 to VAL-35). Dates are YYYY-MM-DD and `today` is the clinic's; one
 * that does not exist counts as missing, today is not in the past, 1776-01-01 is accepted (D-79).
 */
export function birthDateProblem(date: string, today: string, whose: keyof typeof NAMED): string | null {
  if (!isCalendarDate(date)) return `${NAMED[whose]} is required`;
  if (date >= today) return `${NAMED[whose]} must be in the past`;
  return date < limits.earliestBirthDate ? BIRTH_DATE_TOO_EARLY : null;
}
