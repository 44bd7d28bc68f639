import { useState } from 'react';
import { useForm } from 'react-final-form';
import type { Patient } from '../../../contract/clients';
import { demographicsOf } from '../../../domain/pets/demographics';
import { noDemographics } from '../../../domain/pets/noDemographics';
import { petNameDoubt, type ClientInfoValues } from '../../../domain/validation/clientInfo';
import { tidySpaces } from '../../../domain/validation/name';
import { ONE_PET_NAME_CONFIRM, ONE_PET_NAME_QUESTION } from '../../../domain/validation/petName';
import { asText } from '../../../domain/validation/rule';
import { Button } from '../../../ui/Button';
import { PlusIcon } from '../../../ui/icons/booking';
import { SelectField } from '../../../ui/SelectField';
import { FormDoubt, FormText, useFormField } from './fields';

/** The pet's name: one of the owner's pets or a new one, else free text (INFO-05, D-89). */
export function PetField({ pets }: { pets: readonly Patient[] }) {
  const form = useForm<ClientInfoValues>();
  const name = useFormField<string>('petName');
  const { value: patientId } = useFormField<string | null>('patientId');
  const [isNewAsked, setNewAsked] = useState(asText(name.value) !== '' && !patientId);
  const isNew = pets.length === 0 || (isNewAsked && !patientId);

  const take = (pet: Patient | null) => form.batch(() => {
    form.change('patientId', pet?.id ?? null);
    form.change('petName', pet?.name ?? '');
    // What the clinic knows of the pet need not be asked again; a new pet brings nothing (D-89).
    Object.entries(pet ? demographicsOf(pet) : noDemographics).forEach(([name, value]) => form.change(name as keyof ClientInfoValues, value));
  });
  const choose = (pet: Patient | null) => {
    setNewAsked(false);
    take(pet);
  };
  const startNew = () => {
    setNewAsked(true);
    take(null);
  };

  if (isNew) return <NewPet name={asText(name.value)} pets={pets} onChoose={choose} />;
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
      <div className="pet__other">
        <Button kind="quiet" small icon={<PlusIcon size={20} />} onClick={startNew}>
          New pet
        </Button>
      </div>
    </>
  );
}

/** The pet on file that a typed name may mean (D-89). */
const namesakeOf = (typed: string, pets: readonly Patient[]): Patient | null =>
  pets.find((pet) => pet.name.trim().toLowerCase() === tidySpaces(typed).toLowerCase()) ?? null;

function NewPet({ name, pets, onChoose }: { name: string; pets: readonly Patient[]; onChoose: (pet: Patient | null) => void }) {
  const namesake = namesakeOf(name, pets);
  return (
    <>
      <FormText name="petName" label="Pet name" autoCapitalize="words" autoComplete="off" enterKeyHint="next" required />
      {pets.length > 0 && (
        <div className="pet__other">
          <Button kind="quiet" small onClick={() => onChoose(namesake)}>
            {namesake ? `Choose ${namesake.name} from your pets` : 'Choose one of your pets'}
          </Button>
        </div>
      )}
      <FormDoubt name="onePetName" doubt={petNameDoubt(name, null)} question={ONE_PET_NAME_QUESTION} confirm={ONE_PET_NAME_CONFIRM} />
    </>
  );
}
