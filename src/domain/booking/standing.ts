/**
 * Decides which parts of a draft still stand, given what is offered now (D-408). A choice stands as long as its control
 * on the screen can show it; a control that is not shown has no value.
 */

import type { Product, Provider, Species } from '../../contract/catalogue';
import type { Patient } from '../../contract/clients';
import type { Shop } from '../../contract/shop';
import { demographicsOf } from '../pets/demographics';
import { noDemographics, type Demographics } from '../pets/noDemographics';
import { doLocationsApply, locationOf, onlyLocation } from '../shop/locations';
import type { ClientInfoSettings, ClientInfoValues } from '../validation/clientInfo';
import { bookableTypes, clinicianChoice, cliniciansOf, dropoffChoice } from './choices';
import { emptyForm, withoutTime, withSpecies, type Draft, type FormValues, type ProductGroup } from './draft';
import { productIdsOf, together } from './together';

/** Everything that the picker can offer, and whether it is offered to a returning client. */
export type Offer = {
  shop: Pick<Shop, 'location' | 'feature_settings' | 'metadata'>;
  species: readonly Species[];
  products: readonly Product[];
  providers: readonly Provider[];
  isReturning: boolean;
};

type Visit = { group: ProductGroup; isDropoff: boolean };

/**
 * Makes the visit for these types; null without a type. The clinician is the wished one where the owner is asked for a
 * clinician and may have that one. Otherwise it is any clinician (null), or the first where the clinic has no "any"
 * (D-65). The wish for a drop-off counts where the owner may tick it (D-64).
 */
export function visitOf(
  products: readonly Product[],
  wished: { clinicianId: string | null; isDropoff: boolean },
  offer: Pick<Offer, 'shop' | 'providers'>,
  location: Draft['location'],
): Visit | null {
  const product = together(products);
  if (!product) return null;
  const dropoff = dropoffChoice(product);
  const isDropoff = dropoff === 'required' || (dropoff === 'offered' && wished.isDropoff);
  const clinicians = cliniciansOf(product, offer.providers, isDropoff, locationOf(offer.shop, location));
  const { isAsked, hasAny } = clinicianChoice(clinicians, offer.shop.metadata);
  const named = isAsked ? clinicians.find(({ id }) => id === wished.clinicianId) : undefined;
  const provider = named ?? (hasAny ? null : (clinicians[0] ?? null));
  return {
    group: {
      provider: provider && { id: provider.id, firstName: provider.firstName },
      products: products.map(({ id, name }) => ({ id, name })),
    },
    isDropoff,
  };
}

/**
 * What the draft wishes for a visit besides its types: the clinician and the drop-off. `before` is the type that was
 * chosen before: a drop-off that it required was not the owner's own wish (D-64).
 */
export function wishIn(
  { selectedProducts: [group], isDropoff }: Pick<Draft, 'selectedProducts' | 'isDropoff'>,
  before: Product | null,
) {
  return {
    clinicianId: group?.provider?.id ?? null,
    isDropoff: isDropoff && (!before || dropoffChoice(before) === 'offered'),
  };
}

/**
 * The draft with only what stands under an offer; the very same draft where all of it does. Where the owner is not
 * asked for a location, it is the clinic's only one (D-57). A single species is chosen without a question (D-74). Types
 * that are gone are removed, together with the clinician, the drop-off and the time that depended on them.
 */
export function standingDraft(draft: Draft, offer: Offer): Draft {
  const only = onlyLocation(offer.shop);
  const location =
    doLocationsApply(offer.shop) || draft.location?.id === only?.id
      ? draft.location
      : only && { id: only.id, name: '' };
  const [first, ...others] = offer.species;
  const isThere = offer.species.some(({ id }) => id === draft.species?.id);
  const species = isThere ? draft.species : first && others.length === 0 ? { id: first.id, name: first.name } : null;
  const ofSpecies = species?.id === draft.species?.id ? draft : withSpecies(draft, species);

  const types = bookableTypes(
    offer.products,
    offer.providers,
    offer.isReturning,
    species?.id ?? null,
    locationOf(offer.shop, location),
  );
  const kept = productIdsOf(ofSpecies).flatMap((id) => types.find((type) => type.id === id) ?? []);
  const visit = visitOf(kept, wishIn(ofSpecies, null), offer, location);
  const isSame = location === draft.location && ofSpecies === draft && isSameVisit(draft, visit);
  return isSame
    ? draft
    : {
        ...withoutTime(ofSpecies),
        location,
        selectedProducts: visit ? [visit.group] : [],
        isDropoff: visit?.isDropoff === true,
      };
}

function isSameVisit(draft: Draft, visit: Visit | null): boolean {
  const key = (selectedProducts: ProductGroup[], isDropoff: boolean) =>
    JSON.stringify([productIdsOf({ selectedProducts }), selectedProducts[0]?.provider?.id ?? null, isDropoff]);
  return key(draft.selectedProducts, draft.isDropoff) === key(visit ? [visit.group] : [], visit?.isDropoff === true);
}

type PetFields = Pick<FormValues, 'patientId' | 'petName' | keyof Demographics>;

/**
 * The form's fields filled from a pet on file, so that they need not be asked again. Null means a new pet, of which
 * nothing is known: the fields are blank (D-89).
 */
export const fieldsOfPet = (pet: Patient | null): PetFields => ({
  patientId: pet?.id ?? null,
  petName: pet?.name ?? '',
  ...(pet ? demographicsOf(pet) : noDemographics),
});

/**
 * The pet fields of the form that change under an offer; null where none do (D-89). A chosen pet that is no longer
 * offered is removed with all that was known about it. Where no pet is chosen or named and only one is offered, that
 * one is chosen. `pets` is null while the owner's record is not known; then nothing changes.
 */
export function petChange(
  { patientId, petName }: Pick<PetFields, 'patientId' | 'petName'>,
  pets: readonly Patient[] | null,
): PetFields | null {
  if (!pets || pets.some(({ id }) => id === patientId)) return null;
  const [pet, ...others] = pets;
  const only = others.length === 0 ? (pet ?? null) : null;
  return patientId !== null || (petName === '' && only) ? fieldsOfPet(only) : null;
}

/**
 * The form as it is opened: with the pet that stands (petChange), and with missing facts about a pet on file filled in
 * from its record. They are missing, for example, after another species was chosen, because the lists they came from
 * changed.
 */
export function standingForm(form: FormValues, pets: readonly Patient[] | null): FormValues {
  const stands = { ...form, ...petChange(form, pets) };
  const pet = pets?.find(({ id }) => id === stands.patientId);
  if (!pet) return stands;
  const known = demographicsOf(pet);
  const isBlank = { sex: !stands.sex && !stands.patient_sex_id, breed: !stands.breed && !stands.breed_id };
  return {
    ...stands,
    ...(isBlank.sex && { sex: known.sex, patient_sex_id: known.patient_sex_id }),
    ...(isBlank.breed && { breed: known.breed, breed_id: known.breed_id }),
    birthdate: stands.birthdate || known.birthdate,
    patient_color_id: stands.patient_color_id ?? known.patient_color_id,
  };
}

/**
 * The form's values as its controls showed them: a question that was not asked has no answer, and where a sentence
 * replaces the consent box, consent is given (D-87).
 */
export function saidIn(
  values: ClientInfoValues,
  settings: ClientInfoSettings,
  pets: readonly Patient[],
): ClientInfoValues {
  const { demographics: asked } = settings;
  const { address1, address2, city, state, zip, sex, patient_sex_id, birthdate, breed, breed_id, patient_color_id } =
    emptyForm;
  return {
    ...values,
    ...(settings.address === 'none' && { address1, address2, city, state, zip }),
    ...(!settings.isBirthDateAsked && { clientDob: emptyForm.clientDob }),
    patientId: pets.some(({ id }) => id === values.patientId) ? values.patientId : null,
    ...(!asked.sex && { sex, patient_sex_id }),
    ...(!asked.birthdate && { birthdate }),
    ...(!asked.breed && { breed, breed_id }),
    ...(!asked.color && { patient_color_id }),
    hasWellnessPlan: settings.isWellnessAsked && values.hasWellnessPlan === true,
    allowRemind: !settings.isConsentAsked || values.allowRemind !== false,
  };
}
