import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Shop } from '../contract/shop';
import { knownZone } from '../contract/zone';
import { clinicOpened, type SessionState } from './session';

/**
 * The clinic of the address: a cache. It has a slice of its own beside the API's, because the first screen needs it
 * before the API's code is there: from the page itself, from the device, or from the network.
 */
export type ClinicState = {
  shop: Shop | null;
  /** Why there is none: no such clinic, no network, or something else. */
  problem: 'missing' | 'offline' | 'failed' | null;
  isLoading: boolean;
};

export type Source = 'page' | 'device' | 'network';

const initialState: ClinicState = { shop: null, problem: null, isLoading: false };

const slice = createSlice({
  name: 'clinic',
  initialState,
  reducers: {
    shopAsked: (state) => {
      state.isLoading = true;
    },
    shopLoaded: (_, { payload: { shop } }: PayloadAction<{ shop: Shop; source: Source }>) => ({
      shop: { ...shop, timezone: knownZone(shop.timezone) },
      problem: null,
      isLoading: false,
    }),
    /** What was there before stays, except a clinic that is no more. */
    shopFailed: (state, { payload }: PayloadAction<NonNullable<ClinicState['problem']>>) => ({
      shop: payload === 'missing' ? null : state.shop,
      problem: payload,
      isLoading: false,
    }),
  },
  extraReducers: (build) => {
    build.addCase(clinicOpened, () => initialState);
  },
});

export const { shopAsked, shopLoaded, shopFailed } = slice.actions;
export const clinic = slice;

/** The clinic of the address, null while unknown; never another address's. */
export const selectShop = (state: { clinic: ClinicState; session: SessionState }): Shop | null =>
  state.clinic.shop?.id === state.session.clinicId ? state.clinic.shop : null;
