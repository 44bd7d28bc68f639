import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../../db/schema';
import { leaseMs } from '../../../calls/leases';
import type { Db, Trx } from '../../../db/transaction';
import { recipientColumns } from '../../messages/toOwner';
import { changePayment, type PaymentRow } from '../repository';
import type { Change, RefundRow } from './state';

/**
 * The reason for a refund: the clinic declined, the owner canceled, the operator asked for it, or it was made by hand
 * at the provider.
 */
export type RefundReason = 'declined' | 'canceled' | 'clinic' | 'provider';

/** The statuses of a payment that was paid. */
const paid: readonly string[] = ['complete', 'refunding', 'refunded'];
export const wasPaid = ({ status }: Pick<PaymentRow, 'status'>): boolean => paid.includes(status);

/**
 * Stores the refund of a paid deposit in the transaction of its decision (D-414). A payment has one refund, however
 * often it is asked for.
 */
export async function openRefund(
  trx: Trx,
  { clinic_id, id }: Pick<PaymentRow, 'clinic_id' | 'id'>,
  reason: RefundReason,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('refunds')
    .values({ clinic_id, payment_id: id, reason, next_attempt_at: reason === 'provider' ? null : now, created_at: now })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'payment_id']).doNothing())
    .execute();
  if (reason !== 'provider') await changePayment(trx, clinic_id, id, { status: 'refunding' });
}

const refund = (db: Db, clinicId: string, paymentId: string) =>
  db.selectFrom('refunds').selectAll().where('clinic_id', '=', clinicId).where('payment_id', '=', paymentId);

/** Reads a payment's refund, or null. */
export const findRefund = async (db: Db, clinicId: string, paymentId: string): Promise<RefundRow | null> =>
  (await refund(db, clinicId, paymentId).executeTakeFirst()) ?? null;

/** Reads and locks a payment's refund until the transaction ends. */
export const lockRefund = async (trx: Trx, clinicId: string, paymentId: string): Promise<RefundRow | null> =>
  (await refund(trx, clinicId, paymentId).forUpdate().executeTakeFirst()) ?? null;

export async function changeRefund(
  db: Db,
  { clinic_id, payment_id }: Pick<RefundRow, 'clinic_id' | 'payment_id'>,
  change: Change,
): Promise<void> {
  await db
    .updateTable('refunds')
    .set(change)
    .where('clinic_id', '=', clinic_id)
    .where('payment_id', '=', payment_id)
    .execute();
}

/** Reads the deposits paid for an appointment, refunded or not, and locks them until the transaction ends. */
export async function lockPaidOf(trx: Trx, clinicId: string, appointmentId: string): Promise<PaymentRow[]> {
  return trx
    .selectFrom('payment_requests')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', paid)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Stores refunds of the appointment's deposits that are not refunded yet; returns those payments. */
export async function refundPaid(
  trx: Trx,
  clinicId: string,
  appointmentId: string,
  reason: RefundReason,
  now: Date,
): Promise<PaymentRow[]> {
  const held = (await lockPaidOf(trx, clinicId, appointmentId)).filter(isHeld);
  for (const payment of held) await openRefund(trx, payment, reason, now);
  return held;
}

/** Whether the payment is paid and no refund is under way or done. */
export const isHeld = ({ status }: Pick<PaymentRow, 'status'>): boolean => status === 'complete';

/**
 * Takes due refunds by postponing their next try, so that no lock is held while waiting for the provider. What is due
 * is read from all clinics without a lock, and taken one by one.
 */
export async function takeDueRefunds(db: Kysely<Database>, now: Date, atATime: number): Promise<RefundRow[]> {
  const due = await db
    .selectFrom('refunds')
    .select(['clinic_id', 'payment_id'])
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(atATime)
    .execute();
  const taken: RefundRow[] = [];
  for (const { clinic_id, payment_id } of due) {
    // Of two processes the second waits for the first, and then finds it due no more.
    const row = await db
      .updateTable('refunds')
      .set({ tries: sql`tries + 1`, next_attempt_at: new Date(now.getTime() + leaseMs) })
      .where('clinic_id', '=', clinic_id)
      .where('payment_id', '=', payment_id)
      .where('next_attempt_at', '<=', now)
      .returningAll()
      .executeTakeFirst();
    if (row) taken.push(row);
  }
  return taken;
}

/** Renews the lease of a refund under way, unless its result is stored or another process has it. */
export function refundRenewal(db: Kysely<Database>, row: RefundRow, now: () => Date): () => Promise<void> {
  let until = row.next_attempt_at;
  return async () => {
    const next = new Date(now().getTime() + leaseMs);
    const { numUpdatedRows } = await db
      .updateTable('refunds')
      .set({ next_attempt_at: next })
      .where('clinic_id', '=', row.clinic_id)
      .where('payment_id', '=', row.payment_id)
      .where('next_attempt_at', '=', until)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) until = next;
  };
}

/**
 * Makes all refunds due at once that wait for a later try, as at a start, or the one that the operator names. At a start
 * those are left alone that another server may have under way: they come up by themselves within a lease.
 */
export async function wakeRefunds(db: Db, now: Date, only?: Pick<PaymentRow, 'clinic_id' | 'id'>): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ next_attempt_at: now })
    .where('next_attempt_at', '>', only ? now : new Date(now.getTime() + leaseMs))
    .$if(only !== undefined, (query) =>
      query.where('clinic_id', '=', only!.clinic_id).where('payment_id', '=', only!.id),
    )
    .execute();
}

/**
 * Selects an appointment's paid deposit as a column of its row; one that is not refunded comes before a refunded one.
 */
export const depositColumn = (row: ExpressionBuilder<Database, 'appointments'>) =>
  jsonObjectFrom(
    row
      .selectFrom('payment_requests as deposit')
      .leftJoin('refunds', (join) =>
        join.onRef('refunds.clinic_id', '=', 'deposit.clinic_id').onRef('refunds.payment_id', '=', 'deposit.id'),
      )
      .select(['deposit.amount_cents', 'deposit.status', 'deposit.card_last4', 'refunds.failure'])
      .whereRef('deposit.clinic_id', '=', 'appointments.clinic_id')
      .whereRef('deposit.appointment_id', '=', 'appointments.id')
      .where('deposit.status', 'in', paid)
      .orderBy('deposit.status')
      .orderBy('deposit.id')
      .limit(1),
  ).as('deposit');

/** The deposit in an appointment's row; `failure` is why its refund has not gone through. */
export type DepositColumn = {
  amount_cents: number;
  status: string;
  card_last4: string | null;
  failure: string | null;
} | null;

/** Reads the clinic's refunds on their way, oldest first, with the reason for the delay. */
export async function openRefunds(db: Db, clinicId: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('payment_requests', (join) =>
      join
        .onRef('payment_requests.clinic_id', '=', 'refunds.clinic_id')
        .onRef('payment_requests.id', '=', 'refunds.payment_id'),
    )
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.clinic_id', '=', 'payment_requests.clinic_id')
        .onRef('clients.id', '=', 'payment_requests.client_id'),
    )
    .leftJoin('appointments', (join) =>
      join
        .onRef('appointments.clinic_id', '=', 'payment_requests.clinic_id')
        .onRef('appointments.id', '=', 'payment_requests.appointment_id'),
    )
    .select([
      'refunds.created_at',
      'refunds.failed_at',
      'refunds.failure',
      'refunds.tries',
      'refunds.next_attempt_at',
      'refunds.ref',
      'payment_requests.id',
      'payment_requests.amount_cents',
      'payment_requests.card_last4',
      'payment_requests.appointment_id',
      'appointments.starts_at',
      ...recipientColumns,
    ])
    .where('refunds.clinic_id', '=', clinicId)
    .where('refunds.done_at', 'is', null)
    .orderBy('refunds.created_at')
    .orderBy('payment_requests.id')
    .execute();
}
