import { dateInZone, formatDate } from './clinicTime';

/**
 * The date on which data was saved, in words, in the clinic's zone. Null where it lies after that of `now`: the device's
 * clock was wrong then, or is now. `savedAt` is an ISO instant.
 */
export function savedDate(savedAt: string, zone: string, now: Date): string | null {
  const date = dateInZone(new Date(savedAt), zone);
  return date > dateInZone(now, zone) ? null : formatDate(date);
}

/**
 * The line that tells how old data from the device is: 'Saved on' with the date. Both `savedAt` and the result are null
 * where the data comes fresh from the server (D-02, D-12).
 */
export const savedOn = (savedAt: string | null, zone: string, now: Date): string | null =>
  savedAt === null ? null : `Saved on ${savedDate(savedAt, zone, now) ?? 'an earlier date'}`;
