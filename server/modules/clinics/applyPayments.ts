import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema';
import type { Applied } from './applyClients';
import type { ClinicFile } from './file';
import { inChunks, mergeRows } from './merge';

/** Writes payment requests that are new. One that is there already belongs to the portal, which takes its money (D-217). */
export async function applyPayments(trx: Transaction<Database>, file: ClinicFile, now: Date): Promise<Applied> {
  const clinicId = file.shop.id;
  const applied: Applied = { changed: false, conflicts: [] };
  const wanted = (file.payment_requests ?? []).map((row) => ({
    id: row.id,
    client_id: row.client_id,
    appointment_id: row.appointment_id ?? null,
    product_id: row.product_id,
    amount_cents: Math.round(row.amount * 100),
    status: row.status,
  }));
  for (const chunk of inChunks(wanted)) {
    const stored = await trx.selectFrom('payment_requests').selectAll().where('clinic_id', '=', clinicId)
      .where('id', 'in', chunk.map((row) => row.id)).execute();
    const { inserts, updates } = mergeRows(chunk, stored);
    if (inserts.length > 0) {
      await trx.insertInto('payment_requests').values(inserts.map((row) => ({ ...row, clinic_id: clinicId, created_at: now }))).execute();
    }
    applied.changed ||= inserts.length > 0;
    applied.conflicts.push(...updates.map((row) => `payment request "${row.id}": is in the portal already and stays as it is there`));
  }
  return applied;
}
