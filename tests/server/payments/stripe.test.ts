import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPaymentLink } from '../../../server/modules/payments/paymentLink';
import { sweepPayments } from '../../../server/modules/payments/sweep';
import { chargePaymentMethod, getPayment } from '../../../src/contract/payments';
import { clinicFile } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';
import { signedEvent, stripeEnv, stripeStandIn } from '../../support/stripeStandIn';
import {
  appointmentsOf,
  bookingStart,
  charge,
  depositClinic,
  half,
  nine,
  publicUrl,
  start,
  storedPayment,
  type Who,
} from './support';
import { chicago, wednesday } from '../booking/support';

let stripe: Awaited<ReturnType<typeof stripeStandIn>>;
let server: TestServer;
let owner: Who;

beforeAll(async () => {
  stripe = await stripeStandIn();
  const clinics = [
    clinicFile(depositClinic({}, { metadata: { isAutoAccept: true } })),
    clinicFile(depositClinic({}, { id: 'ownaccount', stripe_account: 'acct_1' })),
  ];
  server = await startTestServer({
    clinicFiles: clinics,
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

const of = (path: string) => stripe.seen.filter((one) => one.path === path && one.method === 'POST');
const post = (event: ReturnType<typeof signedEvent>) =>
  server.app.inject({ method: 'POST', url: '/api/webhooks/stripe', ...event });

describe('paying with Stripe', () => {
  test('API-51, API-52, D-98: customer and setup at the start, one charge with its key, the receipt from the card', async () => {
    const { body } = bookingStart(nine);
    const payment = await start(server, owner, body);
    expect(payment).toMatchObject({
      status: 'pending',
      stripe_public_key: 'pk_test_portal',
      client_secret: expect.stringMatching(/^seti_/),
      platform_customer_id: expect.stringMatching(/^cus_/),
    });
    expect(of('/v1/customers')).toMatchObject([
      { key: `${server.clinicId}:customer:${payment.id}`, account: null, version: expect.stringMatching(/endive/) },
    ]);
    expect(of('/v1/setup_intents')).toMatchObject([
      {
        key: `${server.clinicId}:setup:${payment.id}:0`,
        fields: { usage: 'on_session', 'allowed_payment_method_types.0': 'card', 'metadata.payment_id': payment.id },
      },
    ]);

    stripe.enterCard(payment.client_secret, 'pays', 'receipt@example.com');
    expect(await charge(server, owner, payment.id)).toMatchObject({ status: 'complete', amount: 25 });
    expect(of('/v1/payment_intents')).toMatchObject([
      {
        key: `${server.clinicId}:charge:${payment.id}:0`,
        fields: {
          amount: '2500',
          currency: 'usd',
          confirm: 'true',
          return_url: `${publicUrl}/${server.clinicId}/${payment.id}`,
          receipt_email: 'receipt@example.com',
          'metadata.charge_key': `${payment.id}:0`,
        },
      },
    ]);
    const stored = JSON.stringify(await storedPayment(server, payment.id));
    expect(stored).not.toContain('receipt@example.com');
    expect(stored).not.toContain('secret');
    expect(server.logLines.join('\n')).not.toMatch(/seti_\w+_secret|sk_test|whsec|receipt@example/);
    expect(await appointmentsOf(server)).toHaveLength(1);
  });

  test('API-52, DEP-18, DEP-23: a declined card is told in Stripe’s words, and the next attempt has its own setup', async () => {
    const payment = await start(server, owner, bookingStart(half).body);
    stripe.enterCard(payment.client_secret, 'declined');
    const failed = await charge(server, owner, payment.id);
    expect(failed).toMatchObject({ status: 'failed', message: 'Your card was declined.' });
    expect(failed.client_secret).not.toBe(payment.client_secret);
    expect(() => stripe.enterCard(payment.client_secret, 'pays')).toThrow(/unexpected_state/);
    stripe.enterCard(failed.client_secret, 'pays');
    expect(await charge(server, owner, payment.id)).toMatchObject({ status: 'complete' });
    expect(of('/v1/payment_intents').map((one) => one.key)).toEqual(
      [0, 1].map((attempt) => `${server.clinicId}:charge:${payment.id}:${attempt}`),
    );
  });

  test('D-207: a request and a reply that get lost are sent again with the same key, and charge once', async () => {
    const before = stripe.charges().length;
    const payment = await start(server, owner, bookingStart(chicago(wednesday, '10:00')).body);
    stripe.enterCard(payment.client_secret);
    stripe.faults.push(null, null, 'drop', 'lose');
    expect(await charge(server, owner, payment.id)).toMatchObject({ status: 'complete' });
    expect(stripe.charges()).toHaveLength(before + 1);
    expect(of('/v1/payment_intents').map((one) => one.key)).toEqual(
      [0, 0].map((attempt) => `${server.clinicId}:charge:${payment.id}:${attempt}`),
    );
  }, 30_000);

  test.each([[null], [{}], ['<html>'], [[]], [{ id: 'pi_x', status: 'succeeded' }]])(
    'D-207: an answer that is none of Stripe’s (%j) is no answer: the charge is found when it is asked for again',
    async (says) => {
      const link = await createPaymentLink(server.db, server.services, server.clinicId, 'client-casey', 'exam');
      const [id, { token }] = [link.split('/').at(-1)!, await server.signInGuest()];
      const asked = await server.api(getPayment, { params: { paymentId: id } }, { token });
      const before = stripe.charges().length;
      stripe.enterCard(asked.client_secret);
      stripe.faults.push(null, null, { says });
      const send = () => server.api(chargePaymentMethod, { body: { payment_request_id: id } }, { token });
      await expect(send()).rejects.toMatchObject({ status: 503, code: 'unavailable' });
      expect(stripe.charges()).toHaveLength(before + 1);
      expect(await send()).toMatchObject({ status: 'complete' });
      expect(stripe.charges()).toHaveLength(before + 1);
    },
  );

  test('D-98: after a charge that was not heard the next card has its own setup, and it alone is charged', async () => {
    const link = await createPaymentLink(server.db, server.services, server.clinicId, 'client-casey', 'exam');
    const id = link.split('/').at(-1)!;
    const [visitor, before] = [await server.signInGuest(), stripe.charges().length];
    const first = await server.api(getPayment, { params: { paymentId: id } }, { token: visitor.token });
    stripe.enterCard(first.client_secret);
    stripe.faults.push(500, 500, 500);
    const send = (body: { client_secret?: string | null; new_card?: boolean }) =>
      server.api(chargePaymentMethod, { body: { payment_request_id: id, ...body } }, { token: visitor.token });
    await expect(send({ client_secret: first.client_secret! })).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
    });
    stripe.faults.length = 0;
    const fresh = await send({ new_card: true });
    expect(fresh.client_secret).not.toBe(first.client_secret);
    await expect(send({ client_secret: first.client_secret! })).rejects.toMatchObject({ status: 409 });
    stripe.enterCard(fresh.client_secret);
    const second = stripe.things.get(fresh.client_secret!.split('_secret_')[0]!)!['payment_method'];
    expect(await send({ client_secret: fresh.client_secret! })).toMatchObject({ status: 'complete' });
    expect(
      stripe
        .charges()
        .slice(before)
        .map((one) => one['payment_method']),
    ).toEqual([second]);
  }, 30_000);

  test('API-52, DEP-17: a bank’s page is https, and coming back without an answer calls the charge off', async () => {
    const payment = await start(server, owner, bookingStart(chicago(wednesday, '10:30')).body);
    stripe.enterCard(payment.client_secret, 'bank');
    expect(await charge(server, owner, payment.id)).toMatchObject({
      status: 'requires_action',
      next_action: { redirect_to_url: { url: 'https://hooks.stripe.com/3ds' } },
    });
    const again = await start(server, owner, bookingStart(chicago(wednesday, '10:30')).body);
    expect(again).toMatchObject({ status: 'pending' });
    expect(stripe.charges().at(-1)).toMatchObject({ status: 'canceled' });
  });

  test('API-51: 503 while Stripe does not answer, and the same start goes on afterwards', async () => {
    const { body, key } = bookingStart(chicago(wednesday, '11:00'));
    stripe.faults.push(500, 500, 500, 500);
    await expect(start(server, owner, body, key)).rejects.toMatchObject({ code: 'unavailable' });
    stripe.faults.length = 0;
    expect(await start(server, owner, body, key)).toMatchObject({
      status: 'pending',
      client_secret: expect.stringMatching(/^seti_/),
    });
  }, 30_000);

  test('a clinic’s own account is named in every call', async () => {
    const guest = await server.signIn('casey@example.com', { clinicId: 'ownaccount' });
    const link = await createPaymentLink(server.db, server.services, 'ownaccount', 'client-casey', 'exam');
    const payment = await server.api(
      getPayment,
      { params: { paymentId: link.split('/').at(-1)! } },
      { clinicId: 'ownaccount', token: guest.token },
    );
    expect(payment).toMatchObject({ stripe_account: 'acct_1', stripe_public_key: 'pk_test_portal' });
    expect(stripe.seen.length).toBeGreaterThan(0);
    expect(stripe.seen.every((one) => one.account === 'acct_1')).toBe(true);
  });
});

describe('Stripe’s events', () => {
  /** A charge that Stripe still works on. */
  async function slowCharge(at: string) {
    const payment = await start(server, owner, bookingStart(chicago(wednesday, at)).body);
    stripe.enterCard(payment.client_secret, 'slow');
    expect(await charge(server, owner, payment.id)).toMatchObject({ status: 'processing' });
    const intent = stripe.charges().at(-1)!;
    return { payment, intent: { ...intent, status: 'succeeded' } };
  }
  const statusOf = async (id: string) => (await storedPayment(server, id)).status;

  test('D-207, D-215: a signed success makes it paid and books, once however often it comes', async () => {
    const { payment, intent } = await slowCharge('13:00');
    const booked = (await appointmentsOf(server)).length;
    const event = signedEvent(server.clock.now(), 'payment_intent.succeeded', intent, { id: 'evt_paid' });
    for (let times = 0; times < 3; times += 1) expect((await post(event)).statusCode).toBe(200);
    expect(await statusOf(payment.id)).toBe('complete');
    expect(await appointmentsOf(server)).toHaveLength(booked + 1);
    const heard = await server.db
      .selectFrom('payment_events')
      .select('id')
      .where('clinic_id', '=', server.clinicId)
      .execute();
    expect(heard).toEqual([{ id: 'evt_paid' }]);
  });

  test('D-207: the exact bytes are signed, by our secret and within 300 seconds', async () => {
    const { payment, intent } = await slowCharge('13:30');
    const now = server.clock.now();
    const good = signedEvent(now, 'payment_intent.succeeded', intent, { id: 'evt_late' });
    const bad = [
      { ...good, payload: JSON.stringify(JSON.parse(good.payload)) },
      signedEvent(now, 'payment_intent.succeeded', intent, { secret: 'whsec_other' }),
      signedEvent(new Date(now.getTime() - 301_000), 'payment_intent.succeeded', intent),
      { ...good, headers: { 'content-type': 'application/json' } },
    ];
    for (const event of bad)
      expect(
        (
          await server.app.inject({
            method: 'POST',
            url: '/api/webhooks/stripe',
            payload: event.payload,
            headers: event.headers as Record<string, string>,
          })
        ).statusCode,
      ).toBe(400);
    expect(await statusOf(payment.id)).toBe('processing');
    expect(
      (
        await post(
          signedEvent(new Date(now.getTime() - 299_000), 'payment_intent.succeeded', intent, { id: 'evt_late' }),
        )
      ).statusCode,
    ).toBe(200);
    expect(await statusOf(payment.id)).toBe('complete');
  });

  test('an account speaks of its own clinic’s payments alone, and of nothing else', async () => {
    const { payment, intent } = await slowCharge('14:00');
    const now = server.clock.now();
    expect(
      (await post(signedEvent(now, 'payment_intent.succeeded', intent, { id: 'evt_foreign', account: 'acct_1' })))
        .statusCode,
    ).toBe(200);
    expect(
      (await post(signedEvent(now, 'payment_intent.succeeded', { ...intent, metadata: {} }, { id: 'evt_other' })))
        .statusCode,
    ).toBe(200);
    expect((await post(signedEvent(now, 'charge.refunded', intent, { id: 'evt_refund' }))).statusCode).toBe(200);
    expect(
      (await post(signedEvent(now, 'payment_intent.succeeded', { ...intent, amount: 1 }, { id: 'evt_cheap' })))
        .statusCode,
    ).toBe(200);
    expect(await statusOf(payment.id)).toBe('processing');
  });

  test('D-13: without an event the sweep asks Stripe', async () => {
    const { payment, intent } = await slowCharge('14:30');
    Object.assign(stripe.things.get(intent.id)!, { status: 'succeeded' });
    server.clock.advance(2 * 60_000);
    await sweepPayments(server.services);
    expect(await statusOf(payment.id)).toBe('complete');
  });
});

test('D-216: without Stripe there is no such address', async () => {
  const other = await startTestServer();
  expect(
    (
      await other.app.inject({
        method: 'POST',
        url: '/api/webhooks/stripe',
        ...signedEvent(new Date(), 'payment_intent.succeeded', {}),
      })
    ).statusCode,
  ).toBe(404);
  await other.close();
});
