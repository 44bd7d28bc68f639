import { isCalendarDate } from '../../contract/wire';
import { limits } from '../../limits';

/** VAL-29, and VAL-33 to 35 for pets: verbatim the client's (D-79). */
export const BIRTH_DATE_REQUIRED = 'Your date of birth is required';
/** Under a date that is today or later (VAL-30). */
export const BIRTH_DATE_NOT_PAST = 'Your date of birth must be in the past';
/** Under a date before 1776 (VAL-31). */
export const BIRTH_DATE_TOO_EARLY = 'Are you a time traveler? Please pick a date after 1776 :)';

/**
 * A birth date's message. Dates are YYYY-MM-DD and `today` is the clinic's; one that does not exist counts as missing,
 * today is not in the past, 1776-01-01 is accepted (D-79).
 */
export function birthDateProblem(date: string, today: string): string | null {
  if (!isCalendarDate(date)) return BIRTH_DATE_REQUIRED;
  if (date >= today) return BIRTH_DATE_NOT_PAST;
  return date < limits.earliestBirthDate ? BIRTH_DATE_TOO_EARLY : null;
}
