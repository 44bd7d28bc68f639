import { isEnabled } from '../../../src/domain/shop/settings';
import type { Charge } from '../../gateways/cards';
import type { Clinic } from '../../calls/clinic';
import type { Services } from '../../calls/services';
import { chargeKey, recordCharge } from './recordCharge';
import { cardsOf, payeeOf } from './setup';
import { findPayment, underWayOf, type PaymentRow } from '../deposits/repository';
import { MINUTE } from '../../../src/limits';

/** Milliseconds after which a charge that the provider does not know counts as never received. */
export const lostAfterMs = 5 * MINUTE;

export const isUnderWay = ({ status }: Pick<PaymentRow, 'status'>): boolean =>
  status === 'processing' || status === 'requires_action';

/** Asks the provider about a charge under way; null when it does not know it (yet). */
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

/**
 * Asks the card provider about a payment under way, records the answer and returns the updated payment. Throws
 * CardsUnavailable.
 */
export async function poll(services: Services, clinic: Clinic, payment: PaymentRow): Promise<PaymentRow> {
  if (!isUnderWay(payment) || services.cards === null) return payment;
  const charge = await askProvider(services, clinic, payment);
  if (charge === null) return payment;
  await recordCharge(services, clinic, payment.id, charge);
  return (await findPayment(services.db, clinic.id, payment.id))!;
}

/**
 * Cancels a charge that waits for its owner at the bank; if it was paid meanwhile, that is recorded. Throws
 * CardsUnavailable.
 */
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
 * Polls the owner's payments under way before they book or pay, so that a page that returns before the provider's event
 * finds its deposit paid. A provider that does not answer is ignored.
 */
export async function catchUp(services: Services, clinic: Clinic, userId: string): Promise<void> {
  if (services.cards === null || !isEnabled(clinic.shop.feature_settings, 'deposit_collection_v1_enabled')) return;
  for (const payment of await underWayOf(services.db, clinic.id, userId))
    await poll(services, clinic, payment).catch(() => payment);
}
