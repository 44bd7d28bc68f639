import { createSelector } from '@reduxjs/toolkit';
import { productIdsOf, together } from '../../../domain/booking/together';
import { selectProducts } from './facts';
import type { RootState } from '../../../state/store';

/** Selects the visit's loaded appointment types: one, or several when Book again repeats a visit (D-72). */
export const selectChosenProducts = createSelector(
  [selectProducts, (state: RootState) => state.booking.draft.selectedProducts],
  (products, selectedProducts) =>
    productIdsOf({ selectedProducts }).flatMap((id) => products?.find((product) => product.id === id) ?? []),
);

/** Selects the visit's type, several combined into one; null before one is chosen or loaded. */
export const selectProduct = createSelector([selectChosenProducts], together);

/**
 * Whether the clinic no longer offers a chosen type, as can happen to a saved draft; false until the types are loaded
 * (D-408).
 */
export const isTypeGone = (state: RootState): boolean =>
  selectProducts(state) !== null && selectChosenProducts(state).length < productIdsOf(state.booking.draft).length;
