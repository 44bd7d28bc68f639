import { createContext, useContext, useEffect, useState } from 'react';
import { useServerClock } from '../../state/clock';

/** The instant that the server drew the page for, where the app takes its markup over: the first draw must say the same. */
export const DrawnContext = createContext<string | null>(null);

const minute = 60_000;

/** The moment (ISO) by the server's clock that opening hours are shown for; looked at again when the page comes back. */
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
