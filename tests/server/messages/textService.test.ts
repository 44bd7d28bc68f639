import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { logout } from '../../../src/contract/auth';
import { addPush } from '../../../src/contract/push';
import { pushGateway } from '../../../server/gateways/push/push';
import { textGateway } from '../../../server/gateways/text';
import { deliverDue } from '../../../server/modules/messages/delivery';
import { answer as pushAnswer, pushService } from '../../support/pushService';
import type { TestServer } from '../../support/server';
import {
  acceptsLate,
  acceptsThenResets,
  answer,
  cutsItsAnswer,
  endless,
  hangs,
  nonsense,
  resets,
  textService,
  type Treatment,
} from '../../support/textService';
import { bookAs, chicago, jo, manyClinics, wednesday } from '../booking/support';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const patienceMs = 300;
const clinic = manyClinics({ env: { PUSH_LOOPBACK: 'true' } });
let server: TestServer;
const closing: { close: () => Promise<void> }[] = [];
beforeEach(async () => void (server = await clinic()));
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close();
  for (const table of ['messages', 'counters', 'push_subscriptions'] as const)
    await server.db.deleteFrom(table).execute();
});

/** A text service that treats requests as told, and the outbox of a server that uses it. */
async function texts(...treat: Treatment[]) {
  const service = await textService(...treat);
  closing.push(service);
  const start = server.clock.now().getTime();
  const triedAt: number[] = [];
  const sms = textGateway(service.at, server.clock, patienceMs);
  const outside = {
    ...server.services,
    keepSecrets: false,
    gateways: {
      email: { close: () => {}, deliver: async () => {} },
      sms: {
        ...sms,
        deliver: async (message: Parameters<typeof sms.deliver>[0]) => {
          triedAt.push(server.clock.now().getTime() - start);
          await sms.deliver(message);
        },
      },
      push: pushGateway(server.services.config.push!, server.clock, patienceMs),
    },
  };
  return {
    service,
    triedAt,
    deliver: () => deliverDue(outside),
    /** Lets time pass from one due message to the next, until nothing waits or `forMs` is over. */
    async pass(forMs: number) {
      const until = server.clock.now().getTime() + forMs;
      for (;;) {
        await deliverDue(outside);
        const next = await server.db
          .selectFrom('messages')
          .select((row) => row.fn.min('next_attempt_at').as('at'))
          .where('delivered_at', 'is', null)
          .where('failed_at', 'is', null)
          .executeTakeFirst();
        const at = next?.at ? new Date(next.at) : null;
        if (at === null || at.getTime() > until) break;
        if (at > server.clock.now()) server.clock.set(at);
      }
      server.clock.set(new Date(until));
    },
  };
}

/** Books a visit for Jo, who is told of it by text. */
async function book(time = '09:00') {
  const who = await jo(server);
  await server.db.deleteFrom('messages').execute();
  await bookAs(server, who, chicago(wednesday, time));
  return who;
}
const row = () => server.db.selectFrom('messages').selectAll().where('channel', '=', 'sms').executeTakeFirstOrThrow();

/**
 * A way of the service to fail: how often it is asked and how often it sends the text on within two hours, and how the
 * message ends.
 */
type Way = { treat: Treatment[]; asked: [number, number]; sent: number; ends: 'delivered' | 'failed' | 'waits' };

const tries: [number, number] = [5, 9];
const ways: Record<string, Way> = {
  'closes the connection': { treat: [resets], asked: tries, sent: 0, ends: 'waits' },
  'says nothing': { treat: [hangs], asked: tries, sent: 0, ends: 'waits' },
  'speaks no HTTP': { treat: [nonsense], asked: tries, sent: 0, ends: 'waits' },
  'is always broken (500)': { treat: [answer(500)], asked: tries, sent: 0, ends: 'waits' },
  'refuses and never ends its answer': { treat: [endless, answer(201)], asked: [2, 2], sent: 1, ends: 'delivered' },
  'does not know our account (401)': { treat: [answer(401), answer(201)], asked: [2, 2], sent: 1, ends: 'delivered' },
  'knows no such number (400)': { treat: [answer(400)], asked: [1, 1], sent: 0, ends: 'failed' },
  'is always busy (429)': { treat: [answer(429)], asked: tries, sent: 0, ends: 'waits' },
  'is away for a while (503), in seconds': {
    treat: [answer(503, { 'retry-after': '3000' }), answer(201)],
    asked: [2, 2],
    sent: 1,
    ends: 'delivered',
  },
  'sends us elsewhere (307)': {
    treat: [answer(307, { location: '/elsewhere' }), answer(201)],
    asked: [2, 2],
    sent: 1,
    ends: 'delivered',
  },
  'accepts it in words that nobody understands': {
    treat: [answer(201, { 'content-type': 'application/json' }, '<html>{{{')],
    asked: [1, 1],
    sent: 1,
    ends: 'delivered',
  },
  'accepts it and breaks off while saying so': { treat: [cutsItsAnswer], asked: [1, 1], sent: 1, ends: 'delivered' },
};

/**
 * The ways that send twice: the service has accepted the message without our hearing of it, and takes no key by which it
 * could know it again (D-211).
 */
const twice: Record<string, Treatment[]> = {
  'accepts it and closes the connection before it answers': [acceptsThenResets, answer(201)],
  'accepts it and answers after our patience': [acceptsLate(patienceMs * 3), answer(201)],
  'accepts it and says that it is broken': [
    (response, accept) => {
      accept();
      response.writeHead(502).end();
    },
    answer(201),
  ],
};

describe('a text message service', () => {
  test.each(Object.entries(ways))('that %s', async (_, { treat, asked, sent, ends }) => {
    const box = await texts(...treat);
    await book();
    await box.pass(2 * HOUR);
    expect(box.service.accepted).toHaveLength(sent);
    expect(box.service.asked.length).toBeGreaterThanOrEqual(asked[0]);
    expect(box.service.asked.length).toBeLessThanOrEqual(asked[1]);
    expect(new Set(box.service.asked.map((text) => JSON.stringify(text))).size).toBe(1);
    const { delivered_at, failed_at, last_error } = await row();
    expect([delivered_at !== null, failed_at !== null]).toEqual([ends === 'delivered', ends === 'failed']);
    expect(last_error === null).toBe(ends === 'delivered');
    if (ends === 'waits') return;
    // Nothing is left that could go out again.
    await box.pass(96 * HOUR);
    expect(box.service.accepted).toHaveLength(sent);
  });

  test('that is not there at all', async () => {
    const box = await texts();
    await closing.pop()!.close();
    await book();
    await box.pass(2 * HOUR);
    expect(box.triedAt.length).toBeGreaterThanOrEqual(tries[0]);
    expect(await row()).toMatchObject({ delivered_at: null, failed_at: null });
  });

  test('that comes back after a day is told once', async () => {
    const away = Array.from({ length: 20 }, () => answer(503));
    const box = await texts(...away, answer(201));
    await book();
    await box.pass(48 * HOUR);
    expect([box.service.asked.length, box.service.accepted.length]).toEqual([21, 1]);
  });

  test.each(Object.entries(twice))('that %s sends twice, and not a third time', async (_, treat) => {
    const box = await texts(...treat);
    await book();
    await box.pass(96 * HOUR);
    expect(box.service.accepted).toHaveLength(2);
    expect(await row()).toMatchObject({ delivered_at: expect.any(Date), last_error: null });
  });

  test('gets the wait that it asks for, in seconds or until a date', async () => {
    const until = new Date(server.clock.now().getTime() + 30 * MINUTE).toUTCString();
    const box = await texts(answer(429, { 'retry-after': until }), answer(503, { 'retry-after': '3600' }), answer(201));
    await book();
    await box.pass(5 * HOUR);
    const [first = 0, second = 0, third = 0] = box.triedAt;
    expect(second - first).toBeGreaterThanOrEqual(29 * MINUTE);
    expect(second - first).toBeLessThanOrEqual(31 * MINUTE);
    expect(third - second).toBe(HOUR);
  });

  test('is asked once by servers that run side by side', async () => {
    const box = await texts();
    await book();
    await Promise.all([box.deliver(), box.deliver(), box.deliver()]);
    expect(box.service.asked).toHaveLength(1);
  });

  test('follows a push that nobody saw, once, and nothing is pushed after sign-out (D-441)', async () => {
    const push = await pushService();
    closing.push(push);
    const box = await texts(resets, answer(500), answer(201));
    const who = await jo(server);
    const device = push.device(pushAnswer(500));
    await server.api(addPush, { body: device.subscription }, { token: who.token });
    await server.db.deleteFrom('messages').execute();
    await bookAs(server, who, chicago(wednesday, '10:00'));
    await box.deliver();
    expect([device.asked.length, box.service.asked.length]).toEqual([1, 0]);
    await server.api(logout, {}, { token: who.token });
    await box.pass(5 * HOUR);
    expect(device.asked).toHaveLength(1);
    expect([box.service.asked.length, box.service.accepted.length]).toEqual([3, 1]);
    await box.pass(96 * HOUR);
    expect(box.service.accepted).toHaveLength(1);
  });
});
