import { sql } from 'kysely';
import { vaccinationFlags } from '../../../src/domain/pets/vaccinations';
import type { Db, Trx } from '../../db/transaction';
import { recipientColumns } from '../messages/toOwner';

export type PatientRow = NonNullable<Awaited<ReturnType<typeof findOwnPatient>>>;

/** Reads a pet of the user's own client record, even a deceased one; null for any other. */
export async function findOwnPatient(db: Db, clinicId: string, userId: string, patientId: string) {
  const row = await db
    .selectFrom('patients')
    .innerJoin('clients', (join) =>
      join.onRef('clients.clinic_id', '=', 'patients.clinic_id').onRef('clients.id', '=', 'patients.client_id'),
    )
    .select([
      'patients.id',
      'patients.name',
      'patients.species_id',
      'patients.sex',
      'patients.breed',
      'patients.birthdate',
      'patients.deceased_at',
      ...recipientColumns,
    ])
    .where('patients.clinic_id', '=', clinicId)
    .where('patients.id', '=', patientId)
    .where('clients.user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Reads a pet's vaccinations except withdrawn ones (D-415), the latest first and those without a date last, with their
 * flags for `today`, a date in the clinic's zone.
 */
export async function vaccinationsOf(db: Db, clinicId: string, patientId: string, today: string) {
  const rows = await db
    .selectFrom('vaccinations')
    .select(['id', 'description', 'issue_date', 'expiration_date'])
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('withdrawn', '=', false)
    .orderBy('issue_date', (order) => order.desc().nullsLast())
    .orderBy('description')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, ...vaccinationFlags(row.expiration_date, today) }));
}

/** Reads a pet's medications except withdrawn ones (D-415), the latest first (D-118) and those without a date last. */
export async function medicationsOf(db: Db, clinicId: string, patientId: string) {
  return db
    .selectFrom('medications')
    .select(['id', 'description', 'issue_date', 'instructions'])
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('withdrawn', '=', false)
    .orderBy('issue_date', (order) => order.desc().nullsLast())
    .orderBy('description')
    .orderBy('id')
    .execute();
}

/** Reads a medication of the pet that is not withdrawn, or null. */
export async function findMedication(
  db: Db,
  clinicId: string,
  patientId: string,
  id: string,
): Promise<{ id: string; description: string } | null> {
  const row = await db
    .selectFrom('medications')
    .select(['id', 'description'])
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('withdrawn', '=', false)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * What a refill was asked for, in the words that its owner saw (D-408): the record's may be others by now. Where a server
 * of an earlier version wrote the row, it is the record's.
 */
export const medicationAsked = sql<string | null>`coalesce(refills.medication, medications.description)`;

/**
 * Reads the refills that the user's own client record has asked for since `since`, the latest first (D-424). A withdrawn
 * medication keeps its name here.
 */
export async function refillsOf(db: Db, clinicId: string, userId: string, since: Date) {
  return db
    .selectFrom('refills')
    .innerJoin('clients', (join) =>
      join.onRef('clients.clinic_id', '=', 'refills.clinic_id').onRef('clients.id', '=', 'refills.client_id'),
    )
    .leftJoin('medications', (join) =>
      join
        .onRef('medications.clinic_id', '=', 'refills.clinic_id')
        .onRef('medications.id', '=', 'refills.medication_id'),
    )
    .select([
      'refills.id',
      'refills.patient_id',
      'refills.medication_id',
      medicationAsked.as('medication'),
      'refills.note',
      'refills.state',
      'refills.state_at',
      'refills.state_reason as reason',
      'refills.created_at',
    ])
    .where('refills.clinic_id', '=', clinicId)
    .where('clients.user_id', '=', userId)
    .where('refills.created_at', '>', since)
    .orderBy('refills.created_at', 'desc')
    .orderBy('refills.id')
    .execute();
}

export type NewRefill = {
  id: string;
  clientId: string;
  patientId: string;
  medicationId: string | null;
  /** What the owner saw. */
  medication: string | null;
  note: string | null;
  now: Date;
};

export async function insertRefill(trx: Trx, clinicId: string, refill: NewRefill): Promise<void> {
  await trx
    .insertInto('refills')
    .values({
      clinic_id: clinicId,
      id: refill.id,
      client_id: refill.clientId,
      patient_id: refill.patientId,
      medication_id: refill.medicationId,
      medication: refill.medication,
      note: refill.note,
      created_at: refill.now,
      state_at: refill.now,
    })
    .execute();
}
