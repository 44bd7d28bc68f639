import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { api } from '../../../api/api';
import type { ClinicState } from '../../../state/clinic';
import type { ApiRoot, ApiServices } from '../../../api/baseQuery';
import type { BookingState } from './slice';

/** The part of the store that booking reads; `api` is there once its code is, which everything that reads it brings along. */
export type BookingRoot = ApiRoot & { clinic: ClinicState; api: ReturnType<typeof api.reducer>; booking: BookingState };
export type BookingDispatch = ThunkDispatch<BookingRoot, ApiServices, UnknownAction>;
export type BookingThunk<R> = ThunkAction<R, BookingRoot, ApiServices, UnknownAction>;

export const useBookingDispatch = useDispatch.withTypes<BookingDispatch>();
export const useBookingSelector = useSelector.withTypes<BookingRoot>();
