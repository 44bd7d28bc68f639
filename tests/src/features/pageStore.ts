import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { api } from '../../../src/api/api';
import { clinic } from '../../../src/state/clinic';
import { connection } from '../../../src/state/connection';
import { session } from '../../../src/state/session';
import { storage } from '../../../src/state/storageHealth';
import { toasts } from '../../../src/state/toasts';
import { booking } from '../../../src/features/booking/store/slice';
import { servicesAt } from '../api/support';

/** The store of the page, against a server at `base`. */
export const pageStore = (base: string) =>
  configureStore({
    reducer: combineReducers({
      [api.reducerPath]: api.reducer,
      booking: booking.reducer,
      clinic: clinic.reducer,
      session: session.reducer,
      storage: storage.reducer,
      connection: connection.reducer,
      toasts: toasts.reducer,
    }),
    middleware: (all) => all({ thunk: { extraArgument: servicesAt(base) } }).concat(api.middleware),
  });
