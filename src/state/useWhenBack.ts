import { useEffect, useEffectEvent } from 'react';

/** Calls `again` once at the start if online, and whenever the network comes back (D-01). */
export function useWhenBack(isOnline: boolean, again: () => void): void {
  const retry = useEffectEvent(again);
  useEffect(() => {
    if (isOnline) retry();
  }, [isOnline]);
}
