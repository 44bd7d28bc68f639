import { useState } from 'react';
import { useForm } from 'react-final-form';
import type { Patient } from '../../../contract/clients';
import { petNameDoubt, type ClientInfoValues } from '../../../domain/validation/clientInfo';
import { tidySpaces } from '../../../domain/validation/name';
import { ONE_PET_NAME_CONFIRM, ONE_PET_NAME_QUESTION } from '../../../domain/validation/petName';
import { asText } from '../../../domain/validation/rule';
import { Button, Tap } from '../../../ui/Button';
import { FieldError } from '../../../ui/FieldFrame';
import { PlusIcon } from '../../../ui/icons/booking';
import { RadioRow } from '../../../ui/RadioRow';
import { FormDoubt, FormText, useFormField } from './fields';

/** The pet's name: one of the owner's pets or a new one, else free text (INFO-05, D-89). */
export function PetField({ pets }: { pets: readonly Patient[] }) {
  const form = useForm<ClientInfoValues>();
  const name = useFormField<string>('petName');
  const { value: patientId } = useFormField<string | null>('patientId');
  const [isNewAsked, setNewAsked] = useState(asText(name.value) !== '' && !patientId);
  const isNew = pets.length === 0 || (isNewAsked && !patientId);

  const choose = (pet: Patient) => form.batch(() => {
    form.change('patientId', pet.id);
    form.change('petName', pet.name);
  });
  const startNew = () => {
    setNewAsked(true);
    form.batch(() => {
      form.change('patientId', null);
      form.change('petName', '');
    });
  };

  return (
    <>
      {pets.length > 0 && (
        <fieldset className={name.error && !isNew ? 'field field--bad' : 'field'} aria-describedby={name.error && !isNew ? 'pet-error' : undefined}>
          <legend className="field__label">Pet name</legend>
          {pets.map((pet) => (
            <RadioRow key={pet.id} name="patientId" value={pet.id} checked={patientId === pet.id} onChange={() => choose(pet)} title={pet.name} detail={pet.breed} />
          ))}
          {!isNew && <FieldError id="pet" error={name.error} />}
          {!isNew && (
            <Button kind="quiet" small icon={<PlusIcon size={20} />} onClick={startNew}>
              New pet
            </Button>
          )}
        </fieldset>
      )}
      {isNew && <NewPetName label={pets.length > 0 ? "New pet's name" : 'Pet name'} namesake={namesakeOf(asText(name.value), pets)} onChoose={choose} />}
    </>
  );
}

/** The pet on file that a typed name may mean (D-89). */
const namesakeOf = (typed: string, pets: readonly Patient[]): Patient | null =>
  pets.find((pet) => pet.name.trim().toLowerCase() === tidySpaces(typed).toLowerCase()) ?? null;

function NewPetName({ label, namesake, onChoose }: { label: string; namesake: Patient | null; onChoose: (pet: Patient) => void }) {
  const { value } = useFormField<string>('petName');
  return (
    <>
      <FormText name="petName" label={label} autoCapitalize="words" autoComplete="off" enterKeyHint="next" required />
      {namesake && (
        <Tap accent onClick={() => onChoose(namesake)}>
          Choose {namesake.name} from your pets
        </Tap>
      )}
      <FormDoubt name="onePetName" doubt={petNameDoubt(asText(value), null)} question={ONE_PET_NAME_QUESTION} confirm={ONE_PET_NAME_CONFIRM} />
    </>
  );
}
