import type { Product, Provider } from '../../contract/catalogue';
import type { ShopMetadata } from '../../contract/shop';
import type { Location } from '../shop/locations';

/** What the picker offers: which types for whom, which clinicians for a type (section 4, Appointment selection rules). */

/** Whether a type is for this kind of client; silent settings allow (D-55). */
const isFor = (product: Product, isReturning: boolean): boolean =>
  (isReturning ? product.metadata.allowReturningClients : product.metadata.allowNewClients) !== false;

/** An absent or empty list means every species (D-74). */
const takesSpecies = (product: Product, speciesId: string): boolean => {
  const ids = product.metadata.speciesIds ?? [];
  return ids.length === 0 || ids.includes(speciesId);
};

/** A location without a list narrows nothing (D-57). */
const allows = (ids: readonly string[] | null | undefined, id: string): boolean => !ids || ids.includes(id);

/** The type's clinicians, in the list's order. With drop-off only those who take any (D-64); at a location only its own (D-57). */
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

/** How the clinician is settled: by the owner, or without asking (APPT-07 to 10, D-65). */
export function clinicianChoice(
  clinicians: readonly Provider[],
  settings: Pick<ShopMetadata, 'isBookingSkipProvider' | 'isBookingAnyone'>,
): { isAsked: boolean; hasAny: boolean } {
  const isAsked = settings.isBookingSkipProvider !== true && clinicians.length > 1;
  return { isAsked, hasAny: !isAsked || settings.isBookingAnyone === true };
}

/** A required drop-off is ticked and locked; an offered one is the owner's to tick (APPT-23, 24, D-64). */
export const dropoffChoice = (product: Product): 'none' | 'offered' | 'required' =>
  product.dropoff_required ? 'required' : product.dropoff_enabled ? 'offered' : 'none';

/**
 * What Book again preselects: the types still on offer that can be had in one visit, and their species when they share
 * just one (QUERY-06, D-72). What does not go with those before it is left out.
 */
export function bookAgain(
  wanted: readonly string[],
  offered: readonly Product[],
  providers: readonly Provider[],
  location: Location | null = null,
): { speciesId: string | null; products: Product[] } {
  const products = wanted
    .flatMap((id) => offered.find((product) => product.id === id) ?? [])
    .reduce<Product[]>((kept, next) => (kept.includes(next) || !isOneVisit([...kept, next], providers, location) ? kept : [...kept, next]), []);
  const [only, ...others] = together(products)?.metadata.speciesIds ?? [];
  return { speciesId: only !== undefined && others.length === 0 ? only : null, products };
}

/** Whether one clinician does them all, for a species that all are for. */
function isOneVisit(products: readonly Product[], providers: readonly Provider[], location: Location | null): boolean {
  const restricted = products.some(({ metadata }) => metadata.speciesIds?.length);
  const visit = together(products);
  return visit !== null && cliniciansOf(visit, providers, false, location).length > 0 && (!restricted || (visit.metadata.speciesIds ?? []).length > 0);
}

/**
 * Several types of one visit as one: together as long, by who does them all, for whom all of them are. The first one
 * decides about a deposit (D-94). Null for none.
 */
export function together(products: readonly Product[]): Product | null {
  const [first, ...others] = products;
  if (first === undefined || others.length === 0) return first ?? null;
  const costs = products.flatMap(({ metadata }) => metadata.cost ?? []);
  const species = products.flatMap(({ metadata: { speciesIds } }) => (speciesIds?.length ? [speciesIds] : []));
  return {
    ...first,
    name: products.map(({ name }) => name).join(', '),
    description: null,
    providerIds: first.providerIds.filter((id) => others.every(({ providerIds }) => providerIds.includes(id))),
    dropoff_enabled: products.every((product) => dropoffChoice(product) !== 'none'),
    dropoff_required: products.some(({ dropoff_required }) => dropoff_required === true),
    is_telemedicine: products.some(({ is_telemedicine }) => is_telemedicine === true),
    metadata: {
      ...first.metadata,
      time: products.reduce((sum, { metadata }) => sum + metadata.time, 0),
      cost: costs.length === products.length ? costs.reduce((sum, cost) => sum + cost, 0) : null,
      speciesIds: species.length === 0 ? null : species.reduce((shared, ids) => shared.filter((id) => ids.includes(id))),
      waitlistEligible: products.every(({ metadata }) => metadata.waitlistEligible === true),
    },
  };
}
