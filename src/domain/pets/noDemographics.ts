/**
 * The facts about the pet in the form. A sex from the clinic's list has an id and a name, one of the default sexes only
 * a name (D-80).
 */
export type Demographics = {
  sex: string;
  patient_sex_id: string | null;
  birthdate: string;
  breed: string;
  breed_id: string | null;
  patient_color_id: string | null;
};

/**
 * The facts while nothing is known. They are in a file of their own so that the first screen, which needs an empty
 * draft, does not load the rules.
 */
export const noDemographics: Demographics = {
  sex: '',
  patient_sex_id: null,
  birthdate: '',
  breed: '',
  breed_id: null,
  patient_color_id: null,
};
