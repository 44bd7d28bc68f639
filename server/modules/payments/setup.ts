import type { PaymentRequest } from '../../../src/contract/payments';
import type { Cards, Setup } from '../../gateways/cards';
import { CardsUnavailable } from '../../gateways/cards';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import type { Session } from '../../calls/session';
import type { Services } from '../../calls/services';
import { chargeKey, isOver } from './recordCharge';
import { isOpen, mayPay, paymentReply } from './reply';
import { findPayment, keepSetup, type PaymentRow } from '../deposits/repository';

export const payeeOf = ({ id, shop }: Clinic) => ({ clinicId: id, account: shop.stripe_account ?? null });

/** Returns the card provider; throws `not_allowed` where the server has none (D-216). */
export function cardsOf({ cards }: Services): Cards {
  if (cards === null)
    throw new ApiError('not_allowed', {
      message: 'This clinic does not take payments online. Please call the clinic.',
    });
  return cards;
}

/**
 * Runs a call to the provider. If the provider does not answer, throws `unavailable`; the same call can be made again.
 */
export async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof CardsUnavailable ? new ApiError('unavailable', { retryAfter: 5 }) : error;
  }
}

/** Returns the provider's setup in which this attempt's card is entered; makes it if missing (D-98). */
export async function setupOf(services: Services, clinic: Clinic, payment: PaymentRow): Promise<Setup> {
  const cards = cardsOf(services);
  return orUnavailable(async () => {
    if (payment.setup_ref !== null) return cards.readSetup(payeeOf(clinic), payment.setup_ref);
    const setup = await cards.startSetup(payeeOf(clinic), chargeKey(payment));
    await keepSetup(services.db, payment, setup);
    return setup;
  });
}

/**
 * Makes the reply for a payment with what its payer needs to enter a card. The secret is read anew each time and never
 * stored (D-202).
 */
export async function payableReply(
  services: Services,
  clinic: Clinic,
  session: Session,
  id: string,
  now: Date,
  { mayOpen }: { mayOpen: boolean },
): Promise<PaymentRequest> {
  const payment = (await findPayment(services.db, clinic.id, id))!;
  const reply = await paymentReply(services.db, clinic, payment, services, now);
  const needsCard = isOpen(payment) && !isOver(payment, now) && mayPay(payment, session);
  if (!needsCard || services.cards === null || (payment.setup_ref === null && !mayOpen)) return reply;
  const setup = await setupOf(services, clinic, payment);
  return { ...reply, client_secret: setup.clientSecret, platform_customer_id: setup.customer };
}
