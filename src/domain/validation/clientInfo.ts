import { define, object, type Infer, type Struct } from 'superstruct';
import type { Product } from '../../contract/catalogue';
import type { ClientRecord, Patient } from '../../contract/clients';
import { isEnabled, type FeatureSettings } from '../shop/settings';
import { requiredEmailProblem, requiredPhoneProblem } from './contact';
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
};

/** The form's settings from the clinic's; telemedicine forces the phone (VAL-11, 12, VAL-16). */
export const clientInfoSettings = (
  settings: FeatureSettings,
  product: Pick<Product, 'is_telemedicine'> | null,
): ClientInfoSettings => ({
  isPhoneRequired: isEnabled(settings, 'client_phone_required_enabled') || product?.is_telemedicine === true,
  isEmailRequired: isEnabled(settings, 'client_email_required_enabled'),
  isNoteRequired: isEnabled(settings, 'appointment_note_required_enabled'),
});

/** The owner's pets that are still listed (D-89, D-120). */
export const activePets = (client: Pick<ClientRecord, 'patients'> | null): Patient[] =>
  (client?.patients ?? []).filter((pet) => !pet.deceased_at);

/** What the one-pet box of the pet's name has to confirm, null where none is asked; chosen pets are not asked (VAL-15, D-83). */
export const petNameDoubt = (petName: string, patientId: string | null): string | null =>
  patientId === null && isPetNameDoubtful(petName) ? tidySpaces(petName) : null;

/** What the one-pet box of the note has to confirm, null where none is asked (VAL-20, D-82). */
export const noteDoubt = (note: string, client: Pick<ClientRecord, 'patients'> | null): string | null =>
  multiplePetsHint(
    note,
    activePets(client).map((pet) => pet.name),
  );

const anything = <T>(): Struct<T, null> => define<T>('anything', () => true);
const idOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * The client form's always-there fields as typed. The two confirmations hold the doubt that was confirmed,
 * so a new doubt asks again (D-82).
 */
export const clientInfoStruct = (settings: ClientInfoSettings, client: Pick<ClientRecord, 'patients'> | null) => {
  const required = { phone: settings.isPhoneRequired, email: settings.isEmailRequired };
  return object({
    firstName: textField('full name', nameProblem),
    phoneNumber: field('phone', (phone, others) =>
      requiredPhoneProblem(asText(phone), asText(others['email']), required),
    ),
    email: field('email', (email, others) =>
      requiredEmailProblem(asText(email), asText(others['phoneNumber']), required),
    ),
    petName: textField('pet name', petNameProblem),
    patientId: anything<string | null>(),
    onePetName: field<string | null>('one pet name', (confirmed, others) => {
      const doubt = petNameDoubt(asText(others['petName']), idOrNull(others['patientId']));
      return doubt === null || confirmed === doubt ? null : ONE_PET_NAME_QUESTION;
    }),
    note: textField('note', (note) => noteProblem(note, settings.isNoteRequired)),
    onePetNote: field<string | null>('one pet note', (confirmed, others) => {
      const doubt = noteDoubt(asText(others['note']), client);
      return doubt === null || confirmed === doubt ? null : ONE_PET_NOTE_QUESTION;
    }),
    allowRemind: anything<boolean>(),
  });
};

export type ClientInfoValues = Infer<ReturnType<typeof clientInfoStruct>>;

/** The banner over the submit button (INFO-14). */
export const FORM_HAS_ERRORS = 'Please correct the errors above before submitting';

/** The submit button's caption (INFO-13). */
export const submitCaption = (isAutoAccept: boolean): string =>
  isAutoAccept ? 'CONTINUE BOOKING' : 'CONTINUE WITH REQUEST';
