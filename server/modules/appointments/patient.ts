import type { Db, Trx } from '../../db/transaction';
import type { Patient } from '../../../src/contract/clients';
import { tidySpaces } from '../../../src/domain/validation/name';
import { petNameProblem } from '../../../src/domain/validation/petName';
import { ApiError } from '../../calls/errors';
import { patientsOf } from '../clients/repository';
import { listedNames } from './repository';
import type { PetCorrection } from '../../db/appointmentDetails';

type Details = Pick<Patient, 'sex' | 'birthdate' | 'breed' | 'breed_id' | 'patient_color_id' | 'patient_sex_id'>;

/** A pet as given in the booking; `id` is that of a chosen pet on file. */
export type NamedPet = {
  id: string | null;
  name: string;
  speciesId: string;
  details: { [K in keyof Details]: string | null };
};

const comparable = (name: string): string => tidySpaces(name).normalize('NFC').toLowerCase();

/**
 * The message for a chosen pet that this visit cannot be for: its species has changed, or it is not listed any more.
 */
const PET_NOT_OFFERED = 'Please choose your pet again.';

/**
 * Finds the client's pet on file for the booking; null for a new pet. A chosen one is looked up by id: throws
 * `not_found` if it is not the client's, and `validation` if a visit of this species cannot be for it (D-408).
 * Otherwise it is the living pet of the same name, in any letter case, and species; a pet without a species matches
 * any.
 */
function patientMeant(patients: readonly Patient[], pet: NamedPet): Patient | null {
  const fits = (one: Patient): boolean =>
    !one.deceased_at && (one.species_id === pet.speciesId || one.species_id === null);
  if (pet.id !== null) {
    const chosen = patients.find((one) => one.id === pet.id);
    if (!chosen) throw new ApiError('not_found');
    if (!fits(chosen)) throw new ApiError('validation', { fields: { patientName: PET_NOT_OFFERED } });
    return chosen;
  }
  const named = patients.filter((one) => fits(one) && comparable(one.name) === comparable(pet.name));
  return named.find((one) => one.species_id !== null) ?? named[0] ?? null;
}

/**
 * Throws for a pet that cannot be booked: as `patientMeant` does, and for a new pet's name that is too long (VAL-14,
 * D-411).
 */
export function mustBeBookable(patients: readonly Patient[], pet: NamedPet): void {
  const problem = patientMeant(patients, pet) ? null : petNameProblem(pet.name);
  if (problem) throw new ApiError('validation', { fields: { patientName: problem } });
}

/** The facts about a pet: the column of its text, and the column that refers to the clinic's list, if any. */
const facts = [
  { fact: 'sex', text: 'sex', row: 'patient_sex_id' },
  { fact: 'birthdate', text: 'birthdate', row: null },
  { fact: 'breed', text: 'breed', row: 'breed_id' },
  { fact: 'color', text: null, row: 'patient_color_id' },
] as const;
type PetFact = PetCorrection['fact'];

type Said = { text: string | null; row: string | null };
/** A fact for which the owner's answer differs from the record. */
export type Correction = { fact: PetFact; said: Said; onFile: Said };

const sameText = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && comparable(a) === comparable(b);
const isSame = (a: Said, b: Said): boolean => (a.row !== null && a.row === b.row) || sameText(a.text, b.text);

/**
 * Compares the booking's answers with the record: `missing` completes the record, while `corrections` differ from it
 * and leave it unchanged (D-89, D-411).
 */
function besideRecord(
  patient: Patient,
  pet: NamedPet,
): { missing: Partial<NamedPet['details'] & { species_id: string }>; corrections: Correction[] } {
  const missing: Partial<NamedPet['details'] & { species_id: string }> = patient.species_id
    ? {}
    : { species_id: pet.speciesId };
  const corrections: Correction[] = [];
  for (const { fact, text, row } of facts) {
    const of = (from: Partial<Record<keyof Details, string | null | undefined>>): Said => ({
      text: (text && from[text]) || null,
      row: (row && from[row]) || null,
    });
    const [said, onFile] = [of(pet.details), of(patient)];
    const isSaid = said.text !== null || said.row !== null;
    const isKnown = onFile.text !== null || onFile.row !== null;
    if (isSaid && isKnown && !isSame(said, onFile)) {
      corrections.push({ fact, said, onFile });
      continue;
    }
    // A fact's text and row belong together, so one of them must not complete a different answer.
    if (text && said.text !== null && onFile.text === null) missing[text] = said.text;
    if (row && said.row !== null && onFile.row === null) missing[row] = said.row;
  }
  return { missing, corrections };
}

/** Puts corrections into words, with the clinic's names where its lists have them. */
export async function worded(trx: Trx, clinicId: string, corrections: readonly Correction[]): Promise<PetCorrection[]> {
  const kinds = { sex: 'patient_sex', birthdate: null, breed: 'breed', color: 'patient_color' } as const;
  const rows = corrections.flatMap(({ fact, said, onFile }) =>
    [said.row, onFile.row].flatMap((id) => (id !== null && kinds[fact] ? [{ kind: kinds[fact], id }] : [])),
  );
  const names = await listedNames(trx, clinicId, rows);
  const words = (fact: PetFact, { text, row }: Said): string => text ?? names.get(`${kinds[fact]} ${row}`) ?? row ?? '';
  return corrections.map(({ fact, said, onFile }) => ({ fact, said: words(fact, said), on_file: words(fact, onFile) }));
}

type Booked = Pick<Patient, 'id' | 'name' | 'species_id'> & { corrections: Correction[] };

/**
 * Returns the booking's pet, new or on file and completed, with the owner's corrections. `seen` are the client's pets
 * as read before the lock. They are used if nothing is to be written, else read again, since a parallel booking may
 * have written the same.
 */
export async function patientFor(
  trx: Trx,
  clinicId: string,
  clientId: string,
  seen: readonly Patient[],
  pet: NamedPet,
  now: Date,
  newId: () => string,
): Promise<Booked> {
  const before = patientMeant(seen, pet);
  const beside = before && besideRecord(before, pet);
  if (before && Object.keys(beside!.missing).length === 0) return { ...before, corrections: beside!.corrections };
  const known = patientMeant(await patientsOf(trx, clinicId, clientId), pet);
  if (known) {
    const { missing, corrections } = besideRecord(known, pet);
    if (Object.keys(missing).length > 0) {
      await trx
        .updateTable('patients')
        .set({ ...missing, changed_at: now })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', known.id)
        .execute();
    }
    return { ...known, corrections };
  }
  const id = newId();
  const name = tidySpaces(pet.name);
  await trx
    .insertInto('patients')
    .values({
      clinic_id: clinicId,
      id,
      client_id: clientId,
      name,
      species_id: pet.speciesId,
      ...pet.details,
      deceased_at: null,
      changed_at: now,
    })
    .execute();
  return { id, name, species_id: pet.speciesId, corrections: [] };
}

/** That the pet has died, as the clinic's record says by now, so that nothing good is told of its visit; else null. */
export async function diedOf(db: Db, clinicId: string, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const pet = await db
    .selectFrom('patients')
    .select(['name', 'deceased_at'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .executeTakeFirst();
  return pet?.deceased_at ? `${pet.name} has died.` : null;
}
