import { sql } from 'kysely';
import type { Trx } from '../../../db/transaction';
import type { Applied } from './clients';
import type { ClinicFile } from '../file/file';
import { inChunks } from './merge';

/**
 * Writes refill requests and waitlist entries that are new. Those already stored belong to the portal and stay (D-217).
 */
export async function applyRequests(trx: Trx, file: ClinicFile): Promise<Applied> {
  const clinic_id = file.shop.id;
  let written = 0;
  for (const chunk of inChunks(file.refills ?? [])) {
    const [result] = await trx
      .insertInto('refills')
      .values(
        chunk.map((row) => ({
          clinic_id,
          id: row.id,
          client_id: row.client_id,
          patient_id: row.patient_id,
          medication_id: row.medication_id ?? null,
          medication:
            row.medication ??
            (row.medication_id === undefined
              ? null
              : sql<string | null>`(select description from medications
                  where clinic_id = ${clinic_id} and id = ${row.medication_id})`),
          note: row.note ?? null,
          created_at: new Date(row.created_at),
          state: row.state ?? 'received',
          state_at: new Date(row.state_at ?? row.created_at),
          state_reason: row.state_reason ?? null,
          approved_by: row.approved_by ?? null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['clinic_id', 'id']).doNothing())
      .execute();
    written += Number(result?.numInsertedOrUpdatedRows ?? 0);
  }
  for (const chunk of inChunks(file.waitlist ?? [])) {
    const [result] = await trx
      .insertInto('waitlisters')
      .values(
        chunk.map((row) => ({
          clinic_id,
          appointment_id: row.appointment_id,
          id: row.id,
          client_id: row.client_id,
          created_at: new Date(row.created_at),
        })),
      )
      .onConflict((conflict) => conflict.columns(['clinic_id', 'appointment_id']).doNothing())
      .execute();
    written += Number(result?.numInsertedOrUpdatedRows ?? 0);
  }
  return { changed: written > 0, conflicts: [] };
}
