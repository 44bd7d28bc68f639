import type { PaymentRequest } from '../../../src/contract/payments';
import type { Clinic } from '../../calls/clinic';
import type { Session } from '../../calls/session';
import type { Db } from '../../db/transaction';
import type { Services } from '../../calls/services';
import { findAppointment } from '../appointments/repository';
import { isOver } from './recordCharge';
import { clientNameOf, type PaymentRow } from '../deposits/repository';

/** Statuses in which a card can be entered and charged. */
export const isOpen = ({ status }: Pick<PaymentRow, 'status'>): boolean => status === 'pending' || status === 'failed';

/** Whether the appointment's status is one for which nothing is paid any more. */
export const isClosed = (appointment: { status: string; starts_at: Date }, now: Date): boolean =>
  ['DECLINED', 'DELETED', 'DONE'].includes(appointment.status) || appointment.starts_at <= now;

/**
 * Whether the session may pay this: the session or owner that started it, and anybody with a link from the clinic
 * (D-40).
 */
export const mayPay = (payment: PaymentRow, session: Session): boolean =>
  payment.session_id === null ||
  payment.session_id === session.id ||
  (!session.guest && payment.user_id === session.userId);

/** Returns the status of a payment's appointment; one that has begun counts as done, whatever its stored status. */
async function appointmentStatus(db: Db, payment: PaymentRow, now: Date): Promise<string | null> {
  const row =
    payment.appointment_id === null
      ? null
      : await findAppointment(db, payment.clinic_id, payment.client_id, payment.appointment_id);
  if (!row) return null;
  return isClosed(row, now) && !['DECLINED', 'DELETED'].includes(row.status) ? 'DONE' : row.status;
}

/**
 * Makes the reply for a payment (ENT-17), without the secret. An open payment whose time has passed shows as expired.
 */
export async function paymentReply(
  db: Db,
  clinic: Clinic,
  payment: PaymentRow,
  { cards }: Services,
  now: Date,
): Promise<PaymentRequest> {
  return {
    id: payment.id,
    client_secret: null,
    platform_customer_id: null,
    client_name: await clientNameOf(db, clinic.id, payment.client_id),
    completed_at: payment.completed_at?.toISOString() ?? null,
    amount: payment.amount_cents / 100,
    confirmation_number: payment.confirmation_number,
    status: isOpen(payment) && isOver(payment, now) ? 'expired' : payment.status,
    card_last4: payment.card_last4,
    message: payment.message,
    expires_at: payment.expires_at?.toISOString() ?? null,
    stripe_public_key: cards?.publicKey ?? null,
    stripe_account: clinic.shop.stripe_account ?? null,
    next_action: payment.status === 'requires_action' ? payment.next_action : null,
    appointment_id: payment.appointment_id,
    appointment_status: await appointmentStatus(db, payment, now),
    product_id: payment.product_id,
  };
}
