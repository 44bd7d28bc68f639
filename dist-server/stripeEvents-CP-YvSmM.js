import { a as Stripe, n as idOf, t as chargeOf } from './intents-Cq16z0f4.js';
import { J as loadClinic, Mn as ApiError, i as orUnavailable, t as recordEvent } from './recordEvent-BVkGsYfA.js';
// server/gateways/stripe/events.ts
/** An event older than this is refused, seconds (D-207). */
var toleranceSeconds = 300;
/** The event was not signed by Stripe, or was signed too long ago. */
var NotSigned = class extends Error {
  name = 'NotSigned';
};
var listened = /* @__PURE__ */ new Set([
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
var ofRefunds = /* @__PURE__ */ new Set([
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
]);
/**
 * Reads an event from the bytes that were signed (D-207). Returns null for a kind that is not used here and for a
 * payment that is not ours. Throws NotSigned.
 */
function readEvent({ webhookSecret }, body, signature, now) {
  const event = verified(webhookSecret, body, signature, now);
  const isOfRefund = ofRefunds.has(event.type);
  if (!isOfRefund && !listened.has(event.type)) return null;
  const subject = event.data.object;
  const { clinic_id: clinicId, payment_id: paymentId } = subject.metadata ?? {};
  if (clinicId === void 0 || paymentId === void 0) return null;
  const what = isOfRefund ? { refundOf: idOf(subject.payment_intent) } : { charge: chargeOf(subject) };
  return {
    event: {
      id: event.id,
      clinicId,
      paymentId,
      ...what,
    },
    account: event.account ?? null,
  };
}
function verified(secret, body, signature, now) {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, void 0, now.getTime());
  } catch (error) {
    throw new NotSigned('The event is not signed by Stripe.', { cause: error });
  }
}
// server/modules/payments/stripeEvents.ts
/**
 * Receives Stripe's events at POST /api/webhooks/stripe (D-207). It is not part of the portal's API: no envelope, no
 * clinic in the headers, and the body is read as the signed bytes. An event that could not be recorded gets an error,
 * so that Stripe sends it again.
 */
async function stripeEvents(app, services, keys) {
  await app.register(async (hook) => {
    hook.removeAllContentTypeParsers();
    hook.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    hook.post('/webhooks/stripe', { bodyLimit: 524288 }, async (request) => {
      const given = read(keys, request.body, request.headers['stripe-signature'], services.clock.now());
      if (given && (await isOfAccount(services, given))) await orUnavailable(() => recordEvent(services, given.event));
      return { received: true };
    });
  });
}
function read(keys, body, signature, now) {
  if (!Buffer.isBuffer(body) || typeof signature !== 'string')
    throw new ApiError('validation', { message: 'The event is not signed.' });
  try {
    return readEvent(keys, body, signature, now);
  } catch (error) {
    throw error instanceof NotSigned ? new ApiError('validation', { message: 'The event is not signed.' }) : error;
  }
}
async function isOfAccount({ db }, { event, account }) {
  const clinic = await loadClinic(db, event.clinicId);
  return clinic !== null && (clinic.shop.stripe_account ?? null) === account;
}
export { stripeEvents };
