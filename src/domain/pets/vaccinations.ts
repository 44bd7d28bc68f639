import * as limits from '../../limits';
import { daysBetween } from '../clinicTime';

export type VaccinationStatus = 'active' | 'soon' | 'expired';

/**
 * The status by the expiration date alone: the last day still counts as valid, and a row without an expiration date is
 * active.
 */
function statusByDate(expirationDate: string | null, today: string): VaccinationStatus {
  if (expirationDate === null) return 'active';
  if (expirationDate < today) return 'expired';
  return daysBetween(today, expirationDate) <= limits.vaccinationSoonDays ? 'soon' : 'active';
}

/** The server's flags of a vaccination row on a date of the clinic's zone (ENT-22); never both are true. */
export function vaccinationFlags(
  expirationDate: string | null,
  today: string,
): { expired: boolean; expires_soon: boolean } {
  const status = statusByDate(expirationDate, today);
  return { expired: status === 'expired', expires_soon: status === 'soon' };
}

type Flagged = { expired: boolean; expires_soon: boolean; expiration_date: string | null };

/**
 * On which date rows are judged: `today` is the clinic's date by the server's clock. `isCopy` says that the rows are a
 * saved copy, whose flags may be older than that date.
 */
export type Look = { isCopy: boolean; today: string };

/** All statuses, from the best to the worst. */
export const statuses: readonly VaccinationStatus[] = ['active', 'soon', 'expired'];

/**
 * The status that is shown for a row (D-10), the one rule for screens, certificate and mail. A fresh row has the status
 * that the server flags, expired before soon. A copy may have become worse than its flags since it was saved, never
 * better.
 */
export function shownStatus(row: Flagged, { isCopy, today }: Look): VaccinationStatus {
  const flagged: VaccinationStatus = row.expired ? 'expired' : row.expires_soon ? 'soon' : 'active';
  if (!isCopy) return flagged;
  const dated = statusByDate(row.expiration_date, today);
  return statuses.indexOf(dated) > statuses.indexOf(flagged) ? dated : flagged;
}

/** The word before a row's date (VAX-01 to VAX-03). */
export const statusWords: Record<VaccinationStatus, string> = {
  expired: 'Expired:',
  soon: 'Expires:',
  active: 'Expiration:',
};

/**
 * How much of the row's time is left on `today`, in percent, as the row's ring shows it. A row without an expiration
 * date has 100; one without an issue date is taken to last a year.
 */
export function shareLeft(
  { issue_date: from, expiration_date: until }: { issue_date: string | null; expiration_date: string | null },
  today: string,
): number {
  if (until === null) return 100;
  const whole = from === null ? 365 : daysBetween(from, until);
  if (whole <= 0) return 0;
  return Math.round(Math.min(1, Math.max(0, daysBetween(today, until) / whole)) * 100);
}
