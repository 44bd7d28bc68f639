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
import { stateCode, usStates } from '../../../../src/domain/validation/address';
import { fieldErrors } from '../../../../src/domain/validation/fieldErrors';
import { ONE_PET_NOTE_QUESTION } from '../../../../src/domain/validation/multiplePets';
import { NAME_INCOMPLETE } from '../../../../src/domain/validation/name';
import { NOTE_REQUIRED } from '../../../../src/domain/validation/note';
import { ONE_PET_NAME_QUESTION, PET_NAME_REQUIRED, PET_NAME_TOO_LONG } from '../../../../src/domain/validation/petName';

const off: ClientInfoSettings = {
  isPhoneRequired: false,
  isEmailRequired: false,
  isNoteRequired: false,
  address: 'none',
  isBirthDateAsked: false,
  isWellnessAsked: false,
  isConsentAsked: true,
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
const pet = (id: string, name: string, deceased_at: string | null = null) => ({
  id,
  name,
  species_id: null,
  deceased_at,
});
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
    expect(errors({ ...values, patientId: 'p1' }, off, { pets: [pet('p1', 'Rex Max Bella')] })).toEqual({});
    // A pet that is not offered is a typed name.
    expect(errors({ ...values, patientId: 'p1' })).toEqual({ onePetName: ONE_PET_NAME_QUESTION });
  });

  it('takes whatever name the record has of a chosen pet, and 30 characters of a typed one (D-411)', () => {
    const values = { ...good, petName: `Sir ${'x'.repeat(40)}`, patientId: 'p1' };
    expect(errors(values, off, { pets: [pet('p1', values.petName)] })).toEqual({});
    expect(errors(values, off, { pets: [pet('p2', values.petName)] })).toEqual({ petName: PET_NAME_TOO_LONG });
    expect(errors({ ...values, patientId: null }, off, { pets: [pet('p1', values.petName)] })).toEqual({
      petName: PET_NAME_TOO_LONG,
    });
  });

  it('asks whether the note is about one pet, again when the hint changes (VAL-20, D-82)', () => {
    const values = { ...good, note: 'two dogs limp' };
    const confirmed = noteDoubt(values.note, null);
    expect(errors(values)).toEqual({ onePetNote: ONE_PET_NOTE_QUESTION });
    expect(errors({ ...values, onePetNote: confirmed })).toEqual({});
    expect(errors({ ...values, note: 'two dogs limp badly', onePetNote: confirmed })).toEqual({});
    expect(errors({ ...values, note: 'my cats limp', onePetNote: confirmed })).toEqual({
      onePetNote: ONE_PET_NOTE_QUESTION,
    });
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
    expect(errors({ ...good, phoneNumber: undefined, email: 'a@example.com' }, settings)).toEqual({
      phoneNumber: PHONE_REQUIRED,
    });
  });

  it('captions its button by what the clinic does with a booking (INFO-13)', () => {
    expect(submitCaption(true)).toBe('CONTINUE BOOKING');
    expect(submitCaption(false)).toBe('CONTINUE WITH REQUEST');
  });
});

describe('what the clinic may ask besides', () => {
  const asked: ClientInfoSettings = {
    ...off,
    address: 'required',
    isBirthDateAsked: true,
    demographics: { sex: true, birthdate: true, breed: true, color: true },
  };
  const lists = { sexes: [], breeds: [{ id: 'pug', display_name: 'Pug' }], colors: [{ id: 'tan', name: 'Tan' }] };
  const full = {
    ...good,
    address1: '1 Main St',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    clientDob: '1990-05-05',
    sex: 'none',
    birthdate: '2020-05-05',
    breed: 'Pug',
    breed_id: 'pug',
    patient_color_id: 'tan',
  };

  it('is asked with each field’s own text (VAL-25 to 29, 32, 33, 36, 37)', () => {
    expect(errors(good, asked, { lists })).toEqual({
      address1: 'Address is required',
      city: 'City is required',
      state: 'State is required',
      zip: 'Zip is required',
      clientDob: 'Your date of birth is required',
      sex: 'Please select an option',
      birthdate: "The pet's date of birth is required",
      breed: "Pet's breed is required",
      patient_color_id: "Pet's color is required",
    });
    expect(errors(full, asked, { lists })).toEqual({});
  });

  it('asks returning clients for an address without needing one (D-90), and for nothing where it is off', () => {
    expect(
      errors({ ...full, address1: ' ', city: '', state: '', zip: '' }, { ...asked, address: 'optional' }, { lists }),
    ).toEqual({});
    expect(errors({ ...full, address1: ' ' }, asked, { lists })).toEqual({ address1: 'Address is required' });
    expect(errors(good, off)).toEqual({});
  });

  it('holds both birth dates to the clinic’s today and to 1776 (VAL-30, 31, 34, 35, D-79)', () => {
    for (const [field, named] of [
      ['clientDob', 'Your date of birth'],
      ['birthdate', "The pet's date of birth"],
    ] as const) {
      const problem = (date: string) => errors({ ...full, [field]: date }, asked, { lists })[field] ?? null;
      expect(problem('2026-11-20')).toBeNull();
      expect(problem('2026-11-21')).toBe(`${named} must be in the past`);
      expect(problem('1776-01-01')).toBeNull();
      expect(problem('1775-12-31')).toBe('Are you a time traveler? Please pick a date after 1776 :)');
      expect(problem('2025-02-31')).toBe(`${named} is required`);
    }
  });

  it('asks new clients for the address and returning ones about the wellness plan (INFO-03, INFO-08, D-55)', () => {
    const settings = { client_address_enabled: true, ask_returning_clients_for_wellness_plan: true };
    expect(clientInfoSettings(settings, null, false)).toMatchObject({ address: 'required', isWellnessAsked: false });
    expect(clientInfoSettings(settings, null, true)).toMatchObject({ address: 'optional', isWellnessAsked: true });
    expect(clientInfoSettings({}, null, true)).toMatchObject({ address: 'none', isWellnessAsked: false });
  });
});

describe('states', () => {
  it('are the fifty, known by letters and by name (INFO-02, D-77)', () => {
    expect(usStates).toHaveLength(50);
    expect(new Set(usStates.map(({ value }) => value)).size).toBe(50);
    expect([stateCode('tx'), stateCode(' Texas '), stateCode('DC'), stateCode('')]).toEqual(['TX', 'TX', '', '']);
  });
});
