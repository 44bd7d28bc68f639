import { configureStore, createListenerMiddleware, type Reducer } from '@reduxjs/toolkit';
import { startBookingListeners } from '../features/booking/listeners';
import type { Services } from '../state/services';
import { lazyMiddleware, rootReducer, type AppDispatch, type RootState } from '../state/store';
import { startDeviceListeners } from './device/deviceListeners';

/**
 * The page's store; `services` reaches every thunk and listener. The API joins it when its code is loaded
 * (src/state/store.ts).
 */
export function makeStore(services: Services) {
  const { middleware, startListening } = createListenerMiddleware<RootState, AppDispatch, Services>({
    extra: services,
  });
  startDeviceListeners(startListening);
  startBookingListeners(startListening);
  return configureStore({
    reducer: rootReducer as Reducer<RootState>,
    middleware: (standard) =>
      standard({ thunk: { extraArgument: services } })
        // Before the thunk middleware, which hands functions no further: the API joins the state before the first thunk
        // that uses it.
        .prepend(middleware, lazyMiddleware.middleware),
  });
}

export type Store = ReturnType<typeof makeStore>;
