import Stripe from 'stripe';
import { CardsUnavailable, RefundRefused, type Cards, type Charge, type Payee } from '../cards';
import { connectStripe, type StripeAddress, type StripeKeys } from './connect';
import { chargeOf, heard, idOf, NotStripes, refundOf, setupOf, things, type Marks, type RefundMarks } from './intents';

const currency = 'usd';

/**
 * Stripe as the card provider (D-98): a customer and a SetupIntent take the card, a PaymentIntent charges it. Every
 * call that creates or cancels something carries an Idempotency-Key that we make, so that a repeated call takes effect
 * once.
 */
export function stripeCards(keys: StripeKeys, address?: StripeAddress): Cards {
  const stripe = connectStripe(keys, address);
  const at = ({ account }: Payee, idempotencyKey?: string): Stripe.RequestOptions => ({
    ...(account === null ? {} : { stripeAccount: account }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });

  return {
    provider: 'stripe',
    publicKey: keys.publishableKey,

    startSetup: (payee, key) =>
      asked(async () => {
        const metadata = { clinic_id: payee.clinicId, payment_id: paymentOf(key) };
        const customer = heard(
          await stripe.customers.create({ metadata }, at(payee, `${payee.clinicId}:customer:${paymentOf(key)}`)),
          things.customer,
        );
        const intent = await stripe.setupIntents.create(
          { customer: customer.id, usage: 'on_session', allowed_payment_method_types: ['card'], metadata },
          at(payee, `${payee.clinicId}:setup:${key}`),
        );
        return setupOf(intent);
      }),

    readSetup: (payee, ref) =>
      asked(async () => setupOf(await stripe.setupIntents.retrieve(ref, { expand: ['payment_method'] }, at(payee)))),

    charge: (payee, { key, setup: ref, amountCents, paymentId, returnUrl }) =>
      asked(async () => {
        const setup = heard(
          await stripe.setupIntents.retrieve(ref, { expand: ['payment_method'] }, at(payee)),
          things.setup,
        );
        if (setup.status !== 'succeeded') throw new Error('A card is charged before it was confirmed.');
        const receipt = typeof setup.payment_method === 'object' ? setup.payment_method?.billing_details.email : null;
        const metadata: Marks = { clinic_id: payee.clinicId, payment_id: paymentId, charge_key: key };
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

    // Stripe's search lags behind by up to a minute; a success that the search does not find yet is reported by an
    // event.
    findCharge: (payee, key) =>
      asked(async () => {
        const { data } = heard(
          await stripe.paymentIntents.search(
            { query: `metadata["charge_key"]:"${key}" AND metadata["clinic_id"]:"${payee.clinicId}"`, limit: 1 },
            at(payee),
          ),
          things.list,
        );
        return data[0] ? chargeOf(data[0]) : null;
      }),

    cancelCharge: (payee, ref) =>
      asked(async () => {
        try {
          return chargeOf(await stripe.paymentIntents.cancel(ref, {}, at(payee, `${payee.clinicId}:cancel:${ref}`)));
        } catch (error) {
          // Stripe refuses to cancel a charge that has ended meanwhile, so what it became is read.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          return chargeOf(await stripe.paymentIntents.retrieve(ref, {}, at(payee)));
        }
      }),

    readRefunds: (payee, { charge, paymentId }) =>
      asked(async () =>
        orRefused(async () => {
          const { metadata } = heard(await stripe.paymentIntents.retrieve(charge, {}, at(payee)), things.payment);
          if (metadata['clinic_id'] !== payee.clinicId || metadata['payment_id'] !== paymentId)
            throw new RefundRefused('The charge belongs to another payment.');
          const { data } = heard(
            await stripe.refunds.list({ payment_intent: charge, limit: 100 }, at(payee)),
            things.list,
          );
          return data.map(refundOf);
        }),
      ),

    refund: (payee, { key, charge, amountCents, paymentId }) =>
      asked(async () =>
        orRefused(async () => {
          const metadata: RefundMarks = { clinic_id: payee.clinicId, payment_id: paymentId, refund_key: key };
          return refundOf(
            await stripe.refunds.create(
              { payment_intent: charge, amount: amountCents, metadata },
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
async function orRefused<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
    const isRefused = [StripeCardError, StripeInvalidRequestError].some((kind) => error instanceof kind);
    throw isRefused ? new RefundRefused((error as Error).message, { cause: error }) : error;
  }
}

/**
 * The payment's id, from a charge's key, which is that id and the number of the attempt (`ID:2`). All attempts share
 * the payment's customer.
 */
const paymentOf = (key: string): string => key.replace(/:\d+$/, '');

/**
 * Runs a call. Where `key` is given, a declined card is an answer: the charge as `failed`. No answer, overload and
 * faults on Stripe's side become CardsUnavailable, and so does an answer that is none of Stripe's.
 */
async function asked<T>(ask: () => Promise<T>): Promise<T>;
async function asked(ask: () => Promise<Charge>, key: string): Promise<Charge>;
async function asked<T>(ask: () => Promise<T>, key?: string): Promise<T | Charge> {
  try {
    return await ask();
  } catch (error) {
    const { StripeAPIError, StripeCardError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError } =
      Stripe.errors;
    if (key !== undefined && error instanceof StripeCardError && error.payment_intent) {
      return { ...chargeOf(error.payment_intent), key, status: 'failed', redirectTo: null, message: error.message };
    }
    const down = [StripeAPIError, StripeConnectionError, StripeIdempotencyError, StripeRateLimitError, NotStripes];
    const isDown = down.some((kind) => error instanceof kind);
    throw isDown ? new CardsUnavailable('Stripe does not answer.', { cause: error }) : error;
  }
}
