import {
  combineSlices,
  createDynamicMiddleware,
  type ThunkAction,
  type ThunkDispatch,
  type TypedStartListening,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { clinic } from './clinic';
import { connection } from './connection';
import type { Services } from './services';
import { session } from './session';
import { storage } from './storageHealth';
import { toasts } from './toasts';

/** The slices that are injected by the code that defines them; each adds its type here (`declare module`). */
export interface LazyLoadedSlices {}

/** The store's reducer. The API and slices of higher layers are injected when their code is loaded. */
export const rootReducer = combineSlices(
  session,
  connection,
  clinic,
  toasts,
  storage,
).withLazyLoadedSlices<LazyLoadedSlices>();

/** The middleware of code that is loaded later: the API's. */
export const lazyMiddleware = createDynamicMiddleware();

/** The store's state, including lazy slices: code that imports a slice has thereby injected it. */
export type RootState = ReturnType<typeof rootReducer> & LazyLoadedSlices;
export type AppDispatch = ThunkDispatch<RootState, Services, UnknownAction>;
/** A thunk of the page's store; `R` is what dispatching it returns. */
export type AppThunk<R = void> = ThunkAction<R, RootState, Services, UnknownAction>;
/** The type of `startListening` for the page's store. */
export type AppStartListening = TypedStartListening<RootState, AppDispatch, Services>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
