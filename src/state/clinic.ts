import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Shop } from '../contract/shop';
import { knownZone } from '../contract/zone';
import { clinicOpened, type SessionState } from './session';

/**
 * The clinic of the address: a cache. It has its own slice because the first screen needs it before the API's code is
 * loaded: from the page's HTML, the device or the network.
 */
export type ClinicState = {
  shop: Shop | null;
  /** Why no clinic is shown: it does not exist, there is no network, or another failure. */
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
    /** The clinic shown before stays, unless the clinic no longer exists. */
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

/** Selects the clinic of the address, null while unknown; never the clinic of another address. */
export const selectShop = (state: { clinic: ClinicState; session: SessionState }): Shop | null =>
  state.clinic.shop?.id === state.session.clinicId ? state.clinic.shop : null;
