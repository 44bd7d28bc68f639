import type { AppState, Store } from './store';

/** What happened before the code that follows a visit was there: every state since, oldest first, until `stop`. */
export function rememberStates(store: Pick<Store, 'getState' | 'subscribe'>): { states: AppState[]; stop: () => void } {
  const states = [store.getState()];
  return { states, stop: store.subscribe(() => void states.push(store.getState())) };
}
