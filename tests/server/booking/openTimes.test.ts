import { describe, expect, it } from 'vitest';
import { createHold, openTimes } from '../../../src/contract/availability';
import { product, provider, weekdayHours } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { chicago, holdBody, manyClinics, timesBody, wednesday } from './support';

let server: TestServer;
const open = manyClinics();
const startWith = async (...given: Parameters<typeof open>) => (server = await open(...given));

const search = (given: Parameters<typeof timesBody>[0] = {}, token: string | null = null) =>
  server.api(openTimes, { body: timesBody(given) }, { token });
const openDates = async (given: Parameters<typeof timesBody>[0] = {}) =>
  (await search(given)).data.map((day) => `${day.date} ${day.available}`);

describe('API-29: the search for start times', () => {
  it('gives the days of the first window that has an opening', async () => {
    await startWith();
    const { data, searched_to } = await search();
    expect(data.map((day) => [day.date, day.available])).toEqual([
      ['2026-11-21', 0],
      ['2026-11-22', 0],
      ['2026-11-23', 31],
      ['2026-11-24', 31],
    ]);
    expect(searched_to).toBe('2026-11-24');
    expect(data[2]!.times[1]).toEqual({
      label: '9:15am',
      value: '2026-11-23T15:15:00.000Z',
      enabled: true,
      dateTime: '2026-11-23T15:15:00.000Z',
      provider_id: 'ada',
      room_id: null,
    });
    expect(data.every((day) => day.use_time_slots)).toBe(true);
  });

  it('goes on window by window, at most max_attempts of them', async () => {
    await startWith({
      providers: [
        provider({ id: 'ada', hours: [{ day: 3, start: '09:00', end: '09:30' }] }),
        provider({ id: 'ben', hours: [] }),
      ],
    });
    expect(await search({ days_to_check: 2, max_attempts: 2 })).toEqual({ data: [], searched_to: '2026-11-24' });
    expect(await openDates({ days_to_check: 2, max_attempts: 3 })).toEqual(['2026-11-25 1', '2026-11-26 0']);
    expect((await search({ date: '2026-11-26', days_to_check: 8 })).searched_to).toBe('2026-12-03');
  });

  it('shows what was taken before it was asked, however many search at the same time', async () => {
    await startWith();
    const times = async () => (await search({ date: '2026-11-23', days_to_check: 1 })).data[0]!.available;
    const [guests, before] = await Promise.all([Promise.all([1, 2, 3].map(() => server.signInGuest())), times()]);
    let many: Promise<number>[] = [];
    for (const [n, guest] of guests.entries()) {
      many = [...many, times(), times()];
      await server.api(
        createHold,
        { body: holdBody(chicago('2026-11-23', `1${n}:00`), { provider_id: 'ada' }) },
        { token: guest.token },
      );
      await server.api(
        createHold,
        { body: holdBody(chicago('2026-11-23', `1${n}:00`), { provider_id: 'ben' }) },
        { token: (await server.signInGuest()).token },
      );
      // Both clinicians are taken from then on, so three starts fewer each time: none overlaps that half hour.
      expect(await Promise.all([times(), times(), times()])).toEqual(Array(3).fill(before - 3 * (n + 1)));
    }
    await Promise.all(many);
  });

  it('pages from exactly the day after', async () => {
    await startWith();
    const page = await search({ date: '2026-11-25', days_to_check: 8, exact_start_date: true });
    expect([page.data[0]!.date, page.searched_to]).toEqual(['2026-11-25', '2026-12-02']);
  });

  it('begins today when asked for an earlier day, unless exactly that day is meant', async () => {
    await startWith();
    expect((await search({ date: '2026-11-01' })).searched_to).toBe('2026-11-24');
    expect((await search({ date: '2026-11-01', exact_start_date: true, max_attempts: 1 })).searched_to).toBe(
      '2026-11-04',
    );
    expect((await search({ date: '9000-12-30' })).searched_to).toBe('9001-02-07');
  });

  it('offers nothing that has begun', async () => {
    await startWith({}, chicago('2026-11-23', '16:01'));
    expect(
      (await search({ date: '2026-11-23', days_to_check: 1, max_attempts: 1 })).data[0]!.times.map(
        (time) => time.label,
      ),
    ).toEqual(['4:15pm', '4:30pm']);
  });

  it('ends with the last bookable day, today plus lead days', async () => {
    await startWith({ shop: { metadata: { bookingMaxLeadTime: 3 * 1440 } } });
    expect(await openDates({ date: '2026-11-23', days_to_check: 8 })).toEqual(['2026-11-23 31', '2026-11-24 31']);
    expect(await search({ date: '2026-11-25', days_to_check: 4, max_attempts: 2 })).toEqual({
      data: [],
      searched_to: '2026-12-02',
    });
  });

  it('takes 28 days where the clinic does not say', async () => {
    await startWith({
      providers: [
        provider({ id: 'ada', hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, start: '09:00', end: '09:30' })) }),
        provider({ id: 'ben', hours: [] }),
      ],
    });
    expect(await openDates({ date: '2026-12-18', days_to_check: 4 })).toEqual(['2026-12-18 1', '2026-12-19 1']);
  });

  it('offers a start once, with the free clinician of the lowest order', async () => {
    await startWith();
    const token = (await server.signInGuest()).token;
    await server.api(createHold, { body: holdBody(chicago(wednesday, '09:00'), { provider_id: 'ada' }) }, { token });
    const day = (await search({ date: wednesday, days_to_check: 1 })).data[0]!;
    expect(day.times.slice(0, 3).map((time) => `${time.label} ${time.provider_id}`)).toEqual([
      '9:00am ben',
      '9:15am ben',
      '9:30am ada',
    ]);
  });

  it.each([
    ['half an hour', '2026-11-25', '09:00', ['9:30am']],
    ['a day', '2026-11-24', '09:30', ['9:30am']],
    ['a day and a minute', '2026-11-24', '09:29', ['9:30am']],
    ['five days', '2026-11-20', '09:30', ['9:30am']],
    ['a day, until opening time', '2026-11-24', '09:00', ['9:00am', '9:15am', '9:30am']],
  ])('keeps a clinician’s time free of a visit of %s', async (_, date, from, labels) => {
    const visit = {
      id: 'long',
      client_id: 'client-jo',
      product_id: 'exam',
      provider_id: 'ada',
      status: 'ACCEPTED',
    } as const;
    const until = labels.length === 3 ? '09:00' : '09:30';
    await startWith({
      providers: [provider({ id: 'ada', hours: weekdayHours('09:00', '10:00') }), provider({ id: 'ben', hours: [] })],
      appointments: [{ ...visit, fromDate: chicago(date, from), toDate: chicago(wednesday, until) }],
    });
    expect((await search({ date: wednesday, days_to_check: 1 })).data[0]!.times.map((time) => time.label)).toEqual(
      labels,
    );
  });

  it('asks only for the named clinicians, and never for private ones', async () => {
    await startWith({
      providers: [
        provider({ id: 'ada', private: true }),
        provider({ id: 'ben', hours: weekdayHours('09:00', '10:00') }),
      ],
    });
    expect(await openDates({ date: wednesday, days_to_check: 1 })).toEqual(['2026-11-25 3']);
    expect(await search({ date: wednesday, providerIds: ['ada'] })).toMatchObject({ data: [] });
    expect(await search({ date: wednesday, providerIds: ['ada', 'ben'], days_to_check: 1 })).toMatchObject({
      data: [{ available: 3 }],
    });
  });

  it('shows hidden types only with their token, and knows no others', async () => {
    await startWith();
    await expect(search({ productIds: ['secret'] })).rejects.toMatchObject({ code: 'not_found' });
    await expect(search({ productIds: ['secret'], product_token: 'wrong' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(search({ productIds: ['nothing'] })).rejects.toMatchObject({ code: 'not_found' });
    await expect(search({ productIds: [] })).rejects.toMatchObject({ code: 'validation' });
    expect((await search({ productIds: ['secret'], product_token: 'open-sesame' })).data).not.toEqual([]);
  });

  it('adds the minutes of several types and needs somebody who does them all', async () => {
    await startWith();
    const day = (await search({ productIds: ['exam', 'surgery'], date: wednesday, days_to_check: 1 })).data[0]!;
    expect(day.times.at(-1)).toMatchObject({ label: '3:30pm', provider_id: 'ada' });
  });

  it('offers a compound type by itself alone: together with others its segments would be lost (D-63)', async () => {
    await startWith({
      products: [
        product({ id: 'exam' }),
        product({
          id: 'whole',
          segments: [
            { minutes: 15, providerIds: ['ada'] },
            { minutes: 15, providerIds: ['ben'] },
          ],
        }),
      ],
    });
    expect((await search({ productIds: ['whole'] })).data).not.toEqual([]);
    expect((await search({ productIds: ['exam', 'whole'] })).data).toEqual([]);
    const hold = holdBody(chicago(wednesday, '09:00'), { appointment_type_ids: ['exam', 'whole'] });
    await expect(
      server.api(createHold, { body: hold }, { token: (await server.signInGuest()).token }),
    ).rejects.toMatchObject({ code: 'not_allowed' });
  });
});

describe('API-29: rooms, locations and limits', () => {
  it('assigns a room where the type needs one', async () => {
    await startWith({
      rooms: [{ id: 'one', name: 'One' }],
      products: [product({ id: 'exam', needs_room: true })],
    });
    const token = (await server.signInGuest()).token;
    const times = async () => (await search({ date: wednesday, days_to_check: 1 })).data[0]!.times;
    expect((await times())[0]).toMatchObject({ label: '9:00am', room_id: 'one' });
    await server.api(
      createHold,
      { body: holdBody(chicago(wednesday, '09:00'), { provider_id: 'ben', room_id: 'one' }) },
      { token },
    );
    expect((await times())[0]).toMatchObject({ label: '9:30am' });
  });

  it('keeps to the location', async () => {
    await startWith({
      locations: [
        { id: 'north', name: 'North', provider_user_ids: ['ada'] },
        { id: 'south', name: 'South', product_ids: ['surgery'] },
      ],
      providers: [
        provider({
          id: 'ada',
          hours: [
            { day: 3, start: '09:00', end: '10:00', location_id: 'north' },
            { day: 3, start: '13:00', end: '14:00', location_id: 'south' },
          ],
        }),
        provider({ id: 'ben' }),
      ],
    });
    const at = async (location_id: string | null, productIds = ['exam']) =>
      (await search({ productIds, date: wednesday, days_to_check: 1, max_attempts: 1, location_id })).data.flatMap(
        (day) => day.times.map((time) => time.label),
      );
    expect(await at('north')).toEqual(['9:00am', '9:15am', '9:30am']);
    expect(await at('south')).toEqual([]);
    expect(await at('south', ['surgery'])).toEqual(['1:00pm']);
    await expect(at('nowhere')).rejects.toMatchObject({ code: 'not_found' });
  });

  it("minds nobody's claims where the clinic skips the check", async () => {
    await startWith({ shop: { feature_settings: { skip_provider_availability_check: true } } });
    const token = (await server.signInGuest()).token;
    await server.api(createHold, { body: holdBody(chicago(wednesday, '09:00')) }, { token });
    expect((await search({ date: wednesday, days_to_check: 1 })).data[0]!.times[0]).toMatchObject({
      label: '9:00am',
      provider_id: 'ada',
    });
  });

  it('offers drop-offs while the day has places', async () => {
    await startWith({
      products: [product({ id: 'exam', dropoff_enabled: true, providerIds: ['ada'] })],
      providers: [provider({ id: 'ada', maxDropoffs: 1 }), provider({ id: 'ben' })],
    });
    const available = async () =>
      (await search({ date: wednesday, days_to_check: 1, max_attempts: 1, is_dropoff: true })).data.reduce(
        (sum, day) => sum + day.available,
        0,
      );
    expect(await available()).toBe(31);
    await server.api(
      createHold,
      { body: holdBody(chicago(wednesday, '09:00'), { is_dropoff: true }) },
      { token: (await server.signInGuest()).token },
    );
    expect(await available()).toBe(0);
    expect((await search({ date: wednesday, days_to_check: 1 })).data[0]!.available).toBe(31);
  });
});

describe('API-29: both nights of the clock', () => {
  const allNight = {
    providers: [
      provider({ id: 'ada', hours: [{ day: 7, start: '00:00', end: '04:00' }] }),
      provider({ id: 'ben', hours: [] }),
    ],
  };
  const labels = async (date: string) =>
    (await search({ date, days_to_check: 1, max_attempts: 1 })).data[0]!.times.filter((time) =>
      time.label.endsWith('0am'),
    ).map((time) => time.label);

  it('offers no time that does not exist', async () => {
    await startWith(allNight, '2026-03-01T15:00:00Z');
    expect(await labels('2026-03-08')).toEqual(['12:00am', '12:30am', '1:00am', '1:30am', '3:00am', '3:30am']);
  });

  it('offers a repeated time once', async () => {
    await startWith(allNight, '2026-10-28T15:00:00Z');
    expect(await labels('2026-11-01')).toEqual([
      '12:00am',
      '12:30am',
      '1:00am',
      '1:30am',
      '2:00am',
      '2:30am',
      '3:00am',
      '3:30am',
    ]);
  });
});
