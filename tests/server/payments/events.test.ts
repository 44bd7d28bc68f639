import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createAppointment } from '../../../src/contract/appointments';
import { chargePaymentMethod, getPayment, startPayment } from '../../../src/contract/payments';
import type { CardEvent } from '../../../server/gateways/cards';
import { recordEvent } from '../../../server/modules/payments/recordEvent';
import { sweepPayments } from '../../../server/modules/payments/sweep';
import { lostAfterMs } from '../../../server/modules/payments/poll';
import { clinicFile } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { startTestServer } from '../../support/server';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { chicago, claimLines, manyClinics, MINUTE, owner, tally, wednesday } from '../booking/support';
import {
  appointmentsOf,
  bookingStart,
  cards,
  charge,
  depositClinic,
  enter,
  faultyCards,
  nine,
  sentKinds,
  start,
  storedPayment,
  taken,
  type Who,
} from './support';

const faulty = faultyCards();
const open = manyClinics(faulty.options);
beforeEach(faulty.reset);

let server: TestServer;
const startWith = async (...given: Parameters<typeof depositClinic>) => (server = await open(depositClinic(...given)));
const jo = () => owner(server, 'jo@example.com', { first_name: 'Jo', last_name: 'Miller' });

async function ready(who: Who, card = cards.pays, at = nine) {
  const given = bookingStart(at);
  const payment = await start(server, who, given.body);
  await enter(server, payment.client_secret, card);
  return { ...given, id: payment.id };
}

/** A charge that the provider has made and nobody here knows of; and the event that it would send. */
async function unheard(who: Who, at = nine) {
  const given = await ready(who, cards.pays, at);
  Object.assign(faulty.faults, { losesReply: true, isSilent: true });
  await server.send(chargePaymentMethod, { body: { payment_request_id: given.id } }, { token: who.token });
  faulty.reset();
  const made = await server.services.cards!.findCharge({ clinicId: server.clinicId, account: null }, `${given.id}:0`);
  const event: CardEvent = { id: `evt_${given.id}`, clinicId: server.clinicId, paymentId: given.id, charge: made! };
  return { ...given, event };
}

describe("the provider's events (D-207, D-215)", () => {
  test('success before the page: it books, and the page gets that appointment', async () => {
    await startWith();
    const who = await jo();
    const { event, key, booking, id } = await unheard(who);
    await recordEvent(server.services, event);
    const created = await server.api(
      createAppointment,
      { body: { ...booking, deposit_paid: true } },
      { token: who.token, key },
    );
    expect(await storedPayment(server, id)).toMatchObject({ status: 'complete', appointment_id: created.id });
    expect(await appointmentsOf(server)).toHaveLength(1);
  });

  test('success after the page: nothing is done twice', async () => {
    await startWith();
    const who = await jo();
    const { event, key, booking, id } = await unheard(who);
    const created = await server.api(
      createAppointment,
      { body: { ...booking, deposit_paid: true } },
      { token: who.token, key },
    );
    const before = await storedPayment(server, id);
    await recordEvent(server.services, event);
    await recordEvent(server.services, { ...event, id: 'another' });
    expect(await storedPayment(server, id)).toEqual(before);
    expect(before.appointment_id).toBe(created.id);
    expect([(await appointmentsOf(server)).length, (await sentKinds(server)).length]).toEqual([1, 3]);
  });

  test('event, poll, repeated charge and page, all at once in two processes: one appointment, every time', async () => {
    await startWith();
    const second = await server.another();
    const who = await jo();
    for (const at of ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00'].map((time) => chicago(wednesday, time))) {
      const { event, key, booking, id } = await unheard(who, at);
      const options = { token: who.token, clinicId: server.clinicId };
      const create = (on: TestServer) =>
        on.send(createAppointment, { body: { ...booking, deposit_paid: true } }, { ...options, key });
      const replies = await Promise.all([
        create(server),
        create(second),
        server.send(getPayment, { params: { paymentId: id } }, options),
        second.send(getPayment, { params: { paymentId: id } }, options),
        second.send(chargePaymentMethod, { body: { payment_request_id: id } }, options),
        recordEvent(server.services, event).then(() => ({ status: 200 })),
        recordEvent(second.services, event).then(() => ({ status: 200 })),
      ]);
      // The repeated charge may hear that it is paid already; nobody else is refused.
      expect([replies.filter((reply) => reply.status >= 500), tally(replies)[422]]).toEqual([[], undefined]);
      const rows = (await appointmentsOf(server)).filter((one) => one.starts_at.toISOString() === at);
      expect([rows.length, (await storedPayment(server, id)).appointment_id]).toEqual([1, rows[0]?.id]);
      expect((await create(second)).body).toMatchObject({ data: { id: rows[0]!.id } });
    }
    expect(await taken(server)).toEqual(Array(6).fill(2500));
    expect(await claimLines(server)).toHaveLength(6);
    await second.app.close();
  }, 60_000);

  test('each event counts once, one of an unknown payment or clinic not at all', async () => {
    await startWith();
    const who = await jo();
    const { event } = await unheard(who);
    await recordEvent(server.services, { ...event, clinicId: 'nowhere' });
    await recordEvent(server.services, { ...event, id: 'other', paymentId: 'nothing' });
    await recordEvent(server.services, event);
    await recordEvent(server.services, event);
    expect(await appointmentsOf(server)).toHaveLength(1);
    expect(
      (
        await server.db
          .selectFrom('payment_events')
          .select('id')
          .where('clinic_id', '=', server.clinicId)
          .orderBy('id')
          .execute()
      ).map((row) => row.id),
    ).toEqual([event.id, 'other'].sort());
  });

  test('another amount than was asked for pays nothing', async () => {
    await startWith();
    const { event, id } = await unheard(await jo());
    await recordEvent(server.services, { ...event, charge: { ...event.charge, amountCents: 100 } });
    expect([(await storedPayment(server, id)).status, await appointmentsOf(server)]).toEqual(['processing', []]);
  });

  test('late news of a refused attempt does not touch the next one', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who, cards.declinedLater);
    const failed = await charge(server, who, id);
    const old = (await server.services.cards!.findCharge({ clinicId: server.clinicId, account: null }, `${id}:0`))!;
    await enter(server, failed.client_secret, cards.slow);
    expect((await charge(server, who, id)).status).toBe('processing');
    await recordEvent(server.services, { id: 'late', clinicId: server.clinicId, paymentId: id, charge: old });
    expect((await storedPayment(server, id)).status).toBe('processing');
  });

  test('a booking that fails for a reason of its own leaves the payment complete and waiting', async () => {
    await startWith();
    const who = await jo();
    const { event, id } = await unheard(who);
    await server.db
      .updateTable('clients')
      .set({ user_id: null })
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', 'client-jo')
      .execute();
    await recordEvent(server.services, event);
    expect(await storedPayment(server, id)).toMatchObject({ status: 'complete', appointment_id: null });
    expect(await sentKinds(server)).toContain('deposit_waits desk@testvets.example');
    expect(await claimLines(server)).toEqual([]);
  });
});

describe('API-54 GET /payment_requests/ppid/{paymentId}', () => {
  const read = (who: Who, id: string) => server.api(getPayment, { params: { paymentId: id } }, { token: who.token });

  test('API-54 gives the payment, and the secret only to the session that started it', async () => {
    await startWith();
    const who = await jo();
    const payment = await start(server, who, bookingStart().body);
    expect(await read(who, payment.id)).toEqual(payment);
    const guest = await server.signInGuest();
    expect(await read(guest, payment.id)).toEqual({ ...payment, client_secret: null, platform_customer_id: null });
    expect(Object.keys(payment)).not.toContain('email');
  });

  test('API-54 knows what the provider knows, when reply and event were lost (D-13)', async () => {
    await startWith();
    const who = await jo();
    const { id } = await unheard(who);
    expect(await read(who, id)).toMatchObject({
      status: 'complete',
      appointment_id: (await appointmentsOf(server))[0]?.id,
    });
  });

  test('API-54 shows what is known while the provider does not answer', async () => {
    await startWith();
    const who = await jo();
    const { id } = await unheard(who);
    faulty.faults.isDown = true;
    expect(await read(who, id)).toMatchObject({ status: 'processing' });
    const open = await bookingStart(chicago(wednesday, '11:00'));
    faulty.faults.isDown = false;
    const payment = await start(server, who, open.body);
    faulty.faults.isDown = true;
    expect(await read(who, payment.id)).toMatchObject({ status: 'pending', client_secret: null });
  });

  test('API-54 shows an open payment as expired once its time has run out', async () => {
    await startWith();
    const who = await jo();
    const payment = await start(server, who, bookingStart().body);
    server.clock.advance(30 * MINUTE);
    expect(await read(who, payment.id)).toMatchObject({ status: 'expired', client_secret: null });
  });

  test('API-54 404 for an unknown one and at another clinic, 401 without a token', async () => {
    await startWith();
    const payment = await start(server, await jo(), bookingStart().body);
    const guest = await server.signInGuest();
    await expect(read(guest, 'nothing')).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(await server.send(getPayment, { params: { paymentId: payment.id } })).toMatchObject({ status: 401 });
    const elsewhere = await open(depositClinic());
    const there = await elsewhere.signInGuest();
    expect(
      await elsewhere.send(getPayment, { params: { paymentId: payment.id } }, { token: there.token }),
    ).toMatchObject({ status: 404 });
  });
});

describe('payments that were left alone', () => {
  test('end after 30 minutes and let go of their time', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who);
    await sweepPayments(server.services);
    expect((await storedPayment(server, id)).status).toBe('pending');
    server.clock.advance(30 * MINUTE);
    await sweepPayments(server.services);
    expect([(await storedPayment(server, id)).status, await claimLines(server)]).toEqual(['expired', []]);
  });

  test('are booked when the provider has the money and nobody has heard of it', async () => {
    await startWith();
    const { id } = await unheard(await jo());
    await sweepPayments(server.services);
    expect((await storedPayment(server, id)).status).toBe('processing');
    server.clock.advance(61_000);
    await sweepPayments(server.services);
    expect(await storedPayment(server, id)).toMatchObject({
      status: 'complete',
      appointment_id: (await appointmentsOf(server))[0]!.id,
    });
  });

  test('are called off at the bank after 30 minutes', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who, cards.redirects);
    await charge(server, who, id);
    server.clock.advance(30 * MINUTE);
    await sweepPayments(server.services);
    expect([(await storedPayment(server, id)).status, await claimLines(server), await taken(server)]).toEqual([
      'expired',
      [],
      [],
    ]);
  });

  test('can be tried again when the charge never reached the provider', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who);
    faulty.faults.losesRequest = true;
    await server.send(chargePaymentMethod, { body: { payment_request_id: id } }, { token: who.token });
    faulty.reset();
    server.clock.advance(lostAfterMs);
    await sweepPayments(server.services);
    expect((await storedPayment(server, id)).status).toBe('processing');
    server.clock.advance(1);
    await sweepPayments(server.services);
    const open = await charge(server, who, id);
    expect(open).toMatchObject({ status: 'failed', client_secret: expect.stringMatching(/_secret_/) });
    await enter(server, open.client_secret);
    expect((await charge(server, who, id)).status).toBe('complete');
    expect(await taken(server)).toEqual([2500]);
  });

  test('of one that fails, the others are swept all the same', async () => {
    await startWith();
    const { id } = await unheard(await jo());
    server.clock.advance(61_000);
    faulty.faults.isDown = true;
    await sweepPayments(server.services);
    faulty.faults.isDown = false;
    await sweepPayments(server.services);
    expect((await storedPayment(server, id)).status).toBe('complete');
  });
});

describe('without a card provider (D-216)', () => {
  let real: TestServer;
  afterAll(() => real.close());

  test('no deposit is taken: the booking is saved as a request without it and the clinic is told', async () => {
    real = await startTestServer({ clinicFiles: [], env: { PUBLIC_URL: 'https://portal.example' } });
    const { clinicId } = await importClinicFile(real.db, clinicFile(depositClinic()), {
      now: real.clock.now(),
      demoMode: false,
    });
    expect([real.services.cards, real.services.insurer, real.services.sandbox]).toEqual([null, null, null]);
    const { token, user } = await signedIn(real, clinicId);
    await real.db
      .updateTable('clients')
      .set({ user_id: user })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', 'client-jo')
      .execute();
    const { body, booking } = bookingStart();
    await expect(real.api(startPayment, { body }, { token, clinicId })).rejects.toMatchObject({
      status: 422,
      code: 'not_allowed',
    });
    const saved = await real.api(createAppointment, { body: booking }, { token, clinicId });
    expect(saved.status).toBe('REQUESTED');
    const { body_text } = await real.db
      .selectFrom('messages')
      .select('body_text')
      .where('clinic_id', '=', clinicId)
      .where('recipient', '=', 'desk@testvets.example')
      .executeTakeFirstOrThrow();
    expect(body_text).toContain('The deposit for this appointment has not been collected.');
    for (const url of ['/api/demo/cards/confirm', '/api/demo/cards/authorize/testvets/pi_x']) {
      expect(
        (
          await real.app.inject({
            method: 'POST',
            url,
            headers: { 'content-type': 'application/json', 'x-client-id': clinicId },
            payload: '{}',
          })
        ).statusCode,
      ).toBe(404);
    }
  });

  /** Codes are not readable outside demo mode, so the owner is made by hand. */
  async function signedIn(on: TestServer, clinicId: string): Promise<{ token: string; user: string }> {
    const { token, user } = await on.signInGuest({ clinicId });
    await on.db
      .updateTable('users')
      .set({ email: 'jo@example.com', email_verified_at: on.clock.now() })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', user.id)
      .execute();
    return { token, user: user.id };
  }
});
