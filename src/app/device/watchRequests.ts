import { selectOwner } from '../../state/session';
import * as limits from '../../limits';
import { savedKinds } from '../../offline/marker';
import type { Store } from '../store';

/**
 * Sends waiting requests while the page is open (D-05): at the start, when the network is back, when the page is seen
 * again, after signing in, and every minute. Loads none of that code if nobody is signed in and nothing was requested.
 * Returns a function that stops it.
 */
export function watchRequests(store: Store): () => void {
  let last = store.getState();
  /** Whether requests may wait. An owner's are looked for even without the note, which a killed browser can lose. */
  const mayWait = () => {
    const { clinicId } = store.getState().session;
    return clinicId !== null && (savedKinds(clinicId).has('outbox') || selectOwner(store.getState()) !== null);
  };
  const load = () => import('../../shared/requests/sendWaiting');
  const send = (isBack: boolean) => {
    if (mayWait())
      void load().then(
        ({ pump }) => store.dispatch(pump(isBack)),
        () => undefined,
      );
  };
  const onState = () => {
    const now = store.getState();
    const isBack = now.connection.isOnline && !last.connection.isOnline;
    const isOther =
      selectOwner(now)?.id !== selectOwner(last)?.id ||
      now.session.clinicId !== last.session.clinicId ||
      now.session.token !== last.session.token;
    last = now;
    if (isBack || (isOther && selectOwner(now))) send(isBack);
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') send(false);
  };
  const timer = setInterval(() => {
    if (store.getState().connection.isOnline) send(false);
  }, limits.outboxEveryMs);
  const unsubscribe = store.subscribe(onState);
  document.addEventListener('visibilitychange', onVisible);
  send(true);
  return () => {
    clearInterval(timer);
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisible);
  };
}
