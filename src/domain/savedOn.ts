import { dateInZone, formatDate } from './clinicTime';

/**
 * The age of what is shown from the device, in the clinic's zone; null where it is the server's of now (D-02, D-12).
 */
export const savedOn = (savedAt: string | null, zone: string): string | null =>
  savedAt === null ? null : `Saved on ${formatDate(dateInZone(new Date(savedAt), zone))}`;
