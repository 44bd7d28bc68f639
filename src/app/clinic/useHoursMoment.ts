import { createContext, useContext, useEffect, useState } from 'react';
import { useServerClock } from '../../state/clock';

/**
 * The ISO instant for which the server drew the page, if the app takes over its markup: the first draw must match it.
 */
export const DrawnContext = createContext<string | null>(null);

const minute = 60_000;

/**
 * Returns the ISO instant, by the server's clock, for which opening hours are shown; updated when the page is seen
 * again.
 */
export function useNow(): string {
  const drawn = useContext(DrawnContext);
  const clock = useServerClock();
  const [shown, setShown] = useState(() => drawn ?? new Date(clock()).toISOString());
  useEffect(() => {
    const look = () =>
      setShown((last) => (Math.abs(clock() - Date.parse(last)) > minute ? new Date(clock()).toISOString() : last));
    const onVisible = () => {
      if (document.visibilityState === 'visible') look();
    };
    look();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [clock]);
  return shown;
}
