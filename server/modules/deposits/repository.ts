import { randomBytes } from 'node:crypto';
import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely';
import type { Database } from '../../db/schema';
import type { Db, Trx } from '../../db/transaction';
import { recipientColumns } from '../messages/toOwner';

export type PaymentRow = Selectable<Database['payment_requests']>;

/** Makes an unguessable id of 128 bits for the address of a payment (D-207). */
export const newPaymentId = (): string => randomBytes(16).toString('base64url');

const payments = (db: Db, clinicId: string) =>
  db.selectFrom('payment_requests').selectAll().where('clinic_id', '=', clinicId);

export async function findPayment(db: Db, clinicId: string, id: string): Promise<PaymentRow | null> {
  return (await payments(db, clinicId).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Reads and locks the payment until the transaction ends. */
export async function lockPayment(trx: Trx, clinicId: string, id: string): Promise<PaymentRow | null> {
  return (await payments(trx, clinicId).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Reads and locks a client's payments for a product, oldest first, until the transaction ends. */
export async function lockPaymentsOf(
  trx: Trx,
  clinicId: string,
  clientId: string,
  productId: string,
): Promise<PaymentRow[]> {
  return payments(trx, clinicId)
    .where('client_id', '=', clientId)
    .where('product_id', '=', productId)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Reads and locks the client's paid deposit for the product that has no appointment yet; with a payment's id, only that
 * one. Null when there is none.
 */
export async function lockPaidDeposit(
  trx: Trx,
  clinicId: string,
  which: { clientId: string; productId: string; paymentId?: string | undefined },
): Promise<string | null> {
  const row = await trx
    .selectFrom('payment_requests')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('client_id', '=', which.clientId)
    .where('product_id', '=', which.productId)
    .where('status', '=', 'complete')
    .where('appointment_id', 'is', null)
    .$if(which.paymentId !== undefined, (query) => query.where('id', '=', which.paymentId!))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Reads the user's charges under way; the provider may know more about them. */
export async function underWayOf(db: Db, clinicId: string, userId: string): Promise<PaymentRow[]> {
  return payments(db, clinicId)
    .where('user_id', '=', userId)
    .where('status', 'in', ['processing', 'requires_action'])
    .orderBy('id')
    .execute();
}

/** Whether the appointment has a deposit that is paid or being paid. */
export async function depositOf(db: Db, clinicId: string, appointmentId: string): Promise<PaymentRow | null> {
  const row = await payments(db, clinicId)
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', ['complete', 'processing', 'requires_action'])
    .orderBy('status')
    .executeTakeFirst();
  return row ?? null;
}

export async function insertPayment(db: Db, row: Insertable<Database['payment_requests']>): Promise<PaymentRow> {
  return db.insertInto('payment_requests').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function changePayment(
  db: Db,
  clinicId: string,
  id: string,
  change: Updateable<Database['payment_requests']>,
): Promise<void> {
  await db.updateTable('payment_requests').set(change).where('clinic_id', '=', clinicId).where('id', '=', id).execute();
}

export const tieToAppointment = (db: Db, clinicId: string, id: string, appointmentId: string): Promise<void> =>
  changePayment(db, clinicId, id, { appointment_id: appointmentId });

/** Stores the setup of a payment's attempt. False when it has one already, or the payment is at another attempt. */
export async function keepSetup(db: Db, row: PaymentRow, setup: { ref: string; customer: string }): Promise<boolean> {
  const kept = await db
    .updateTable('payment_requests')
    .set({ setup_ref: setup.ref, customer_ref: setup.customer })
    .where('clinic_id', '=', row.clinic_id)
    .where('id', '=', row.id)
    .where('attempt', '=', row.attempt)
    .where('setup_ref', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Stores an event of the provider; false when it was stored before (D-207). */
export async function noteEvent(trx: Trx, clinicId: string, id: string, now: Date): Promise<boolean> {
  const row = await trx
    .insertInto('payment_events')
    .values({ clinic_id: clinicId, id, created_at: now })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the payer in the form that booking needs, with the verified contacts (D-16). */
export async function payerOf(db: Db, { clinic_id, user_id, session_id }: PaymentRow) {
  if (user_id === null || session_id === null) return null;
  const user = await db
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'phone', 'phone_verified_at'])
    .where('clinic_id', '=', clinic_id)
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (!user) return null;
  return {
    id: session_id,
    userId: user_id,
    email: user.email_verified_at && user.email,
    phone: user.phone_verified_at && user.phone,
  };
}

export async function clientNameOf(db: Db, clinicId: string, clientId: string): Promise<string | null> {
  const row = await db
    .selectFrom('clients')
    .select(['first_name', 'last_name'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', clientId)
    .executeTakeFirst();
  return [row?.first_name, row?.last_name].filter(Boolean).join(' ') || null;
}

/** Whether the clinic has said at the desk that the payment is settled, and that has left. */
const isSettled = (where: ExpressionBuilder<Database, 'payment_requests' | 'clients'>) =>
  where.exists(
    where
      .selectFrom('desk_answers')
      .select('desk_answers.id')
      .whereRef('desk_answers.clinic_id', '=', 'payment_requests.clinic_id')
      .whereRef('desk_answers.thing_id', '=', 'payment_requests.id')
      .where('desk_answers.kind', '=', 'deposit')
      .where('desk_answers.name', '=', 'let_be')
      .where('desk_answers.left_at', 'is not', null)
      .where('desk_answers.taken_back_at', 'is', null),
  );

/**
 * Reads deposits paid for a booking whose time was gone (D-215), or by a link for no appointment (D-40) and not settled
 * yet, oldest first, with whom to call. A page's own payment without a booking is tied to one by the page.
 */
export async function waitingDeposits(db: Db, clinicId: string) {
  return db
    .selectFrom('payment_requests')
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.clinic_id', '=', 'payment_requests.clinic_id')
        .onRef('clients.id', '=', 'payment_requests.client_id'),
    )
    .select([
      'payment_requests.id',
      'payment_requests.amount_cents',
      'payment_requests.product_id',
      'payment_requests.completed_at',
      'payment_requests.confirmation_number',
      'payment_requests.created_at',
      'payment_requests.booking',
      ...recipientColumns,
    ])
    .where('payment_requests.clinic_id', '=', clinicId)
    .where('payment_requests.status', '=', 'complete')
    .where('payment_requests.appointment_id', 'is', null)
    .where((where) =>
      where.or([
        where('payment_requests.booking', 'is not', null),
        where.and([where('payment_requests.session_id', 'is', null), where.not(isSettled(where))]),
      ]),
    )
    .orderBy('payment_requests.completed_at')
    .execute();
}
