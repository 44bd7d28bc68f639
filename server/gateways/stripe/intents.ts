import type Stripe from 'stripe';
import { array, integer, nullable, optional, record, string, type } from 'superstruct';
import type { Charge, Refund, Setup } from '../cards';

/** The metadata of our PaymentIntents, so that an event names its payment. */
export type Marks = { clinic_id: string; payment_id: string; charge_key: string };
/** The metadata of our refunds. */
export type RefundMarks = { clinic_id: string; payment_id: string; refund_key: string };

/** What came as an answer is none of Stripe's: of something between, which may or may not have let the call through. */
export class NotStripes extends Error {
  override readonly name = 'NotStripes';
}

/** What of Stripe's things everything here follows from; without it an answer is none. */
export const things = {
  customer: type({ id: string() }),
  setup: type({ id: string(), status: string() }),
  payment: type({ id: string(), status: string(), amount: integer(), metadata: record(string(), string()) }),
  refund: type({ id: string(), amount: integer(), status: optional(nullable(string())) }),
  list: type({ data: array() }),
};

/** Returns an answer as Stripe's library types it, once it is one. Throws NotStripes. */
export function heard<T>(answer: T, expected: { is: (thing: unknown) => boolean }): T {
  if (!expected.is(answer)) throw new NotStripes('The answer is none of Stripe’s.');
  return answer;
}

/** The id of something that Stripe sends as an id or as a whole object, depending on the call; '' for none. */
export const idOf = (thing: string | { id: string } | null | undefined): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '');

/** Throws NotStripes. */
export function setupOf(answer: Stripe.SetupIntent): Setup {
  const intent = heard(answer, things.setup);
  return {
    ref: intent.id,
    customer: idOf(intent.customer),
    clientSecret: intent.client_secret ?? '',
    isConfirmed: intent.status === 'succeeded',
    last4: typeof intent.payment_method === 'object' ? (intent.payment_method?.card?.last4 ?? null) : null,
  };
}

/** https://docs.stripe.com/payments/paymentintents/lifecycle; a declined card leaves its intent without a payment method. */
function statusOf(status: Stripe.PaymentIntent.Status): Charge['status'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded';
    case 'requires_action':
      return 'requires_action';
    case 'canceled':
    case 'requires_payment_method':
      return 'failed';
    default:
      return 'processing';
  }
}

/** Throws NotStripes. */
export function chargeOf(answer: Stripe.PaymentIntent): Charge {
  const intent = heard(answer, things.payment);
  const status = statusOf(intent.status);
  return {
    ref: intent.id,
    key: intent.metadata['charge_key'] ?? '',
    amountCents: intent.amount,
    status,
    redirectTo: status === 'requires_action' ? (intent.next_action?.redirect_to_url?.url ?? null) : null,
    message: status === 'failed' ? (intent.last_payment_error?.message ?? null) : null,
  };
}

/**
 * https://docs.stripe.com/refunds#failed-refunds; the message is Stripe's failure reason with spaces, such as 'lost or
 * stolen card'. Throws NotStripes.
 */
export function refundOf(answer: Stripe.Refund): Refund {
  const refund = heard(answer, things.refund);
  return {
    ref: refund.id,
    key: refund.metadata?.['refund_key'] ?? null,
    amountCents: refund.amount,
    status:
      refund.status === 'succeeded'
        ? 'succeeded'
        : refund.status === 'failed' || refund.status === 'canceled'
          ? 'failed'
          : 'pending',
    message: refund.failure_reason?.replaceAll('_', ' ') ?? null,
  };
}
