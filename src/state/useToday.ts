import { useServerTime } from './useServerTime';
import { dateInZone } from '../domain/clinicTime';

/** Today's calendar date in a zone, by the server's clock where the device's is wrong (D-125). */
export function useToday(zone: string): string {
  const [now] = useServerTime();
  return dateInZone(now, zone);
}
