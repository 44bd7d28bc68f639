import type { Clinic, ServerProduct } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import { eligibleProviders, minutesOf, type Wish } from './rule';
import { MINUTE } from '../../../src/limits';

/** The fields of a request that say what the owner wants; none of them is checked yet. */
export type Asked = {
  productIds: readonly string[];
  productToken?: string | null | undefined;
  providerIds: readonly string[];
  locationId?: string | null | undefined;
  isDropoff?: boolean | undefined;
};

/**
 * Finds a product by id, a hidden one only with its token (D-71). Throws `not_found` otherwise, as for one that does
 * not exist.
 */
export function productFor(clinic: Clinic, id: string, token: string | null | undefined): ServerProduct {
  const product = clinic.products.find((one) => one.id === id);
  const isOpen = product && (!product.hidden_from_clients || (Boolean(token) && product.visibility_token === token));
  if (!isOpen) throw new ApiError('not_found');
  return product;
}

/** Returns the requested location, null for none; throws `not_found` for one that the clinic does not have. */
function locationFor(clinic: Clinic, id: string | null | undefined): string | null {
  if (id && !clinic.locations.some((location) => location.id === id)) throw new ApiError('not_found');
  return id || null;
}

/**
 * Makes the wish from a request, checked against the catalogue. Throws `not_found` for an appointment type or location
 * that the clinic does not have, and `validation` without any appointment type.
 */
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
 * Makes the wish of a hold that names no appointment type (D-412): a clinician's time between the two dates. Throws
 * `validation` unless that is more than 0 minutes and at most the length of the clinic's longest type.
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

/**
 * Whether the location offers all of the products (D-57), in one visit: a compound one cannot be combined with others
 * (D-63).
 */
export function isOfferedThere(clinic: Clinic, wish: Wish): boolean {
  if (wish.products.length > 1 && wish.products.some((product) => product.segments?.length)) return false;
  const ids = clinic.locations.find((location) => location.id === wish.locationId)?.product_ids;
  return !ids || wish.products.every((product) => ids.includes(product.id));
}

/**
 * Throws `not_allowed` for what the clinic does not offer: a product at another location, a clinician who cannot do the
 * visit, or a drop-off.
 */
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

/** Throws `not_found` for a clinician or room that the clinic does not have, and for a private clinician. */
export function mustExist(
  clinic: Clinic,
  ids: { providers: readonly string[]; rooms: readonly (string | null | undefined)[] },
): void {
  const isKnown =
    ids.providers.every((id) => clinic.providers.some((provider) => provider.id === id && !provider.private)) &&
    ids.rooms.every((id) => !id || clinic.rooms.some((room) => room.id === id));
  if (!isKnown) throw new ApiError('not_found');
}
