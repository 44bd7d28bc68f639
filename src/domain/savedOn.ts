import { dateInZone, formatDate } from './clinicTime';

/**
 * The line that tells how old data from the device is: 'Saved on' with the date in the clinic's zone. `savedAt` is an
 * ISO instant. Both it and the result are null where the data comes fresh from the server (D-02, D-12).
 */
export const savedOn = (savedAt: string | null, zone: string): string | null =>
  savedAt === null ? null : `Saved on ${formatDate(dateInZone(new Date(savedAt), zone))}`;
