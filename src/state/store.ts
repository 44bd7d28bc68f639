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

/** The store's reducer. Slices of higher layers, and the API, inject themselves when their code is loaded. */
export const rootReducer = combineSlices(
  session,
  connection,
  clinic,
  toasts,
  storage,
).withLazyLoadedSlices<LazyLoadedSlices>();

/** The middleware that is added when its code is loaded: the API's. */
export const lazyMiddleware = createDynamicMiddleware();

/** The store's state as code that reads a lazy slice sees it: importing that slice has injected it. */
export type RootState = ReturnType<typeof rootReducer> & LazyLoadedSlices;
export type AppDispatch = ThunkDispatch<RootState, Services, UnknownAction>;
/** A thunk of the page's store; `R` is what dispatching it returns. */
export type AppThunk<R = void> = ThunkAction<R, RootState, Services, UnknownAction>;
/** Adds a listener: what follows from an action of the page's store. */
export type AppStartListening = TypedStartListening<RootState, AppDispatch, Services>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
