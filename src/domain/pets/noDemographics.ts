/**
 * The form's facts about the pet. A clinic's own sexes travel with id and name, the default ones by name alone (D-80).
 */
export type Demographics = {
  sex: string;
  patient_sex_id: string | null;
  birthdate: string;
  breed: string;
  breed_id: string | null;
  patient_color_id: string | null;
};

/** Nothing known yet; apart from the rules, so that an empty draft does not bring them to the first screen. */
export const noDemographics: Demographics = {
  sex: '',
  patient_sex_id: null,
  birthdate: '',
  breed: '',
  breed_id: null,
  patient_color_id: null,
};
