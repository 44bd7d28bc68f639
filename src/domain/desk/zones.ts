import { formatDateTime, zoneName } from '../clinicTime';

/**
 * An instant for a person of clinics in these zones: 'Thu Nov 26, 2026, 4:02pm'; where the zones differ, by the clock of
 * each, with its name: '…, 4:02pm Newfoundland Time; …, 9:17am Chatham Time'.
 */
export function zonesTime(at: Date, zones: readonly string[]): string {
  const named = new Set(zones.map((zone) => `${formatDateTime(at, zone)} ${zoneName(zone, at)}`));
  const [only] = zones;
  return named.size === 1 && only !== undefined ? formatDateTime(at, only) : [...named].join('; ');
}
