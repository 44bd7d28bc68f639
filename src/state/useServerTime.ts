import { useCallback, useEffect, useState } from 'react';
import { useServerClock } from './clock';

const minute = 60_000;
/** Milliseconds after each full minute at which the time is read, so that the minute has surely begun. */
const after = 50;

/**
 * Returns the server's time (D-125), updated each minute and when the page is seen again, so that an open page notices
 * what is over. The second value is a function that updates it at once.
 */
export function useServerTime(): [now: Date, look: () => Date] {
  const clock = useServerClock();
  const [now, setNow] = useState(() => new Date(clock()));
  const look = useCallback(() => {
    const at = new Date(clock());
    setNow(at);
    return at;
  }, [clock]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const lookOn = () => {
      look();
      timer = setTimeout(lookOn, minute - (clock() % minute) + after);
    };
    lookOn();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [look, clock]);
  return [now, look];
}
