/** Shown where only the day or only the month is chosen: half a birthday cannot be saved (D-117). */
export const BIRTHDAY_INCOMPLETE = 'Please choose both a day and a month';
/** Shown under a day that the month does not have (D-117). */
export const BIRTHDAY_NOT_IN_MONTH = 'This month does not have that many days';

export type Birthday = { dateOfBirth: number | null; monthOfBirth: number | null };

/** The toast after saving (ACCT-04). */
export const PROFILE_SAVED = 'Update profile successfully!';

/** The number of days in each month. February has 29, because the year is not asked. */
const daysOf = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** How many days a month (1-12) can have. */
export const daysInMonth = (month: number): number => daysOf[month - 1] ?? 31;

/**
 * The account page's message for a birthday's day (1-31) and month (1-12): both or neither are chosen, and the month
 * has that day (D-117).
 */
export function birthdayProblem({ dateOfBirth, monthOfBirth }: Birthday): string | null {
  if (dateOfBirth === null && monthOfBirth === null) return null;
  if (dateOfBirth === null || monthOfBirth === null) return BIRTHDAY_INCOMPLETE;
  return dateOfBirth > daysInMonth(monthOfBirth) ? BIRTHDAY_NOT_IN_MONTH : null;
}
