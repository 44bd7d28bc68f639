import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../api/api';
import type { ApiServices } from '../api/baseQuery';
import { connection } from '../api/connection';
import { session } from '../api/session';
import { storage } from '../api/storage';
import { toasts } from '../api/toasts';
import { bookingListeners } from '../features/booking/listeners';
import { booking } from '../features/booking/slice';
import { deviceListeners } from './device';
import { version } from './worker';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  booking: booking.reducer,
  connection: connection.reducer,
  session: session.reducer,
  storage: storage.reducer,
  toasts: toasts.reducer,
  version: version.reducer,
});

/** The page's store. `services` is the outside world, and reaches every thunk. */
export const makeStore = (services: ApiServices) =>
  configureStore({
    reducer,
    middleware: (standard) =>
      standard({ thunk: { extraArgument: services } })
        .prepend(deviceListeners(services), bookingListeners(services))
        .concat(api.middleware),
  });

export type Store = ReturnType<typeof makeStore>;
export type AppState = ReturnType<typeof reducer>;
export type AppDispatch = Store['dispatch'];

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();
