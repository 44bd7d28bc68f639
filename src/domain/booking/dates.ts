/** What the date list says (the search behind it is dateSearch.ts). */

import { limits } from '../../limits';
import { daysBetween } from '../clinicTime';

/** APPT-14 */
export const NO_MORE_DATES = 'no more dates';
/** APPT-19 */
export const NO_TIMES_ON_DATE = 'No appointments available. Please select a different date.';
/** APPT-20; a text-us option follows it. */
export const NO_OPEN_TIMES = "We're sorry, there are no open times online right now for the appointment type you selected";
/** WAIT-01, D-67 */
export const WAITLIST_HINT =
  'The first opening is more than a week away. After booking you can join the waitlist for an earlier time.';

/** '1 opening', '3 openings' (APPT-11, D-70). */
export const openingsText = (count: number): string => `${count} ${count === 1 ? 'opening' : 'openings'}`;

/** Whether the first opening is more than 7 calendar days away (WAIT-01, D-67). Dates are the clinic's. */
export const isFirstOpeningFar = (today: string, firstOpening: string): boolean =>
  daysBetween(today, firstOpening) > limits.waitlistHintDays;
