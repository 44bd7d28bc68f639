import { createContext, useContext, useEffect, useState } from 'react';

/** The instant that the server drew the page for, where the app takes its markup over: the first draw must say the same. */
export const DrawnContext = createContext<string | null>(null);

const now = () => new Date().toISOString();
const minute = 60_000;

/** The moment (ISO) that opening hours are shown for; looked at again when the page comes back. */
export function useNow(): string {
  const drawn = useContext(DrawnContext);
  const [shown, setShown] = useState(() => drawn ?? now());
  useEffect(() => {
    const look = () => setShown((last) => (Math.abs(Date.now() - Date.parse(last)) > minute ? now() : last));
    const onVisible = () => {
      if (document.visibilityState === 'visible') look();
    };
    look();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
  return shown;
}
