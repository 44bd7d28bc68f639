import { useCallback, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectClockOffset } from './connection';

const minute = 60_000;
/** Just after the full minute at which appointments begin. */
const after = 50;

/**
 * The server's time (D-125), looked at again with each of its minutes and when the page is seen again, so that a page
 * that stays open tells what is over by now. The second function looks at once.
 */
export function useServerTime(): [now: Date, look: () => Date] {
  const offset = useSelector(selectClockOffset);
  const [now, setNow] = useState(() => new Date(Date.now() + offset));
  const look = useCallback(() => {
    const at = new Date(Date.now() + offset);
    setNow(at);
    return at;
  }, [offset]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const lookOn = () => {
      look();
      timer = setTimeout(lookOn, minute - ((Date.now() + offset) % minute) + after);
    };
    lookOn();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [look, offset]);
  return [now, look];
}
