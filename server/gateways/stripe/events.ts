import Stripe from 'stripe';
import type { CardEvent } from '../cards';
import type { StripeKeys } from './connect';
import { chargeOf, idOf } from './intents';

/** An event older than this is refused, seconds (D-207). */
const toleranceSeconds = 300;

/**
 * Stripe's report about a charge or refund of ours, and the connected account that it is about; `account` is null for
 * our own.
 */
export type AccountEvent = { event: CardEvent; account: string | null };

/** The event was not signed by Stripe, or was signed too long ago. */
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
/**
 * Events about refunds. A refund made by hand carries no payment of ours, but the event about its charge
 * (`charge.refunded`) does.
 */
const ofRefunds = new Set<string>([
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
]);

/** Every event that the portal listens to. */
export const eventTypes: readonly string[] = [...listened, ...ofRefunds];

/**
 * Reads an event from the bytes that were signed (D-207). Returns null for a kind that is not used here and for a
 * payment that is not ours. Throws NotSigned.
 */
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
