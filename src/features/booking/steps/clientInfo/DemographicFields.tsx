import { useForm, useFormState } from 'react-final-form';
import {
  breedNamed,
  chosenSex,
  sexChosen,
  sexOptions,
  type AskedDemographics,
  type SpeciesLists,
} from '../../../../domain/pets/demographics';
import type { ClientInfoValues } from '../../../../domain/validation/clientInfo';
import { asText } from '../../../../domain/validation/rule';
import { PickerField } from '../../../../ui/fields/PickerField';
import { SelectField } from '../../../../ui/fields/SelectField';
import { BirthDate } from './BirthDate';
import { FormText, useFormField } from '../../../../shared/forms/fields';

const LOADING = 'One moment…';

/**
 * Shows the pet's sex, birth date, breed and color, as far as the clinic asks for them; the choices depend on the
 * species (INFO-06).
 */
export function DemographicFields({
  asked,
  lists,
  today,
}: {
  asked: AskedDemographics;
  lists: SpeciesLists;
  today: string;
}) {
  return (
    <>
      {asked.sex && <SexField sexes={lists.sexes} />}
      {asked.birthdate && <BirthDate name="birthdate" label="Pet's date of birth" today={today} />}
      {asked.breed && <BreedField breeds={lists.breeds} />}
      {asked.color && lists.colors?.length !== 0 && <ColorField colors={lists.colors} />}
    </>
  );
}

function SexField({ sexes }: { sexes: SpeciesLists['sexes'] }) {
  const form = useForm<ClientInfoValues>();
  const { error, onBlur, onFocus } = useFormField<string>('sex');
  const { values } = useFormState<ClientInfoValues>({ subscription: { values: true } });
  const choose = (value: string) => {
    const chosen = sexChosen(value, sexes);
    form.batch(() => {
      form.change('sex', chosen.sex);
      form.change('patient_sex_id', chosen.patient_sex_id);
    });
  };
  return (
    <SelectField
      name="sex"
      label="Pet's sex"
      placeholder={sexes === null ? LOADING : 'Choose an option'}
      options={sexes === null ? [] : sexOptions(sexes)}
      value={chosenSex({ sex: asText(values.sex), patient_sex_id: values.patient_sex_id ?? null }, sexes)}
      error={error}
      onChange={choose}
      onBlur={onBlur}
      onFocus={onFocus}
      required
    />
  );
}

/** Shows a picker of the species' breeds, or a text field where the clinic has no list for the species (D-81). */
function BreedField({ breeds }: { breeds: SpeciesLists['breeds'] }) {
  const form = useForm<ClientInfoValues>();
  const { value, error, onBlur, onFocus } = useFormField<string>('breed');
  if (breeds?.length === 0)
    return (
      <FormText
        name="breed"
        label="Pet's breed"
        autoCapitalize="words"
        autoComplete="off"
        enterKeyHint="next"
        maxLength={255}
        required
      />
    );
  const type = (text: string) =>
    form.batch(() => {
      form.change('breed', text);
      form.change('breed_id', breedNamed(text, breeds)?.id ?? null);
    });
  return (
    <PickerField
      name="breed"
      label="Pet's breed"
      placeholder="Search for a breed"
      options={(breeds ?? []).map(({ display_name }) => display_name)}
      noneText={breeds === null ? LOADING : 'No breed of that name. Try fewer letters.'}
      moreText="Keep typing to see more."
      countText={(count) => (count === 1 ? '1 breed' : `${count} breeds`)}
      value={asText(value)}
      error={error}
      onChange={type}
      onBlur={onBlur}
      onFocus={onFocus}
      autoComplete="off"
      required
    />
  );
}

function ColorField({ colors }: { colors: SpeciesLists['colors'] }) {
  const { value, error, change, onBlur, onFocus } = useFormField<string | null>('patient_color_id');
  return (
    <SelectField
      name="patient_color_id"
      label="Pet's color"
      placeholder={colors === null ? LOADING : 'Choose a color'}
      options={(colors ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value || ''}
      error={error}
      onChange={(id) => change(id === '' ? null : id)}
      onBlur={onBlur}
      onFocus={onFocus}
      required
    />
  );
}
