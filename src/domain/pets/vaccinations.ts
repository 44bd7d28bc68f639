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
