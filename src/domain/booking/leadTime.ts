import type { ShopMetadata } from '../../contract/settings';
import { limits } from '../../limits';
import { addDays } from '../clinicTime';
import { DAY_MINUTES } from '../minuteOfDay';

/** Whole days ahead that can be booked: 28, or bookingMaxLeadTime (minutes) / 1440 (APPT-25). */
export function leadDays(metadata: ShopMetadata): number {
  const minutes = metadata.bookingMaxLeadTime;
  return minutes === null || minutes === undefined ? limits.maxLeadDays : Math.floor(minutes / DAY_MINUTES);
}

/** The last bookable calendar date, inclusive; `today` is the clinic's (D-220). */
export const lastBookableDate = (metadata: ShopMetadata, today: string): string => addDays(today, leadDays(metadata));
