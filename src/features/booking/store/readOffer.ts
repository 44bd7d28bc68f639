import { loadShop } from '../../../api/loadShop';
import { once } from '../../../api/once';
import { selectOwner } from '../../../state/session';
import type { AppThunk } from '../../../state/store';
import { bookingApi } from '../api';
import { productsQuery, providersQuery, staffProvidersQuery } from './facts';

/**
 * Reads anew what the clinic offers, after it refused what the page took for offered: its settings, types and clinicians
 * (D-408).
 */
export const readOffer = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const { productToken } = getState().booking.params;
  const providers = selectOwner(getState())?.is_staff ? staffProvidersQuery : providersQuery;
  const fresh = { forceRefetch: true };
  await Promise.all([
    dispatch(loadShop()),
    once(dispatch(bookingApi.endpoints.listProducts.initiate(productsQuery(productToken), fresh))),
    once(dispatch(bookingApi.endpoints.listProviders.initiate(providers, fresh))),
  ]);
};
