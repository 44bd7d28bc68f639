import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { declineAppointment } from '../../../server/modules/appointments/decide';
import { refundDue } from '../../../server/modules/payments/sendRefunds';
import { clinicFile } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';
import { signedEvent, stripeEnv, stripeStandIn } from '../../support/stripeStandIn';
import { chicago, sentBy } from '../booking/support';
import {
  appointmentsOf,
  bookingStart,
  charge,
  depositClinic,
  publicUrl,
  start,
  storedPayment,
  storedRefund,
  type Who,
} from './support';

let stripe: Awaited<ReturnType<typeof stripeStandIn>>;
let server: TestServer;
let owner: Who;

beforeAll(async () => {
  stripe = await stripeStandIn();
  const clinic = clinicFile(depositClinic({}, { metadata: { isAutoAccept: false }, stripe_account: 'acct_1' }));
  server = await startTestServer({
    clinicFiles: [clinic],
    env: { ...stripeEnv, PUBLIC_URL: publicUrl },
    overrides: { stripeAt: stripe.at },
  });
  owner = await server.signIn('jo@example.com');
});
afterAll(async () => {
  await server?.close();
  await stripe?.close();
});
beforeEach(() => {
  stripe.seen.length = 0;
  stripe.faults.length = 0;
});

let made = 0;
/** A time of its own for each charge, on the half hours of Tuesday to Friday. */
function nextTime(): string {
  const [day, slot] = [24 + Math.floor(made / 14), made++ % 14];
  return chicago(
    `2026-11-${day}`,
    `${String(9 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`,
  );
}
let events = 0;
const post = async (type: string, object: unknown, id = `evt_r${++events}`) =>
  (
    await server.app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      ...signedEvent(server.clock.now(), type, object, { id, account: 'acct_1' }),
    })
  ).statusCode;
const work = () => refundDue(server.services);
const stateOf = async (id: string) => (await storedPayment(server, id)).status;
const refundsAsked = () => stripe.seen.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds');

/** A request, its deposit and the charge. */
async function paid(behaviour: 'pays' | 'slow' = 'pays') {
  const payment = await start(server, owner, bookingStart(nextTime()).body);
  stripe.enterCard(payment.client_secret, behaviour);
  await charge(server, owner, payment.id);
  const intent = stripe.charges().at(-1)!;
  const { appointment_id: id } = await storedPayment(server, payment.id);
  const refunds = () => stripe.refunds().filter((one) => one['payment_intent'] === intent.id);
  return {
    payment,
    intent,
    id: id ?? '',
    refunds,
    decline: () => declineAppointment(server.db, server.services, server.clinicId, id ?? ''),
  };
}

describe('refunds at Stripe (D-414)', () => {
  test('a decline is one full refund of the charge, with our key and marks, at the clinic’s account', async () => {
    const { payment, intent, refunds, decline } = await paid();
    expect(await storedPayment(server, payment.id)).toMatchObject({ card_last4: '4242', intent_ref: intent.id });
    await decline();
    await work();
    expect(refunds()).toMatchObject([{ amount: 2500, status: 'succeeded' }]);
    expect(refundsAsked()).toMatchObject([
      {
        key: `${server.clinicId}:refund:${payment.id}:0`,
        account: 'acct_1',
        fields: {
          payment_intent: intent.id,
          amount: '2500',
          'metadata.payment_id': payment.id,
          'metadata.refund_key': `${payment.id}:0`,
          'metadata.clinic_id': server.clinicId,
        },
      },
    ]);
    expect(await stateOf(payment.id)).toBe('refunded');
    expect(await work()).toBe(0);
  });

  test.each([['drop'], ['lose'], [500]] as const)(
    '%s: the same key again, one refund',
    async (fault) => {
      const { payment, refunds, decline } = await paid();
      await decline();
      // The charge and its refunds are read first; then the client tries three times.
      stripe.faults.push(null, null, fault, fault, fault);
      await work();
      expect(await storedRefund(server, payment.id)).toMatchObject({ done_at: null, round: 0, failed_at: null });
      stripe.faults.length = 0;
      server.clock.advance(60_000);
      await work();
      expect(refunds()).toHaveLength(1);
      expect(new Set(refundsAsked().map(({ key }) => key))).toEqual(
        new Set([`${server.clinicId}:refund:${payment.id}:0`]),
      );
      expect(await stateOf(payment.id)).toBe('refunded');
    },
    60_000,
  );

  test('what Stripe refuses is told in its words and tried again with a new key', async () => {
    const { payment, refunds, decline } = await paid();
    await decline();
    stripe.refundsMeet.push({ refusal: 'Insufficient funds in your Stripe balance to refund this amount.' });
    await work();
    expect(await storedRefund(server, payment.id)).toMatchObject({
      round: 1,
      failure: 'Insufficient funds in your Stripe balance to refund this amount.',
    });
    expect((await sentBy(server, { kind: 'refund_failed' })).at(-1)!.text).toContain('Insufficient funds');
    server.clock.advance(60_000);
    await work();
    expect(refundsAsked().map(({ key }) => key)).toEqual(
      [0, 1].map((round) => `${server.clinicId}:refund:${payment.id}:${round}`),
    );
    expect(refunds()).toHaveLength(1);
    expect(await stateOf(payment.id)).toBe('refunded');
  });

  test('a refund that seemed to succeed and comes back from the bank: it is told, and made again', async () => {
    const { payment, refunds, decline } = await paid();
    await decline();
    await work();
    expect(await stateOf(payment.id)).toBe('refunded');
    Object.assign(refunds()[0]!, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    expect(await post('refund.failed', refunds()[0])).toBe(200);
    expect(await stateOf(payment.id)).toBe('refunding');
    expect((await sentBy(server, { kind: 'refund_failed' })).at(-1)!.text).toContain('lost or stolen card');
    server.clock.advance(60_000);
    await work();
    expect(refunds().map((one) => one['status'])).toEqual(['failed', 'succeeded']);
    expect(await stateOf(payment.id)).toBe('refunded');
  });

  test('one that is pending is done by its event', async () => {
    const { payment, refunds, decline } = await paid();
    await decline();
    stripe.refundsMeet.push('pending');
    await work();
    expect(await stateOf(payment.id)).toBe('refunding');
    Object.assign(refunds()[0]!, { status: 'succeeded' });
    expect(await post('refund.updated', refunds()[0])).toBe(200);
    expect(await stateOf(payment.id)).toBe('refunded');
    expect(refunds()).toHaveLength(1);
  });

  test('one made by hand in Stripe’s pages is told as it is, and not made again', async () => {
    const { payment, intent, refunds, decline } = await paid();
    const half = stripe.refundByHand(intent, 1000);
    await post('charge.refunded', stripe.chargeOf(intent));
    expect(await stateOf(payment.id)).toBe('complete');
    await decline();
    await work();
    expect(refunds().map((one) => one['amount'])).toEqual([half['amount'], 1500]);
    expect(await stateOf(payment.id)).toBe('refunded');

    const other = await paid();
    stripe.refundByHand(other.intent);
    await post('charge.refunded', stripe.chargeOf(other.intent));
    expect(await stateOf(other.payment.id)).toBe('refunded');
    expect(await other.decline()).toMatchObject({ wasChanged: true });
    expect(await work()).toBe(0);
    expect(other.refunds()).toHaveLength(1);
  });

  test('another payment’s charge is never given back', async () => {
    const one = await paid();
    const two = await paid();
    await server.db
      .updateTable('payment_requests')
      .set({ intent_ref: two.intent.id })
      .where('id', '=', one.payment.id)
      .execute();
    await one.decline();
    await work();
    expect(two.refunds()).toEqual([]);
    expect(await storedRefund(server, one.payment.id)).toMatchObject({
      failure: 'The charge belongs to another payment.',
      done_at: null,
    });
  });

  test('an event that comes while Stripe does not answer is sent again, and counts then', async () => {
    const { payment, intent } = await paid();
    stripe.refundByHand(intent);
    stripe.faults.push(500, 500, 500);
    expect(await post('charge.refunded', stripe.chargeOf(intent), 'evt_once')).toBe(503);
    stripe.faults.length = 0;
    for (let times = 0; times < 2; times += 1)
      expect(await post('charge.refunded', stripe.chargeOf(intent), 'evt_once')).toBe(200);
    expect(await stateOf(payment.id)).toBe('refunded');
    expect(
      await server.db.selectFrom('payment_events').select('id').where('id', '=', 'evt_once').execute(),
    ).toHaveLength(1);
  }, 60_000);

  test('refunded by hand before the success was heard: it is refunded whichever comes first, and nothing is booked', async () => {
    for (const order of [
      ['payment_intent.succeeded', 'charge.refunded'],
      ['charge.refunded', 'payment_intent.succeeded'],
    ]) {
      const { payment, intent } = await paid('slow');
      const booked = (await appointmentsOf(server)).length;
      intent['status'] = 'succeeded';
      stripe.refundByHand(intent);
      for (const type of order)
        expect(await post(type, type === 'charge.refunded' ? stripe.chargeOf(intent) : intent)).toBe(200);
      expect(await stateOf(payment.id)).toBe('refunded');
      expect((await appointmentsOf(server)).length - booked).toBe(order[0] === 'charge.refunded' ? 0 : 1);
    }
  });

  test('every order and repetition of the news ends the same: one refund, refunded', async () => {
    const twice = [0, 1, 2, 3, 4, 0, 1, 2, 3, 4];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(twice, { minLength: twice.length }), async (order) => {
        const { payment, intent, refunds, decline } = await paid();
        await decline();
        stripe.refundsMeet.push('pending');
        await work();
        const [refund] = refunds();
        const pending = { ...refund };
        Object.assign(refund!, { status: 'succeeded' });
        const news = [
          ['payment_intent.succeeded', intent],
          ['refund.created', pending],
          ['refund.updated', refund],
          ['charge.refunded', stripe.chargeOf(intent)],
          ['charge.refund.updated', pending],
        ] as const;
        for (const index of order)
          expect(await post(news[index]![0], news[index]![1], `evt_mix_${payment.id}_${index}`)).toBe(200);
        expect(await stateOf(payment.id)).toBe('refunded');
        server.clock.advance(60_000);
        await work();
        expect(refunds()).toHaveLength(1);
        expect(refundsAsked().filter(({ fields }) => fields['payment_intent'] === intent.id)).toHaveLength(1);
      }),
      { numRuns: 6 },
    );
  }, 60_000);
});
