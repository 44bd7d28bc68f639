import { gapSeen } from '../../state/connection';
import { deviceNow } from '../../offline/clock';

/** Longer than this unseen, milliseconds, and what the page shows may have changed meanwhile. */
export const asleepMs = 60_000;

type Store = { dispatch(action: ReturnType<typeof gapSeen>): unknown };

/**
 * Notices that the page slept, in the background or with its device: what it shows is from before that, and is asked for
 * again (D-02). Returns what stops it.
 */
export function watchSleep(store: Store): () => void {
  let seenAt = deviceNow();
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    const now = deviceNow();
    if (now - seenAt > asleepMs) store.dispatch(gapSeen());
    seenAt = now;
  };
  const timer = setInterval(look, asleepMs / 4);
  document.addEventListener('visibilitychange', look);
  addEventListener('pageshow', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('pageshow', look);
  };
}
