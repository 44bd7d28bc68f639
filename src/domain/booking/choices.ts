import type { Product, Provider } from '../../contract/catalogue';
import type { ShopMetadata } from '../../contract/settings';
import type { Location } from '../shop/locations';

/**
 * What the picker offers: which types for whom, which clinicians for a type (docs/product.md, Choosing the
 * appointment).
 */

/** Whether a type can be booked by this kind of client; a missing setting allows it (D-55). */
const isFor = (product: Product, isReturning: boolean): boolean =>
  (isReturning ? product.metadata.allowReturningClients : product.metadata.allowNewClients) !== false;

/** An absent or empty list means every species (D-74). */
const takesSpecies = (product: Product, speciesId: string): boolean => {
  const ids = product.metadata.speciesIds ?? [];
  return ids.length === 0 || ids.includes(speciesId);
};

/** Whether a location's list allows an id; without a list it allows every id (D-57). */
const allows = (ids: readonly string[] | null | undefined, id: string): boolean => !ids || ids.includes(id);

/**
 * Returns the type's clinicians, in the list's order: for a drop-off only those who take any (D-64), at a location only
 * its own (D-57).
 */
export const cliniciansOf = (
  product: Product,
  providers: readonly Provider[],
  isDropoff = false,
  location: Location | null = null,
): Provider[] =>
  providers.filter(
    (provider) =>
      product.providerIds.includes(provider.id) &&
      !(isDropoff && provider.maxDropoffs === 0) &&
      allows(location?.provider_user_ids, provider.id),
  );

/**
 * Types that can be booked by this kind of client: with a clinician, for the species and at the location once they are
 * chosen. None at all leads to no availability (D-53). Hidden types come from the server only with their token (D-71).
 */
export const bookableTypes = (
  products: readonly Product[],
  providers: readonly Provider[],
  isReturning: boolean,
  speciesId: string | null = null,
  location: Location | null = null,
): Product[] =>
  products.filter(
    (product) =>
      isFor(product, isReturning) &&
      allows(location?.product_ids, product.id) &&
      cliniciansOf(product, providers, false, location).length > 0 &&
      (speciesId === null || takesSpecies(product, speciesId)),
  );

/** Decides how the clinician is chosen: by the owner, or without asking (APPT-07 to 10, D-65). */
export function clinicianChoice(
  clinicians: readonly Provider[],
  settings: Pick<ShopMetadata, 'isBookingSkipProvider' | 'isBookingAnyone'>,
): { isAsked: boolean; hasAny: boolean } {
  const isAsked = settings.isBookingSkipProvider !== true && clinicians.length > 1;
  return { isAsked, hasAny: !isAsked || settings.isBookingAnyone === true };
}

/**
 * Decides the drop-off checkbox: a required one is ticked and locked, an offered one is the owner's choice (APPT-23,
 * 24, D-64).
 */
export const dropoffChoice = (product: Product): 'none' | 'offered' | 'required' =>
  product.dropoff_required ? 'required' : product.dropoff_enabled ? 'offered' : 'none';
