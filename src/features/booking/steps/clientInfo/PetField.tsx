import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-final-form';
import type { Patient } from '../../../../contract/clients';
import { fieldsOfPet, petChange } from '../../../../domain/booking/standing';
import { petNameDoubt, type ClientInfoValues } from '../../../../domain/validation/clientInfo';
import { tidySpaces } from '../../../../domain/validation/name';
import { ONE_PET_NAME_CONFIRM, ONE_PET_NAME_QUESTION } from '../../../../domain/validation/petName';
import { asText } from '../../../../domain/validation/rule';
import { Button } from '../../../../ui/actions/Button';
import { PlusIcon } from '../../../../ui/icons/booking';
import { SelectField } from '../../../../ui/fields/SelectField';
import { TextField } from '../../../../ui/fields/TextField';
import { useFormField } from '../../../../shared/forms/fields';
import { FormDoubt } from '../fields';
import * as css from '../forms.module.css';

/**
 * Shows the pet's name: a choice of the owner's pets or a new one, else a text field (INFO-05, D-89). `offered` is null
 * while the owner's record is loading.
 */
export function PetField({ offered }: { offered: readonly Patient[] | null }) {
  const form = useForm<ClientInfoValues>();
  const name = useFormField<string>('petName');
  const { value: patientId } = useFormField<string | null>('patientId');
  const [isNewAsked, setNewAsked] = useState(false);
  const pets = offered ?? [];
  const isChosen = pets.some(({ id }) => id === patientId);
  // A name that is already typed keeps the text field, even when the list arrives.
  const isNew = pets.length === 0 || (!isChosen && (isNewAsked || asText(name.value) !== ''));

  const set = (fields: Partial<ClientInfoValues>) =>
    form.batch(() =>
      Object.entries(fields).forEach(([field, value]) => form.change(field as keyof ClientInfoValues, value)),
    );
  const dropGone = useEffectEvent(() => {
    const change = patientId ? petChange({ patientId, petName: '' }, offered) : null;
    if (change) set(change);
  });
  // The record is reloaded while the form is open and may no longer contain the chosen pet.
  useEffect(() => dropGone(), [offered]);
  const choose = (pet: Patient | null) => {
    setNewAsked(false);
    set(fieldsOfPet(pet));
  };
  const startNew = () => {
    setNewAsked(true);
    set(fieldsOfPet(null));
  };
  const type = (petName: string) => {
    setNewAsked(true);
    set({ petName, patientId: null });
  };

  if (isNew) return <NewPet name={name} pets={pets} onType={type} onChoose={choose} />;
  return (
    <>
      <SelectField
        name="patientId"
        label="Pet name"
        placeholder="Choose your pet"
        options={pets.map((pet) => ({ value: pet.id, label: pet.name }))}
        value={patientId || ''}
        error={name.error}
        onChange={(id) => choose(pets.find((pet) => pet.id === id) ?? null)}
        onBlur={name.onBlur}
        required
      />
      <div className={css.petOther}>
        <Button kind="quiet" small icon={<PlusIcon size={20} />} onClick={startNew}>
          New pet
        </Button>
      </div>
    </>
  );
}

/** Returns the pet on file that a typed name may mean, or null (D-89). */
const namesakeOf = (typed: string, pets: readonly Patient[]): Patient | null =>
  pets.find((pet) => pet.name.trim().toLowerCase() === tidySpaces(typed).toLowerCase()) ?? null;

type NewPetProps = {
  name: ReturnType<typeof useFormField<string>>;
  pets: readonly Patient[];
  onType: (name: string) => void;
  onChoose: (pet: Patient | null) => void;
};

function NewPet({ name, pets, onType, onChoose }: NewPetProps) {
  const typed = asText(name.value);
  const namesake = namesakeOf(typed, pets);
  return (
    <>
      <TextField
        name="petName"
        label="Pet name"
        autoCapitalize="words"
        autoComplete="off"
        enterKeyHint="next"
        required
        value={typed}
        error={name.error}
        onChange={onType}
        onBlur={name.onBlur}
        onFocus={name.onFocus}
      />
      {pets.length > 0 && (
        <div className={css.petOther}>
          <Button kind="quiet" small onClick={() => onChoose(namesake)}>
            {namesake ? `Choose ${namesake.name} from your pets` : 'Choose one of your pets'}
          </Button>
        </div>
      )}
      <FormDoubt
        name="onePetName"
        doubt={petNameDoubt(typed, null)}
        question={ONE_PET_NAME_QUESTION}
        confirm={ONE_PET_NAME_CONFIRM}
      />
    </>
  );
}
