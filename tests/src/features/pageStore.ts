import { configureStore, type Reducer } from '@reduxjs/toolkit';
import '../../../src/api/api';
import '../../../src/features/booking/store/slice';
import { lazyMiddleware, rootReducer, type RootState } from '../../../src/state/store';
import { servicesAt } from '../api/support';

/** The store of the page with the API and the booking, against a server at `base`; nothing is kept on the device. */
export const pageStore = (base: string) =>
  configureStore({
    reducer: rootReducer as Reducer<RootState>,
    middleware: (all) => all({ thunk: { extraArgument: servicesAt(base) } }).prepend(lazyMiddleware.middleware),
  });
