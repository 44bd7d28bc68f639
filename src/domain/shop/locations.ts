import type { Infer } from 'superstruct';
import type { Shop, ShopLocation } from '../../contract/shop';
import { isEnabled } from './settings';

export type Location = Infer<typeof ShopLocation>;

type Located = Pick<Shop, 'location' | 'feature_settings'>;

const isMulti = (shop: Located): boolean => isEnabled(shop.feature_settings, 'multi_location_v1_enabled');

/** The clinic's locations, always as a list (D-57). */
export const locationsOf = (shop: Pick<Shop, 'location'>): Location[] =>
  Array.isArray(shop.location) ? shop.location : [shop.location];

/** Whether multi-location applies: it is on, and there is not exactly one location to choose (LOC-05, D-57). */
export const doLocationsApply = (shop: Located): boolean => isMulti(shop) && locationsOf(shop).length !== 1;

/** The location that is chosen without asking (D-57); null where there is none, several, or multi-location is off. */
export function onlyLocation(shop: Located): Location | null {
  const [first, ...others] = locationsOf(shop);
  return isMulti(shop) && others.length === 0 ? (first ?? null) : null;
}

/** The location that a booking is for: the chosen one, or the only one (D-57); null where locations do not matter. */
export const locationOf = (shop: Located, chosen: { id: string } | null): Location | null =>
  chosen ? (locationsOf(shop).find(({ id }) => id === chosen.id) ?? chosen) : onlyLocation(shop);
