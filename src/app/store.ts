import { combineReducers, configureStore, createDynamicMiddleware } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { api } from '../api/api';
import type { ApiServices } from '../api/baseQuery';
import { clinic } from '../state/clinic';
import { connection } from '../state/connection';
import { whenApiArrives } from '../api/lazyApi';
import { session } from '../state/session';
import { storage } from '../state/storageHealth';
import { toasts } from '../state/toasts';
import { bookingListeners } from '../features/booking/listeners';
import { booking } from '../features/booking/store/slice';
import { deviceListeners } from './device/deviceListeners';
import { version } from './updates/newVersion';

const reducers = {
  booking: booking.reducer,
  clinic: clinic.reducer,
  connection: connection.reducer,
  session: session.reducer,
  storage: storage.reducer,
  toasts: toasts.reducer,
  version: version.reducer,
};
/** Nothing reads the API's part before its code is there, and its code puts it there. */
const reducer = combineReducers(reducers as typeof reducers & { api: typeof api.reducer });

/** The page's store. `services` is the outside world, and reaches every thunk. The API's part joins after the first screen. */
export function makeStore(services: ApiServices) {
  const late = createDynamicMiddleware();
  const store = configureStore({
    reducer,
    middleware: (standard) =>
      standard({ thunk: { extraArgument: services } })
        .prepend(deviceListeners(services), bookingListeners(services))
        .concat(late.middleware),
  });
  whenApiArrives((part) => {
    late.addMiddleware(part.middleware);
    store.replaceReducer(combineReducers({ ...reducers, [part.reducerPath]: part.reducer as typeof api.reducer }));
  });
  return store;
}

export type Store = ReturnType<typeof makeStore>;
export type AppState = ReturnType<typeof reducer>;
export type AppDispatch = Store['dispatch'];

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();
