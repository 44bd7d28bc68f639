import { describe, expect, it } from 'vitest';
import { checkTimeSlot, createHold, extendHold, openTimes } from '../../../src/contract/availability';
import { product, provider } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import {
  bookAs,
  chicago,
  claimLines,
  crowd,
  holdBody,
  manyClinics,
  MINUTE,
  overlappingClaims,
  owner,
  tally,
  timesBody,
  wednesday,
} from './support';

let server: TestServer;
const open = manyClinics();
const startWith = async (...given: Parameters<typeof open>) => (server = await open(...given));

const nine = chicago(wednesday, '09:00');
const guest = async () => (await server.signInGuest()).token;
const startsOn = async (token: string | null = null) =>
  (
    await server.api(
      openTimes,
      { body: timesBody({ date: wednesday, days_to_check: 1, max_attempts: 1, providerIds: ['ada'] }) },
      { token },
    )
  ).data.flatMap((day) => day.times.map((time) => time.dateTime));

describe('API-30: holding a start', () => {
  it('lasts ten minutes, whatever the request says, and hides the time from others but not from its own session', async () => {
    await startWith();
    const token = await guest();
    const hold = await server.api(
      createHold,
      { body: holdBody(nine, { expire: '2099-01-01T00:00:00Z', to_date: '2099-01-01T00:00:00Z' }) },
      { token },
    );
    expect(hold.expire).toBe('2026-11-21T15:10:00.000Z');
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${chicago(wednesday, '09:30')} hold`]);
    expect(await startsOn()).not.toContain(nine);
    expect(await startsOn(token)).toContain(nine);
  });

  it("takes the place of the session's earlier hold only when it is granted", async () => {
    await startWith();
    const [token, other] = [await guest(), await guest()];
    await server.api(createHold, { body: holdBody(chicago(wednesday, '10:00')) }, { token: other });
    await server.api(createHold, { body: holdBody(nine) }, { token });
    await expect(
      server.api(createHold, { body: holdBody(chicago(wednesday, '10:15')) }, { token }),
    ).rejects.toMatchObject({ code: 'slot_gone', status: 409 });
    expect(await startsOn()).not.toContain(nine);

    await server.api(createHold, { body: holdBody(chicago(wednesday, '09:15')) }, { token });
    expect(await startsOn(other)).toContain(chicago(wednesday, '11:00'));
    expect((await claimLines(server)).map((line) => line.split(' ')[1])).toEqual([
      chicago(wednesday, '09:15'),
      chicago(wednesday, '10:00'),
    ]);
  });

  it('frees the time when it expires', async () => {
    await startWith();
    await server.api(createHold, { body: holdBody(nine) }, { token: await guest() });
    const token = await guest();
    server.clock.advance(10 * MINUTE - 1);
    expect(await startsOn()).not.toContain(nine);
    await expect(server.api(createHold, { body: holdBody(nine) }, { token })).rejects.toMatchObject({
      code: 'slot_gone',
    });
    server.clock.advance(1);
    expect(await startsOn()).toContain(nine);
    await server.api(createHold, { body: holdBody(nine) }, { token });
    expect(await claimLines(server)).toHaveLength(1);
  });

  it('of several types covers all of them, as the check and the booking do (D-72)', async () => {
    await startWith();
    const [who, other] = [await owner(server, 'casey@example.com'), await guest()];
    const both = { appointment_type_id: 'exam', appointment_type_ids: ['exam', 'surgery'] };
    const check = (start: string, types: object) =>
      server.api(
        checkTimeSlot,
        { body: { provider_id: 'ada', start_time: start, duration: 90, appointment_type_id: 'exam', ...types } },
        { token: other },
      );
    const hold = await server.api(createHold, { body: holdBody(nine, both) }, { token: who.token });
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${chicago(wednesday, '10:30')} hold`]);
    expect(await check(chicago(wednesday, '10:00'), {})).toEqual({ available: false });
    const afterNoon = chicago(wednesday, '16:15');
    expect([await check(afterNoon, {}), await check(afterNoon, both)]).toEqual([
      { available: true },
      { available: false },
    ]);

    const booked = await bookAs(server, who, nine, {
      time_slot_calendar_id: hold.id,
      products: ['exam', 'surgery'].map((id) => ({ id, anyone: true, providerId: 'ada', label: id })),
    });
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${chicago(wednesday, '10:30')} appointment`]);
    expect(
      booked.items.map(({ metadata: { productId, productName, productTime } }) => [
        productId,
        productName,
        productTime,
      ]),
    ).toEqual([
      ['exam', 'Exam', 30],
      ['surgery', 'Surgery consult', 60],
    ]);
    await expect(
      server.api(
        createHold,
        { body: holdBody(nine, { ...both, appointment_type_ids: ['exam', 'secret'] }) },
        { token: other },
      ),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      server.api(createHold, { body: holdBody(nine, { ...both, appointment_type_ids: [] }) }, { token: other }),
    ).rejects.toMatchObject({ code: 'validation' });
  });

  describe('with the fields of API-30 alone (D-412)', () => {
    /** All that API-30 names; no type, no location. */
    const plain = (from: string, minutes: number, given: Partial<ReturnType<typeof holdBody>> = {}) => {
      const { appointment_type_id: _, ...body } = holdBody(from, {
        to_date: new Date(Date.parse(from) + minutes * MINUTE).toISOString(),
        room_id: null,
        last_modified_by: 'me',
        last_modified_date: from,
        ...given,
      });
      return body;
    };
    const hold = async (body: ReturnType<typeof plain>, token?: string) =>
      server.send(createHold, { body }, { token: token ?? (await guest()), key: null });

    it('is as long as its dates say, and hides that time', async () => {
      await startWith();
      expect(await hold(plain(nine, 45))).toMatchObject({
        status: 200,
        body: { data: { expire: '2026-11-21T15:10:00.000Z' } },
      });
      expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${chicago(wednesday, '09:45')} hold`]);
      expect(await startsOn()).not.toContain(chicago(wednesday, '09:30'));
      expect(await hold(plain(chicago(wednesday, '09:30'), 15))).toMatchObject({ status: 409 });
    });

    it('lets its own session book the time', async () => {
      await startWith();
      const who = await owner(server, 'casey@example.com');
      expect(await hold(plain(nine, 30), who.token)).toMatchObject({ status: 200 });
      await bookAs(server, who, nine);
      expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${chicago(wednesday, '09:30')} appointment`]);
    });

    it.each([[0], [-30], [61], [1e6]])(
      'of %d minutes is refused: none, or more than the longest type takes',
      async (minutes) => {
        await startWith();
        expect(await hold(plain(nine, minutes))).toMatchObject({
          status: 400,
          body: { code: 'validation', fields: { to_date: expect.stringContaining("clinic's longest type") as string } },
        });
        expect(await claimLines(server)).toEqual([]);
      },
    );

    it('may be as long as all parts of the longest type', async () => {
      await startWith({
        products: [
          product({ id: 'exam' }),
          product({
            id: 'long',
            metadata: { time: 10 },
            segments: [
              { minutes: 50, providerIds: ['ada'] },
              { minutes: 40, providerIds: ['ben'] },
            ],
          }),
        ],
      });
      expect(await hold(plain(nine, 91))).toMatchObject({ status: 400 });
      expect(await hold(plain(nine, 90))).toMatchObject({ status: 200 });
      expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${chicago(wednesday, '10:30')} hold`]);
    });

    it('takes a room where it names one, keeps to hours and grid, and knows whom and what there is', async () => {
      await startWith({
        rooms: [{ id: 'one', name: 'One' }],
        providers: [provider({ id: 'ada' }), provider({ id: 'ben', private: true })],
        products: [product({ id: 'exam', providerIds: ['ada'] })],
      });
      expect(await hold(plain(nine, 30, { room_id: 'one' }))).toMatchObject({ status: 200 });
      expect((await claimLines(server)).map((line) => line.split(' ')[0])).toEqual(['provider:ada', 'room:one']);
      expect(await hold(plain(chicago(wednesday, '08:00'), 30))).toMatchObject({ status: 409 });
      expect(await hold(plain(chicago(wednesday, '10:05'), 30))).toMatchObject({ status: 409 });
      expect(await hold(plain(chicago(wednesday, '10:00'), 30, { provider_id: 'ben' }))).toMatchObject({ status: 404 });
      expect(await hold(plain(chicago(wednesday, '10:00'), 30, { room_id: 'two' }))).toMatchObject({ status: 404 });
      expect(await hold(plain(chicago(wednesday, '10:00'), 30, { location_id: 'north' }))).toMatchObject({
        status: 404,
      });
      expect(await hold(plain(chicago(wednesday, '10:00'), 30, { is_dropoff: true }))).toMatchObject({ status: 422 });
    });
  });

  it('gives the first hold again when its reply was lost', async () => {
    await startWith();
    const [token, key] = [await guest(), '6f2d7f0e-58c1-4f5e-9a53-0f9f3a3b8f11'];
    const first = await server.api(createHold, { body: holdBody(nine) }, { token, key });
    expect(await server.api(createHold, { body: holdBody(nine) }, { token, key })).toEqual(first);
    expect(await claimLines(server)).toHaveLength(1);
  });

  it.each([
    ['before the hours', chicago(wednesday, '08:45')],
    ['past the end of the hours', chicago(wednesday, '16:45')],
    ['off the grid', chicago(wednesday, '09:05')],
    ['on a closed day', chicago('2026-11-28', '09:00')],
    ['in the past', chicago('2026-11-20', '09:00')],
    ['beyond the lead time', chicago('2026-12-21', '09:00')],
    ['in another century', '8999-12-31T15:00:00Z'],
  ])('refuses a start %s', async (_, at) => {
    await startWith();
    await expect(server.api(createHold, { body: holdBody(at) }, { token: await guest() })).rejects.toMatchObject({
      code: 'slot_gone',
    });
    expect(await claimLines(server)).toEqual([]);
  });

  it('refuses what the catalogue does not have or offer', async () => {
    const shown = {
      locations: [{ id: 'north', name: 'North', product_ids: ['surgery'] }],
      providers: [provider({ id: 'ada' }), provider({ id: 'ben' }), provider({ id: 'eve', private: true })],
      products: [
        product({ id: 'exam', providerIds: ['ada', 'eve'] }),
        product({ id: 'surgery', providerIds: ['ada'] }),
        product({ id: 'secret', hidden_from_clients: true, visibility_token: 'open-sesame', providerIds: ['ada'] }),
      ],
    };
    await startWith(shown);
    const token = await guest();
    const hold = (given: Parameters<typeof holdBody>[1]) =>
      server.api(createHold, { body: holdBody(nine, given) }, { token });
    await expect(hold({ provider_id: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(hold({ provider_id: 'eve' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(hold({ provider_id: 'ben' })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(hold({ room_id: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(hold({ location_id: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(hold({ location_id: 'north' })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(hold({ is_dropoff: true })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(hold({ appointment_type_id: 'nothing' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(hold({ appointment_type_id: 'secret' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(hold({ appointment_type_id: 'secret', product_token: 'wrong' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(hold({ appointment_type_id: 'secret', product_token: 'open-sesame' })).resolves.toMatchObject({
      expire: '2026-11-21T15:10:00.000Z',
    });
  });

  it('needs a session', async () => {
    await startWith();
    await expect(server.api(createHold, { body: holdBody(nine) }, { token: null })).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe('API-30: holding on', () => {
  it('goes once, in the last minute, for ten more', async () => {
    await startWith();
    const token = await guest();
    const { id } = await server.api(createHold, { body: holdBody(nine) }, { token });
    const extend = (by = token) => server.api(extendHold, { params: { id } }, { token: by });
    server.clock.advance(9 * MINUTE - 1);
    await expect(extend()).rejects.toMatchObject({ code: 'not_allowed', status: 422 });
    server.clock.advance(1);
    await expect(extend(await guest())).rejects.toMatchObject({ code: 'not_found', status: 404 });
    expect(await extend()).toEqual({ id, expire: '2026-11-21T15:20:00.000Z' });
    server.clock.advance(10 * MINUTE + 30_000);
    expect(await startsOn()).not.toContain(nine);
    await expect(extend()).rejects.toMatchObject({ code: 'not_allowed' });
    server.clock.advance(30_000);
    expect(await startsOn()).toContain(nine);
  });

  it('is too late for a hold that has expired', async () => {
    await startWith();
    const token = await guest();
    const { id } = await server.api(createHold, { body: holdBody(nine) }, { token });
    server.clock.advance(10 * MINUTE);
    await expect(server.api(extendHold, { params: { id } }, { token })).rejects.toMatchObject({
      code: 'slot_gone',
      status: 409,
    });
  });
});

describe('API-30: many at once', () => {
  it('gives one slot to exactly one of fifty', async () => {
    await startWith();
    const tokens = await crowd(50, guest);
    const replies = await crowd(50, (index) =>
      server.send(createHold, { body: holdBody(nine) }, { token: tokens[index]! }),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 49 });
    expect(replies.find((reply) => reply.status === 409)!.body).toMatchObject({
      code: 'slot_gone',
      message: expect.stringContaining('this time is no longer available'),
    });
    expect(await claimLines(server)).toHaveLength(1);
  });

  it('keeps overlapping starts apart, also when everybody changes their mind', async () => {
    await startWith();
    const tokens = await crowd(25, guest);
    const times = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15'];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    const wishes = Array.from({ length: 75 }, (_, index) => ({
      token: tokens[index % 25]!,
      time: times[random(times.length)]!,
      provider_id: random(2) ? 'ada' : 'ben',
    }));
    const replies = await Promise.all(
      wishes.map(({ token, time, provider_id }) =>
        server.send(createHold, { body: holdBody(chicago(wednesday, time), { provider_id }) }, { token }),
      ),
    );
    expect(Object.keys(tally(replies)).sort()).toEqual(['200', '409']);
    expect(await overlappingClaims(server)).toBe(0);
    const holds = await server.db
      .selectFrom('holds')
      .select('session_id')
      .where('clinic_id', '=', server.clinicId)
      .execute();
    expect(new Set(holds.map((hold) => hold.session_id)).size).toBe(holds.length);
  });

  it('lets as many into one slot as the clinic allows', async () => {
    await startWith({
      shop: {
        feature_settings: {
          booking_limit_per_time_slot_enabled: { enabled: true, apply_to_providers: true, limit: 3 },
        },
      },
    });
    const tokens = await crowd(12, guest);
    const replies = await crowd(12, (index) =>
      server.send(createHold, { body: holdBody(nine) }, { token: tokens[index]! }),
    );
    expect(tally(replies)).toEqual({ 200: 3, 409: 9 });
  });
});

describe('API-30: live holds', () => {
  const openCapped = manyClinics({ overrides: { caps: { liveHoldsPerAddress: { max: 2, windowMs: MINUTE } } } });

  it('are capped per address', async () => {
    server = await openCapped();
    const hold = async (time: string) =>
      server.send(createHold, { body: holdBody(chicago(wednesday, time)) }, { token: await guest() });
    expect([(await hold('09:00')).status, (await hold('10:00')).status]).toEqual([200, 200]);
    const third = await hold('11:00');
    expect(third.status).toBe(429);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    server.clock.advance(10 * MINUTE);
    expect((await hold('11:00')).status).toBe(200);
  });
});
