import { beforeEach, describe, expect, test } from 'vitest';
import { createAppointment } from '../../../src/contract/appointments';
import { confirmDemoCard } from '../../../src/contract/demoCards';
import { getPayment, linkPayment } from '../../../src/contract/payments';
import { createPaymentLink, NoPaymentLink } from '../../../server/modules/payments/paymentLink';
import { sweepPayments } from '../../../server/modules/payments/sweep';
import { product } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { bookingBody, manyClinics, owner } from '../booking/support';
import {
  appointmentsOf,
  cards,
  charge,
  depositClinic,
  enter,
  faultyCards,
  half,
  nine,
  pay,
  publicUrl,
  sentKinds,
  start,
  startBody,
  storedPayment,
  taken,
} from './support';

const faulty = faultyCards();
const open = manyClinics(faulty.options);
beforeEach(faulty.reset);

let server: TestServer;
const startWith = async (...given: Parameters<typeof depositClinic>) => (server = await open(depositClinic(...given)));
const jo = () => owner(server, 'jo@example.com', { first_name: 'Jo', last_name: 'Miller' });
const other = () => owner(server, 'casey@example.com');
const book = async (who: { token: string }, at = nine, productId = 'exam') =>
  server.api(
    createAppointment,
    { body: bookingBody(at, { products: [{ id: productId, anyone: true, providerId: 'ada', label: 'X' }] }) },
    { token: who.token },
  );

describe('API-53 PUT /payment_requests/{id}', () => {
  const link = (who: { token: string }, id: string, appointmentId: string) =>
    server.api(linkPayment, { params: { id }, body: { id, appointment_id: appointmentId } }, { token: who.token });

  test("API-53 links a paid deposit to the owner's appointment, and books its request (D-95)", async () => {
    await startWith({ appointmentRequestWithoutDeposit: true });
    const who = await jo();
    const saved = await book(who);
    const paid = await pay(server, who, startBody());
    expect(await link(who, paid.id, saved.id)).toMatchObject({
      id: paid.id,
      status: 'complete',
      appointment_id: saved.id,
      client_secret: null,
    });
    expect(await appointmentsOf(server)).toMatchObject([{ id: saved.id, status: 'ACCEPTED' }]);
    expect(await link(who, paid.id, saved.id)).toMatchObject({ appointment_id: saved.id });
  });

  test('API-53 400 for two ids, 401 for a guest', async () => {
    await startWith();
    const who = await jo();
    const { id } = await start(server, who, startBody());
    expect(
      await server.send(
        linkPayment,
        { params: { id }, body: { id: 'other', appointment_id: 'x' } },
        { token: who.token },
      ),
    ).toMatchObject({ status: 400, body: { code: 'validation', fields: { id: expect.any(String) } } });
    expect(
      await server.send(
        linkPayment,
        { params: { id }, body: { id, appointment_id: 'x' } },
        { token: (await server.signInGuest()).token },
      ),
    ).toMatchObject({ status: 401 });
  });

  test('API-53 404 for a payment or an appointment of somebody else, and for unknown ones', async () => {
    await startWith({ appointmentRequestWithoutDeposit: true });
    const [who, rival] = [await jo(), await other()];
    const [mine, theirs] = [await book(who), await book(rival, half)];
    const { id } = await start(server, who, startBody());
    const refused = { status: 404, code: 'not_found' };
    await expect(link(who, id, theirs.id)).rejects.toMatchObject(refused);
    await expect(link(rival, id, theirs.id)).rejects.toMatchObject(refused);
    await expect(link(who, 'nothing', mine.id)).rejects.toMatchObject(refused);
    await expect(link(who, id, 'nothing')).rejects.toMatchObject(refused);
    await expect(link(await server.signIn('nameless@example.com'), id, mine.id)).rejects.toMatchObject(refused);
    expect((await storedPayment(server, id)).appointment_id).toBeNull();
  });

  test('API-53 409 for a payment or an appointment that has another one, 422 for another type', async () => {
    await startWith({ appointmentRequestWithoutDeposit: true });
    const who = await jo();
    const [first, second, checkup] = [
      await book(who),
      await book(who, half),
      await book(who, '2026-11-25T17:00:00.000Z', 'checkup'),
    ];
    const paid = await pay(server, who, startBody({ appointment_id: first.id }));
    await expect(link(who, paid.id, second.id)).rejects.toMatchObject({ status: 409, code: 'conflict' });
    const more = await start(server, who, startBody());
    await expect(link(who, more.id, first.id)).rejects.toMatchObject({ status: 409, code: 'conflict' });
    await expect(link(who, more.id, checkup.id)).rejects.toMatchObject({ status: 422, code: 'not_allowed' });
  });
});

describe('a link to pay, made by the operator (D-40)', () => {
  const make = (clientId = 'client-jo', productId = 'exam', appointmentId?: string | null) =>
    createPaymentLink(server.db, server.services, server.clinicId, clientId, productId, appointmentId);

  test('API-54 is paid by whoever holds it, without an account', async () => {
    await startWith({ appointmentRequestWithoutDeposit: true });
    const saved = await book(await jo());
    const url = await make('client-jo', 'exam', saved.id);
    expect(url).toMatch(new RegExp(`^${publicUrl}/${server.clinicId}/[\\w-]{22}$`));
    const id = url.split('/').at(-1)!;
    const guest = await server.signInGuest();
    const payment = await server.api(getPayment, { params: { paymentId: id } }, { token: guest.token });
    expect(payment).toMatchObject({
      status: 'pending',
      amount: 25,
      client_name: 'Jo Miller',
      appointment_id: saved.id,
      client_secret: expect.stringMatching(/_secret_/),
    });
    await enter(server, payment.client_secret, cards.declinedLater);
    const failed = await charge(server, guest, id);
    expect(failed).toMatchObject({ status: 'failed', client_secret: expect.stringMatching(/_secret_/) });
    await enter(server, failed.client_secret);
    expect(await charge(server, guest, id)).toMatchObject({ status: 'complete', appointment_id: saved.id });
    expect(await appointmentsOf(server)).toMatchObject([{ id: saved.id, status: 'ACCEPTED' }]);
    expect([await taken(server), await sentKinds(server)]).toEqual([
      [2500],
      expect.arrayContaining(['clinic_notice desk@testvets.example']),
    ]);
  });

  test('D-40: says how its appointment stands, and nothing else of it, to whoever holds it', async () => {
    await startWith({ appointmentRequestWithoutDeposit: true }, { metadata: { isAutoAccept: false } });
    const saved = await book(await jo());
    const [id, unlinked] = [
      (await make('client-jo', 'exam', saved.id)).split('/').at(-1)!,
      (await make()).split('/').at(-1)!,
    ];
    const guest = await server.signInGuest();
    const seen = async (paymentId: string) =>
      (await server.api(getPayment, { params: { paymentId } }, { token: guest.token })).appointment_status;
    const stands = async (status: string) => {
      await server.db
        .updateTable('appointments')
        .set({ status })
        .where('clinic_id', '=', server.clinicId)
        .where('id', '=', saved.id)
        .execute();
      return seen(id);
    };
    expect([await seen(unlinked), await seen(id)]).toEqual([null, 'REQUESTED']);
    for (const status of ['ACCEPTED', 'CONFIRMED', 'DECLINED', 'DELETED', 'DONE'])
      expect(await stands(status)).toBe(status);
    await stands('ACCEPTED');
    const payment = await server.api(getPayment, { params: { paymentId: id } }, { token: guest.token });
    await enter(server, payment.client_secret);
    const paid = await charge(server, guest, id);
    expect(paid).toMatchObject({ status: 'complete', appointment_status: 'ACCEPTED' });
    expect(JSON.stringify(paid)).not.toMatch(/jo@example|5125550|Rex|Ada/);
    server.clock.advance(30 * 86_400_000);
    expect(await seen(id)).toBe('DONE');
  });

  test('without an appointment it is a paid deposit that the owner books with', async () => {
    await startWith();
    const id = (await make()).split('/').at(-1)!;
    const guest = await server.signInGuest();
    const { client_secret: secret } = await server.api(
      getPayment,
      { params: { paymentId: id } },
      { token: guest.token },
    );
    await enter(server, secret);
    await charge(server, guest, id);
    const booked = await book(await jo());
    expect([booked.status, (await storedPayment(server, id)).appointment_id]).toEqual(['ACCEPTED', booked.id]);
  });

  test('is refused with words for the operator', async () => {
    await startWith({ appointmentRequestWithoutDeposit: true });
    const saved = await book(await jo());
    const cases: [Parameters<typeof make>, RegExp][] = [
      [['nobody'], /has no client "nobody"/],
      [['client-jo', 'nothing'], /has no appointment type "nothing"/],
      [['client-jo', 'exam', 'none'], /has no appointment "none"/],
      [['client-casey', 'exam', saved.id], /has no appointment/],
      [['client-jo', 'checkup', saved.id], /another type/],
    ];
    for (const [given, words] of cases) await expect(make(...given)).rejects.toThrow(words);
    await expect(createPaymentLink(server.db, server.services, 'nowhere', 'a', 'b')).rejects.toThrow(NoPaymentLink);
    await expect(
      createPaymentLink(server.db, { ...server.services, cards: null }, server.clinicId, 'client-jo', 'exam'),
    ).rejects.toThrow(/STRIPE_SECRET_KEY/);
    await pay(server, await jo(), startBody({ appointment_id: saved.id }));
    await expect(make('client-jo', 'exam', saved.id)).rejects.toThrow(/has a payment already/);
    server = await open({ products: [product({ id: 'exam' })] });
    await expect(make()).rejects.toThrow(/no deposit_amount/);
  });

  test('made while the provider is down, or imported, it can be paid after a sweep', async () => {
    await startWith();
    faulty.faults.isDown = true;
    const id = (await make()).split('/').at(-1)!;
    faulty.faults.isDown = false;
    await server.db
      .insertInto('payment_requests')
      .values({
        clinic_id: server.clinicId,
        id: 'imported'.padEnd(22, 'x'),
        client_id: 'client-jo',
        product_id: 'exam',
        amount_cents: 2500,
        status: 'pending',
        appointment_id: null,
        created_at: server.clock.now(),
      })
      .execute();
    await sweepPayments(server.services);
    const guest = await server.signInGuest();
    for (const paymentId of [id, 'imported'.padEnd(22, 'x')]) {
      expect((await server.api(getPayment, { params: { paymentId } }, { token: guest.token })).client_secret).toMatch(
        /_secret_/,
      );
    }
  });
});

describe("API-59 the sandbox's card element, POST /demo/cards/confirm", () => {
  const opened = async () => start(server, await jo(), startBody());

  test('API-59 takes the cards that pay, and says of the others what is wrong', async () => {
    await startWith();
    const { client_secret: secret } = await opened();
    const failed = (message: string) => ({ status: 'failed', message, next_action: null });
    expect(await enter(server, secret, '4242 4242 4242 4241')).toEqual(failed('Your card number is incorrect.'));
    expect(await enter(server, secret, '12')).toEqual(failed('Your card number is incorrect.'));
    expect(await enter(server, secret, cards.declined)).toEqual(failed('Your card was declined.'));
    expect(await enter(server, secret, '5555 5555 5555 4444')).toEqual(
      failed('Your card was declined. Only test cards are taken here.'),
    );
    expect(await enter(server, secret, cards.pays, { exp: '10/26' })).toEqual(failed('Your card has expired.'));
    expect(await enter(server, secret, cards.pays, { exp: '13/30' })).toEqual(
      failed("Your card's expiration date is incomplete."),
    );
    expect(await enter(server, secret, cards.pays, { cvc: '1' })).toEqual(
      failed("Your card's security code is incomplete."),
    );
    expect(await enter(server, secret, cards.pays, { exp: '11/2026' })).toEqual({
      status: 'succeeded',
      message: null,
      next_action: null,
    });
  });

  test("API-59 keeps no card and gives the receipt's address to the provider alone (D-98, D-100)", async () => {
    await startWith();
    const who = await jo();
    const { id, client_secret: secret } = await start(server, who, startBody());
    await enter(server, secret, cards.pays, { email: 'receipt@example.com' });
    await charge(server, who, id);
    expect(
      await server.db
        .selectFrom('sandbox_intents')
        .select(['receipt_email', 'card'])
        .where('clinic_id', '=', server.clinicId)
        .where('kind', '=', 'setup')
        .execute(),
    ).toEqual([{ receipt_email: 'receipt@example.com', card: 'pays' }]);
    const rows = JSON.stringify([
      await storedPayment(server, id),
      await server.db.selectFrom('clients').selectAll().where('clinic_id', '=', server.clinicId).execute(),
      await server.db.selectFrom('messages').selectAll().where('clinic_id', '=', server.clinicId).execute(),
    ]);
    expect(rows).not.toContain('receipt@example.com');
    const all =
      JSON.stringify(await server.db.selectFrom('sandbox_intents').selectAll().execute()) + server.logLines.join('');
    expect(all).not.toMatch(/"4242"|4242\W?4242/);
    expect(server.logLines.join('')).not.toMatch(/receipt@|_secret_/);
  });

  test("API-59 404 for a wrong secret, another clinic's, a forwarded request and a foreign host (D-216)", async () => {
    await startWith();
    const { client_secret: secret } = await opened();
    const send = (on: TestServer, given: string, headers: Record<string, string>) =>
      on.send(
        confirmDemoCard,
        { body: { client_secret: given, card_number: cards.pays, exp: '12/30', cvc: '123' } },
        { headers: { host: 'localhost:3000', ...headers } },
      );
    const gone = { status: 404, body: { code: 'not_found' } };
    expect(await send(server, `${secret}x`, {})).toMatchObject(gone);
    expect(await send(server, secret!.replace(/.$/, '_'), {})).toMatchObject(gone);
    expect(await send(server, 'nothing', {})).toMatchObject(gone);
    expect(await send(await open(depositClinic()), secret!, {})).toMatchObject(gone);
    expect(await send(server, secret!, { host: 'evil.example' })).toMatchObject(gone);
    expect(await send(server, secret!, { 'x-forwarded-for': '10.0.0.1' })).toMatchObject(gone);
    expect(
      (
        await server.app.inject({
          url: `/api/demo/cards/authorize/${server.clinicId}/pi_x`,
          headers: { host: 'localhost' },
        })
      ).statusCode,
    ).toBe(404);
    expect(await send(server, secret!, {})).toMatchObject({ status: 200 });
  });

  test('API-59 400 for what is no card form, and 415 for what is not JSON', async () => {
    await startWith();
    expect(await server.send(confirmDemoCard, { body: {} as never }, { headers: { host: 'localhost' } })).toMatchObject(
      { status: 400, body: { code: 'validation' } },
    );
    const plain = await server.app.inject({
      method: 'POST',
      url: '/api/demo/cards/confirm',
      headers: { host: 'localhost', 'x-client-id': server.clinicId, 'content-type': 'text/plain' },
      payload: 'x',
    });
    expect(plain.statusCode).toBe(415);
  });

  test("the bank's page wants one of its two answers, and keeps the first", async () => {
    await startWith();
    const who = await jo();
    const payment = await start(server, who, startBody());
    await enter(server, payment.client_secret, cards.redirects);
    const { pathname } = new URL((await charge(server, who, payment.id)).next_action!.redirect_to_url!.url);
    const answer = (payload: string) =>
      server.app.inject({
        method: 'POST',
        url: pathname,
        headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
    expect((await answer('answer=maybe')).statusCode).toBe(400);
    expect((await answer('answer=approve')).headers.location).toContain('redirect_status=succeeded');
    expect((await answer('answer=fail')).headers.location).toContain('redirect_status=succeeded');
    expect((await server.app.inject({ url: pathname, headers: { host: 'localhost' } })).body).toContain(
      'needs no answer any more',
    );
    expect((await storedPayment(server, payment.id)).status).toBe('complete');
  });
});
