import { describe, expect, it } from 'vitest';
import {
  clientInfoSettings,
  clientInfoStruct,
  noteDoubt,
  petNameDoubt,
  submitCaption,
  type ClientInfoSettings,
  type FormFacts,
} from '../../../../src/domain/validation/clientInfo';
import { CONTACT_REQUIRED, PHONE_REQUIRED } from '../../../../src/domain/validation/contact';
import { fieldErrors } from '../../../../src/domain/validation/fieldErrors';
import { ONE_PET_NOTE_QUESTION } from '../../../../src/domain/validation/multiplePets';
import { NAME_INCOMPLETE } from '../../../../src/domain/validation/name';
import { NOTE_REQUIRED } from '../../../../src/domain/validation/note';
import { ONE_PET_NAME_QUESTION, PET_NAME_REQUIRED } from '../../../../src/domain/validation/petName';

const off: ClientInfoSettings = {
  isPhoneRequired: false,
  isEmailRequired: false,
  isNoteRequired: false,
  address: 'none',
  isBirthDateAsked: false,
  isWellnessAsked: false,
  demographics: { sex: false, birthdate: false, breed: false, color: false },
};
const today = '2026-11-21';
const good = {
  firstName: 'Riley Park',
  phoneNumber: '512-555-0134',
  email: '',
  petName: 'Biscuit',
  patientId: null,
  onePetName: null,
  note: '',
  onePetNote: null,
  allowRemind: true,
};
const pet = (id: string, name: string, deceased_at: string | null = null) => ({ id, name, species_id: null, deceased_at });
const errors = (values: object, settings = off, facts: Partial<FormFacts> = {}) =>
  fieldErrors(clientInfoStruct(settings, { client: null, today, ...facts }), values);

describe('client form', () => {
  it('accepts the plain case, with blank fields undefined as final-form leaves them', () => {
    expect(errors(good)).toEqual({});
    expect(errors({ firstName: 'Riley Park', phoneNumber: '512-555-0134', petName: 'Biscuit' })).toEqual({});
  });

  it('names every missing field at once, with its own text', () => {
    expect(errors({}, { ...off, isNoteRequired: true })).toEqual({
      firstName: NAME_INCOMPLETE,
      phoneNumber: CONTACT_REQUIRED,
      email: CONTACT_REQUIRED,
      petName: PET_NAME_REQUIRED,
      note: NOTE_REQUIRED,
    });
  });

  it('asks whether three words are one pet until that very name is confirmed (VAL-15, D-136)', () => {
    const values = { ...good, petName: 'Rex Max  Bella' };
    expect(errors(values)).toEqual({ onePetName: ONE_PET_NAME_QUESTION });
    expect(errors({ ...values, onePetName: petNameDoubt(values.petName, null) })).toEqual({});
    expect(errors({ ...values, petName: 'Rex Max Bob', onePetName: petNameDoubt(values.petName, null) })).toEqual({
      onePetName: ONE_PET_NAME_QUESTION,
    });
    expect(errors({ ...values, patientId: 'p1' })).toEqual({});
  });

  it('asks whether the note is about one pet, again when the hint changes (VAL-20, D-82)', () => {
    const values = { ...good, note: 'two dogs limp' };
    const confirmed = noteDoubt(values.note, null);
    expect(errors(values)).toEqual({ onePetNote: ONE_PET_NOTE_QUESTION });
    expect(errors({ ...values, onePetNote: confirmed })).toEqual({});
    expect(errors({ ...values, note: 'two dogs limp badly', onePetNote: confirmed })).toEqual({});
    expect(errors({ ...values, note: 'my cats limp', onePetNote: confirmed })).toEqual({ onePetNote: ONE_PET_NOTE_QUESTION });
  });

  it('knows the names of the active pets only', () => {
    const note = 'Biscuit and Juniper';
    expect(noteDoubt(note, { patients: [pet('1', 'Biscuit'), pet('2', 'Juniper')] })).not.toBeNull();
    expect(noteDoubt(note, { patients: [pet('1', 'Biscuit'), pet('2', 'Juniper', '2025-01-01')] })).toBeNull();
  });

  it('takes its settings from the clinic, and the phone from telemedicine (VAL-11, VAL-12)', () => {
    expect(clientInfoSettings({}, null, false)).toEqual(off);
    expect(clientInfoSettings({}, { is_telemedicine: true }, false).isPhoneRequired).toBe(true);
    const settings = clientInfoSettings(
      {
        client_phone_required_enabled: true,
        client_email_required_enabled: { enabled: true },
        appointment_note_required_enabled: { enabled: false },
      },
      { is_telemedicine: false },
      true,
    );
    expect(settings).toEqual({ ...off, isPhoneRequired: true, isEmailRequired: true });
    expect(errors({ ...good, phoneNumber: undefined, email: 'a@example.com' }, settings)).toEqual({ phoneNumber: PHONE_REQUIRED });
  });

  it('captions its button by what the clinic does with a booking (INFO-13)', () => {
    expect(submitCaption(true)).toBe('CONTINUE BOOKING');
    expect(submitCaption(false)).toBe('CONTINUE WITH REQUEST');
  });
});
