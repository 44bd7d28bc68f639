import { connectionFound, connectionLost, type ConnectionState } from '../state/connection';
import * as limits from '../limits';
import { isReachable } from '../offline/health';
import type { Services } from '../state/services';

type Store = {
  getState(): { connection: ConnectionState };
  dispatch(action: ReturnType<typeof connectionFound | typeof connectionLost>): unknown;
  subscribe(listener: () => void): () => void;
};

/**
 * Detects when the network is back. While offline, asks `/health` on the browser's `online` event, when the page
 * becomes visible, and after 5 s, 10 s, … at most 60 s (D-01). Returns a function that stops it.
 */
export function watchConnection(store: Store, services: Pick<Services, 'base'>): () => void {
  let wait: number = limits.probeFirstMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;

  const isOnline = () => store.getState().connection.isOnline;
  const ask = async () => {
    if (isOnline() || isAsking) return;
    isAsking = true;
    clearTimeout(timer);
    const found = await isReachable(services.base);
    isAsking = false;
    if (found) store.dispatch(connectionFound());
    else {
      wait = Math.min(wait * 2, limits.probeLongestMs);
      plan();
    }
  };
  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, wait);
  };
  const asSoon = () => {
    wait = limits.probeFirstMs;
    void ask();
  };
  const onOffline = () => store.dispatch(connectionLost());
  const onVisible = () => {
    if (document.visibilityState === 'visible') asSoon();
  };

  let was = true;
  const onState = () => {
    if (isOnline() === was) return;
    was = isOnline();
    if (was) clearTimeout(timer);
    else {
      wait = limits.probeFirstMs;
      plan();
    }
  };

  addEventListener('online', asSoon);
  addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisible);
  const unsubscribe = store.subscribe(onState);
  if (!navigator.onLine) onOffline();
  onState();
  return () => {
    clearTimeout(timer);
    removeEventListener('online', asSoon);
    removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onVisible);
    unsubscribe();
  };
}
