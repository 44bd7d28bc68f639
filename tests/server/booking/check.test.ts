import { describe, expect, test } from 'vitest';
import { checkTimeSlot, createHold } from '../../../src/contract/availability';
import type { Input } from '../../../src/contract/endpoint';
import { product, provider } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { bookAs, chicago, claimLines, holdBody, jo, manyClinics, MINUTE, owner, wednesday } from './support';

let server: TestServer;
const open = manyClinics();
const startWith = async (...given: Parameters<typeof open>) => (server = await open(...given));

const at = (time: string, date = wednesday) => chicago(date, time);
const nine = at('09:00');
type Body = Input<typeof checkTimeSlot>['body'];
const body = (start_time: string, given: Partial<Body> = {}): Body => ({
  provider_id: 'ada',
  start_time,
  duration: 30,
  appointment_type_id: 'exam',
  ...given,
});
const guest = async () => (await server.signInGuest()).token;
const check = async (start: string, given: Partial<Body> = {}, token?: string) =>
  (await server.api(checkTimeSlot, { body: body(start, given) }, { token: token ?? (await guest()) })).available;
const refusal = async (given: Partial<Body>) =>
  (await server.send(checkTimeSlot, { body: body(nine, given) }, { token: await guest() })).body;

describe('API-31: checking a start', () => {
  test('API-31: says whether it can be had, and takes nothing', async () => {
    await startWith();
    expect(await check(nine)).toBe(true);
    expect(await claimLines(server)).toEqual([]);
    await bookAs(server, await jo(server), nine);
    expect(await check(nine)).toBe(false);
    expect(await check(at('09:15'))).toBe(false);
    expect(await check(at('09:30'))).toBe(true);
    expect(await check(nine, { provider_id: 'ben' })).toBe(true);
  });

  test('API-31: no in the past, off the hours and the grid, in time off and beyond the lead time', async () => {
    await startWith({
      providers: [provider({ id: 'ada', time_off: [{ from: at('12:00'), to: at('13:00') }] }), provider({ id: 'ben' })],
    });
    for (const start of [
      at('09:00', '2026-11-20'),
      at('08:45'),
      at('16:45'),
      at('09:05'),
      at('12:30'),
      at('09:00', '2026-11-28'),
      at('09:00', '2026-12-21'),
    ])
      expect(await check(start)).toBe(false);
  });

  test('API-31: the own hold does not count, another session’s does until it ends', async () => {
    await startWith();
    const token = await guest();
    await server.api(createHold, { body: holdBody(nine) }, { token });
    expect(await check(nine, {}, token)).toBe(true);
    expect(await check(nine)).toBe(false);
    server.clock.advance(10 * MINUTE);
    expect(await check(nine)).toBe(true);
  });

  test('API-31: the length is the type’s, whatever the body says', async () => {
    await startWith();
    await bookAs(server, await jo(server), at('09:30'));
    expect(await check(nine, { duration: 600 })).toBe(true);
    expect(await check(nine, { appointment_type_id: 'surgery', duration: 1 })).toBe(false);
  });

  test('API-31: every segment of a compound type must be free', async () => {
    await startWith({
      rooms: [{ id: 'one', name: 'One' }],
      products: [
        product({
          id: 'exam',
          segments: [
            { minutes: 15, providerIds: ['ada'] },
            { minutes: 30, providerIds: ['ben'], needs_room: true },
          ],
        }),
        product({ id: 'plain', providerIds: ['ben'] }),
      ],
    });
    const segments = {
      secondary_date_time: at('09:15'),
      secondary_date_time_provider_id: 'ben',
      secondary_room_id: 'one',
    };
    expect(await check(nine, segments)).toBe(true);
    await bookAs(server, await jo(server), at('09:30'), {
      products: [{ id: 'plain', anyone: true, providerId: 'ben', label: 'x' }],
    });
    expect(await check(nine, segments)).toBe(false);
    // The second part begins where the first ends, whatever the body says.
    expect(await check(nine, { ...segments, secondary_date_time: at('12:00') })).toBe(false);
    expect(await check(at('10:00'), { ...segments, secondary_date_time: at('12:00') })).toBe(true);
  });

  test('API-31: counts rooms, the places of drop-offs, limits, and claims that do not matter', async () => {
    await startWith({ rooms: [{ id: 'one', name: 'One' }], products: [product({ id: 'exam', needs_room: true })] });
    await bookAs(server, await jo(server), nine);
    expect(await check(nine, { provider_id: 'ben', room_id: 'one' })).toBe(false);

    await startWith({
      providers: [provider({ id: 'ada', maxDropoffs: 1 }), provider({ id: 'ben' })],
      products: [product({ id: 'exam', dropoff_enabled: true })],
    });
    await bookAs(server, await jo(server), nine, { isDropoff: true });
    expect(await check(at('13:00'), { is_dropoff: true })).toBe(false);
    expect(await check(nine)).toBe(true);
    expect(await check(nine, { provider_id: 'ben', is_dropoff: true })).toBe(true);

    await startWith({
      shop: {
        feature_settings: {
          booking_limit_per_time_slot_enabled: { enabled: true, apply_to_providers: true, limit: 2 },
        },
      },
    });
    await bookAs(server, await jo(server), nine);
    expect(await check(nine)).toBe(true);
    await bookAs(server, await owner(server, 'other@example.com'), nine);
    expect(await check(nine)).toBe(false);

    await startWith({ shop: { feature_settings: { skip_provider_availability_check: true } } });
    await bookAs(server, await jo(server), nine);
    expect(await check(nine)).toBe(true);
  });

  test('API-31: knows no type, clinician, room or location that the clinic does not have or show', async () => {
    await startWith({
      locations: [{ id: 'north', name: 'North', provider_user_ids: ['ben'] }],
      providers: [provider({ id: 'ada' }), provider({ id: 'ben' }), provider({ id: 'eve', private: true })],
      products: [
        product({ id: 'exam', providerIds: ['ada', 'eve'] }),
        product({ id: 'secret', hidden_from_clients: true, visibility_token: 'open-sesame' }),
      ],
    });
    for (const given of [
      { appointment_type_id: 'nothing' },
      { appointment_type_id: 'secret' },
      { provider_id: 'nobody' },
      { provider_id: 'eve' },
      { room_id: 'nowhere' },
      { location_id: 'nowhere' },
      { secondary_date_time_provider_id: 'nobody' },
      { appointment_id: 'nothing' },
    ]) {
      expect(await refusal(given)).toMatchObject({ code: 'not_found' });
    }
    for (const given of [{ provider_id: 'ben' }, { location_id: 'north' }, { is_dropoff: true }])
      expect(await refusal(given)).toMatchObject({ code: 'not_allowed' });
    expect(await check(nine, { appointment_type_id: 'secret', product_token: 'open-sesame' })).toBe(true);
  });

  test('API-31: needs a session and a start', async () => {
    await startWith();
    expect(await server.send(checkTimeSlot, { body: body(nine) })).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
    expect(await refusal({ start_time: '9 am' })).toMatchObject({
      code: 'validation',
      fields: { start_time: expect.any(String) },
    });
  });

  test('API-31: an own appointment that is to be moved is not in its own way', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    expect(await check(at('09:15'), {}, who.token)).toBe(false);
    expect(await check(at('09:15'), { appointment_id: id }, who.token)).toBe(true);
    await expect(check(at('09:15'), { appointment_id: id })).rejects.toMatchObject({ code: 'not_found' });
  });
});
