import { useServerTime } from './useServerTime';
import { dateInZone } from '../domain/clinicTime';

/** Returns today's calendar date in a time zone, by the server's clock (D-125). */
export function useToday(zone: string): string {
  const [now] = useServerTime();
  return dateInZone(now, zone);
}
