import type { Store } from '../store';
import type { RootState } from '../../state/store';

/** What happened before the tracking code was loaded: every state and every uncaught error, oldest first. */
export type Early = { states: RootState[]; errors: unknown[] };

/** Records states and errors from now on until `stop`. */
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

/** Records uncaught errors from the page's first moment: an early error can leave the page empty. */
export function rememberErrors(): { errors: unknown[]; stop: () => void } {
  const errors: unknown[] = [];
  return { errors, stop: onUncaught((error) => void errors.push(error)) };
}

/** Calls `hear` with each uncaught error. Returns a function that stops it. */
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

/** Resolves at the next step of the booking or when the connection is back: moments to load missing code again. */
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
