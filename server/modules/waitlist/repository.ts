import { sql } from 'kysely';
import type { Trx } from '../../db/transaction';

/** Reads what rules and notices need of an owner's appointment, and locks it so that it is not canceled meanwhile. */
export async function lockOwnAppointment(trx: Trx, clinicId: string, clientId: string, id: string) {
  const row = await trx
    .selectFrom('appointments')
    .select(['id', 'product_id', 'patient_id', 'starts_at', 'status'])
    .where('clinic_id', '=', clinicId)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export type Listed = { id: string; created_at: Date };

/** Reads the waitlist entry of an appointment, or null. */
export async function findListed(trx: Trx, clinicId: string, appointmentId: string): Promise<Listed | null> {
  const row = await trx
    .selectFrom('waitlisters')
    .select(['id', 'created_at'])
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertListed(
  trx: Trx,
  clinicId: string,
  entry: { appointmentId: string; id: string; clientId: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('waitlisters')
    .values({
      clinic_id: clinicId,
      appointment_id: entry.appointmentId,
      id: entry.id,
      client_id: entry.clientId,
      created_at: entry.now,
    })
    .execute();
}

/** Deletes the waitlist entry of an appointment; false if there was none. */
export async function deleteListed(trx: Trx, clinicId: string, appointmentId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('waitlisters')
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes in the appointment when its owner left the waitlist, since nothing else of their place stays. */
export async function noteLeft(trx: Trx, clinicId: string, appointmentId: string, now: Date): Promise<void> {
  await trx
    .updateTable('appointments')
    .set({ details: sql`details || ${JSON.stringify({ left_waitlist: now.toISOString() })}::jsonb` })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', appointmentId)
    .execute();
}

export async function patientName(trx: Trx, clinicId: string, id: string | null): Promise<string> {
  if (id === null) return '';
  const row = await trx
    .selectFrom('patients')
    .select('name')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name ?? '';
}
