import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { acceptRequest, createAppointment } from '../../../src/contract/appointments';
import { createHold } from '../../../src/contract/availability';
import { chargePaymentMethod, getPayment } from '../../../src/contract/payments';
import { ALREADY_PAID } from '../../../server/modules/payments/charge';
import type { TestServer } from '../../support/server';
import {
  bookingBody,
  chicago,
  claimLines,
  crowd,
  holdBody,
  manyClinics,
  MINUTE,
  owner,
  tally,
  wednesday,
} from '../booking/support';
import {
  appointmentsOf,
  bookingStart,
  cards,
  charge,
  depositClinic,
  enter,
  faultyCards,
  half,
  nine,
  pay,
  sentKinds,
  start,
  startBody,
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
const other = () => owner(server, 'casey@example.com');
const sendCharge = (who: Who, id: string) =>
  server.send(chargePaymentMethod, { body: { payment_request_id: id } }, { token: who.token });

/** A payment whose card is entered and not yet charged. */
async function ready(who: Who, card = cards.pays, at = nine) {
  const given = bookingStart(at);
  const payment = await start(server, who, given.body);
  await enter(server, payment.client_secret, card);
  return { ...given, id: payment.id };
}

describe('API-52 POST /payment_requests/charge_payment_method', () => {
  test('API-52 charges the card once and books, accepted at a clinic that accepts at once (DEP-16, D-215)', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who);
    const paid = await charge(server, who, id);
    expect(paid).toMatchObject({
      id,
      status: 'complete',
      amount: 25,
      client_name: 'Jo Miller',
      completed_at: server.clock.now().toISOString(),
      confirmation_number: expect.stringMatching(/^[2-9A-HJ-NP-TV-Z]{4}-[2-9A-HJ-NP-TV-Z]{4}$/),
      client_secret: null,
      next_action: null,
    });
    const [appointment, ...more] = await appointmentsOf(server);
    expect([appointment?.id, appointment?.status, more]).toEqual([paid.appointment_id, 'ACCEPTED', []]);
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${half} appointment`]);
    expect(await taken(server)).toEqual([2500]);
    expect(await sentKinds(server)).toEqual([
      'booking_confirmation +15125550111',
      'booking_confirmation jo@example.com',
      'clinic_notice desk@testvets.example',
    ]);
  });

  test('API-52 books a request where the clinic does not accept at once', async () => {
    await startWith({}, { metadata: { isAutoAccept: false } });
    await pay(server, await jo(), bookingStart().body);
    expect((await appointmentsOf(server)).map((one) => one.status)).toEqual(['REQUESTED']);
  });

  test("API-52 the page that creates afterwards under the draft's key gets the same appointment", async () => {
    await startWith();
    const who = await jo();
    const { id, key, booking } = await ready(who);
    const paid = await charge(server, who, id);
    const created = await server.api(
      createAppointment,
      { body: { ...booking, deposit_paid: true } },
      { token: who.token, key },
    );
    expect(created).toMatchObject({ id: paid.appointment_id, status: 'ACCEPTED' });
    // With another body it is told which appointment there is (D-97).
    const changed = await server.send(
      createAppointment,
      { body: { ...booking, note: 'limping' } },
      { token: who.token, key },
    );
    expect(changed).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch', result: { id: paid.appointment_id } },
    });
    expect(await appointmentsOf(server)).toHaveLength(1);
  });

  test("API-52 a refused charge gives the provider's words and a fresh attempt (DEP-18, DEP-23)", async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who, cards.declinedLater);
    const failed = await charge(server, who, id);
    expect(failed).toMatchObject({
      status: 'failed',
      message: 'Your card was declined.',
      confirmation_number: null,
      client_secret: expect.stringMatching(/_secret_/),
    });
    // The card that was refused is not charged again by itself.
    await expect(charge(server, who, id)).rejects.toMatchObject({ status: 422, code: 'not_allowed' });
    await enter(server, failed.client_secret);
    expect(await charge(server, who, id)).toMatchObject({ status: 'complete', message: null });
    expect([await taken(server), (await appointmentsOf(server)).length]).toEqual([[2500], 1]);
  });

  test('API-52 a card that was confirmed and never charged is given up for the one that is entered after it (D-98)', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who, cards.declinedLater);
    const first = await server.api(getPayment, { params: { paymentId: id } }, { token: who.token });
    // The place has a card, so a second one cannot be entered there.
    await expect(enter(server, first.client_secret)).rejects.toMatchObject({ status: 409, code: 'conflict' });
    const fresh = await server.api(
      chargePaymentMethod,
      { body: { payment_request_id: id, new_card: true } },
      { token: who.token },
    );
    expect(fresh).toMatchObject({ status: 'pending', client_secret: expect.stringMatching(/_secret_/) });
    expect(fresh.client_secret).not.toBe(first.client_secret);
    // A late charge of the first card charges nothing, also once there is a second one.
    const late = () =>
      server.send(
        chargePaymentMethod,
        { body: { payment_request_id: id, client_secret: first.client_secret ?? null } },
        { token: who.token },
      );
    expect(await late()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await enter(server, fresh.client_secret);
    expect(await late()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await taken(server)).toEqual([]);
    const paid = await server.api(
      chargePaymentMethod,
      { body: { payment_request_id: id, client_secret: fresh.client_secret ?? null } },
      { token: who.token },
    );
    expect([paid.status, await taken(server), (await appointmentsOf(server)).length]).toEqual(['complete', [2500], 1]);
  });

  test('API-52 a fresh place is the same one while it has no card, and there is none while a charge is under way or once it is paid (D-13, D-98)', async () => {
    await startWith();
    const who = await jo();
    const given = bookingStart();
    const payment = await start(server, who, given.body);
    const renew = () =>
      server.send(
        chargePaymentMethod,
        { body: { payment_request_id: payment.id, new_card: true } },
        { token: who.token },
      );
    expect(await renew()).toMatchObject({ status: 200, body: { data: { client_secret: payment.client_secret } } });
    expect(
      await server.send(
        chargePaymentMethod,
        { body: { payment_request_id: payment.id, new_card: true } },
        { token: (await other()).token },
      ),
    ).toMatchObject({ status: 404 });
    await enter(server, payment.client_secret);
    faulty.faults.losesReply = true;
    faulty.faults.isSilent = true;
    expect(await sendCharge(who, payment.id)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    // The charge was made and nobody heard: it is read, and no second card can be entered.
    faulty.faults.isDown = true;
    expect(await renew()).toMatchObject({ status: 503 });
    Object.assign(faulty.faults, { isDown: false, losesReply: false });
    expect(await renew()).toMatchObject({ status: 200, body: { data: { status: 'complete', client_secret: null } } });
    expect(await renew()).toMatchObject({ status: 409, body: { code: 'conflict', message: ALREADY_PAID } });
    expect([await taken(server), faulty.faults.charges]).toEqual([[2500], 1]);
  });

  test('API-52 its time stays kept after a refused charge, unless the session takes another one', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who, cards.declinedLater);
    const failed = await charge(server, who, id);
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${half} hold`]);
    await server.api(createHold, { body: holdBody(half) }, { token: who.token });
    await server.api(createHold, { body: holdBody(nine) }, { token: (await other()).token });
    // Nothing is charged for a time that somebody else has.
    await enter(server, failed.client_secret);
    await expect(charge(server, who, id)).rejects.toMatchObject({ status: 409, code: 'slot_gone' });
    expect(await taken(server)).toEqual([]);
  });

  test('API-52 takes its time again before it charges, when it was let go of and is still free', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who);
    await server.api(createHold, { body: holdBody(half) }, { token: who.token });
    expect((await charge(server, who, id)).status).toBe('complete');
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${half} appointment`]);
  });

  test("API-52 a redirect: the bank's page, and back to the clinic's own address (DEP-17, D-208)", async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who, cards.redirects);
    const waiting = await charge(server, who, id);
    const url = waiting.next_action?.redirect_to_url?.url ?? '';
    expect(waiting).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect_to_url' },
      client_secret: null,
    });
    expect(url).toMatch(new RegExp(`^http://localhost:8123/api/demo/cards/authorize/${server.clinicId}/pi_`));
    // Meanwhile nothing is booked and nobody can take the time, not even its own session.
    expect(await appointmentsOf(server)).toEqual([]);
    await expect(server.api(createHold, { body: holdBody(nine) }, { token: who.token })).rejects.toMatchObject({
      code: 'slot_gone',
    });

    const headers = { host: 'localhost:8123', 'content-type': 'application/x-www-form-urlencoded' };
    const { pathname } = new URL(url);
    const page = await server.app.inject({ url: pathname, headers: { host: 'localhost:8123' } });
    expect([page.statusCode, page.body.includes('$25.00'), page.body.includes('Approve the payment')]).toEqual([
      200,
      true,
      true,
    ]);
    const answer = await server.app.inject({ method: 'POST', url: pathname, headers, payload: 'answer=approve' });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toMatch(
      new RegExp(
        `^http://localhost:8123/${server.clinicId}/${id}\\?payment_intent=pi_\\w+&payment_intent_client_secret=pi_\\w+_secret_\\w+&redirect_status=succeeded$`,
      ),
    );
    // The provider's event has booked it before the page asks (D-215).
    const known = await server.api(getPayment, { params: { paymentId: id } }, { token: who.token });
    expect(known).toMatchObject({ status: 'complete', appointment_id: (await appointmentsOf(server))[0]?.id });
  });

  test('API-52 a redirect that fails: the request can be paid with another card', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who, cards.redirects);
    const { pathname } = new URL((await charge(server, who, id)).next_action!.redirect_to_url!.url);
    const answer = await server.app.inject({
      method: 'POST',
      url: pathname,
      headers: { host: 'localhost:8123', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'answer=fail',
    });
    expect(answer.headers.location).toContain('redirect_status=failed');
    const failed = await server.api(getPayment, { params: { paymentId: id } }, { token: who.token });
    expect(failed).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('unable to authenticate'),
      client_secret: null,
    });
    const again = await charge(server, who, id);
    expect(again.client_secret).toMatch(/_secret_/);
    await enter(server, again.client_secret);
    expect((await charge(server, who, id)).status).toBe('complete');
    expect([await taken(server), (await appointmentsOf(server)).length]).toEqual([[2500], 1]);
  });

  test('API-52 a slow charge is processing, and complete when somebody asks later', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who, cards.slow);
    expect((await charge(server, who, id)).status).toBe('processing');
    expect((await charge(server, who, id)).status).toBe('processing');
    expect(await appointmentsOf(server)).toEqual([]);
    server.clock.advance(6_000);
    expect((await charge(server, who, id)).status).toBe('complete');
    expect(await appointmentsOf(server)).toHaveLength(1);
  });

  test('API-52 for a request saved first: books it at a clinic that accepts at once, also without the page (D-95, D-215)', async () => {
    await startWith({ appointmentRequestWithoutDeposit: true });
    const who = await jo();
    const saved = await server.api(createAppointment, { body: bookingBody(nine) }, { token: who.token });
    await pay(server, who, startBody({ appointment_id: saved.id }));
    expect(await appointmentsOf(server)).toMatchObject([
      { id: saved.id, status: 'ACCEPTED', details: { deposit_due: false } },
    ]);
    // The page's own call finds it done.
    expect(
      await server.api(
        acceptRequest,
        { params: { id: saved.id }, query: { enableReminders: 'true' } },
        { token: who.token },
      ),
    ).toMatchObject({ id: saved.id, status: 'ACCEPTED' });
  });

  test('API-52 409 conflict: already paid, ended, or its appointment called off', async () => {
    await startWith({ appointmentRequestWithoutDeposit: true });
    const who = await jo();
    const { id } = await ready(who);
    await charge(server, who, id);
    expect(await sendCharge(who, id)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'This payment has already been paid. You have not been double-charged.' },
    });
    expect(ALREADY_PAID).toBe('This payment has already been paid. You have not been double-charged.');

    const late = await ready(who, cards.pays, half);
    server.clock.advance(30 * MINUTE);
    expect(await sendCharge(who, late.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });

    const saved = await server.api(
      createAppointment,
      { body: bookingBody(chicago(wednesday, '10:00')) },
      { token: who.token },
    );
    const forSaved = await start(server, who, startBody({ appointment_id: saved.id }));
    await enter(server, forSaved.client_secret);
    await server.db.updateTable('appointments').set({ status: 'DELETED' }).where('id', '=', saved.id).execute();
    expect(await sendCharge(who, forSaved.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await taken(server)).toEqual([2500]);
  });

  test('API-52 422 not_allowed without a card confirmed in this visit, and after many refused ones (D-98)', async () => {
    await startWith();
    const who = await jo();
    const payment = await start(server, who, bookingStart().body);
    expect(await sendCharge(who, payment.id)).toMatchObject({ status: 422, body: { code: 'not_allowed' } });
    let secret = payment.client_secret;
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await enter(server, secret, cards.declinedLater);
      secret = (await charge(server, who, payment.id)).client_secret;
    }
    await enter(server, secret);
    expect(await sendCharge(who, payment.id)).toMatchObject({ status: 422, body: { code: 'not_allowed' } });
    expect(await taken(server)).toEqual([]);
  });

  test('API-52 404 not_found for an unknown payment and for anybody but the owner who started it', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who);
    for (const stranger of [await server.signInGuest(), await other()])
      expect(await sendCharge(stranger, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await sendCharge(who, 'nothing')).toMatchObject({ status: 404 });
    const elsewhere = await open(depositClinic());
    const there = await owner(elsewhere, 'jo@example.com');
    expect(
      await elsewhere.send(chargePaymentMethod, { body: { payment_request_id: id } }, { token: there.token }),
    ).toMatchObject({ status: 404 });
    expect(await taken(server)).toEqual([]);
  });

  test('API-52 401 and 400', async () => {
    await startWith();
    expect(await server.send(chargePaymentMethod, { body: { payment_request_id: 'x' } })).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
    expect(await server.send(chargePaymentMethod, { body: {} as never }, { token: (await jo()).token })).toMatchObject({
      status: 400,
      body: { code: 'validation' },
    });
  });

  test('API-52 trusts no client, customer, amount or status of the body', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who);
    const body = {
      payment_request_id: id,
      client_id: 'client-casey',
      platform_customer_id: 'cus_mine',
      amount: 1,
      status: 'complete',
    };
    expect(await server.api(chargePaymentMethod, { body }, { token: who.token })).toMatchObject({
      status: 'complete',
      amount: 25,
      client_name: 'Jo Miller',
    });
    expect(await taken(server)).toEqual([2500]);
  });
});

describe('charges and faults', () => {
  test('API-52 two at once, and twelve, are one charge and one appointment', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who);
    const replies = await crowd(12, () => sendCharge(who, id));
    const statuses = Object.keys(tally(replies));
    expect(statuses.every((status) => status === '200' || status === '409')).toBe(true);
    expect(
      replies
        .filter((reply) => reply.status === 409)
        .every((reply) => (reply.body as { message: string }).message === ALREADY_PAID),
    ).toBe(true);
    expect(await charge(server, who, id).catch((error: unknown) => error)).toMatchObject({ code: 'conflict' });
    expect([await taken(server), (await appointmentsOf(server)).length]).toEqual([[2500], 1]);
  });

  test('API-52 503 unavailable when the reply is lost; repeated, it finds the same charge', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who);
    Object.assign(faulty.faults, { losesReply: true, isSilent: true });
    expect(await sendCharge(who, id)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await storedPayment(server, id)).status).toBe('processing');
    faulty.faults.losesReply = false;
    expect((await charge(server, who, id)).status).toBe('complete');
    expect([await taken(server), (await appointmentsOf(server)).length]).toEqual([[2500], 1]);
  });

  test('API-52 a request that never arrived is charged when the owner repeats it', async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who);
    faulty.faults.losesRequest = true;
    expect((await sendCharge(who, id)).status).toBe(503);
    faulty.faults.losesRequest = false;
    expect((await charge(server, who, id)).status).toBe('complete');
    expect(await taken(server)).toEqual([2500]);
  });

  test("API-52 the reply is lost and the page is closed: the provider's event books", async () => {
    await startWith();
    const who = await jo();
    const { id } = await ready(who);
    faulty.faults.losesReply = true;
    expect((await sendCharge(who, id)).status).toBe(503);
    expect(await storedPayment(server, id)).toMatchObject({
      status: 'complete',
      appointment_id: (await appointmentsOf(server))[0]!.id,
    });
  });

  test('API-36 books on the strength of what the provider says, when the page is faster than its event', async () => {
    await startWith();
    const who = await jo();
    const { id, key, booking } = await ready(who);
    Object.assign(faulty.faults, { losesReply: true, isSilent: true });
    await sendCharge(who, id);
    const created = await server.api(
      createAppointment,
      { body: { ...booking, deposit_paid: true } },
      { token: who.token, key },
    );
    expect(created.status).toBe('ACCEPTED');
    expect(await storedPayment(server, id)).toMatchObject({ status: 'complete', appointment_id: created.id });
    expect(await appointmentsOf(server)).toHaveLength(1);
  });

  test('API-36 page and charge at the same time make one appointment', async () => {
    await startWith();
    const who = await jo();
    for (const at of ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00'].map((time) => chicago(wednesday, time))) {
      const { id, key, booking } = await ready(who, cards.pays, at);
      const create = () =>
        server.send(createAppointment, { body: { ...booking, deposit_paid: true } }, { token: who.token, key });
      const replies = await Promise.all([sendCharge(who, id), create(), create()]);
      // Before the money is there the page is told to pay; never is there a second appointment.
      expect(replies.every((reply) => [200, 422].includes(reply.status))).toBe(true);
      expect((await create()).status).toBe(200);
      const rows = (await appointmentsOf(server)).filter((one) => one.starts_at.toISOString() === at);
      expect([rows.length, (await storedPayment(server, id)).appointment_id]).toEqual([1, rows[0]?.id]);
    }
    expect(await taken(server)).toHaveLength(6);
  }, 60_000);

  test('API-36 never believes deposit_paid: without a paid deposit nothing is booked (DEP-11)', async () => {
    await startWith();
    const who = await jo();
    const refused = await server.send(
      createAppointment,
      { body: bookingBody(nine, { deposit_paid: true }) },
      { token: who.token },
    );
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'not_allowed', message: 'Please pay the deposit to book this appointment.' },
    });
    await ready(who);
    expect(
      (await server.send(createAppointment, { body: bookingBody(nine, { deposit_paid: true }) }, { token: who.token }))
        .status,
    ).toBe(422);
    expect(await appointmentsOf(server)).toEqual([]);
    // One deposit is one appointment.
    await pay(server, who, startBody());
    expect((await server.api(createAppointment, { body: bookingBody(nine) }, { token: who.token })).status).toBe(
      'ACCEPTED',
    );
    expect(
      (await server.send(createAppointment, { body: bookingBody(half, { deposit_paid: true }) }, { token: who.token }))
        .status,
    ).toBe(422);
  });

  test("API-36 another owner's deposit, or one for another type, books nothing", async () => {
    await startWith();
    await pay(server, await other(), startBody());
    expect(
      (
        await server.send(
          createAppointment,
          { body: bookingBody(nine, { deposit_paid: true }) },
          { token: (await jo()).token },
        )
      ).status,
    ).toBe(422);
  });
});

describe('the time is gone (D-96, D-215)', () => {
  /** A payment whose owner takes so long at the bank that its time is lost. */
  async function lostTime() {
    const [who, rival] = [await jo(), await other()];
    const { id, key, booking } = await ready(who, cards.redirects);
    const { pathname } = new URL((await charge(server, who, id)).next_action!.redirect_to_url!.url);
    server.clock.advance(31 * MINUTE);
    await pay(server, rival, bookingStart().body);
    await server.app.inject({
      method: 'POST',
      url: pathname,
      headers: { host: 'localhost:8123', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'answer=approve',
    });
    return { who, id, key, booking };
  }

  test('API-52 the payment is complete and waits; clinic and owner hear of it, and the operator sees it', async () => {
    await startWith({}, { notify_phone: '+15125550109' });
    const { id } = await lostTime();
    expect(await storedPayment(server, id)).toMatchObject({ status: 'complete', appointment_id: null });
    expect((await appointmentsOf(server)).length).toBe(1);
    expect((await sentKinds(server)).slice(-4)).toEqual([
      'deposit_waits desk@testvets.example',
      'deposit_waits +15125550109',
      'deposit_waits +15125550111',
      'deposit_waits jo@example.com',
    ]);
    const { waitingDeposits } = await import('../../../server/modules/deposits/repository');
    expect(await waitingDeposits(server.db, server.clinicId)).toMatchObject([
      { id, amount_cents: 2500, first_name: 'Jo', phone: '+15125550111' },
    ]);
  });

  test('API-36 another time is booked with the deposit that was paid, under the same key or a new one', async () => {
    for (const isSameKey of [true, false]) {
      await startWith();
      const { who, id, key, booking } = await lostTime();
      const body = { ...booking, date: chicago(wednesday, '11:00'), deposit_paid: true };
      expect(
        await server.send(createAppointment, { body: { ...booking, deposit_paid: true } }, { token: who.token, key }),
      ).toMatchObject({ status: 409, body: { code: 'slot_gone' } });
      const created = await server.api(
        createAppointment,
        { body },
        { token: who.token, key: isSameKey ? key : randomUUID() },
      );
      expect(created.status).toBe('ACCEPTED');
      expect((await storedPayment(server, id)).appointment_id).toBe(created.id);
    }
  });
});
