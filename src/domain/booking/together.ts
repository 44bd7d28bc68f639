import type { Product, Provider } from '../../contract/catalogue';
import type { Location } from '../shop/locations';
import { cliniciansOf, dropoffChoice } from './choices';
import type { Draft } from './draft';

/** A visit of several types, such as the one that Book again brings (QUERY-06, D-72). */

/** The ids of all types of the visit. */
export const productIdsOf = ({ selectedProducts }: Pick<Draft, 'selectedProducts'>): string[] =>
  selectedProducts.flatMap(({ products }) => products.map(({ id }) => id));

/**
 * What Book again preselects: those of the wanted types that are still offered and can be had in one visit, and their
 * species when they share just one (QUERY-06, D-72). A type that cannot be combined with those before it is left out.
 */
export function bookAgain(
  wanted: readonly string[],
  offered: readonly Product[],
  providers: readonly Provider[],
  location: Location | null = null,
): { speciesId: string | null; products: Product[] } {
  const products = wanted
    .flatMap((id) => offered.find((product) => product.id === id) ?? [])
    .reduce<Product[]>(
      (kept, next) =>
        kept.includes(next) || !isOneVisit([...kept, next], providers, location) ? kept : [...kept, next],
      [],
    );
  const [only, ...others] = together(products)?.metadata.speciesIds ?? [];
  return { speciesId: only !== undefined && others.length === 0 ? only : null, products };
}

/**
 * Whether the types can be one visit: some clinician does all of them, and there is a species that all of them are for.
 */
function isOneVisit(products: readonly Product[], providers: readonly Provider[], location: Location | null): boolean {
  const restricted = products.some(({ metadata }) => metadata.speciesIds?.length);
  const visit = together(products);
  return (
    visit !== null &&
    cliniciansOf(visit, providers, false, location).length > 0 &&
    (!restricted || (visit.metadata.speciesIds ?? []).length > 0)
  );
}

/**
 * Combines the types of one visit into a single type: as long as all together, with the clinicians who do all of them
 * and the species that all of them are for. Whether a deposit is due is decided by the first one (D-94). Null for no
 * types.
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
      speciesIds:
        species.length === 0 ? null : species.reduce((shared, ids) => shared.filter((id) => ids.includes(id))),
      waitlistEligible: products.every(({ metadata }) => metadata.waitlistEligible === true),
    },
  };
}
