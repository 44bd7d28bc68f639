import { limits } from '../../limits';
import { daysBetween } from '../clinicTime';

export type VaccinationStatus = 'active' | 'soon' | 'expired';

/** How a vaccination stands on a date of the clinic's zone (D-10): its last day still counts; one without an end is active. */
export function vaccinationStatus(expirationDate: string | null, today: string): VaccinationStatus {
  if (expirationDate === null) return 'active';
  if (expirationDate < today) return 'expired';
  return daysBetween(today, expirationDate) <= limits.vaccinationSoonDays ? 'soon' : 'active';
}

/** The flags of a vaccination row (ENT-22); never both. */
export function vaccinationFlags(expirationDate: string | null, today: string): { expired: boolean; expires_soon: boolean } {
  const status = vaccinationStatus(expirationDate, today);
  return { expired: status === 'expired', expires_soon: status === 'soon' };
}

type Flagged = { expired: boolean; expires_soon: boolean; expiration_date: string | null };

const order: readonly VaccinationStatus[] = ['active', 'soon', 'expired'];

/**
 * How a row is shown on `today` (D-10): fresh ones as the server flags them, expired before soon; a copy from the device
 * may be worse than its flags by now, never better.
 */
export function shownStatus(row: Flagged, { isCopy, today }: { isCopy: boolean; today: string }): VaccinationStatus {
  const flagged: VaccinationStatus = row.expired ? 'expired' : row.expires_soon ? 'soon' : 'active';
  if (!isCopy) return flagged;
  const dated = vaccinationStatus(row.expiration_date, today);
  return order.indexOf(dated) > order.indexOf(flagged) ? dated : flagged;
}

/** Rows with what needs doing first: expired, expiring soon, active; within each in the order of the list. */
export const dueFirst = <T extends Flagged>(rows: readonly T[], shown: { isCopy: boolean; today: string }): T[] =>
  [...rows].sort((one, other) => order.indexOf(shownStatus(other, shown)) - order.indexOf(shownStatus(one, shown)));

/** The word before a row's date (VAX-01 to VAX-03). */
export const statusWords: Record<VaccinationStatus, string> = { expired: 'Expired:', soon: 'Expires:', active: 'Expiration:' };

/** Parts of a hundred of the row's time that are left on `today`: what its ring shows. */
export function shareLeft({ issue_date: from, expiration_date: until }: { issue_date: string | null; expiration_date: string | null }, today: string): number {
  if (until === null) return 100;
  const whole = from === null ? 365 : daysBetween(from, until);
  if (whole <= 0) return 0;
  return Math.round(Math.min(1, Math.max(0, daysBetween(today, until) / whole)) * 100);
}
