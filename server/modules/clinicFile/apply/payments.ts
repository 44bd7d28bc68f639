import type { Insertable } from 'kysely';
import type { Trx } from '../../../db/transaction';
import type { Database } from '../../../db/schema';
import type { Applied } from './clients';
import type { ClinicFile } from '../file/file';
import { inChunks, mergeRows } from './merge';

/**
 * Writes payment requests that are new. One that is stored already stays as it is, since the portal handles its money
 * (D-217); a difference is reported as a conflict.
 */
export async function applyPayments(trx: Trx, file: ClinicFile, now: Date): Promise<Applied> {
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
  const own = new Map(
    (file.payment_requests ?? []).map((row) => [
      row.id,
      {
        created_at: row.created_at === undefined ? now : new Date(row.created_at),
        completed_at:
          row.completed_at !== undefined ? new Date(row.completed_at) : row.status === 'complete' ? now : null,
        expires_at: row.expires_at === undefined ? null : new Date(row.expires_at),
        confirmation_number: row.confirmation_number ?? null,
        booking: row.booking === undefined ? null : JSON.stringify(row.booking),
        intent_ref: row.provider_ref ?? null,
        card_last4: row.card_last4 ?? null,
        ...(row.attempt !== undefined && { attempt: row.attempt }),
      },
    ]),
  );
  for (const chunk of inChunks(wanted)) {
    const stored = await trx
      .selectFrom('payment_requests')
      .selectAll()
      .where('clinic_id', '=', clinicId)
      .where(
        'id',
        'in',
        chunk.map((row) => row.id),
      )
      .execute();
    const { inserts, updates } = mergeRows(chunk, stored);
    if (inserts.length > 0) {
      await trx
        .insertInto('payment_requests')
        .values(inserts.map((row) => ({ ...row, clinic_id: clinicId, ...own.get(row.id)! })))
        .execute();
      const refunds = refundsOf(file, new Set(inserts.map(({ id }) => id)), now);
      if (refunds.length > 0) await trx.insertInto('refunds').values(refunds).execute();
    }
    applied.changed ||= inserts.length > 0;
    applied.conflicts.push(
      ...updates.map((row) => `payment request "${row.id}": is in the portal already and stays as it is there`),
    );
  }
  return applied;
}

/** Returns the refunds of new payments; one that is not done is sent by this server, from now on (D-414). */
function refundsOf(
  { shop, payment_requests: payments }: ClinicFile,
  fresh: ReadonlySet<string>,
  now: Date,
): Insertable<Database['refunds']>[] {
  return (payments ?? []).flatMap(({ id, refund }) =>
    refund === undefined || !fresh.has(id)
      ? []
      : [
          {
            clinic_id: shop.id,
            payment_id: id,
            reason: refund.reason,
            round: refund.round ?? 0,
            created_at: new Date(refund.created_at),
            done_at: refund.done_at ?? null,
            failed_at: refund.failed_at ?? null,
            failure: refund.failure ?? null,
            next_attempt_at: refund.done_at === undefined ? now : null,
          },
        ],
  );
}
