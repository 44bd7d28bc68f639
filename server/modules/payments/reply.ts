import type { PaymentRequest } from '../../../src/contract/payments';
import type { Clinic } from '../../plugins/clinic';
import type { Db, Session } from '../../plugins/handlers';
import type { Services } from '../../services';
import { isOver } from './hear';
import { clientNameOf, type PaymentRow } from './repository';

/** Statuses in which a card can be entered and charged. */
export const isOpen = ({ status }: Pick<PaymentRow, 'status'>): boolean => status === 'pending' || status === 'failed';

/** Whether the session may pay this: the one that started it or the same owner's, and anybody who has a clinic's link (D-40). */
export const mayPay = (payment: PaymentRow, session: Session): boolean =>
  payment.session_id === null || payment.session_id === session.id || (!session.guest && payment.user_id === session.userId);

/** The payment as its holder sees it (ENT-17), without the secret. An open one whose time has run out shows as expired. */
export async function paymentReply(db: Db, clinic: Clinic, payment: PaymentRow, { cards }: Services, now: Date): Promise<PaymentRequest> {
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
    next_action: payment.status === 'requires_action' ? (payment.next_action as PaymentRequest['next_action']) : null,
    appointment_id: payment.appointment_id,
    product_id: payment.product_id,
  };
}
