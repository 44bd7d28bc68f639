import { useEffect, useState } from 'react';
import { deviceNow } from '../offline/clock';
import { selectClockOffset } from './connection';
import { useAppSelector } from './store';

/** The server's clock in milliseconds since 1970, read again every `everyMs` milliseconds. */
export function useNow(everyMs = 30_000): number {
  const offset = useAppSelector(selectClockOffset);
  const [now, setNow] = useState(deviceNow);
  useEffect(() => {
    const look = () => setNow(deviceNow());
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now + offset;
}
