import { useCallback, useEffect, useState } from 'react';
import { useServerClock } from './clock';

const minute = 60_000;
/** Just after the full minute at which appointments begin. */
const after = 50;

/**
 * The server's time (D-125), looked at again with each of its minutes and when the page is seen again, so that a page
 * that stays open tells what is over by now. The second function looks at once.
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
