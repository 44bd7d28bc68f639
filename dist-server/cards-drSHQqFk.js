import { a as Stripe, i as setupOf, n as idOf, r as refundOf, t as chargeOf } from './intents-Cq16z0f4.js';
import { n as RefundRefused, t as CardsUnavailable } from './cards-IAOzdVou.js';
// server/gateways/stripe/connect.ts
/**
 * A call without an answer after this time is made again, milliseconds; the same Idempotency-Key keeps it from taking
 * effect twice.
 */
var timeoutMs = 15e3;
var retries = 2;
var connectStripe = ({ secretKey }, address) =>
  new Stripe(secretKey, {
    maxNetworkRetries: retries,
    timeout: timeoutMs,
    telemetry: false,
    ...address,
  });
// server/gateways/stripe/cards.ts
var currency = 'usd';
/**
 * Stripe as the card provider (D-98): a customer and a SetupIntent take the card, a PaymentIntent charges it. Every
 * call that creates or cancels something carries an Idempotency-Key that we make, so that a repeated call takes effect
 * once.
 */
function stripeCards(keys, address) {
  const stripe = connectStripe(keys, address);
  const at = ({ account }, idempotencyKey) => ({
    ...(account === null ? {} : { stripeAccount: account }),
    ...(idempotencyKey === void 0 ? {} : { idempotencyKey }),
  });
  return {
    provider: 'stripe',
    publicKey: keys.publishableKey,
    startSetup: (payee, key) =>
      asked(async () => {
        const metadata = {
          clinic_id: payee.clinicId,
          payment_id: paymentOf(key),
        };
        const customer = await stripe.customers.create(
          { metadata },
          at(payee, `${payee.clinicId}:customer:${paymentOf(key)}`),
        );
        const intent = await stripe.setupIntents.create(
          {
            customer: customer.id,
            usage: 'on_session',
            allowed_payment_method_types: ['card'],
            metadata,
          },
          at(payee, `${payee.clinicId}:setup:${key}`),
        );
        return setupOf(intent);
      }),
    readSetup: (payee, ref) =>
      asked(async () => setupOf(await stripe.setupIntents.retrieve(ref, { expand: ['payment_method'] }, at(payee)))),
    charge: (payee, { key, setup: ref, amountCents, paymentId, returnUrl }) =>
      asked(async () => {
        const setup = await stripe.setupIntents.retrieve(ref, { expand: ['payment_method'] }, at(payee));
        if (setup.status !== 'succeeded') throw new Error('A card is charged before it was confirmed.');
        const receipt = typeof setup.payment_method === 'object' ? setup.payment_method?.billing_details.email : null;
        const metadata = {
          clinic_id: payee.clinicId,
          payment_id: paymentId,
          charge_key: key,
        };
        const intent = await stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency,
            customer: idOf(setup.customer),
            payment_method: idOf(setup.payment_method),
            allowed_payment_method_types: ['card'],
            confirm: true,
            return_url: returnUrl,
            metadata,
            ...(receipt ? { receipt_email: receipt } : {}),
          },
          at(payee, `${payee.clinicId}:charge:${key}`),
        );
        return chargeOf(intent);
      }, key),
    readCharge: (payee, ref) => asked(async () => chargeOf(await stripe.paymentIntents.retrieve(ref, {}, at(payee)))),
    findCharge: (payee, key) =>
      asked(async () => {
        const { data } = await stripe.paymentIntents.search(
          {
            query: `metadata["charge_key"]:"${key}" AND metadata["clinic_id"]:"${payee.clinicId}"`,
            limit: 1,
          },
          at(payee),
        );
        return data[0] ? chargeOf(data[0]) : null;
      }),
    cancelCharge: (payee, ref) =>
      asked(async () => {
        try {
          return chargeOf(await stripe.paymentIntents.cancel(ref, {}, at(payee, `${payee.clinicId}:cancel:${ref}`)));
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          return chargeOf(await stripe.paymentIntents.retrieve(ref, {}, at(payee)));
        }
      }),
    readRefunds: (payee, { charge, paymentId }) =>
      asked(async () =>
        orRefused(async () => {
          const { metadata } = await stripe.paymentIntents.retrieve(charge, {}, at(payee));
          if (metadata['clinic_id'] !== payee.clinicId || metadata['payment_id'] !== paymentId)
            throw new RefundRefused('The charge belongs to another payment.');
          const { data } = await stripe.refunds.list(
            {
              payment_intent: charge,
              limit: 100,
            },
            at(payee),
          );
          return data.map(refundOf);
        }),
      ),
    refund: (payee, { key, charge, amountCents, paymentId }) =>
      asked(async () =>
        orRefused(async () => {
          const metadata = {
            clinic_id: payee.clinicId,
            payment_id: paymentId,
            refund_key: key,
          };
          return refundOf(
            await stripe.refunds.create(
              {
                payment_intent: charge,
                amount: amountCents,
                metadata,
              },
              at(payee, `${payee.clinicId}:refund:${key}`),
            ),
          );
        }),
      ),
  };
}
/**
 * Runs a call about refunds. What Stripe refuses becomes RefundRefused with Stripe's message. The error about a key
 * that is in use is no refusal, since the earlier call with that key is still being worked on.
 */
async function orRefused(ask) {
  try {
    return await ask();
  } catch (error) {
    const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
    throw [StripeCardError, StripeInvalidRequestError].some((kind) => error instanceof kind)
      ? new RefundRefused(error.message, { cause: error })
      : error;
  }
}
/**
 * The payment's id, from a charge's key, which is that id and the number of the attempt (`ID:2`). All attempts share
 * the payment's customer.
 */
var paymentOf = (key) => key.replace(/:\d+$/, '');
async function asked(ask, key) {
  try {
    return await ask();
  } catch (error) {
    const { StripeAPIError, StripeCardError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError } =
      Stripe.errors;
    if (key !== void 0 && error instanceof StripeCardError && error.payment_intent)
      return {
        ...chargeOf(error.payment_intent),
        key,
        status: 'failed',
        redirectTo: null,
        message: error.message,
      };
    throw [StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError].some(
      (kind) => error instanceof kind,
    )
      ? new CardsUnavailable('Stripe does not answer.', { cause: error })
      : error;
  }
}
export { stripeCards };
