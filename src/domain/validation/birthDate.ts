import { isCalendarDate } from '../../contract/wire';
import { limits } from '../../limits';

/**
 * Shown under a missing date (VAL-29). The messages for pets, VAL-33 to 35, are word for word those for clients (D-79).
 */
export const BIRTH_DATE_REQUIRED = 'Your date of birth is required';
/** Shown under a date that is today or later (VAL-30). */
export const BIRTH_DATE_NOT_PAST = 'Your date of birth must be in the past';
/** Shown under a date before 1776 (VAL-31). */
export const BIRTH_DATE_TOO_EARLY = 'Are you a time traveler? Please pick a date after 1776 :)';

/**
 * The message for a birth date; null for a right one. Dates are YYYY-MM-DD and `today` is the clinic's. A date that
 * does not exist counts as missing, today is not in the past, and 1776-01-01 is accepted (D-79).
 */
export function birthDateProblem(date: string, today: string): string | null {
  if (!isCalendarDate(date)) return BIRTH_DATE_REQUIRED;
  if (date >= today) return BIRTH_DATE_NOT_PAST;
  return date < limits.earliestBirthDate ? BIRTH_DATE_TOO_EARLY : null;
}
