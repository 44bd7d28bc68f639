/**
 * What of a draft still stands, given what is offered now (D-408). A choice stands while its control shows it; a
 * control that is not shown carries nothing.
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

/** All that the picker can show, and to whom. */
export type Offer = {
  shop: Pick<Shop, 'location' | 'feature_settings' | 'metadata'>;
  species: readonly Species[];
  products: readonly Product[];
  providers: readonly Provider[];
  isReturning: boolean;
};

type Visit = { group: ProductGroup; isDropoff: boolean };

/**
 * The visit for these types: with the wished clinician where the owner is asked for one and may have them, else with
 * any, else with the first where the clinic has no "any" (D-65); with the wished drop-off where it is the owner's to
 * tick (D-64). Null for no type.
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
 * What the draft wishes of a visit beside its types. A tick that the type before required was not the owner's (D-64).
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
 * The draft as it stands under an offer; the very same one where all of it does. A location that nobody is asked for is
 * the clinic's only one (D-57), a single species needs no question (D-74), types that are gone go with the clinician,
 * the drop-off and the time that depended on them.
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
 * The form's fields for a pet on file, which need not be asked again; null: a new pet, of which nothing is known
 * (D-89).
 */
export const fieldsOfPet = (pet: Patient | null): PetFields => ({
  patientId: pet?.id ?? null,
  petName: pet?.name ?? '',
  ...(pet ? demographicsOf(pet) : noDemographics),
});

/**
 * The fields of the form's pet that change under an offer, null where it stands: a chosen pet that is not among those
 * offered goes, with all that was known of it; where nothing is said and only one is offered, that one is chosen
 * (D-89). `pets` is null while the owner's record is not known: nothing is judged then.
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
 * The form as it is opened: its pet as it stands, and what another species' lists said of a pet on file read again from
 * the record.
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
 * What the form's controls said: a question that was not asked has no answer, and where a sentence stands in place of
 * the consent's box the sentence holds (D-87).
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
