import type { Store } from '../store';
import type { RootState } from '../../state/store';

/** What happened before the code that follows a visit was there: every state since and every error that nobody caught, oldest first. */
export type Early = { states: RootState[]; errors: unknown[] };

/** Remembers what happens from now on until `stop`. */
export function rememberEarly(
  store: Pick<Store, 'getState' | 'subscribe'>,
  errors: ReturnType<typeof rememberErrors>,
): Early & { stop: () => void } {
  const states = [store.getState()];
  const forget = store.subscribe(() => void states.push(store.getState()));
  const stop = () => {
    forget();
    errors.stop();
  };
  return { states, errors: errors.errors, stop };
}

/** Listens from the page's first moment: an error there is the one that shows an empty page. */
export function rememberErrors(): { errors: unknown[]; stop: () => void } {
  const errors: unknown[] = [];
  return { errors, stop: onUncaught((error) => void errors.push(error)) };
}

/** Hears what nobody caught. Returns what stops it. */
export function onUncaught(hear: (error: unknown) => void): () => void {
  const onError = (event: ErrorEvent) => hear(event.error);
  const onRejection = (event: PromiseRejectionEvent) => hear(event.reason);
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
}

/** Resolves with the next step of the booking, or once the connection is back: code that did not come may come then. */
export const nextStep = (store: Pick<Store, 'getState' | 'subscribe'>): Promise<void> =>
  new Promise((resolve) => {
    const before = store.getState();
    const stop = store.subscribe(() => {
      const { booking, connection } = store.getState();
      if (booking.entered === before.booking.entered && (before.connection.isOnline || !connection.isOnline)) return;
      stop();
      resolve();
    });
  });
