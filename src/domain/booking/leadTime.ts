import type { ShopMetadata } from '../../contract/settings';
import * as limits from '../../limits';
import { addDays } from '../clinicTime';
import { DAY_MINUTES } from '../minuteOfDay';

/** Returns how many whole days ahead can be booked: 28, or bookingMaxLeadTime (minutes) / 1440 (APPT-25). */
export function leadDays(metadata: ShopMetadata): number {
  const minutes = metadata.bookingMaxLeadTime;
  return minutes === null || minutes === undefined ? limits.maxLeadDays : Math.floor(minutes / DAY_MINUTES);
}

/** Returns the last bookable calendar date, inclusive; `today` is the clinic's date (D-220). */
export const lastBookableDate = (metadata: ShopMetadata, today: string): string => addDays(today, leadDays(metadata));
