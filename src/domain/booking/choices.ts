import type { Product, Provider } from '../../contract/catalogue';

/** What the picker offers: which types for whom, which clinicians for a type (section 4, Appointment selection rules). */

/** Whether a type is for this kind of client; silent settings allow (D-55). */
const isFor = (product: Product, isReturning: boolean): boolean =>
  (isReturning ? product.metadata.allowReturningClients : product.metadata.allowNewClients) !== false;

/** An absent or empty list means every species (D-74). */
const takesSpecies = (product: Product, speciesId: string): boolean => {
  const ids = product.metadata.speciesIds ?? [];
  return ids.length === 0 || ids.includes(speciesId);
};

/** The type's clinicians, in the list's order. With drop-off only those who take any (D-64). */
export const cliniciansOf = (product: Product, providers: readonly Provider[], isDropoff = false): Provider[] =>
  providers.filter((provider) => product.providerIds.includes(provider.id) && !(isDropoff && provider.maxDropoffs === 0));

/** Types that can be booked by this kind of client: with a clinician, and for the species once one is chosen. */
export const bookableTypes = (
  products: readonly Product[],
  providers: readonly Provider[],
  isReturning: boolean,
  speciesId: string | null = null,
): Product[] =>
  products.filter(
    (product) =>
      isFor(product, isReturning) &&
      cliniciansOf(product, providers).length > 0 &&
      (speciesId === null || takesSpecies(product, speciesId)),
  );

/** How the clinician is settled: by the owner, or without asking (APPT-07 to 10, D-65). */
export function clinicianChoice(
  clinicians: readonly Provider[],
  settings: { isBookingSkipProvider?: boolean | undefined; isBookingAnyone?: boolean | undefined },
): { isAsked: boolean; hasAny: boolean } {
  const isAsked = settings.isBookingSkipProvider !== true && clinicians.length > 1;
  return { isAsked, hasAny: !isAsked || settings.isBookingAnyone === true };
}

/** A required drop-off is ticked and locked; an offered one is the owner's to tick (APPT-23, 24, D-64). */
export const dropoffChoice = (product: Product): 'none' | 'offered' | 'required' =>
  product.dropoff_required ? 'required' : product.dropoff_enabled ? 'offered' : 'none';
