import { describe, expect, it } from 'vitest';
import {
  askedDemographics,
  breedProblem,
  chosenSex,
  colorProblem,
  demographicsSent,
  noLists,
  sexChosen,
  sexOptions,
  sexProblem,
} from '../../../../src/domain/pets/demographics';
import { noDemographics } from '../../../../src/domain/pets/noDemographics';

const sexes = [
  { id: 'mn', name: 'Male Neutered' },
  { id: 'f', name: 'Female' },
];
const breeds = [
  { id: 'beagle', display_name: 'Beagle' },
  { id: 'pug', display_name: 'Pug' },
];
const colors = [{ id: 'tan', name: 'Tan' }];
const lists = { sexes, breeds, colors };

describe('what a clinic asks about the pet', () => {
  it.each([
    ['nothing without the setting', {}, [false, false, false, false]],
    ['everything when it is on', { pet_demographics_enabled: true }, [true, true, true, true]],
    [
      'a missing part with the rest',
      { pet_demographics_enabled: { enabled: true, breed: false } },
      [true, true, false, true],
    ],
    [
      'nothing when the whole is off',
      { pet_demographics_enabled: { enabled: false, sex: true } },
      [false, false, false, false],
    ],
  ])('is %s (D-75)', (_, settings, [sex, birthdate, breed, color]) => {
    expect(askedDemographics(settings)).toEqual({ sex, birthdate, breed, color });
  });
});

describe('sex', () => {
  it('has none, male and female unless the clinic has a list (VAL-38, D-80)', () => {
    expect(sexOptions([]).map(({ value }) => value)).toEqual(['none', 'male', 'female']);
    expect(sexOptions(sexes).map(({ label }) => label)).toEqual(['Male Neutered', 'Female']);
  });

  it('has to be chosen, and none is a choice (VAL-32, D-80)', () => {
    expect(sexProblem(noDemographics, [])).toBe('Please select an option');
    expect(sexProblem({ sex: 'none', patient_sex_id: null }, [])).toBeNull();
    expect(sexProblem({ sex: 'none', patient_sex_id: null }, sexes)).toBe('Please select an option');
  });

  it('that was chosen is not held against a list that is on its way', () => {
    expect(sexProblem(noDemographics, null)).toBe('Please select an option');
    expect(sexProblem({ sex: 'Male Neutered', patient_sex_id: 'mn' }, null)).toBeNull();
  });

  it('is known from a pet on file by id or by name', () => {
    expect(chosenSex({ sex: '', patient_sex_id: 'f' }, sexes)).toBe('f');
    expect(chosenSex({ sex: 'female', patient_sex_id: null }, sexes)).toBe('f');
    expect(chosenSex({ sex: 'Male', patient_sex_id: null }, [])).toBe('male');
    expect(chosenSex({ sex: '', patient_sex_id: 'gone' }, sexes)).toBe('');
  });

  it("travels with the list's id and name, a default one by name alone (D-80)", () => {
    expect(sexChosen('mn', sexes)).toEqual({ sex: 'Male Neutered', patient_sex_id: 'mn' });
    expect(sexChosen('male', [])).toEqual({ sex: 'male', patient_sex_id: null });
  });
});

describe('breed and color', () => {
  const breed = (text: string, id: string | null = null) => ({ breed: text, breed_id: id });

  it('have to be of the list (VAL-36, VAL-37)', () => {
    expect(breedProblem(breed(''), breeds, '')).toBe("Pet's breed is required");
    expect(breedProblem(breed('Bea'), breeds, '')).toBe("Pet's breed is required");
    expect(breedProblem(breed('beagle'), breeds, '')).toBeNull();
    expect(breedProblem(breed('Beagle', 'beagle'), breeds, '')).toBeNull();
    expect(colorProblem(null, colors)).toBe("Pet's color is required");
    expect(colorProblem('green', colors)).toBe("Pet's color is required");
    expect(colorProblem('tan', colors)).toBeNull();
  });

  it('ask no more than the owner can answer without a list (D-81)', () => {
    expect(breedProblem(breed('Beagle mix'), [], '')).toBeNull();
    expect(breedProblem(breed('  '), [], '')).toBe("Pet's breed is required");
    expect(colorProblem(null, [])).toBeNull();
  });

  it('are not held against a list that is on its way', () => {
    expect(breedProblem(breed(''), null, '')).toBe("Pet's breed is required");
    expect(breedProblem(breed('Bea'), null, '')).toBeNull();
    expect(colorProblem('tan', null)).toBeNull();
    expect(colorProblem(null, null)).toBeNull();
  });

  it('let stand what the clinic wrote of a pet in its own words (D-89)', () => {
    expect(breedProblem(breed('Old mix'), breeds, 'Old mix')).toBeNull();
    expect(breedProblem(breed('Old mix'), breeds, '')).toBe("Pet's breed is required");
  });
});

describe('what is sent of a pet', () => {
  it('holds ids of the lists only', () => {
    const typed = {
      ...noDemographics,
      sex: 'female',
      breed: 'PUG',
      breed_id: 'gone',
      patient_color_id: 'gone',
      birthdate: '2020-04-01',
    };
    expect(demographicsSent(typed, lists)).toEqual({
      sex: 'Female',
      patient_sex_id: 'f',
      birthdate: '2020-04-01',
      breed: 'Pug',
      breed_id: 'pug',
      patient_color_id: null,
    });
  });

  it('is what was typed where there are no lists, and nothing for nothing', () => {
    expect(demographicsSent({ ...noDemographics, sex: 'male', breed: ' Beagle mix ' }, noLists)).toMatchObject({
      sex: 'male',
      breed: 'Beagle mix',
      breed_id: null,
    });
    expect(Object.values(demographicsSent(noDemographics, noLists))).toEqual([null, null, null, null, null, null]);
  });
});
