import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAppointment } from '../../../src/contract/appointments';
import { confirmDemoCard } from '../../../src/contract/demoCards';
import type { Input } from '../../../src/contract/endpoint';
import {
  buyInsurance,
  completeInsurance,
  findInsuranceQuote,
  getInsurerClientId,
  offerInsurance,
} from '../../../src/contract/insurance';
import { InsurerUnavailable, type Insurer } from '../../../server/gateways/insurer';
import { client, knownClient, product } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { bookingBody, manyClinics, owner, type Owner } from '../booking/support';
import { bookingStart, cards, nine, pay, publicUrl } from '../payments/support';

type Body<E> = Input<E> extends { body: infer B } ? B : never;

const faults = { isDown: false, purchases: 0 };
const down = () => Promise.reject(new InsurerUnavailable('no answer'));
const faulty = (real: Insurer): Insurer => ({
  ...real,
  quote: (pet) => (faults.isDown ? down() : real.quote(pet)),
  buy: (request) => ((faults.purchases += 1), faults.isDown ? down() : real.buy(request)),
  premium: (...args) => (faults.isDown ? down() : real.premium(...args)),
  withdraw: (...args) => (faults.isDown ? down() : real.withdraw(...args)),
});
const open = manyClinics({ env: { PUBLIC_URL: publicUrl }, overrides: { around: { insurer: faulty } } });
beforeEach(() => void Object.assign(faults, { isDown: false, purchases: 0 }));

let server: TestServer;
const startWith = async (settings: Record<string, unknown> = {}) => {
  server = await open({
    shop: {
      feature_settings: {
        vertical_insure_enabled: { enabled: true },
        deposit_collection_v1_enabled: true,
        ...settings,
      },
    },
    products: [
      product({ id: 'exam', deposit_amount: 25 }),
      product({
        id: 'paid',
        deposit_amount: 25,
        metadata: { depositRequiredBeforeBooking: true, collectDepositFromReturningClients: true },
      }),
    ],
    clients: [
      { ...knownClient, state: 'TX', zip: '78704' },
      client({ id: 'client-casey', email: 'casey@example.com' }),
    ],
  });
};
const jo = () => owner(server, 'jo@example.com', { first_name: 'Jo', last_name: 'Miller' });
const other = () => owner(server, 'casey@example.com');

const offerBody = (given: Partial<Body<typeof offerInsurance>> = {}): Body<typeof offerInsurance> => ({
  client_id: 'client-jo',
  name: 'Rex',
  species: 'Dog',
  breed: 'Beagle',
  age: 3,
  plan: 'INJURY_AND_ILLNESS',
  state: 'TX',
  zip: '78704',
  email: 'jo@example.com',
  ...given,
});
const offer = (who: Owner, given: Parameters<typeof offerBody>[0] = {}) =>
  server.api(offerInsurance, { body: offerBody(given) }, { token: who.token });

/** An owner with an appointment and an offer for its pet. */
async function offered(given: Parameters<typeof offerBody>[0] = {}) {
  const who = await jo();
  const appointment = await server.api(createAppointment, { body: bookingBody(nine) }, { token: who.token });
  const [quote] = await offer(who, given);
  const body: Body<typeof buyInsurance> = {
    amount: quote!.subscription_premium.payment_amount,
    quote_id: quote!.quote_id,
    client_id: who.clientId,
    appointment_id: appointment.id,
    is_deposit_paid: false,
  };
  return { who, quote: quote!, body };
}
const buy = (who: Owner, body: Body<typeof buyInsurance>, key?: string) =>
  server.api(buyInsurance, { body }, { token: who.token, ...(key && { key }) });
const complete = (who: Owner, quoteId: string) =>
  server.api(completeInsurance, { body: { quote_id: quoteId } }, { token: who.token });
const find = (who: Owner, name = 'Rex', clientId = who.clientId) =>
  server.api(findInsuranceQuote, { params: { client_id: clientId }, query: { name } }, { token: who.token });
const enter = (secret: string | null | undefined, card: string) =>
  server.api(
    confirmDemoCard,
    { body: { client_secret: secret!, card_number: card, exp: '12/30', cvc: '123' } },
    { headers: { host: 'localhost' } },
  );

describe('the offer (POST /insurance_quotes/offer, D-102)', () => {
  test('INS-01 INS-10 prices by species, breed and age, in cents', async () => {
    await startWith();
    const who = await jo();
    const cents = async (given: Parameters<typeof offerBody>[0]) =>
      (await offer(who, { name: 'Unknown', ...given }))[0]?.subscription_premium.payment_amount;
    expect(await cents({ breed: 'Mixed', age: 1 })).toBe(3200);
    expect(await cents({ species: 'Cat', breed: null, age: 1 })).toBe(1900);
    expect(await cents({ breed: 'Mixed', age: 8 })).toBeGreaterThan(3200);
    expect(await cents({ breed: 'Pug', age: 1 })).toBeGreaterThan(3200);
    expect(await cents({ age: 3 })).toBe(await cents({ age: 3 }));
    expect(await cents({ age: 19 })).toBeUndefined();
  });

  test("INS-09 takes species, breed and age from the clinic's record where it has one, else what is told, else age 3", async () => {
    await startWith();
    const who = await jo();
    const details = async (given: Parameters<typeof offerBody>[0]) => {
      const [quote] = await offer(who, given);
      const row = await server.db
        .selectFrom('insurance_quotes')
        .select('details')
        .where('clinic_id', '=', server.clinicId)
        .where('quote_ref', '=', quote!.quote_id)
        .executeTakeFirstOrThrow();
      return row.details;
    };
    // Rex was born on 2020-04-01.
    expect(await details({ age: 1, species: 'Cat' })).toMatchObject({ age: 6, species: 'Dog' });
    expect(await details({ name: 'Tom', species: 'Cat', age: 7 })).toMatchObject({ age: 7, species: 'Cat' });
    for (const age of [-1, 2.5, 1000]) expect(await details({ name: 'Tom', age })).toMatchObject({ age: 3 });
  });

  test('INS-01 INS-05 is not made for other species, without the setting, or without what the insurer needs', async () => {
    await startWith();
    const who = await jo();
    for (const given of [{ name: 'Polly', species: 'Bird' }, { email: ' ' }, { name: '' }, { state: null, zip: '' }])
      expect(await offer(who, given)).toEqual([]);
    expect(await offer(who, { state: null })).toHaveLength(1);
    await startWith({ vertical_insure_enabled: { enabled: false } });
    expect(await offer(await jo())).toEqual([]);
  });

  test('is none while the insurer does not answer, and the booking goes on', async () => {
    await startWith();
    faults.isDown = true;
    expect(await offer(await jo())).toEqual([]);
  });

  test('400 for another plan, 401 for a guest, 404 for another client', async () => {
    await startWith();
    const who = await jo();
    const send = (body: Body<typeof offerInsurance>, token: string) => server.send(offerInsurance, { body }, { token });
    expect(await send(offerBody({ plan: 'EVERYTHING' }), who.token)).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: { plan: expect.any(String) } },
    });
    expect(await send(offerBody(), (await server.signInGuest()).token)).toMatchObject({ status: 401 });
    expect(await send(offerBody(), (await other()).token)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('API-55 POST /insurance_quotes', () => {
  test('API-55 asks for a card where no deposit was paid in this visit, whatever the body says', async () => {
    await startWith();
    const { who, body } = await offered();
    const key = randomUUID();
    const first = await buy(who, { ...body, is_deposit_paid: true }, key);
    expect(first).toEqual({
      complete: false,
      client_secret: expect.stringMatching(/^pi_.+_secret_/),
      stripe_public_key: null,
      stripe_account: null,
    });
    // The secret is no part of the stored reply, and is read anew (D-202).
    const { reply } = await server.db
      .selectFrom('idempotency_keys')
      .select('reply')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(reply)).not.toContain('_secret_');
    expect(await buy(who, { ...body, is_deposit_paid: true }, key)).toEqual(first);
  });

  test('API-55 is complete at once after a deposit that was paid by card in this visit', async () => {
    await startWith();
    const who = await jo();
    const paid = await pay(server, who, {
      ...bookingStart(nine, { products: [{ id: 'paid', anyone: true, providerId: 'ada', label: 'Paid' }] }).body,
      product_id: 'paid',
    });
    const [quote] = await offer(who);
    const body = {
      amount: quote!.subscription_premium.payment_amount,
      quote_id: quote!.quote_id,
      client_id: who.clientId,
      appointment_id: paid.appointment_id!,
    };
    expect(await buy(who, body)).toEqual({ complete: true });
    expect(await buy(who, body)).toEqual({ complete: true });
    expect(await find(who, ' REX ')).toEqual({ id: quote!.id });
    expect(await offer(who)).toEqual([]);
    expect(faults.purchases).toBe(1);
  });

  test("API-55 409 conflict for another premium than the insurer's, and for a pet that is insured", async () => {
    await startWith();
    const { who, body } = await offered();
    expect(await server.send(buyInsurance, { body: { ...body, amount: 1 } }, { token: who.token })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    const [second] = await offer(who);
    await enter((await buy(who, body)).client_secret, cards.pays);
    expect(await complete(who, body.quote_id)).toEqual({ complete: true });
    expect(
      await server.send(buyInsurance, { body: { ...body, quote_id: second!.quote_id } }, { token: who.token }),
    ).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test("API-55 404 for another owner's quote, client or appointment", async () => {
    await startWith();
    const { who, body } = await offered();
    const rival = await other();
    const gone = { status: 404, body: { code: 'not_found' } };
    const send = (given: Partial<typeof body>, token = who.token) =>
      server.send(buyInsurance, { body: { ...body, ...given } }, { token });
    expect(await send({}, rival.token)).toMatchObject(gone);
    expect(await send({ client_id: rival.clientId }, rival.token)).toMatchObject(gone);
    expect(await send({ client_id: rival.clientId })).toMatchObject(gone);
    expect(await send({ quote_id: 'nothing' })).toMatchObject(gone);
    expect(await send({ appointment_id: 'nothing' })).toMatchObject(gone);
    expect(faults.purchases).toBe(0);
  });

  test('API-55 422 with the words of INS-12 when the insurer refuses, or the clinic has stopped offering (INS-12)', async () => {
    await startWith();
    const { who, body } = await offered({ zip: '00000' });
    const words = 'There was a problem purchasing your pet insurance, but your appointment has still been booked.';
    expect(await server.send(buyInsurance, { body }, { token: who.token })).toMatchObject({
      status: 422,
      body: { code: 'not_allowed', message: words },
    });
    expect(await find(who)).toBeNull();
  });

  test('API-55 422 where the appointment was called off while its offer was open', async () => {
    await startWith();
    const { who, body } = await offered();
    await server.db
      .updateTable('appointments')
      .set({ status: 'DECLINED' })
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', body.appointment_id)
      .execute();
    expect(await server.send(buyInsurance, { body }, { token: who.token })).toMatchObject({
      status: 422,
      body: { code: 'not_allowed' },
    });
    expect(faults.purchases).toBe(0);
  });

  test('API-55 503 while the insurer does not answer; the same call goes on later', async () => {
    await startWith();
    const { who, body } = await offered();
    const key = randomUUID();
    faults.isDown = true;
    expect(await server.send(buyInsurance, { body }, { token: who.token, key })).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });
    faults.isDown = false;
    expect((await buy(who, body, key)).client_secret).toMatch(/_secret_/);
  });

  test('API-55 400 with what the contract does not know, 401 for a guest', async () => {
    await startWith();
    const { who, body } = await offered();
    expect(
      await server.send(buyInsurance, { body: { ...body, amount: 'much' } as never }, { token: who.token }),
    ).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect(await server.send(buyInsurance, { body }, { token: (await server.signInGuest()).token })).toMatchObject({
      status: 401,
    });
    expect(await server.send(buyInsurance, { body: { ...body, quote_id: 'x' } }, { token: who.token })).toMatchObject({
      status: 404,
    });
  });
});

describe('API-56 PUT /insurance_quotes/complete_payment', () => {
  test('API-56 is complete once the card has paid, and stays so', async () => {
    await startWith();
    const { who, body, quote } = await offered();
    expect(await complete(who, body.quote_id)).toEqual({ complete: false });
    const { client_secret: secret } = await buy(who, body);
    expect(await complete(who, body.quote_id)).toEqual({ complete: false });
    expect(await enter(secret, cards.declined)).toMatchObject({ status: 'failed', message: 'Your card was declined.' });
    expect(await complete(who, body.quote_id)).toEqual({ complete: false });
    expect(await enter(secret, cards.pays)).toMatchObject({ status: 'succeeded' });
    for (let times = 0; times < 2; times += 1) expect(await complete(who, body.quote_id)).toEqual({ complete: true });
    expect(await find(who)).toEqual({ id: quote.id });
  });

  test('API-56 is not complete for a card that is refused later; an insurer that does not answer has not said so (INS-13, D-13)', async () => {
    await startWith();
    const { who, body } = await offered();
    const { client_secret: secret } = await buy(who, body);
    expect(await enter(secret, cards.declinedLater)).toMatchObject({ status: 'succeeded' });
    expect(await complete(who, body.quote_id)).toEqual({ complete: false });
    faults.isDown = true;
    await expect(complete(who, body.quote_id)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  });

  test('API-56 a bank that wants to see the owner', async () => {
    await startWith();
    const { who, body } = await offered();
    const { client_secret: secret } = await buy(who, body);
    const waiting = await enter(secret, cards.redirects);
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    const { pathname } = new URL(waiting.next_action!.redirect_to_url!.url);
    const answer = await server.app.inject({
      method: 'POST',
      url: pathname,
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'answer=approve',
    });
    expect(answer.headers.location).toMatch(new RegExp(`^${publicUrl}/${server.clinicId}\\?payment_intent=`));
    expect(await complete(who, body.quote_id)).toEqual({ complete: true });
  });

  test('API-56 D-413 a premium that is being processed is told so, asked again, and never paid twice', async () => {
    await startWith();
    const { who, body, quote } = await offered();
    // A second offer for the same pet, as another tab would have it.
    const [second] = await offer(who);
    const { client_secret: secret } = await buy(who, body);
    expect(await enter(secret, cards.slow)).toMatchObject({ status: 'succeeded' });
    for (let times = 0; times < 2; times += 1)
      expect(await complete(who, body.quote_id)).toEqual({ complete: false, processing: true });
    // There is no card to enter for it, and no other offer to pay.
    const again = await buy(who, body);
    expect([again.complete, again.processing, again.client_secret ?? null]).toEqual([false, true, null]);
    await expect(
      buy(who, { ...body, quote_id: second!.quote_id, amount: second!.subscription_premium.payment_amount }),
    ).rejects.toMatchObject({ status: 409, code: 'conflict' });
    expect([await find(who), await offer(who)]).toEqual([{ id: quote.id }, []]);
    faults.isDown = true;
    expect([await find(who), await offer(who)]).toEqual([{ id: quote.id }, []]);
    faults.isDown = false;
    server.clock.advance(6_000);
    for (let times = 0; times < 2; times += 1) expect(await complete(who, body.quote_id)).toEqual({ complete: true });
    const paid = await server.db
      .selectFrom('sandbox_intents')
      .select('status')
      .where('clinic_id', '=', server.clinicId)
      .where('kind', '=', 'payment')
      .execute();
    expect(paid).toEqual([{ status: 'succeeded' }]);
  });

  test('API-56 400, 401 and 404', async () => {
    await startWith();
    const { body } = await offered();
    const rival = await other();
    await expect(complete(rival, body.quote_id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(
      await server.send(
        completeInsurance,
        { body: { quote_id: body.quote_id } },
        { token: (await server.signInGuest()).token },
      ),
    ).toMatchObject({ status: 401 });
    expect(await server.send(completeInsurance, { body: {} as never }, { token: rival.token })).toMatchObject({
      status: 400,
    });
  });
});

describe('one pet is insured once (D-102, D-413)', () => {
  const bodyOf = (who: Owner, quote: Awaited<ReturnType<typeof offer>>[number], appointmentId: string) => ({
    amount: quote.subscription_premium.payment_amount,
    quote_id: quote.quote_id,
    client_id: who.clientId,
    appointment_id: appointmentId,
  });
  /** Several offers for the pet, as that many tabs have them. */
  async function tabs(count: number) {
    const { who, body } = await offered();
    const quotes = await Promise.all(
      Array.from({ length: count - 1 }, async () =>
        bodyOf(who, (await offer(who, { name: ' rex ' }))[0]!, body.appointment_id),
      ),
    );
    return { who, bodies: [body, ...quotes] };
  }
  const charged = () =>
    server.db
      .selectFrom('sandbox_intents')
      .select('id')
      .where('clinic_id', '=', server.clinicId)
      .where('kind', '=', 'payment')
      .where('status', '=', 'succeeded')
      .execute();
  const conflict = (message: RegExp) => ({ status: 409, code: 'conflict', message: expect.stringMatching(message) });

  test('API-55 API-56 of two tabs that both ask for a card one is charged, and the other is told so', async () => {
    await startWith();
    const { who, bodies } = await tabs(2);
    const [first, second] = bodies;
    const early = await buy(who, first!);
    const late = await buy(who, second!);
    await enter(late.client_secret, cards.pays);
    expect(await complete(who, second!.quote_id)).toEqual({ complete: true });
    expect(await enter(early.client_secret, cards.pays)).toMatchObject({ status: 'failed' });
    await expect(complete(who, first!.quote_id)).rejects.toMatchObject(conflict(/insured already.+not been charged/));
    await expect(buy(who, first!)).rejects.toMatchObject(conflict(/insured already.+not been charged/));
    expect(await complete(who, second!.quote_id)).toEqual({ complete: true });
    expect(await charged()).toHaveLength(1);
  });

  test('API-55 API-56 the tab that was first may have paid before the second one asks for a card', async () => {
    await startWith();
    const { who, bodies } = await tabs(2);
    await enter((await buy(who, bodies[0]!)).client_secret, cards.pays);
    await expect(buy(who, bodies[1]!)).rejects.toMatchObject(conflict(/insured already/));
    expect(await complete(who, bodies[0]!.quote_id)).toEqual({ complete: true });
    await expect(complete(who, bodies[1]!.quote_id)).rejects.toMatchObject(conflict(/insured already/));
    expect(await charged()).toHaveLength(1);
  });

  test('API-55 an offer that was accepted later replaces one that is not paid, whose tab is told so', async () => {
    await startWith();
    const { who, bodies } = await tabs(2);
    const early = await buy(who, bodies[0]!);
    const late = await buy(who, bodies[1]!);
    expect(await enter(early.client_secret, cards.pays)).toMatchObject({ status: 'failed' });
    await expect(complete(who, bodies[0]!.quote_id)).rejects.toMatchObject(conflict(/accepted after this one/));
    await expect(buy(who, bodies[0]!)).rejects.toMatchObject(conflict(/accepted after this one/));
    expect([await find(who), await charged()]).toEqual([null, []]);
    await enter(late.client_secret, cards.pays);
    expect(await complete(who, bodies[1]!.quote_id)).toEqual({ complete: true });
  });

  test('API-56 D-413 an offer is not paid beside one that is being processed', async () => {
    await startWith();
    const { who, bodies } = await tabs(2);
    const early = await buy(who, bodies[0]!);
    const late = await buy(who, bodies[1]!);
    await enter(late.client_secret, cards.slow);
    expect(await enter(early.client_secret, cards.pays)).toMatchObject({ status: 'failed' });
    await expect(complete(who, bodies[0]!.quote_id)).rejects.toMatchObject(conflict(/being paid already/));
    expect(await complete(who, bodies[1]!.quote_id)).toEqual({ complete: false, processing: true });
    server.clock.advance(6_000);
    await expect(complete(who, bodies[0]!.quote_id)).rejects.toMatchObject(conflict(/insured already/));
    expect(await charged()).toHaveLength(1);
  });

  test('API-55 a replaced offer that the insurer could not withdraw keeps the next one from being paid', async () => {
    await startWith();
    const { who, bodies } = await tabs(2);
    const early = await buy(who, bodies[0]!);
    const key = randomUUID();
    faults.isDown = true;
    await expect(buy(who, bodies[1]!, key)).rejects.toMatchObject({ status: 503 });
    faults.isDown = false;
    await enter(early.client_secret, cards.pays);
    await expect(buy(who, bodies[1]!, key)).rejects.toMatchObject(conflict(/insured already/));
    expect(await complete(who, bodies[0]!.quote_id)).toEqual({ complete: true });
    expect(await charged()).toHaveLength(1);
  });

  test('API-55 API-56 twenty-five purchases and fifty completions at once charge once', async () => {
    await startWith();
    const { who, bodies } = await tabs(25);
    const bought = await Promise.allSettled(bodies.map((body) => buy(who, body)));
    const secrets = bought.flatMap((one) =>
      one.status === 'fulfilled' && one.value.client_secret ? [one.value.client_secret] : [],
    );
    expect(secrets.length).toBeGreaterThan(0);
    for (const one of bought)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, code: 'conflict' });
    await Promise.all(secrets.map((secret) => enter(secret, cards.pays)));
    expect(await charged()).toHaveLength(1);
    const completed = await Promise.allSettled([...bodies, ...bodies].map(({ quote_id }) => complete(who, quote_id)));
    expect(completed.filter((one) => one.status === 'fulfilled').map(({ value }) => value)).toEqual([
      { complete: true },
      { complete: true },
    ]);
    for (const one of completed)
      if (one.status === 'rejected') expect(one.reason).toMatchObject(conflict(/insured already/));
    const { count } = await server.db
      .selectFrom('insurance_quotes')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('clinic_id', '=', server.clinicId)
      .where('status', '=', 'complete')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
  });

  test('API-55 fifty purchases at once with the card of a deposit charge once', async () => {
    await startWith();
    const who = await jo();
    const paid = await pay(server, who, {
      ...bookingStart(nine, { products: [{ id: 'paid', anyone: true, providerId: 'ada', label: 'Paid' }] }).body,
      product_id: 'paid',
    });
    const before = (await charged()).length;
    const quotes = await Promise.all(Array.from({ length: 50 }, async () => (await offer(who))[0]!));
    const bought = await Promise.allSettled(quotes.map((quote) => buy(who, bodyOf(who, quote, paid.appointment_id!))));
    expect(bought.filter(({ status }) => status === 'fulfilled')).toEqual([
      { status: 'fulfilled', value: { complete: true } },
    ]);
    expect(await charged()).toHaveLength(before + 1);
  });

  test('API-55 the same purchase sent ten times at once is one, and each is told so', async () => {
    await startWith();
    const who = await jo();
    const paid = await pay(server, who, {
      ...bookingStart(nine, { products: [{ id: 'paid', anyone: true, providerId: 'ada', label: 'Paid' }] }).body,
      product_id: 'paid',
    });
    const before = (await charged()).length;
    const body = bodyOf(who, (await offer(who))[0]!, paid.appointment_id!);
    const bought = await Promise.all(Array.from({ length: 10 }, () => buy(who, body)));
    expect(new Set(bought.map(({ complete }) => complete))).toEqual(new Set([true]));
    expect(await charged()).toHaveLength(before + 1);
  });

  test('API-55 another pet of the same owner is insured too', async () => {
    await startWith();
    const { who, body } = await offered();
    await enter((await buy(who, body)).client_secret, cards.pays);
    const tom = bodyOf(who, (await offer(who, { name: 'Tom' }))[0]!, body.appointment_id);
    const { client_secret: secret } = await buy(who, tom);
    await enter(secret, cards.pays);
    expect(await complete(who, tom.quote_id)).toEqual({ complete: true });
    expect(await complete(who, body.quote_id)).toEqual({ complete: true });
  });
});

describe('API-57 GET /insurance_quotes/find/{client_id}', () => {
  test("API-57 finds a bought quote by the pet's name, also when the page was closed after the card", async () => {
    await startWith();
    const { who, body, quote } = await offered();
    expect(await find(who)).toBeNull();
    await enter((await buy(who, body)).client_secret, cards.pays);
    expect(await find(who, 'rex')).toEqual({ id: quote.id });
    expect(await find(who, 'Tom')).toBeNull();
  });

  test('API-57 400, 401 and 404 for another client', async () => {
    await startWith();
    const who = await jo();
    await expect(find(who, 'Rex', 'client-casey')).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(
      await server.send(
        findInsuranceQuote,
        { params: { client_id: who.clientId }, query: {} as never },
        { token: who.token },
      ),
    ).toMatchObject({ status: 400 });
    expect(
      await server.send(
        findInsuranceQuote,
        { params: { client_id: who.clientId }, query: { name: 'Rex' } },
        { token: (await server.signInGuest()).token },
      ),
    ).toMatchObject({ status: 401 });
  });
});

describe('API-58 GET /insurance_quotes/client_id', () => {
  test("API-58 gives the insurer's partner id, and null where no insurance is offered", async () => {
    await startWith();
    const who = await jo();
    expect(await server.api(getInsurerClientId, {}, { token: who.token })).toEqual({ client_id: 'sandbox-partner' });
    await startWith({ vertical_insure_enabled: false });
    expect(await server.api(getInsurerClientId, {}, { token: (await jo()).token })).toEqual({ client_id: null });
  });

  test('API-58 401 for a guest', async () => {
    await startWith();
    expect(await server.send(getInsurerClientId, {}, { token: (await server.signInGuest()).token })).toMatchObject({
      status: 401,
    });
  });
});
