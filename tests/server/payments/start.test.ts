import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAppointment } from '../../../src/contract/appointments';
import { createHold, extendHold, openTimes } from '../../../src/contract/availability';
import { logout } from '../../../src/contract/auth';
import { startPayment } from '../../../src/contract/payments';
import { knownClient, product } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import {
  bookingBody,
  chicago,
  claimLines,
  holdBody,
  manyClinics,
  MINUTE,
  owner,
  timesBody,
  wednesday,
} from '../booking/support';
import {
  bookingStart,
  casey,
  depositClinic,
  faultyCards,
  half,
  nine,
  pay,
  start,
  startBody,
  storedPayment,
} from './support';

const faulty = faultyCards();
const open = manyClinics(faulty.options);
beforeEach(faulty.reset);

let server: TestServer;
const startWith = async (...given: Parameters<typeof depositClinic>) => (server = await open(depositClinic(...given)));
const jo = () => owner(server, 'jo@example.com', { first_name: 'Jo', last_name: 'Miller' });
const other = () => owner(server, 'casey@example.com');

describe('API-51 POST /payment_requests/start_payment', () => {
  test('API-51 opens a deposit that the server has priced, with a secret for its card', async () => {
    await startWith();
    const payment = await start(server, await jo(), bookingStart().body);
    expect(payment).toMatchObject({
      status: 'pending',
      amount: 25,
      product_id: 'exam',
      client_name: 'Jo Miller',
      completed_at: null,
      confirmation_number: null,
      appointment_id: null,
      client_secret: expect.stringMatching(/^seti_.+_secret_.+/),
      platform_customer_id: expect.stringMatching(/^cus_/),
      next_action: null,
      expires_at: new Date(server.clock.now().getTime() + 30 * MINUTE).toISOString(),
    });
    // 128 bits, base64url (D-207).
    expect(payment.id).toMatch(/^[\w-]{22}$/);
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${half} hold`]);
  });

  test('API-51 keeps the intended time for 30 minutes at most, from others and not from its own booking (D-215)', async () => {
    await startWith();
    const [who, rival] = [await jo(), await other()];
    const hold = await server.api(createHold, { body: holdBody(nine) }, { token: who.token });
    await start(server, who, bookingStart().body);
    await expect(server.api(extendHold, { params: { id: hold.id } }, { token: who.token })).rejects.toMatchObject({
      code: 'not_found',
    });
    server.clock.advance(30 * MINUTE - 1);
    await expect(server.api(createHold, { body: holdBody(nine) }, { token: rival.token })).rejects.toMatchObject({
      code: 'slot_gone',
    });
    server.clock.advance(1);
    await server.api(createHold, { body: holdBody(nine) }, { token: rival.token });
  });

  test('API-51 its kept time is not extended', async () => {
    await startWith();
    const who = await jo();
    await start(server, who, bookingStart().body);
    const { id } = await server.db
      .selectFrom('holds')
      .select('id')
      .where('clinic_id', '=', server.clinicId)
      .executeTakeFirstOrThrow();
    server.clock.advance(29.5 * MINUTE);
    await expect(server.api(extendHold, { params: { id } }, { token: who.token })).rejects.toMatchObject({
      code: 'not_allowed',
    });
  });

  test('API-51 its time is shown as open to its own session, which may take another one instead', async () => {
    await startWith();
    const who = await jo();
    const payment = await start(server, who, bookingStart().body);
    const times = await server.api(
      openTimes,
      {
        body: timesBody({
          date: wednesday,
          days_to_check: 1,
          max_attempts: 1,
          providerIds: ['ada'],
          exact_start_date: true,
        }),
      },
      { token: who.token },
    );
    expect(times.data[0]!.times[0]!.dateTime).toBe(nine);
    await server.api(createHold, { body: holdBody(half) }, { token: who.token });
    expect(await claimLines(server)).toEqual([`provider:ada ${half} ${chicago(wednesday, '10:00')} hold`]);
    expect((await storedPayment(server, payment.id)).status).toBe('pending');
  });

  test('API-51 the same key gives the first reply again, with the secret read anew and never stored (D-202)', async () => {
    await startWith();
    const who = await jo();
    const { body } = bookingStart();
    const key = randomUUID();
    const first = await start(server, who, body, key);
    expect(await start(server, who, body, key)).toEqual(first);
    const { reply } = await server.db
      .selectFrom('idempotency_keys')
      .select('reply')
      .where('clinic_id', '=', server.clinicId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(reply)).toContain(first.id);
    expect(JSON.stringify(reply)).not.toMatch(/_secret_|cus_/);
    expect(server.logLines.join('\n')).not.toMatch(/_secret_/);
    expect(
      await server.send(startPayment, { body: { ...body, product_id: 'checkup' } }, { token: who.token, key }),
    ).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch', result: { id: first.id } } });
  });

  test('API-51 recreated, it takes the place of the one that was left open (DEP-18)', async () => {
    await startWith();
    const who = await jo();
    const first = await start(server, who, bookingStart().body);
    const second = await start(server, who, bookingStart().body);
    expect(second.id).not.toBe(first.id);
    expect((await storedPayment(server, first.id)).status).toBe('expired');
    expect(await claimLines(server)).toHaveLength(1);
  });

  test('API-51 goes on under a new session: the time of the one that ended is the same owner’s, and nobody else’s (D-18, D-203)', async () => {
    await startWith();
    const [who, rival] = [await jo(), await other()];
    await server.api(createHold, { body: holdBody(nine) }, { token: who.token });
    await server.api(logout, {}, { token: who.token });
    await expect(start(server, rival, bookingStart().body)).rejects.toMatchObject({ code: 'slot_gone' });
    const again = await jo();
    const { body } = bookingStart();
    const first = await start(server, again, body);
    await server.api(logout, {}, { token: again.token });
    await expect(start(server, rival, bookingStart().body)).rejects.toMatchObject({ code: 'slot_gone' });
    const second = await start(server, await jo(), body);
    expect((await storedPayment(server, first.id)).status).toBe('expired');
    expect((await storedPayment(server, second.id)).status).toBe('pending');
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${half} hold`]);
  });

  test('API-51 trusts no client, appointment, user, price or paid flag of the body', async () => {
    await startWith();
    const who = await other();
    const body = {
      ...bookingStart(nine, {
        deposit_paid: true,
        saveAsRequest: true,
        userId: 'client-jo',
        ignoreOverlap: true,
        isReturningClient: false,
      }).body,
      client_id: knownClient.id,
      created_by: 'jo',
      amount: 1,
    };
    const payment = await start(server, who, body);
    expect(payment).toMatchObject({ amount: 25, status: 'pending', client_name: 'Casey Brown' });
    expect(await storedPayment(server, payment.id)).toMatchObject({
      client_id: casey.id,
      user_id: who.userId,
      amount_cents: 2500,
    });
  });

  test('API-51 400 validation: the contract, and a booking of another type', async () => {
    await startWith();
    const who = await jo();
    const send = (body: object) => server.send(startPayment, { body: body as never }, { token: who.token });
    expect(await send({ ...startBody(), payment_type: 'REFUND' })).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: { payment_type: expect.any(String) } },
    });
    expect(await send({ ...startBody(), source: 'elsewhere' })).toMatchObject({ status: 400 });
    expect(await send({ ...startBody(), booking_key: 'mine' })).toMatchObject({
      status: 400,
      body: { fields: { booking_key: 'must be a uuid' } },
    });
    expect(await send({ ...bookingStart().body, product_id: 'checkup' })).toMatchObject({
      status: 400,
      body: { fields: { product_id: 'must be the booked type' } },
    });
  });

  test('API-51 401 unauthorized for nobody and for a guest', async () => {
    await startWith();
    const guest = await server.signInGuest();
    for (const token of [null, guest.token])
      expect(await server.send(startPayment, { body: startBody() }, { token })).toMatchObject({
        status: 401,
        body: { code: 'unauthorized' },
      });
  });

  test("API-51 404 not_found: an unknown or hidden type, another owner's appointment, one of another type", async () => {
    await startWith({ appointmentRequestWithoutDeposit: true });
    const [who, rival] = [await jo(), await other()];
    const mine = await server.api(createAppointment, { body: bookingBody(nine) }, { token: who.token });
    const refused = { status: 404, code: 'not_found' };
    await expect(start(server, who, startBody({ product_id: 'nothing' }))).rejects.toMatchObject(refused);
    await expect(start(server, rival, startBody({ appointment_id: mine.id }))).rejects.toMatchObject(refused);
    await expect(
      start(server, who, startBody({ appointment_id: mine.id, product_id: 'checkup' })),
    ).rejects.toMatchObject(refused);
    await expect(start(server, who, startBody({ appointment_id: 'nothing' }))).rejects.toMatchObject(refused);
    server = await open({
      ...depositClinic(),
      products: [
        product({
          id: 'exam',
          hidden_from_clients: true,
          visibility_token: 'open-sesame',
          deposit_amount: 25,
          metadata: { depositRequiredBeforeBooking: true, collectDepositFromReturningClients: true },
        }),
      ],
    });
    const back = await jo();
    await expect(start(server, back, bookingStart().body)).rejects.toMatchObject(refused);
    expect((await start(server, back, bookingStart(nine, { product_token: 'open-sesame' }).body)).amount).toBe(25);
  });

  test('API-51 409 slot_gone: somebody else has the time, or the owner may not book here (D-16)', async () => {
    await startWith();
    const [who, rival] = [await jo(), await other()];
    await start(server, rival, bookingStart().body);
    await expect(start(server, who, bookingStart().body)).rejects.toMatchObject({ status: 409, code: 'slot_gone' });
    await server.db
      .insertInto('access_blocks')
      .values({ clinic_id: server.clinicId, identifier: 'jo@example.com' })
      .execute();
    await expect(start(server, who, bookingStart(half).body)).rejects.toMatchObject({ status: 409, code: 'slot_gone' });
    expect(
      await server.db.selectFrom('payment_requests').select('id').where('clinic_id', '=', server.clinicId).execute(),
    ).toHaveLength(1);
  });

  test('API-51 422 not_allowed: no deposit is asked for, the clinic does not know the owner, the appointment is over', async () => {
    await startWith({ appointmentRequestWithoutDeposit: true });
    const who = await jo();
    const refused = { status: 422, code: 'not_allowed' };
    await expect(start(server, who, startBody({ product_id: 'checkup' }))).rejects.toMatchObject(refused);
    await expect(start(server, await server.signIn('nameless@example.com'), startBody())).rejects.toMatchObject(
      refused,
    );
    const saved = await server.api(createAppointment, { body: bookingBody(nine) }, { token: who.token });
    await server.db.updateTable('appointments').set({ status: 'DECLINED' }).where('id', '=', saved.id).execute();
    await expect(start(server, who, startBody({ appointment_id: saved.id }))).rejects.toMatchObject(refused);
  });

  test('API-51 asks a deposit of new or of returning clients, as the record says (DEP-09, D-94)', async () => {
    await startWith({ collectDepositFromReturningClients: false });
    const fresh = await owner(server, 'new@example.com');
    expect((await start(server, fresh, bookingStart(nine, { isReturningClient: true }).body)).amount).toBe(25);
    await expect(
      start(server, await jo(), bookingStart(half, { isReturningClient: false }).body),
    ).rejects.toMatchObject({ code: 'not_allowed' });
  });

  test('API-51 503 unavailable while the provider does not answer; the same call goes on later', async () => {
    await startWith();
    const who = await jo();
    const { body } = bookingStart();
    const key = randomUUID();
    faulty.faults.isDown = true;
    expect(await server.send(startPayment, { body }, { token: who.token, key })).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
      headers: { 'retry-after': '5' },
    });
    faulty.faults.isDown = false;
    expect((await start(server, who, body, key)).client_secret).toMatch(/_secret_/);
    expect(await claimLines(server)).toHaveLength(1);
  });

  test('API-51 a paid deposit without an appointment comes back complete instead of a second one (DEP-13)', async () => {
    await startWith();
    const who = await jo();
    const paid = await pay(server, who, startBody());
    expect(paid).toMatchObject({ status: 'complete', appointment_id: null });
    expect(await start(server, who, bookingStart().body)).toMatchObject({
      id: paid.id,
      status: 'complete',
      client_secret: null,
    });
  });

  test('API-51 a booking that another tab has paid and made comes back complete, and not as a time that is gone (DEP-24)', async () => {
    await startWith();
    const who = await jo();
    const { body } = bookingStart();
    await start(server, who, body);
    const paid = await pay(server, who, body);
    expect(await start(server, who, body)).toMatchObject({
      id: paid.id,
      status: 'complete',
      appointment_id: expect.any(String),
    });
    // The next booking of the same type pays its own.
    const next = await start(server, who, bookingStart(chicago(wednesday, '11:00')).body);
    expect(next).toMatchObject({ status: 'pending', appointment_id: null });
  });

  test('API-51 for a request saved first: its own deposit, once (DEP-10)', async () => {
    await startWith({ appointmentRequestWithoutDeposit: true });
    const who = await jo();
    const saved = await server.api(createAppointment, { body: bookingBody(nine) }, { token: who.token });
    expect(saved.status).toBe('REQUESTED');
    const paid = await pay(server, who, startBody({ appointment_id: saved.id }));
    expect(paid).toMatchObject({ status: 'complete', appointment_id: saved.id, amount: 25 });
    expect(await start(server, who, startBody({ appointment_id: saved.id }))).toMatchObject({
      id: paid.id,
      status: 'complete',
    });
  });

  test('API-51 429 when one owner starts very many', async () => {
    await startWith();
    const who = await jo();
    const replies = [];
    for (let index = 0; index < 41; index += 1)
      replies.push((await server.send(startPayment, { body: startBody() }, { token: who.token })).status);
    expect([replies.slice(0, 40).every((status) => status === 200), replies[40]]).toEqual([true, 429]);
  });
});
