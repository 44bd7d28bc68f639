import { isEnabled } from '../../../src/domain/shop/settings';
import type { Charge } from '../../gateways/cards';
import type { Clinic } from '../../calls/clinic';
import type { Services } from '../../calls/services';
import { chargeKey, recordCharge } from './recordCharge';
import { cardsOf, payeeOf } from './setup';
import { findPayment, underWayOf, type PaymentRow } from '../deposits/repository';
import { MINUTE } from '../../../src/limits';

/** A charge that the provider has not heard of after this long never reached it, milliseconds. */
export const lostAfterMs = 5 * MINUTE;

export const isUnderWay = ({ status }: Pick<PaymentRow, 'status'>): boolean =>
  status === 'processing' || status === 'requires_action';

/** What the provider says of a charge that is under way; null when it knows of none (yet). */
async function askProvider(services: Services, clinic: Clinic, payment: PaymentRow): Promise<Charge | null> {
  const cards = cardsOf(services);
  if (payment.intent_ref !== null) return cards.readCharge(payeeOf(clinic), payment.intent_ref);
  const key = chargeKey(payment);
  const charge = await cards.findCharge(payeeOf(clinic), key);
  const isLost =
    charge === null &&
    payment.charged_at !== null &&
    services.clock.now().getTime() - payment.charged_at.getTime() > lostAfterMs;
  return isLost
    ? { ref: '', key, amountCents: payment.amount_cents, status: 'failed', redirectTo: null, message: null }
    : charge;
}

/** Asks the card provider how a payment under way stands, records the answer and gives the payment as it is then. Throws CardsUnavailable. */
export async function poll(services: Services, clinic: Clinic, payment: PaymentRow): Promise<PaymentRow> {
  if (!isUnderWay(payment) || services.cards === null) return payment;
  const charge = await askProvider(services, clinic, payment);
  if (charge === null) return payment;
  await recordCharge(services, clinic, payment.id, charge);
  return (await findPayment(services.db, clinic.id, payment.id))!;
}

/** Calls off a payment that waits for its owner at the bank; one that was paid meanwhile is paid. Throws CardsUnavailable. */
export async function callOff(services: Services, clinic: Clinic, payment: PaymentRow): Promise<void> {
  if (payment.intent_ref === null) return;
  await recordCharge(
    services,
    clinic,
    payment.id,
    await cardsOf(services).cancelCharge(payeeOf(clinic), payment.intent_ref),
  );
}

/**
 * Before an owner books or pays: what the provider knows of the owner's payments under way. So a page that comes back
 * before the provider's event finds its deposit paid. A provider that does not answer is nothing new.
 */
export async function catchUp(services: Services, clinic: Clinic, userId: string): Promise<void> {
  if (services.cards === null || !isEnabled(clinic.shop.feature_settings, 'deposit_collection_v1_enabled')) return;
  for (const payment of await underWayOf(services.db, clinic.id, userId))
    await poll(services, clinic, payment).catch(() => payment);
}
