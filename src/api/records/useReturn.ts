import { useEffect, useEffectEvent } from 'react';
import { deviceNow } from '../../offline/clock';
import { onPushed } from '../../offline/tabs/channel';
import { useAppDispatch } from '../../state/store';
import { loadRecords } from './records';

/** After this many milliseconds unseen, the clinic may have answered. */
export const unseenMs = 15_000;

/**
 * Loads the owner's records again, and what `reload` loads, when the page is seen again after a while, and when the
 * clinic has told something by push (D-424).
 */
export function useReturn(reload?: () => void): void {
  const dispatch = useAppDispatch();
  const again = useEffectEvent(() => {
    reload?.();
    void dispatch(loadRecords(true));
  });
  useEffect(() => {
    let hiddenAt: number | null = document.visibilityState === 'hidden' ? deviceNow() : null;
    const look = () => {
      if (document.visibilityState === 'hidden') {
        hiddenAt ??= deviceNow();
        return;
      }
      if (hiddenAt !== null && deviceNow() - hiddenAt >= unseenMs) again();
      hiddenAt = null;
    };
    const stop = onPushed(() => again());
    document.addEventListener('visibilitychange', look);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}
