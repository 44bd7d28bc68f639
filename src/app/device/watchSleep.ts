import { gapSeen } from '../../state/connection';
import { deviceNow } from '../../offline/clock';

/** After this many milliseconds unseen, the data on a page may be outdated. */
export const asleepMs = 60_000;

type Store = { dispatch(action: ReturnType<typeof gapSeen>): unknown };

/**
 * Detects that the page slept, in the background or with its device, so that data shown is loaded again (D-02). Returns
 * a function that stops it.
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
