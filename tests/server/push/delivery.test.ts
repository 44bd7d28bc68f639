import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelAppointment, CUSTOMER_SITE, rescheduleAppointment } from '../../../src/contract/appointments';
import { getProfile, logout, updateProfile } from '../../../src/contract/auth';
import { endSignedOut } from '../../../src/contract/signedOut';
import { addPush, pushKey, pushShown, removePush } from '../../../src/contract/push';
import { endOwnSessions } from '../../../src/contract/sessions';
import { pushGateway } from '../../../server/gateways/push/push';
import { vapidPublicKey } from '../../../server/config/push';
import { DeliveryFailed, type Outgoing } from '../../../server/gateways/gateway';
import { tidyUp } from '../../../server/housekeeping';
import { deliverDue } from '../../../server/modules/messages/delivery';
import { messageTable } from '../../../server/operator/reports';
import { answer, pushService, type Device, type Told, type Treatment } from '../../support/pushService';
import type { TestServer } from '../../support/server';
import { bookAs, chicago, jo, manyClinics, owner, wednesday, type Owner } from '../booking/support';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const start = '2026-11-21T15:00:00Z';

const settings = { client_online_cancellation_enabled: true, client_online_reschedule_enabled: true };
const clinic = manyClinics({ env: { PUSH_LOOPBACK: 'true' } });
let server: TestServer;
let visits = 0;
let service: Awaited<ReturnType<typeof pushService>>;
beforeAll(async () => void (service = await pushService()));
beforeEach(async () => {
  server = await clinic({ shop: { feature_settings: settings } });
  visits = 0;
});
afterEach(async () => {
  for (const table of ['messages', 'counters', 'push_subscriptions'] as const)
    await server.db.deleteFrom(table).execute();
});
afterAll(() => service.close());

/** What reached the owner besides push: when, by which way. */
type Said = { at: number; by: 'sms' | 'email'; kind: string };

/** The outbox of a server with a push service, and a text and a mail service that always take what they get. */
function outbox(on = server) {
  const said: Said[] = [];
  const kinds = new Map<string, string>();
  const gateway = (by: Said['by']) => ({
    close: () => {},
    deliver: async ({ id }: Outgoing) => {
      const kind = kinds.get(id) ?? '';
      said.push({ at: on.clock.now().getTime() - Date.parse(start), by, kind });
    },
  });
  const outside = {
    ...on.services,
    keepSecrets: false,
    gateways: {
      email: gateway('email'),
      sms: gateway('sms'),
      push: pushGateway(on.services.config.push!, on.clock, 300),
    },
  };
  const deliver = async () => {
    for (const { id, kind } of await on.db.selectFrom('messages').select(['id', 'kind']).execute()) kinds.set(id, kind);
    return deliverDue(outside);
  };
  return {
    said,
    deliver,
    /** Lets time pass from one due message to the next, until nothing waits or `for` is over. */
    async pass(forMs: number, meanwhile: () => Promise<unknown> = async () => undefined) {
      const until = on.clock.now().getTime() + forMs;
      for (;;) {
        await deliver();
        await meanwhile();
        const next = await on.db
          .selectFrom('messages')
          .select((row) => row.fn.min('next_attempt_at').as('at'))
          .where('delivered_at', 'is', null)
          .where('failed_at', 'is', null)
          .executeTakeFirst();
        const at = next?.at ? new Date(next.at) : null;
        if (at === null || at.getTime() > until) break;
        if (at > on.clock.now()) on.clock.set(at);
      }
      on.clock.set(new Date(until));
    },
  };
}

/** Jo with a device that takes push. */
async function joWith(...treat: Treatment[]): Promise<{ who: Owner; device: Device }> {
  const who = await jo(server);
  const device = service.device(...treat);
  await server.api(addPush, { body: device.subscription }, { token: who.token });
  await server.db.deleteFrom('messages').execute();
  return { who, device };
}
const book = (who: Owner) =>
  bookAs(server, who, chicago(wednesday, ['09:00', '09:30', '10:00', '10:30', '14:00', '14:30'][visits++ % 6]!));
const shows = async (device: Device) => {
  for (const { receipt } of device.got.values()) await server.api(pushShown, { body: { receipt } }, { token: null });
};
const subscriptions = async () =>
  (await server.db.selectFrom('push_subscriptions').select('session_id').execute()).length;
const rowsOf = (channel: 'push' | 'sms' | 'email') =>
  server.db.selectFrom('messages').selectAll().where('channel', '=', channel).orderBy('position').execute();
const ways = (said: readonly Said[]) => said.map(({ by, kind }) => `${by} ${kind}`).sort();
/** Jo's confirmation by both contacts, once each. */
const bothOnce = ['email booking_confirmation', 'sms booking_confirmation'];

const resets: Treatment = (response) => void response.socket?.destroy();
const acceptsThenResets: Treatment = (response, accept) => {
  accept();
  response.socket?.destroy();
};
const hangs: Treatment = () => {};
const garbage: Treatment = (response) => void response.socket?.end('hello, this is no HTTP\r\n\r\n');
const endless: Treatment = (response) => {
  response.writeHead(500);
  const timer = setInterval(() => response.write('x'.repeat(10_000)), 5);
  response.on('close', () => clearInterval(timer));
};

/** A way of a push service to fail; what is left of the subscription, and when the text message follows, minutes. */
type Failing = { treat: Treatment[]; kept: number; textAfter: [number, number] | 'never'; asked: [number, number] };

const twelveWays: Record<string, Failing> = {
  'takes it for a device that is off': { treat: [answer(201)], kept: 1, textAfter: [60, 60], asked: [1, 1] },
  'does not know the subscription (404)': { treat: [answer(404)], kept: 0, textAfter: [0, 0], asked: [1, 1] },
  'knows that it is over (410)': { treat: [answer(410)], kept: 0, textAfter: [0, 0], asked: [1, 1] },
  'takes our key for another (403)': { treat: [answer(403)], kept: 0, textAfter: [0, 0], asked: [1, 1] },
  'refuses the message (400)': { treat: [answer(400)], kept: 1, textAfter: [0, 0], asked: [1, 1] },
  'finds it too long (413)': { treat: [answer(413)], kept: 1, textAfter: [0, 0], asked: [1, 1] },
  'sends us elsewhere (307)': {
    treat: [answer(307, { location: '/send/elsewhere' })],
    kept: 1,
    textAfter: [0, 0],
    asked: [1, 1],
  },
  'is always busy (429)': { treat: [answer(429)], kept: 1, textAfter: [20, 60], asked: [5, 8] },
  'asks for more patience than there is (503)': {
    treat: [answer(503, { 'retry-after': '7200' })],
    kept: 1,
    textAfter: [0, 0],
    asked: [1, 1],
  },
  'is always broken (500)': { treat: [answer(500)], kept: 1, textAfter: [20, 60], asked: [5, 8] },
  'closes the connection': { treat: [resets], kept: 1, textAfter: [20, 60], asked: [5, 8] },
  'says nothing': { treat: [hangs], kept: 1, textAfter: [20, 60], asked: [5, 8] },
  'speaks no HTTP': { treat: [garbage], kept: 1, textAfter: [20, 60], asked: [5, 8] },
  'never ends its answer': { treat: [endless, answer(201)], kept: 1, textAfter: 'never', asked: [2, 2] },
  'is busy for a while, in seconds': {
    treat: [answer(429, { 'retry-after': '90' }), answer(201)],
    kept: 1,
    textAfter: 'never',
    asked: [2, 2],
  },
  'is busy for a while, until a date': {
    treat: [answer(429, { 'retry-after': new Date(Date.parse(start) + 5 * MINUTE).toUTCString() }), answer(201)],
    kept: 1,
    textAfter: 'never',
    asked: [2, 2],
  },
  'is broken for a while': {
    treat: [answer(500), answer(502), answer(201)],
    kept: 1,
    textAfter: 'never',
    asked: [3, 3],
  },
  'takes it and loses its answer': { treat: [acceptsThenResets], kept: 1, textAfter: 'never', asked: [1, 1] },
  'takes it for a device that is off and loses its answer': {
    treat: [acceptsThenResets, answer(201)],
    kept: 1,
    textAfter: [60, 60],
    asked: [2, 2],
  },
};

describe('a change is told by push first (D-441)', () => {
  test('the device shows it: no text message and no e-mail, and the lock screen names the clinic alone', async () => {
    const { who, device } = await joWith();
    const box = outbox();
    const { id } = await book(who);
    await box.pass(3 * HOUR, () => shows(device));
    expect(box.said).toEqual([]);
    expect(device.asked).toHaveLength(1);
    const [{ told, headers, claims, raw }] = device.asked as [(typeof device.asked)[number]];
    expect(told).toEqual({
      clinicId: server.clinicId,
      title: 'Test Vets',
      body: 'Your appointment is booked.',
      opens: `appointments/${id}`,
      tag: expect.stringMatching(/^[\da-f-]{36}$/),
      receipt: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: String(58 * 60),
      topic: told.tag.replaceAll('-', ''),
      urgency: 'high',
    });
    expect(claims).toMatchObject({ aud: service.origin, sub: server.services.config.publicUrl });
    expect(raw.includes('Test Vets')).toBe(false);
    expect(await rowsOf('push')).toMatchObject([{ seen_at: expect.any(Date), delivered_at: expect.any(Date) }]);
    expect([await rowsOf('sms'), await rowsOf('email')]).toEqual([[], []]);
    expect((await messageTable(server.db)).join()).toContain('Every message is delivered');
  });

  test.each(Object.entries(twelveWays))('a push service that %s', async (_, { treat, kept, textAfter, asked }) => {
    const { who, device } = await joWith(...treat);
    const box = outbox();
    await book(who);
    // A device that can be reached shows what it has got at once, if it is to be seen at all.
    await box.pass(5 * HOUR, () => (textAfter === 'never' ? shows(device) : Promise.resolve()));

    expect(device.got.size, 'notices on the device').toBeLessThanOrEqual(1);
    expect(new Set(device.asked.map(({ told }) => `${told.tag} ${told.receipt}`)).size).toBe(1);
    expect(device.asked.length).toBeGreaterThanOrEqual(asked[0]);
    expect(device.asked.length).toBeLessThanOrEqual(asked[1]);
    expect(await subscriptions()).toBe(kept);
    if (textAfter === 'never') expect(box.said).toEqual([]);
    else {
      expect(ways(box.said)).toEqual(bothOnce);
      for (const { at } of box.said) {
        expect(at).toBeGreaterThanOrEqual(textAfter[0] * MINUTE);
        expect(at).toBeLessThanOrEqual(textAfter[1] * MINUTE);
      }
    }
    // Nothing is left that could go out a second time.
    await box.pass(96 * HOUR);
    expect(box.said.length).toBe(textAfter === 'never' ? 0 : 2);
  });

  test('a push service that is not there at all', async () => {
    const gone = await pushService();
    const who = await jo(server);
    await server.api(addPush, { body: gone.device().subscription }, { token: who.token });
    await gone.close();
    await server.db.deleteFrom('messages').execute();
    const box = outbox();
    await book(who);
    await box.pass(5 * HOUR);
    expect(ways(box.said)).toEqual(bothOnce);
    expect(box.said[0]!.at).toBeLessThanOrEqual(HOUR);
  });

  test('a wait that was asked for is kept', async () => {
    const { who, device } = await joWith(answer(429, { 'retry-after': '300' }), answer(201));
    const box = outbox();
    await book(who);
    await box.deliver();
    server.clock.advance(299 * SECOND);
    await box.deliver();
    expect(device.asked).toHaveLength(1);
    server.clock.advance(SECOND);
    await box.deliver();
    expect(device.asked).toHaveLength(2);
    expect(device.asked[1]!.headers['ttl']).toBe(String(53 * 60));
  });

  test('what waits goes to the number that its owner has proved meanwhile, nothing of it to the old one (D-401)', async () => {
    const { who } = await joWith(answer(201));
    const box = outbox();
    await book(who);
    await box.deliver();
    await server.api(updateProfile, { body: { phoneNumber: '5125550177' } }, { token: who.token });
    // What is typed and not proved changes nothing.
    expect((await rowsOf('sms')).filter(({ kind }) => kind !== 'code')).toMatchObject([{ recipient: '+15125550111' }]);
    await server.signIn('+15125550177', { token: who.token });
    await box.pass(HOUR);
    expect(ways(box.said)).toEqual(expect.arrayContaining(bothOnce));
    const texts = (await rowsOf('sms')).filter(({ kind }) => kind === 'booking_confirmation');
    expect(texts.map(({ recipient }) => recipient)).toEqual(['+15125550177']);
  });

  test('until the hour is over nothing follows, then each other way once', async () => {
    const { who } = await joWith();
    const box = outbox();
    await book(who);
    await box.pass(59 * MINUTE);
    expect(box.said).toEqual([]);
    await box.pass(5 * HOUR);
    expect(ways(box.said)).toEqual(bothOnce);
    expect(box.said.map(({ at }) => at)).toEqual([HOUR, HOUR]);
  });

  test('a push that is shown after its time changes nothing any more', async () => {
    const { who, device } = await joWith();
    const box = outbox();
    await book(who);
    await box.pass(2 * HOUR);
    await shows(device);
    await box.pass(2 * HOUR);
    expect(ways(box.said)).toEqual(bothOnce);
    expect(await rowsOf('sms')).toMatchObject([{ delivered_at: expect.any(Date) }]);
  });

  test('all devices of the owner are told; one that shows it is enough', async () => {
    const { who, device } = await joWith();
    const laptop = service.device(answer(500), answer(201));
    const { token } = await server.signIn('+15125550111');
    await server.api(addPush, { body: laptop.subscription }, { token });
    await server.db.deleteFrom('messages').execute();
    const box = outbox();
    await book(who);
    await box.deliver();
    expect([device.got.size, laptop.asked.length, laptop.got.size]).toEqual([1, 1, 0]);
    expect([...device.got.values()][0]!.tag).toBe(laptop.asked[0]!.told.tag);
    expect([...device.got.values()][0]!.receipt).not.toBe(laptop.asked[0]!.told.receipt);
    await shows(device);
    await box.pass(5 * HOUR);
    expect(laptop.asked, 'the one that waited is not told of what was seen').toHaveLength(1);
    expect(box.said).toEqual([]);
  });

  test('the text message follows at once only when no device is left', async () => {
    const { who } = await joWith(answer(410));
    const laptop = service.device(answer(500), answer(410));
    const { token } = await server.signIn('+15125550111');
    await server.api(addPush, { body: laptop.subscription }, { token });
    await server.db.deleteFrom('messages').execute();
    const box = outbox();
    await book(who);
    await box.deliver();
    expect([await subscriptions(), box.said]).toEqual([1, []]);
    await box.pass(5 * HOUR);
    expect(await subscriptions()).toBe(0);
    expect(ways(box.said)).toEqual(bothOnce);
    expect(box.said[0]!.at).toBeLessThan(2 * MINUTE);
  });

  test.each([
    ['whose device is gone by the next', async () => undefined],
    ['whose owner signed out', async (who: Owner) => server.api(logout, {}, { token: who.token })],
    ['whose owner signed out everywhere', async (who: Owner) => server.api(endOwnSessions, {}, { token: who.token })],
    ['whose owner wants none any more', async (who: Owner) => server.api(removePush, {}, { token: who.token })],
  ])('older news is never told after newer: a change that no device has shown, %s', async (_, changes) => {
    const { who, device } = await joWith(answer(201), answer(410));
    const box = outbox();
    const { id } = await book(who);
    await box.deliver();
    expect([device.got.size, box.said]).toEqual([1, []]);
    server.clock.advance(10 * MINUTE);
    await changes(who);
    await box.deliver();
    const before = ways(box.said);
    const again = await server.signIn('jo@example.com');
    await server.api(cancelAppointment, { body: { id, source: CUSTOMER_SITE } }, { token: again.token });
    await box.pass(2 * HOUR);
    const told = box.said.filter(({ kind }) => kind !== 'code' && kind !== 'sign_in_notice');
    for (const by of ['sms', 'email'] as const) {
      const kinds = told.filter((one) => one.by === by).map(({ kind }) => kind);
      // What had not gone out by then is not told beside what is true now.
      expect([by, kinds]).toEqual([by, [...(before.length > 0 ? ['booking_confirmation'] : []), 'cancellation']]);
    }
    expect(Math.max(...told.map(({ at }) => at))).toBeLessThan(HOUR);
    // Where no device is left it goes at once, whether anything newer comes or not.
    if (device.asked.length === 1) expect(before).toEqual(bothOnce);
  });

  test('several changes are several notices, each told once', async () => {
    const { who, device } = await joWith();
    const box = outbox();
    const { id } = await book(who);
    await box.deliver();
    await shows(device);
    await server.api(
      rescheduleAppointment,
      { params: { id }, body: { dateTime: chicago(wednesday, '15:30'), providerId: 'ada' } },
      { token: who.token },
    );
    await server.api(cancelAppointment, { body: { id, source: CUSTOMER_SITE } }, { token: who.token });
    await box.pass(5 * HOUR, () => shows(device));
    expect(device.asked.map(({ told }) => told.body)).toEqual([
      'Your appointment is booked.',
      'Your appointment has a new time.',
      'Your appointment is canceled.',
    ]);
    expect(box.said).toEqual([]);
  });

  test('what newer news of the visit says anew follows no push that nobody has seen', async () => {
    const { who } = await joWith();
    const box = outbox();
    const { id } = await book(who);
    await box.deliver();
    await server.api(
      rescheduleAppointment,
      { params: { id }, body: { dateTime: chicago(wednesday, '15:30'), providerId: 'ada' } },
      { token: who.token },
    );
    await box.deliver();
    await server.api(cancelAppointment, { body: { id, source: CUSTOMER_SITE } }, { token: who.token });
    await box.pass(5 * HOUR);
    expect(ways(box.said)).toEqual(['email cancellation', 'sms cancellation']);
  });

  test('servers that run side by side send each push and each text message once', async () => {
    const { who, device } = await joWith(answer(503), answer(201));
    const box = outbox();
    for (let n = 0; n < 5; n++) await book(who);
    for (let n = 0; n < 40; n++) {
      await Promise.all([box.deliver(), box.deliver(), box.deliver()]);
      server.clock.advance(2 * MINUTE);
    }
    expect(device.got.size).toBe(5);
    expect(device.asked).toHaveLength(6);
    expect(box.said).toHaveLength(10);
  });

  test('who has nothing agreed to is not told by push either', async () => {
    const { who, device } = await joWith();
    const box = outbox();
    await bookAs(server, who, chicago(wednesday, '16:00'), { isSendConfirmation: false });
    await box.pass(2 * HOUR);
    expect([device.asked, box.said]).toEqual([[], []]);
  });

  test('codes and notices of new sign-ins go to the contact, never by push', async () => {
    const { device } = await joWith();
    await server.signIn('+15125550111');
    const box = outbox();
    await box.deliver();
    expect(device.asked).toEqual([]);
    expect(box.said.map(({ kind }) => kind)).toContain('code');
  });

  test('a message that is soon of no use does not wait for a push', async () => {
    const { who, device } = await joWith();
    await server.services.messages.enqueueAll(server.db, [
      {
        clinicId: server.clinicId,
        channel: 'sms',
        recipient: '+15125550111',
        text: 'soon',
        kind: 'reminder',
        expiresAt: new Date(server.clock.now().getTime() + 90 * MINUTE),
        push: { clientId: who.clientId, title: 'x', says: 'x', opens: 'x' },
      },
    ]);
    const box = outbox();
    await box.deliver();
    expect([device.asked.length, box.said.length]).toEqual([0, 1]);
  });
});

describe('a subscription belongs to its session (D-440)', () => {
  const ends: [string, (who: Owner) => Promise<unknown>][] = [
    ['signing out', (who) => server.api(logout, {}, { token: who.token })],
    ['ending all sessions', (who) => server.api(endOwnSessions, {}, { token: who.token })],
    ['removing it', (who) => server.api(removePush, {}, { token: who.token })],
    [
      'the end of the session’s life',
      (who) =>
        server.db
          .updateTable('sessions')
          .set({ expires_at: server.clock.now() })
          .where('user_id', '=', who.userId)
          .execute(),
    ],
    [
      'an account that is closed',
      (who) =>
        server.db
          .updateTable('users')
          .set({ deactivated_at: server.clock.now() })
          .where('id', '=', who.userId)
          .execute(),
    ],
    [
      'another owner in the same session',
      async (who) => {
        const other = await owner(server, '+15125550222', { first_name: 'Al' });
        await server.db
          .updateTable('sessions')
          .set({ user_id: other.userId })
          .where('user_id', '=', who.userId)
          .execute();
      },
    ],
    [
      'signed out without a network, told later by another call',
      async (who) => {
        const token_hash = createHash('sha256').update(who.token).digest('base64url');
        const call = () => server.api(endSignedOut, { body: { token_hash } });
        expect([await call(), await call()]).toEqual([{ ended: true }, { ended: true }]);
        expect((await server.send(getProfile, {}, { token: who.token })).status).toBe(401);
      },
    ],
  ];
  test.each(ends)('%s: nothing more goes to the device, and what waits follows by text', async (_, end) => {
    const { who, device } = await joWith(answer(500), answer(201));
    const box = outbox();
    await book(who);
    await box.deliver();
    expect(device.asked).toHaveLength(1);
    await end(who);
    await server.db.deleteFrom('messages').where('kind', '!=', 'booking_confirmation').execute();
    await box.pass(5 * HOUR);
    expect(device.asked, 'after its end').toHaveLength(1);
    expect(ways(box.said)).toEqual(bothOnce);
    await tidyUp(server.db, server.clock.now());
    const left = await server.db
      .selectFrom('push_subscriptions')
      .innerJoin('users', 'users.clinic_id', 'push_subscriptions.clinic_id')
      .select('users.id')
      .where('users.deactivated_at', 'is', null)
      .execute();
    expect(left).toEqual([]);
  });

  test('signing out takes the subscription off the server at once', async () => {
    const { who } = await joWith();
    expect(await subscriptions()).toBe(1);
    await server.api(logout, {}, { token: who.token });
    expect(await subscriptions()).toBe(0);
  });

  test('a browser has one subscription, which belongs to who named it last', async () => {
    const { who, device } = await joWith();
    const other = await owner(server, '+15125550222', { first_name: 'Al' });
    await server.api(addPush, { body: device.subscription }, { token: other.token });
    await server.db.deleteFrom('messages').execute();
    const box = outbox();
    await book(who);
    await box.deliver();
    expect(device.asked).toEqual([]);
    expect(ways(box.said)).toEqual(bothOnce);
    await server.api(addPush, { body: device.subscription }, { token: other.token });
    expect(await subscriptions()).toBe(1);
  });

  test('is taken for public addresses alone, and the key is told', async () => {
    const who = await jo(server);
    const { keys } = service.device().subscription;
    for (const endpoint of ['http://10.0.0.1/x', 'https://169.254.169.254/x', 'https://router.local/x', 'x'])
      await expect(server.api(addPush, { body: { endpoint, keys } }, { token: who.token })).rejects.toMatchObject({
        status: 400,
        code: 'validation',
      });
    for (const bad of [
      { ...keys, p256dh: 'short' },
      { ...keys, auth: '!'.repeat(22) },
    ])
      await expect(
        server.api(addPush, { body: { endpoint: 'https://push.example.net/x', keys: bad } }, { token: who.token }),
      ).rejects.toMatchObject({ status: 400 });
    expect(await subscriptions()).toBe(0);
    expect(await server.api(pushKey, {}, { token: who.token })).toEqual({
      key: vapidPublicKey(server.services.config.push!.key),
      is_on: false,
    });
  });

  test('one that the browser has replaced is replaced where it was, and nowhere else', async () => {
    const { who, device } = await joWith();
    const { token } = await server.signIn('+15125550111');
    const [next, replaces] = [service.device(), device.subscription.endpoint];
    for (const one of [token, who.token])
      await server.api(addPush, { body: { ...next.subscription, replaces } }, { token: one });
    const on = await Promise.all([token, who.token].map((one) => server.api(pushKey, {}, { token: one })));
    expect(on.map((each) => each.is_on)).toEqual([false, true]);
    const box = outbox();
    await book(who);
    await box.deliver();
    expect([device.asked.length, next.asked.length]).toEqual([0, 1]);
  });

  test('an address that the outbox finds private is not called and is forgotten', async () => {
    const { who } = await joWith();
    await server.db.updateTable('push_subscriptions').set({ endpoint: 'https://10.0.0.1/x' }).execute();
    const box = outbox();
    await book(who);
    await box.deliver();
    await box.deliver();
    expect(await subscriptions()).toBe(0);
    expect(ways(box.said)).toEqual(bothOnce);
  });

  test('a name that leads to this machine is not called', async () => {
    const gateway = pushGateway({ ...server.services.config.push!, loopback: false }, server.clock);
    const { keys, endpoint } = service.device().subscription;
    const message = { ...keys, payload: '{}', topic: 'x', ttlSeconds: 1 };
    await expect(gateway.deliver({ ...message, endpoint })).rejects.toBeInstanceOf(DeliveryFailed);
    await expect(gateway.deliver({ ...message, endpoint: 'https://localhost/x' })).rejects.toMatchObject({
      isGone: true,
    });
  });

  test('a receipt counts once, at its own clinic, and nobody learns which there are', async () => {
    const { who, device } = await joWith();
    const box = outbox();
    await book(who);
    await box.deliver();
    const [{ receipt }] = [...device.got.values()] as [Told];
    const reply = await server.send(pushShown, { body: { receipt: 'guessed' } }, { token: null });
    expect([reply.status, (await rowsOf('sms')).length]).toEqual([200, 1]);
    expect((await server.send(pushShown, { body: { receipt } }, { token: null })).body).toEqual(reply.body);
    expect(await rowsOf('sms')).toEqual([]);
    expect((await server.send(pushShown, { body: { receipt } }, { token: null })).body).toEqual(reply.body);
  });
});

test('neither addresses nor receipts are in the log', async () => {
  const { who, device } = await joWith(answer(500), answer(201));
  const box = outbox();
  await book(who);
  await box.pass(HOUR, () => shows(device));
  const log = server.logLines.join('\n');
  expect(log).toContain('a message was not delivered');
  for (const secret of [device.subscription.endpoint, device.subscription.keys.auth, device.asked[0]!.told.receipt])
    expect(log).not.toContain(secret);
});
