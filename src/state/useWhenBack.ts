import { useEffect, useEffectEvent } from 'react';

/** Does `again` whenever the network comes back, and once at the start while it is there: only that tries again by itself (D-01). */
export function useWhenBack(isOnline: boolean, again: () => void): void {
  const retry = useEffectEvent(again);
  useEffect(() => {
    if (isOnline) retry();
  }, [isOnline]);
}
