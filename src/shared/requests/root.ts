import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { ApiRoot, ApiServices } from '../../api/baseQuery';

export type RequestThunk<R> = ThunkAction<R, ApiRoot, ApiServices, UnknownAction>;
