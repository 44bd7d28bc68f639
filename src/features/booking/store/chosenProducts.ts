import { createSelector } from '@reduxjs/toolkit';
import { productIdsOf, together } from '../../../domain/booking/together';
import { selectProducts } from './facts';
import type { RootState } from '../../../state/store';

/** The types of the visit, as far as they are loaded: one, or those that Book again brought (D-72). */
export const selectChosenProducts = createSelector(
  [selectProducts, (state: RootState) => state.booking.draft.selectedProducts],
  (products, selectedProducts) =>
    productIdsOf({ selectedProducts }).flatMap((id) => products?.find((product) => product.id === id) ?? []),
);

/** The visit's type, null before one is chosen or loaded; several as one. */
export const selectProduct = createSelector([selectChosenProducts], together);

/** Whether a chosen type is no longer among those that the clinic offers, as in a booking that lay on the device; false until they are known (D-408). */
export const isTypeGone = (state: RootState): boolean =>
  selectProducts(state) !== null && selectChosenProducts(state).length < productIdsOf(state.booking.draft).length;
