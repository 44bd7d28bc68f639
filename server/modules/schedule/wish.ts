import type { Clinic, ServerProduct } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import { eligibleProviders, minutesOf, type Wish } from './rule';
import { MINUTE } from '../../../src/limits';

/** The fields of a request that say what is wanted; every one is untrusted. */
export type Asked = {
  productIds: readonly string[];
  productToken?: string | null | undefined;
  providerIds: readonly string[];
  locationId?: string | null | undefined;
  isDropoff?: boolean | undefined;
};

/** A product by id; a hidden one only with its token (D-71). Otherwise `not_found`, as for one that does not exist. */
export function productFor(clinic: Clinic, id: string, token: string | null | undefined): ServerProduct {
  const product = clinic.products.find((one) => one.id === id);
  const isOpen = product && (!product.hidden_from_clients || (Boolean(token) && product.visibility_token === token));
  if (!isOpen) throw new ApiError('not_found');
  return product;
}

/** The location that was asked for, null for none; `not_found` for one that there is not. */
function locationFor(clinic: Clinic, id: string | null | undefined): string | null {
  if (id && !clinic.locations.some((location) => location.id === id)) throw new ApiError('not_found');
  return id || null;
}

/** What a request asks for, checked against the catalogue: `not_found` for an id that the clinic does not have. */
export function wishOf(clinic: Clinic, asked: Asked, today: string): Wish {
  const products = asked.productIds.map((id) => productFor(clinic, id, asked.productToken));
  if (products.length === 0) throw new ApiError('validation', { fields: { productIds: 'is required' } });
  const locationId = locationFor(clinic, asked.locationId);
  const isRequired = products.some((product) => product.dropoff_required);
  const isPossible = isRequired || products.every((product) => product.dropoff_enabled);
  return {
    products,
    providerIds: asked.providerIds,
    locationId,
    isDropoff: isRequired || (isPossible && asked.isDropoff === true),
    today,
  };
}

type AskedPlainly = {
  from_date: string;
  to_date: string;
  room_id?: string | null | undefined;
  location_id?: string | null | undefined;
};

/**
 * What a hold asks for that names no type (D-412): somebody's time, as long as its dates say; `validation` for none, and
 * for more than the clinic's longest type takes.
 */
export function plainWish(clinic: Clinic, asked: AskedPlainly, today: string): Wish {
  const minutes = (Date.parse(asked.to_date) - Date.parse(asked.from_date)) / MINUTE;
  if (!(minutes > 0 && minutes <= Math.max(0, ...clinic.products.map(minutesOf)))) {
    throw new ApiError('validation', {
      fields: { to_date: "must be after from_date, by the length of the clinic's longest type at most" },
    });
  }
  const plain = { minutes: Math.ceil(minutes), needsRoom: Boolean(asked.room_id) };
  return {
    products: [],
    providerIds: [],
    locationId: locationFor(clinic, asked.location_id),
    isDropoff: false,
    plain,
    today,
  };
}

/** Whether the location offers all of the products (D-57), in one visit: a compound one is a visit of its own (D-63). */
export function isOfferedThere(clinic: Clinic, wish: Wish): boolean {
  if (wish.products.length > 1 && wish.products.some((product) => product.segments?.length)) return false;
  const ids = clinic.locations.find((location) => location.id === wish.locationId)?.product_ids;
  return !ids || wish.products.every((product) => ids.includes(product.id));
}

/** Refuses with `not_allowed` what this clinic does not offer: a product elsewhere, a clinician who does not do it, a drop-off. */
export function mustBeOffered(
  clinic: Clinic,
  wish: Wish,
  providerIds: readonly string[],
  isDropoffAsked: boolean,
): void {
  const eligible = new Set(eligibleProviders(clinic, wish.products, wish.locationId).map((provider) => provider.id));
  const isOffered =
    isOfferedThere(clinic, wish) && providerIds.every((id) => eligible.has(id)) && (wish.isDropoff || !isDropoffAsked);
  if (!isOffered) throw new ApiError('not_allowed');
}

/** Refuses with `not_found` a clinician or room that the clinic does not have, or does not show. */
export function mustExist(
  clinic: Clinic,
  ids: { providers: readonly string[]; rooms: readonly (string | null | undefined)[] },
): void {
  const isKnown =
    ids.providers.every((id) => clinic.providers.some((provider) => provider.id === id && !provider.private)) &&
    ids.rooms.every((id) => !id || clinic.rooms.some((room) => room.id === id));
  if (!isKnown) throw new ApiError('not_found');
}
