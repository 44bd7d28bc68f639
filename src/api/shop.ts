import { getShop } from '../contract/shop';
import { api, contractQuery } from './api';

/** The clinic of the address; every screen needs it, so it lives here and not in a feature. */
export const shopApi = api.injectEndpoints({
  endpoints: (build) => ({
    getShop: contractQuery(build, getShop, { keepUnusedDataFor: 24 * 60 * 60 }),
  }),
});
