import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectClockOffset } from '../../api/connection';
import { dateInZone } from '../../domain/clinicTime';

const lookEveryMs = 60_000;

/** Today's calendar date in a zone, by the server's clock where the device's is wrong (D-125); looked at again while the page is open. */
export function useToday(zone: string): string {
  const offset = useSelector(selectClockOffset);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setInterval(look, lookEveryMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return dateInZone(new Date(now + offset), zone);
}
