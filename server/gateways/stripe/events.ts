import Stripe from 'stripe';
import type { CardEvent } from '../cards';
import type { StripeKeys } from './connect';
import { chargeOf, idOf } from './intents';

/** An event older than this is refused, seconds (D-207). */
const toleranceSeconds = 300;

/** What Stripe reports of a charge or a refund of ours, and of which connected account; null for our own. */
export type AccountEvent = { event: CardEvent; account: string | null };

/** The event was not signed by Stripe, or long ago. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

const listened = new Set<string>([
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.canceled',
]);
/** About money that goes back; a refund made by hand names no payment of ours, but its charge does. */
const ofRefunds = new Set<string>([
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
]);

/** Reads an event from the bytes that were signed (D-207); null for one of a kind that we do not use. Throws NotSigned. */
export function readEvent(
  { webhookSecret }: StripeKeys,
  body: Buffer,
  signature: string,
  now: Date,
): AccountEvent | null {
  const event = verified(webhookSecret, body, signature, now);
  const isOfRefund = ofRefunds.has(event.type);
  if (!isOfRefund && !listened.has(event.type)) return null;
  const subject = event.data.object as Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund;
  const { clinic_id: clinicId, payment_id: paymentId } = subject.metadata ?? {};
  // The account may take other payments than ours.
  if (clinicId === undefined || paymentId === undefined) return null;
  const what = isOfRefund
    ? { refundOf: idOf((subject as Stripe.Charge | Stripe.Refund).payment_intent) }
    : { charge: chargeOf(subject as Stripe.PaymentIntent) };
  return { event: { id: event.id, clinicId, paymentId, ...what }, account: event.account ?? null };
}

function verified(secret: string, body: Buffer, signature: string, now: Date): Stripe.Event {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now.getTime());
  } catch (error) {
    throw new NotSigned('The event is not signed by Stripe.', { cause: error });
  }
}
