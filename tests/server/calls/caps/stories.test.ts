import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createAppointment, CUSTOMER_SITE, cancelAppointment } from '../../../../src/contract/appointments';
import { initCode, initReset, ROLE_CUSTOMER } from '../../../../src/contract/auth';
import { createHold } from '../../../../src/contract/availability';
import { startPayment } from '../../../../src/contract/payments';
import { requestRefill } from '../../../../src/contract/pets';
import { joinWaitlist, leaveWaitlist } from '../../../../src/contract/waitlist';
import type { FeatureSettings } from '../../../../src/contract/settings';
import type { TestServer } from '../../../support/server';
import { bookAs, crowd, holdBody, jo, manyClinics, MINUTE, owner, tally, wednesday } from '../../booking/support';
import { bookingStart, pay } from '../../payments/support';
import { importClinicFile } from '../../../../server/modules/clinicFile/import';
import { clinicFile, client } from '../../../support/clinicFile';
import { busyClinic, slot, talk } from './rows';

const DAY = 24 * 60 * MINUTE;

const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const busy = (settings: FeatureSettings = {}, from = open): Promise<TestServer> =>
  from({
    ...busyClinic,
    shop: { ...busyClinic.shop, feature_settings: { ...busyClinic.shop!.feature_settings, ...settings } },
  });

const books = (server: TestServer, who: { token: string }, n: number, key?: string) =>
  server.send(createAppointment, { body: talk(n) }, { token: who.token, ...(key && { key }) });
const holds = (server: TestServer, token: string, n: number) =>
  server.send(createHold, { body: holdBody(slot(n), { appointment_type_id: 'talk' }) }, { token });

describe('what was done to a clinic before there were caps (D-404)', () => {
  test('one address holds 40 of 60 starts at most, and a visitor who has one may still choose another', async () => {
    const server = await busy();
    const tokens = await crowd(60, async () => (await server.signInGuest()).token);
    const replies = await crowd(60, (n) => holds(server, tokens[n]!, n));
    expect(tally(replies)).toEqual({ 200: 40, 429: 20 });
    const refused = replies.find(({ status }) => status === 429)!;
    expect(refused).toMatchObject({
      body: {
        message: 'Too many times are being held from your network. Please try again later, or call us at 512-555-0100.',
      },
      headers: { 'retry-after': '600' },
    });
    const holder = tokens[replies.findIndex(({ status }) => status === 200)]!;
    expect((await holds(server, holder, 60)).status).toBe(200);
    server.clock.advance(10 * MINUTE);
    expect((await holds(server, tokens[replies.indexOf(refused)]!, 61)).status).toBe(200);
  }, 60_000);

  test('an owner whom nobody knows has four upcoming appointments at most, in a crowd too', async () => {
    const server = await busy();
    const who = await owner(server, 'throwaway@example.com');
    expect(tally(await crowd(30, (n) => books(server, who, n)))).toEqual({ 200: 4, 429: 26 });
    const refused = await books(server, who, 31);
    expect(refused.body).toMatchObject({
      message: 'You have as many upcoming appointments as can be booked online. Please call us at 512-555-0100.',
    });
    const { starts_at } = await server.db
      .selectFrom('appointments')
      .select('starts_at')
      .where('clinic_id', '=', server.clinicId)
      .orderBy('starts_at')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(Number(refused.headers['retry-after']) * 1000, 'until the first of them begins').toBe(
      starts_at.getTime() - server.clock.now().getTime(),
    );
  }, 60_000);

  test('one owner books 20 visits, asks for 20 refills and changes the waitlist 20 times a day, where the clinic allows more at a time', async () => {
    const server = await busy({ max_upcoming_appointments: 1000, max_upcoming_appointments_new: 1000 });
    const who = await owner(server, 'throwaway@example.com');
    const booked = await crowd(40, (n) => books(server, who, n));
    expect(tally(booked)).toEqual({ 200: 20, 429: 20 });

    const { id, patient_id } = await server.db
      .selectFrom('appointments')
      .select(['id', 'patient_id'])
      .where('clinic_id', '=', server.clinicId)
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(
      tally(
        await crowd(40, (n) =>
          server.send(requestRefill, { body: { patient_id: patient_id!, note: `drops ${n}` } }, { token: who.token }),
        ),
      ),
    ).toEqual({ 200: 20, 429: 20 });

    const wish = { body: { client_id: who.clientId, appointment_id: id } };
    const answers = [];
    for (let n = 0; n < 15; n++)
      answers.push(
        await server.send(joinWaitlist, wish, { token: who.token }),
        await server.send(joinWaitlist, wish, { token: who.token }),
        await server.send(leaveWaitlist, wish, { token: who.token }),
      );
    // Joining again changes nothing, and is not counted; after the last change that is allowed the place stays given up.
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(
      await server.db.selectFrom('waitlisters').select('id').where('clinic_id', '=', server.clinicId).execute(),
    ).toEqual([]);

    const notices = await server.db
      .selectFrom('messages')
      .select('waiting')
      .where('clinic_id', '=', server.clinicId)
      .where('notice_of', '=', who.clientId)
      .execute();
    expect(notices.filter(({ waiting }) => waiting === null)).toHaveLength(4);
    expect(notices).toHaveLength(60);
  }, 60_000);

  test("one phone gets as many codes over four clinics as at one, of any kind: ten a day less those kept for its owner's devices", async () => {
    const clinics = [await busy(), await busy(), await busy(), await busy()];
    const phoneNumber = '5125558100';
    const spellings = [phoneNumber, '512-555-8100', '+1 (512) 555-8100', '1;5125558100'];
    const asked = await Promise.all(
      clinics.map(async (server) => ({ server, token: (await server.signInGuest()).token })),
    );
    const replies = await crowd(40, (n) => {
      const { server, token } = asked[n % 4]!;
      const spelling = spellings[Math.floor(n / 4) % 4]!;
      return spelling.includes(';') || n % 2
        ? server.send(
            initReset,
            { body: { username: spelling.includes(';') ? spelling : `1;${phoneNumber}` } },
            { token },
          )
        : server.send(
            initCode,
            { body: { phoneNumber: spelling.slice(0, 15), phoneCode: '1', role: ROLE_CUSTOMER } },
            { token },
          );
    });
    expect(tally(replies.filter(({ status }) => status !== 400))).toEqual({
      200: 7,
      429: expect.any(Number) as number,
    });
    expect(
      await clinics[0]!.db.selectFrom('messages').select('id').where('recipient', '=', `+1${phoneNumber}`).execute(),
    ).toHaveLength(7);
    clinics[0]!.clock.advance(DAY);
    expect(
      (
        await asked[0]!.server.send(
          initCode,
          { body: { phoneNumber, phoneCode: '1', role: ROLE_CUSTOMER } },
          { token: asked[0]!.token },
        )
      ).status,
    ).toBe(200);
  });

  test('one address asks for codes over all clinics', async () => {
    const strict = await (await busy()).another({ caps: { codeSendsPerAddress: { max: 2, windowMs: DAY } } });
    const ask = async (clinic: TestServer, phoneNumber: string) => {
      const { token } = await clinic.signInGuest();
      return (
        await strict.send(
          initCode,
          { body: { phoneNumber, phoneCode: '1', role: ROLE_CUSTOMER } },
          { token, clinicId: clinic.clinicId },
        )
      ).status;
    };
    const [one, other] = [await busy(), await busy()];
    await one.db.deleteFrom('counters').execute();
    expect([await ask(one, '5125558201'), await ask(other, '5125558202'), await ask(other, '5125558203')]).toEqual([
      200, 200, 429,
    ]);
    await strict.app.close();
  });
});

describe('whom the clinic knows (D-404)', () => {
  const bookAll = async (server: TestServer, who: { token: string }) =>
    tally(await crowd(14, (n) => books(server, who, n)));

  test('an owner of its own file has ten upcoming appointments', async () => {
    const server = await busy();
    expect(await bookAll(server, await jo(server))).toEqual({ 200: 10, 429: 4 });
  }, 30_000);

  test('the clinic sets both numbers, and a stranger never has more than one whom it knows', async () => {
    const server = await busy({ max_upcoming_appointments: 3, max_upcoming_appointments_new: 7 });
    expect(await bookAll(server, await jo(server))).toEqual({ 200: 3, 429: 11 });
    const stranger = await owner(server, 'stranger@example.com');
    expect(tally(await crowd(6, (n) => books(server, stranger, 20 + n)))).toEqual({ 200: 3, 429: 3 });
  }, 30_000);

  test('a stranger is known once a visit that the clinic had accepted is over, or its file has them', async () => {
    const server = await busy();
    const [came, canceled, filed] = [
      await owner(server, 'came@example.com'),
      await owner(server, 'canceled@example.com'),
      await owner(server, 'filed@example.com'),
    ];
    await bookAs(server, came, slot(0), talk(0));
    const visit = await bookAs(server, canceled, slot(1), talk(1));
    await server.api(cancelAppointment, { body: { id: visit.id, source: CUSTOMER_SITE } }, { token: canceled.token });
    await importClinicFile(
      server.db,
      clinicFile({
        ...busyClinic,
        shop: { ...busyClinic.shop, id: server.clinicId },
        clients: [...busyClinic.clients!, client({ id: filed.clientId, email: 'filed@example.com' })],
      }),
      { now: server.clock.now(), demoMode: true },
    );
    server.clock.set(`${wednesday}T23:00:00Z`);
    const many = async (who: { token: string }, from: number) =>
      tally(await crowd(6, (n) => books(server, who, from + n)));
    expect(await many(came, 17)).toEqual({ 200: 6 });
    expect(await many(canceled, 24)).toEqual({ 200: 4, 429: 2 });
    expect(await many(filed, 33)).toEqual({ 200: 6 });
  }, 30_000);
});

describe('what is not counted (D-404)', () => {
  test('a booking that fails, however often', async () => {
    const server = await busy();
    await bookAs(server, await owner(server, 'earlier@example.com'), slot(0), talk(0));
    const who = await jo(server);
    for (let n = 0; n < 25; n++) expect((await books(server, who, 0)).status).toBe(409);
    expect((await books(server, who, 1)).status).toBe(200);
  }, 30_000);

  test('a booking that is sent again under its key, also where nothing more can be booked', async () => {
    const server = await busy({ max_upcoming_appointments: 2 });
    const who = await jo(server);
    const keys = [randomUUID(), randomUUID()];
    const first = [await books(server, who, 0, keys[0]), await books(server, who, 1, keys[1])];
    expect((await books(server, who, 2)).status).toBe(429);
    for (let n = 0; n < 22; n++)
      expect((await books(server, who, n % 2, keys[n % 2])).body).toEqual(first[n % 2]!.body);
    server.clock.set(new Date(Date.parse(slot(1)) + 1));
    for (let n = 0; n < 2; n++) expect((await books(server, who, 20 + n)).status).toBe(200);
  }, 30_000);

  test('what is paid for is booked, and a deposit is not opened for what could not be', async () => {
    const server = await busy({ max_upcoming_appointments: 1 });
    const who = await jo(server);
    const wish = bookingStart(slot(0));
    const opened = await server.api(startPayment, { body: wish.body }, { token: who.token });
    expect(opened.status).toBe('pending');
    // Its time is kept for it, so it counts as one that is upcoming.
    expect((await books(server, who, 4)).status).toBe(429);
    await pay(server, who, wish.body);
    expect(
      await server.db
        .selectFrom('appointments')
        .select('product_id')
        .where('clinic_id', '=', server.clinicId)
        .execute(),
    ).toEqual([{ product_id: 'exam' }]);
    expect(
      (
        await server.send(
          createAppointment,
          { body: { ...wish.booking, deposit_paid: true } },
          { token: who.token, key: wish.key },
        )
      ).status,
      'the page asks for it as well',
    ).toBe(200);
    const another = bookingStart(slot(2));
    const refused = await server.send(startPayment, { body: another.body }, { token: who.token });
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('Please call us at 512-555-0100.') as string },
    });
  }, 30_000);
});

describe('the key of a hold (D-404)', () => {
  const keys = async (server: TestServer) =>
    (
      await server.db
        .selectFrom('idempotency_keys')
        .select('key')
        .where('clinic_id', '=', server.clinicId)
        .where('endpoint', '=', 'createHold')
        .execute()
    ).map(({ key }) => key);
  const hold = (server: TestServer, token: string, n: number, key: string) =>
    server.api(createHold, { body: holdBody(slot(n), { appointment_type_id: 'talk' }) }, { token, key });

  test("a guest's goes when the hold goes, and holds once until then", async () => {
    const server = await busy();
    const { token } = await server.signInGuest();
    const [first, second] = [randomUUID(), randomUUID()];
    const held = await hold(server, token, 0, first);
    expect(await hold(server, token, 0, first)).toEqual(held);
    expect(await keys(server)).toEqual([first]);
    await hold(server, token, 1, second);
    expect(await keys(server)).toEqual([second]);
  });

  test("an owner's stays, also what was held as a guest", async () => {
    const server = await busy();
    const { token: guest } = await server.signInGuest();
    const key = randomUUID();
    const held = await hold(server, guest, 0, key);
    const { token } = await server.signIn('+15125550111', { token: guest });
    await bookAs(server, { token: (await owner(server, '+15125550111')).token }, slot(3), talk(3));
    expect(await hold(server, token, 0, key)).toEqual(held);
    await hold(server, token, 1, randomUUID());
    expect(await keys(server)).toContain(key);

    const { token: stranger } = await server.signInGuest();
    const theirs = randomUUID();
    await hold(server, stranger, 5, theirs);
    const { token: known } = await server.signIn('new@example.com', { token: stranger });
    await hold(server, known, 6, randomUUID());
    expect(await keys(server)).toContain(theirs);
  });
});
