import { sql } from 'kysely';
import type { Trx } from '../../db/transaction';
import { insertClaims, insertHold, type NewClaim } from '../schedule/repository';
import type { PaymentRow } from '../deposits/repository';

/** Holds a place for a payment until it ends (D-215). Call it after findPlace, in the same transaction. */
export function keepPlace(
  trx: Trx,
  payment: Pick<PaymentRow, 'clinic_id' | 'id' | 'product_id'>,
  place: {
    holdId: string;
    sessionId: string;
    startsAt: Date;
    expiresAt: Date;
    claims: readonly NewClaim[];
    isPinned: boolean;
    now: Date;
  },
): void {
  insertHold(trx, payment.clinic_id, {
    id: place.holdId,
    sessionId: place.sessionId,
    productId: payment.product_id,
    startsAt: place.startsAt,
    expiresAt: place.expiresAt,
    paymentId: payment.id,
    pinned: place.isPinned,
    now: place.now,
  });
  insertClaims(trx, payment.clinic_id, place.claims, { holdId: place.holdId, expiresAt: place.expiresAt });
}

/**
 * Pins a payment's hold while a charge runs, so that nobody releases its time. False when the hold has expired or is
 * gone.
 */
export async function pinPlace(trx: Trx, clinicId: string, paymentId: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('holds')
    .set({ pinned: true })
    .where('clinic_id', '=', clinicId)
    .where('payment_id', '=', paymentId)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Unpins the hold after a refused charge. It stays the payment's, unless its session has made another hold meanwhile.
 */
export async function unpinPlace(trx: Trx, clinicId: string, paymentId: string): Promise<void> {
  await sql`delete from holds where clinic_id = ${clinicId} and payment_id = ${paymentId}
    and exists (select 1 from holds other where other.clinic_id = holds.clinic_id and other.session_id = holds.session_id and not other.pinned and other.id <> holds.id)`.execute(
    trx,
  );
  await trx
    .updateTable('holds')
    .set({ pinned: false })
    .where('clinic_id', '=', clinicId)
    .where('payment_id', '=', paymentId)
    .execute();
}

/** Deletes a payment's hold. */
export async function releasePlace(trx: Trx, clinicId: string, paymentId: string): Promise<void> {
  await trx.deleteFrom('holds').where('clinic_id', '=', clinicId).where('payment_id', '=', paymentId).execute();
}
