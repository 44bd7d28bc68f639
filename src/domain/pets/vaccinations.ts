import { limits } from '../../limits';
import { daysBetween } from '../clinicTime';

export type VaccinationStatus = 'active' | 'soon' | 'expired';

/** By its date alone: its last day still counts; one without an end is active. */
function statusByDate(expirationDate: string | null, today: string): VaccinationStatus {
  if (expirationDate === null) return 'active';
  if (expirationDate < today) return 'expired';
  return daysBetween(today, expirationDate) <= limits.vaccinationSoonDays ? 'soon' : 'active';
}

/** The server's flags of a vaccination row on a date of the clinic's zone (ENT-22); never both. */
export function vaccinationFlags(
  expirationDate: string | null,
  today: string,
): { expired: boolean; expires_soon: boolean } {
  const status = statusByDate(expirationDate, today);
  return { expired: status === 'expired', expires_soon: status === 'soon' };
}

type Flagged = { expired: boolean; expires_soon: boolean; expiration_date: string | null };

/**
 * How rows are looked at: on the clinic's date `today` by the server's clock, and whether their flags may be older than
 * that.
 */
export type Look = { isCopy: boolean; today: string };

/** From the best to the worst. */
export const statuses: readonly VaccinationStatus[] = ['active', 'soon', 'expired'];

/**
 * How a row stands (D-10), the one rule for screens, certificate and mail: fresh ones as the server flags them, expired
 * before soon; a copy may be worse than its flags by now, never better.
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

/** Parts of a hundred of the row's time that are left on `today`: what its ring shows. */
export function shareLeft(
  { issue_date: from, expiration_date: until }: { issue_date: string | null; expiration_date: string | null },
  today: string,
): number {
  if (until === null) return 100;
  const whole = from === null ? 365 : daysBetween(from, until);
  if (whole <= 0) return 0;
  return Math.round(Math.min(1, Math.max(0, daysBetween(today, until) / whole)) * 100);
}
