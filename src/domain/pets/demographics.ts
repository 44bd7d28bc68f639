import type { Breed, Named } from '../../contract/catalogue';
import type { Patient } from '../../contract/clients';
import type { FeatureSettings } from '../../contract/settings';
import { isEnabled } from '../shop/settings';
import { asText } from '../validation/rule';
import type { Demographics } from './noDemographics';

/** Shown under a sex that is not chosen (VAL-32). */
export const SEX_REQUIRED = 'Please select an option';
/** Shown under a missing breed (VAL-36). */
export const BREED_REQUIRED = "Pet's breed is required";
/** Shown under a missing color (VAL-37). */
export const COLOR_REQUIRED = "Pet's color is required";

/** Which facts about the pet the clinic asks for. */
export type AskedDemographics = { sex: boolean; birthdate: boolean; breed: boolean; color: boolean };

/**
 * The facts that the clinic has chosen to ask for. One that its setting does not mention is asked for when the setting
 * as a whole is on (D-75).
 */
export function askedDemographics(settings: FeatureSettings): AskedDemographics {
  const isOn = isEnabled(settings, 'pet_demographics_enabled');
  const set = settings.pet_demographics_enabled;
  const parts = typeof set === 'object' ? set : { enabled: isOn };
  const asks = (part: keyof AskedDemographics): boolean => isOn && parts[part] !== false;
  return { sex: asks('sex'), birthdate: asks('birthdate'), breed: asks('breed'), color: asks('color') };
}

/**
 * The lists to choose from for a species. A list is empty where the clinic has none or it could not be loaded (ERR-09),
 * and null while it is being loaded.
 */
export type SpeciesLists = {
  sexes: readonly Named[] | null;
  breeds: readonly Breed[] | null;
  colors: readonly Named[] | null;
};
export const noLists: SpeciesLists = { sexes: [], breeds: [], colors: [] };

/**
 * The sexes to choose from where the clinic has no list. 'none' is a choice: it says that the sex is not known (VAL-38,
 * D-80).
 */
export const defaultSexes: readonly { value: string; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
];

/** What the clinic knows about a pet on file; what it does not know is still asked (D-89). */
export const demographicsOf = (pet: Patient): Demographics => ({
  sex: pet.sex ?? '',
  patient_sex_id: pet.patient_sex_id ?? null,
  birthdate: pet.birthdate ?? '',
  breed: pet.breed ?? '',
  breed_id: pet.breed_id ?? null,
  patient_color_id: pet.patient_color_id ?? null,
});

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The sexes to choose from: the clinic's, else the default ones (VAL-38, D-80). */
export const sexOptions = (sexes: SpeciesLists['sexes']): readonly { value: string; label: string }[] =>
  sexes && sexes.length > 0 ? sexes.map(({ id, name }) => ({ value: id, label: name })) : defaultSexes;

/**
 * The value of the option that a sex is: the clinic's option by id, else the option by name; '' where it is none of
 * them.
 */
export function chosenSex(
  { sex, patient_sex_id }: Pick<Demographics, 'sex' | 'patient_sex_id'>,
  sexes: SpeciesLists['sexes'],
): string {
  const options = sexOptions(sexes);
  const byId = options.find(({ value }) => value === patient_sex_id);
  return (byId ?? options.find(({ label }) => same(label, sex)))?.value ?? '';
}

/** The form's values for a chosen option. */
export function sexChosen(value: string, sexes: SpeciesLists['sexes']): Pick<Demographics, 'sex' | 'patient_sex_id'> {
  const own = sexes?.find(({ id }) => id === value);
  return own ? { sex: own.name, patient_sex_id: own.id } : { sex: value, patient_sex_id: null };
}

/** The breed in the list that a text names, whatever its letter case; null for none. */
export const breedNamed = (text: string, breeds: SpeciesLists['breeds']): Breed | null =>
  breeds?.find(({ display_name }) => same(display_name, text)) ?? null;

/**
 * The message for a sex that is not one of the options; null for a right one. Until the list is loaded, any choice may
 * be one of them and is right.
 */
export function sexProblem(
  values: Pick<Demographics, 'sex' | 'patient_sex_id'>,
  sexes: SpeciesLists['sexes'],
): string | null {
  const isChosen =
    sexes === null ? values.sex !== '' || values.patient_sex_id !== null : chosenSex(values, sexes) !== '';
  return isChosen ? null : SEX_REQUIRED;
}

/**
 * The message for a breed that is missing or not in the list; null for a right one. Free text is right where there is
 * no list (D-81). `onFile` is the breed of a chosen pet, which is always right, in the clinic's own words (D-89).
 */
export function breedProblem(
  { breed, breed_id }: Pick<Demographics, 'breed' | 'breed_id'>,
  breeds: SpeciesLists['breeds'],
  onFile: string,
): string | null {
  if (asText(breed).trim() === '') return BREED_REQUIRED;
  if (!breeds?.length || same(breed, onFile)) return null;
  return breeds.some(({ id }) => id === breed_id) || breedNamed(breed, breeds) ? null : BREED_REQUIRED;
}

/**
 * The message for a color that is not in the list; null for a right one. Where there is no list, or it is not loaded
 * yet, no color is asked for (D-81).
 */
export const colorProblem = (colorId: string | null, colors: SpeciesLists['colors']): string | null =>
  !colors?.length || colors.some(({ id }) => id === colorId) ? null : COLOR_REQUIRED;

/** The facts as they are sent: an id only where the species' lists have it, and null for what was not answered. */
export function demographicsSent(values: Demographics, lists: SpeciesLists) {
  const sex = sexChosen(chosenSex(values, lists.sexes), lists.sexes);
  const breed = lists.breeds?.find(({ id }) => id === values.breed_id) ?? breedNamed(values.breed, lists.breeds);
  return {
    sex: sex.sex || values.sex || null,
    patient_sex_id: sex.patient_sex_id,
    birthdate: values.birthdate || null,
    breed: breed?.display_name ?? (values.breed.trim() || null),
    breed_id: breed?.id ?? null,
    patient_color_id: lists.colors?.find(({ id }) => id === values.patient_color_id)?.id ?? null,
  };
}
