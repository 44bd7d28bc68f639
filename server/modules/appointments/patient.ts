import type { Transaction } from 'kysely';
import type { Patient } from '../../../src/contract/clients';
import { tidySpaces } from '../../../src/domain/validation/name';
import type { Database } from '../../db/schema';
import { patientsOf } from '../clients/repository';

type Details = Pick<Patient, 'sex' | 'birthdate' | 'breed' | 'breed_id' | 'patient_color_id' | 'patient_sex_id'>;

/** A pet as the owner named it in the booking. */
export type NamedPet = { name: string; speciesId: string; details: { [K in keyof Details]: string | null } };

const comparable = (name: string): string => tidySpaces(name).normalize('NFC').toLowerCase();

/** The client's living pet of that name and species, whatever the letter case; one without a species fits any. */
export function matchingPatient(patients: readonly Patient[], pet: NamedPet): Patient | null {
  const named = patients.filter((one) => !one.deceased_at && comparable(one.name) === comparable(pet.name));
  return named.find((one) => one.species_id === pet.speciesId) ?? named.find((one) => one.species_id === null) ?? null;
}

/** What the booking knows of a pet that the clinic does not; what the clinic has stays. */
export function missingDetails(patient: Patient, pet: NamedPet): Partial<NamedPet['details'] & { species_id: string }> {
  const missing = Object.entries({ ...pet.details, species_id: pet.speciesId }).filter(([field, value]) => value !== null && !patient[field as keyof Patient]);
  return Object.fromEntries(missing);
}

type Booked = Pick<Patient, 'id' | 'name' | 'species_id'>;

/**
 * The booking's pet: an existing one of the client, completed, or a new one. `seen` are the client's pets as they were
 * before the lock: good where nothing is to be written, else they are read again, for a booking beside this one may
 * just have written the same.
 */
export async function patientFor(trx: Transaction<Database>, clinicId: string, clientId: string, seen: readonly Patient[], pet: NamedPet, now: Date, newId: () => string): Promise<Booked> {
  const complete = matchingPatient(seen, pet);
  if (complete && Object.keys(missingDetails(complete, pet)).length === 0) return complete;
  const known = matchingPatient(await patientsOf(trx, clinicId, clientId), pet);
  if (known) {
    const missing = missingDetails(known, pet);
    if (Object.keys(missing).length > 0) {
      await trx.updateTable('patients').set({ ...missing, changed_at: now }).where('clinic_id', '=', clinicId).where('id', '=', known.id).execute();
    }
    return known;
  }
  const id = newId();
  const name = tidySpaces(pet.name);
  await trx
    .insertInto('patients')
    .values({ clinic_id: clinicId, id, client_id: clientId, name, species_id: pet.speciesId, ...pet.details, deceased_at: null, changed_at: now })
    .execute();
  return { id, name, species_id: pet.speciesId };
}
