import { define, object, type Infer, type Struct } from 'superstruct';
import type { Product } from '../../contract/catalogue';
import type { ClientRecord, Patient } from '../../contract/clients';
import {
  askedDemographics,
  breedProblem,
  colorProblem,
  noLists,
  sexProblem,
  type AskedDemographics,
  type SpeciesLists,
} from '../pets/demographics';
import type { Demographics } from '../pets/noDemographics';
import * as limits from '../../limits';
import type { FeatureSettings } from '../../contract/settings';
import { isEnabled } from '../shop/settings';
import { addressProblem, type RequiredAddressField } from './address';
import { birthDateProblem } from './birthDate';
import { requiredEmailProblem, requiredPhoneProblem, type PhoneFacts } from './contact';
import { multiplePetsHint, ONE_PET_NOTE_QUESTION } from './multiplePets';
import { nameProblem, tidySpaces } from './name';
import { noteProblem } from './note';
import { isPetNameDoubtful, ONE_PET_NAME_QUESTION, petNameProblem } from './petName';
import { asText, field, textField } from './rule';

/** What the clinic and the chosen type ask of the form (D-75, D-76). */
export type ClientInfoSettings = {
  isPhoneRequired: boolean;
  isEmailRequired: boolean;
  isNoteRequired: boolean;
  address: 'none' | 'optional' | 'required';
  isBirthDateAsked: boolean;
  isWellnessAsked: boolean;
  /** Whether a box asks for consent; for a virtual visit a sentence states it instead (INFO-12). */
  isConsentAsked: boolean;
  demographics: AskedDemographics;
};

/**
 * Works out the form's settings from the clinic's. Telemedicine makes the phone required (VAL-11, 12). An address is
 * required from new clients only, and the wellness plan is asked of returning ones only (INFO-03, INFO-08, D-55).
 */
export const clientInfoSettings = (
  settings: FeatureSettings,
  product: Pick<Product, 'is_telemedicine'> | null,
  isReturning: boolean,
): ClientInfoSettings => ({
  isPhoneRequired: isEnabled(settings, 'client_phone_required_enabled') || product?.is_telemedicine === true,
  isEmailRequired: isEnabled(settings, 'client_email_required_enabled'),
  isNoteRequired: isEnabled(settings, 'appointment_note_required_enabled'),
  address: !isEnabled(settings, 'client_address_enabled') ? 'none' : isReturning ? 'optional' : 'required',
  isBirthDateAsked: isEnabled(settings, 'client_dob_enabled'),
  isWellnessAsked: isReturning && isEnabled(settings, 'ask_returning_clients_for_wellness_plan'),
  isConsentAsked: product?.is_telemedicine !== true,
  demographics: askedDemographics(settings),
});

/**
 * The owner's pets that this visit can be for: living ones of its species, and those whose species is not known (D-89).
 */
export const petsOffered = (client: Pick<ClientRecord, 'patients'> | null, speciesId: string | undefined): Patient[] =>
  activePets(client).filter((pet) => pet.species_id === null || pet.species_id === speciesId);

/** The owner's pets that are still listed: those not recorded as deceased (D-89, D-120). */
export const activePets = (client: Pick<ClientRecord, 'patients'> | null): Patient[] =>
  (client?.patients ?? []).filter((pet) => !pet.deceased_at);

/**
 * The pet's name that the one-pet box has to confirm; null where the box is not shown. It is never shown for a pet that
 * was chosen from those on file (VAL-15, D-83).
 */
export const petNameDoubt = (petName: string, patientId: string | null): string | null =>
  patientId === null && isPetNameDoubtful(petName) ? tidySpaces(petName) : null;

/** The hint in the note that the one-pet box has to confirm; null where the box is not shown (VAL-20, D-82). */
export const noteDoubt = (note: string, client: Pick<ClientRecord, 'patients'> | null): string | null =>
  multiplePetsHint(
    note,
    activePets(client).map((pet) => pet.name),
  );

const anything = <T>(): Struct<T, null> => define<T>('anything', () => true);
const idOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * What the form's rules need to know besides its settings. `today` is the clinic's calendar date, `pets` are those
 * offered, and `lists` are the chosen species' (D-79, D-89, ERR-09).
 */
export type FormFacts = {
  client: Pick<ClientRecord, 'patients'> | null;
  today: string;
  pets?: readonly Patient[];
  lists?: SpeciesLists;
  phone?: PhoneFacts;
};

const demographicsIn = (values: Record<string, unknown>): Demographics => ({
  sex: asText(values['sex']),
  patient_sex_id: idOrNull(values['patient_sex_id']),
  birthdate: asText(values['birthdate']),
  breed: asText(values['breed']),
  breed_id: idOrNull(values['breed_id']),
  patient_color_id: idOrNull(values['patient_color_id']),
});

/**
 * The rules of the client form as typed, with its fields in the order of the screen. The two confirmations,
 * `onePetName` and `onePetNote`, hold the text that the owner confirmed, so that another text is asked about again
 * (D-82).
 */
export const clientInfoStruct = (
  settings: ClientInfoSettings,
  { client, today, pets = [], lists = noLists, phone: phoneFacts = {} }: FormFacts,
) => {
  const chosenPet = (values: Record<string, unknown>): Patient | null =>
    pets.find(({ id }) => id === values['patientId']) ?? null;
  const required = { phone: settings.isPhoneRequired, email: settings.isEmailRequired };
  const { demographics: asked } = settings;
  const ofAddress = (name: RequiredAddressField) =>
    field<string>(name, (value) => (settings.address === 'required' ? addressProblem(name, value) : null));
  return object({
    firstName: textField('full name', nameProblem),
    phoneNumber: field<string>('phone', (phone, others) =>
      requiredPhoneProblem(asText(phone), asText(others['email']), required, phoneFacts),
    ),
    email: field<string>('email', (email, others) =>
      requiredEmailProblem(asText(email), asText(others['phoneNumber']), required),
    ),
    address1: ofAddress('address1'),
    address2: anything<string>(),
    city: ofAddress('city'),
    state: ofAddress('state'),
    zip: ofAddress('zip'),
    clientDob: field<string>('birth date', (date) =>
      settings.isBirthDateAsked ? birthDateProblem(asText(date), today, 'owner') : null,
    ),
    petName: field<string>('pet name', (name, others) =>
      petNameProblem(asText(name), chosenPet(others) ? limits.nameMax : limits.petNameMax),
    ),
    patientId: anything<string | null>(),
    onePetName: field<string | null>('one pet name', (confirmed, others) => {
      const doubt = petNameDoubt(asText(others['petName']), chosenPet(others)?.id ?? null);
      return doubt === null || confirmed === doubt ? null : ONE_PET_NAME_QUESTION;
    }),
    sex: field<string>('sex', (_, others) => (asked.sex ? sexProblem(demographicsIn(others), lists.sexes) : null)),
    patient_sex_id: anything<string | null>(),
    birthdate: field<string>("pet's birth date", (date) =>
      asked.birthdate ? birthDateProblem(asText(date), today, 'pet') : null,
    ),
    breed: field<string>('breed', (_, others) =>
      asked.breed ? breedProblem(demographicsIn(others), lists.breeds, chosenPet(others)?.breed ?? '') : null,
    ),
    breed_id: anything<string | null>(),
    patient_color_id: field<string | null>('color', (id) =>
      asked.color ? colorProblem(idOrNull(id), lists.colors) : null,
    ),
    note: textField('note', (note) => noteProblem(note, settings.isNoteRequired)),
    onePetNote: field<string | null>('one pet note', (confirmed, others) => {
      const doubt = noteDoubt(asText(others['note']), client);
      return doubt === null || confirmed === doubt ? null : ONE_PET_NOTE_QUESTION;
    }),
    hasWellnessPlan: anything<boolean>(),
    allowRemind: anything<boolean>(),
  });
};

export type ClientInfoValues = Infer<ReturnType<typeof clientInfoStruct>>;

/** The banner over the submit button (INFO-14). */
export const FORM_HAS_ERRORS = 'Please correct the errors above before submitting';

/** The submit button's caption (INFO-13). */
export const submitCaption = (isAutoAccept: boolean): string =>
  isAutoAccept ? 'CONTINUE BOOKING' : 'CONTINUE WITH REQUEST';
