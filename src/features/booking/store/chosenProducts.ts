import { createSelector } from '@reduxjs/toolkit';
import { productIdsOf, together } from '../../../domain/booking/together';
import { bookableTypes } from '../../../domain/booking/choices';
import { bookingSwitches, isBookingOff } from '../../../domain/shop/settings';
import { selectShop } from '../../../state/clinic';
import { isReturning, selectLocation, selectProducts, selectProviders } from './facts';
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

/** Whether the clinic takes bookings, and these types from this owner, as it was last read (D-54, D-408). */
export function isVisitOffered(state: RootState, productIds: readonly string[], now: number): boolean {
  const [products, providers] = [selectProducts(state), selectProviders(state)];
  const { species } = state.booking.draft;
  const switches = bookingSwitches(selectShop(state)?.feature_settings ?? {});
  const returning = isReturning(state, now);
  if (isBookingOff(switches) || (returning ? switches.returningDisabled : switches.newDisabled)) return false;
  if (!products || !providers) return true;
  const types = bookableTypes(products, providers, returning, species?.id ?? null, selectLocation(state));
  return productIds.every((id) => types.some((type) => type.id === id));
}
