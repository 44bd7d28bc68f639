import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { leaseMs } from '../../../server/calls/leases';
import { inTransaction } from '../../../server/db/transaction';
import { DeliveryFailed, type Gateways, type Outgoing } from '../../../server/gateways/gateway';
import { deliverDue, startDelivery } from '../../../server/modules/messages/delivery';
import { retryMessage } from '../../../server/modules/messages/retry';
import { startTestServer, type TestServer } from '../../support/server';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const table of ['messages', 'counters'] as const) await server.db.deleteFrom(table).execute();
});
afterAll(() => server.close());

/** A gateway that does as told and remembers what it was given. */
function gateway(answer: () => Promise<void> = async () => {}) {
  const given: Outgoing[] = [];
  return {
    given,
    close: () => {},
    deliver: async (message: Outgoing) => {
      given.push(message);
      await answer();
    },
  };
}
const outside = (gateways: Partial<Gateways>, keepSecrets = false) => ({
  ...server.services,
  keepSecrets,
  gateways: { email: null, sms: null, ...gateways },
});
const write = (more: { channel?: 'email' | 'sms'; expiresAt?: Date; text?: string; recipient?: string } = {}) =>
  server.services.messages.enqueue(server.db, {
    clinicId: server.clinicId,
    channel: 'email',
    recipient: 'jo@example.com',
    subject: 'Hello',
    text: 'A text',
    kind: 'test',
    ...more,
  });
const stored = (id: string) =>
  server.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('the outbox (D-211)', () => {
  test('a message is written with the change that causes it, or not at all', async () => {
    const change = inTransaction(server.db, async (trx) => {
      await server.services.messages.enqueue(trx, {
        clinicId: server.clinicId,
        channel: 'sms',
        recipient: '+15125550111',
        text: 'x',
        kind: 'test',
      });
      throw new Error('the change failed');
    });
    await expect(change).rejects.toThrow('the change failed');
    expect(await server.db.selectFrom('messages').selectAll().execute()).toEqual([]);
  });

  test('delivers each message once, in order, and marks it', async () => {
    const email = gateway();
    const ids = [await write({ text: 'one' }), await write({ text: 'two' })];
    expect(await deliverDue(outside({ email }))).toBe(2);
    expect(await deliverDue(outside({ email }))).toBe(0);
    expect(email.given.map(({ id, text }) => [id, text])).toEqual([
      [ids[0], 'one'],
      [ids[1], 'two'],
    ]);
    expect(await stored(ids[0] ?? '')).toMatchObject({
      attempts: 1,
      delivered_at: server.clock.now(),
      last_error: null,
    });
  });

  test('several processes at once deliver each message once', async () => {
    for (let count = 0; count < 30; count++) await write({ recipient: `jo${count}@example.com` });
    const email = gateway();
    const tried = await Promise.all(Array.from({ length: 6 }, () => deliverDue(outside({ email }))));
    while ((await deliverDue(outside({ email }))) > 0);
    expect(email.given).toHaveLength(30);
    expect(new Set(email.given.map(({ id }) => id)).size).toBe(30);
    expect(tried.some((count) => count > 0)).toBe(true);
  });

  test('a failure is tried again after ever longer waits, and given up after three days', async () => {
    const start = server.clock.now();
    const email = gateway(() => Promise.reject(new DeliveryFailed('busy', false)));
    const id = await write();
    const waits: number[] = [];
    for (;;) {
      await deliverDue(outside({ email }));
      const row = await stored(id);
      if (row.failed_at !== null) break;
      expect(row).toMatchObject({ delivered_at: null, last_error: 'busy' });
      waits.push(row.next_attempt_at.getTime() - server.clock.now().getTime());
      expect(await deliverDue(outside({ email })), 'not before its time').toBe(0);
      server.clock.set(row.next_attempt_at);
    }
    expect(waits[0]).toBeGreaterThan(20 * SECOND);
    expect(waits[3]).toBeGreaterThan(2 * (waits[1] ?? 0));
    expect(Math.max(...waits)).toBeLessThan(1.3 * HOUR);
    expect(server.clock.now().getTime() - start.getTime()).toBeGreaterThan(72 * HOUR);
    server.clock.set(start);
  });

  test('recovers when the other side does', async () => {
    const start = server.clock.now();
    let isUp = false;
    const email = gateway(async () => {
      if (!isUp) throw new Error('connection refused');
    });
    const id = await write();
    await deliverDue(outside({ email }));
    isUp = true;
    server.clock.set((await stored(id)).next_attempt_at);
    await deliverDue(outside({ email }));
    expect(await stored(id)).toMatchObject({ attempts: 2, delivered_at: server.clock.now(), last_error: null });
    server.clock.set(start);
  });

  test('a permanent refusal is not tried again and stays visible', async () => {
    const email = gateway(() => Promise.reject(new DeliveryFailed('no such mailbox', true)));
    const id = await write();
    await deliverDue(outside({ email }));
    server.clock.advance(HOUR);
    expect(await deliverDue(outside({ email }))).toBe(0);
    expect(await stored(id)).toMatchObject({
      delivered_at: null,
      last_error: 'no such mailbox',
      failed_at: expect.any(Date) as Date,
    });
  });

  test('a process that dies while it delivers leaves the message to the next (at least once)', async () => {
    const start = server.clock.now();
    const id = await write();
    const dying = gateway(() => new Promise(() => {}));
    // Nobody is left to hear how its gateway ends, long after this test's database.
    void deliverDue(outside({ email: dying })).catch(() => undefined);
    await expect.poll(() => dying.given.length).toBe(1);
    const email = gateway();
    expect(await deliverDue(outside({ email })), 'not while it may still be under way').toBe(0);
    server.clock.advance(leaseMs + SECOND);
    expect(await deliverDue(outside({ email }))).toBe(1);
    expect(email.given.map((one) => one.id)).toEqual([id]);
    server.clock.set(start);
  });

  test('within a minute another process takes over; one that lives and is slow renews its lease and is not robbed', async () => {
    expect(leaseMs + 2 * SECOND).toBeLessThan(60 * SECOND);
    const start = server.clock.now();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const id = await write();
    let answered: () => void = () => {};
    const slow = gateway(() => new Promise((resolve) => (answered = resolve)));
    const work = deliverDue(outside({ email: slow }));
    await expect.poll(() => slow.given.length).toBe(1);
    const other = gateway();
    for (let seconds = 0; seconds < 80; seconds += 10) {
      server.clock.advance(10 * SECOND);
      vi.advanceTimersByTime(10 * SECOND);
      const renewed = server.clock.now().getTime() + leaseMs;
      await expect.poll(async () => (await stored(id)).next_attempt_at.getTime()).toBe(renewed);
      expect(await deliverDue(outside({ email: other })), `after ${seconds + 10} s`).toBe(0);
    }
    answered();
    await work;
    vi.useRealTimers();
    expect(other.given).toEqual([]);
    expect(await stored(id)).toMatchObject({ attempts: 1, delivered_at: server.clock.now() });
    server.clock.set(start);
  });

  test('without a way out messages wait (D-216)', async () => {
    const id = await write({ channel: 'sms' });
    const email = gateway();
    expect(await deliverDue(outside({ email }))).toBe(0);
    expect(await stored(id)).toMatchObject({ attempts: 0, delivered_at: null, failed_at: null });
  });

  test('a code that ran out is not sent, and a code that was sent is not kept readable outside the demo', async () => {
    const email = gateway();
    const soon = new Date(server.clock.now().getTime() + 600 * SECOND);
    const late = await write({ expiresAt: server.clock.now(), text: '123456' });
    const sent = await write({ expiresAt: soon, text: '654321' });
    await deliverDue(outside({ email }));
    expect(email.given.map(({ text }) => text)).toEqual(['654321']);
    expect(await stored(late)).toMatchObject({
      delivered_at: null,
      last_error: 'too late to be of use',
      body_text: '',
      subject: null,
    });
    expect(await stored(sent)).toMatchObject({ body_text: '', subject: null });
    const shown = await write({ expiresAt: soon, text: '999999' });
    await deliverDue(outside({ email }, true));
    expect((await stored(shown)).body_text).toBe('999999');
  });
});

describe('what is slow keeps nothing else waiting', () => {
  /** A gateway that never answers for those whom `hangs` names. */
  const hanging = (hangs: (message: Outgoing) => boolean) => {
    const given: Outgoing[] = [];
    return {
      given,
      close: () => {},
      deliver: (message: Outgoing) => (
        given.push(message),
        hangs(message) ? new Promise<void>(() => {}) : Promise.resolve()
      ),
    };
  };
  const soon = () => new Date(server.clock.now().getTime() + 600 * SECOND);
  const texts = (of: { given: Outgoing[] }) => of.given.map(({ text }) => text);

  test('a mail server that hangs: text messages go out meanwhile', async () => {
    const [email, sms] = [hanging(() => true), hanging(() => false)];
    for (let count = 0; count < 30; count++) await write({ recipient: `owner-${count}@example.com` });
    const delivery = startDelivery(outside({ email, sms }));
    await expect.poll(() => email.given.length).toBeGreaterThan(0);
    await write({ channel: 'sms', recipient: '+15125550111', text: 'code', expiresAt: soon() });
    await expect.poll(() => texts(sms), { timeout: 5_000 }).toEqual(['code']);
    // What hangs is waited for: that is what this test does not do.
    void delivery.stop();
  });

  test('mailboxes that hang: other mail goes out, and room is kept for codes', async () => {
    const email = hanging(({ text }) => text === 'hangs');
    for (let count = 0; count < 20; count++) await write({ recipient: `slow-${count}@example.com`, text: 'hangs' });
    const delivery = startDelivery(outside({ email }));
    await expect.poll(() => email.given.length).toBe(6);
    await write({ recipient: 'jo@example.com', text: 'code', expiresAt: soon() });
    await expect.poll(() => texts(email).at(-1), { timeout: 5_000 }).toBe('code');
    void delivery.stop();
  });

  test('a code goes out before what waits longer, and does not wait for other mail to the same mailbox', async () => {
    const email = gateway();
    for (let count = 0; count < 20; count++) await write({ recipient: `owner-${count}@example.com` });
    await write({ text: 'code', expiresAt: soon() });
    await deliverDue(outside({ email }));
    expect(texts(email).indexOf('code')).toBeLessThan(8);
    const stuck = hanging(({ text }) => text === 'hangs');
    await write({ text: 'hangs' });
    const delivery = startDelivery(outside({ email: stuck }));
    await expect.poll(() => texts(stuck)).toEqual(['hangs']);
    await write({ text: 'after it' });
    await write({ text: 'code', expiresAt: soon() });
    await expect.poll(() => texts(stuck), { timeout: 5_000 }).toEqual(['hangs', 'code']);
    void delivery.stop();
  });

  test('a mail server that is slow: a second process sends nothing again', async () => {
    const began = Date.now();
    const start = server.clock.now().getTime();
    // 250 milliseconds are ten seconds here.
    const clock = { now: () => new Date(start + (Date.now() - began) * 40) };
    const email = gateway(() => new Promise((done) => setTimeout(done, 250)));
    for (let count = 0; count < 20; count++) await write({ recipient: `owner-${count}@example.com` });
    await Promise.all(
      [1, 2].map(async (process) => {
        while (
          email.given.length < 20 ||
          (await server.db.selectFrom('messages').select('id').where('delivered_at', 'is', null).execute()).length > 0
        ) {
          await deliverDue({ ...outside({ email }), clock });
          await new Promise((again) => setTimeout(again, 50 * process));
        }
      }),
    );
    expect(new Set(email.given.map(({ id }) => id)).size).toBe(20);
    expect(email.given).toHaveLength(20);
  });

  test('a database that is away when a mail has gone out: the mail is noted once it is back, and not sent again', async () => {
    const id = await write();
    let fails = 2;
    const email = gateway();
    const db = server.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'UpdateQueryNode' && email.given.length > 0 && fails-- > 0)
          throw new Error('Connection terminated');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await deliverDue({ ...outside({ email }), db });
    expect([fails, email.given.length]).toEqual([-1, 1]);
    expect(await stored(id)).toMatchObject({ delivered_at: server.clock.now(), attempts: 1 });
  });
});

describe('a message that was given up', () => {
  test('is sent once more when the operator says so, with its file and all of its tries', async () => {
    let isUp = false;
    const email = gateway(async () => {
      if (!isUp) throw new DeliveryFailed('no such mailbox', true);
    });
    const id = await server.services.messages.enqueue(server.db, {
      clinicId: server.clinicId,
      channel: 'email',
      recipient: 'jo@example.com',
      subject: 'Hello',
      text: 'A text',
      kind: 'test',
      attachment: { name: 'a.pdf', type: 'application/pdf', content: Buffer.from('x') },
    });
    const retry = () => retryMessage(server.db, id, server.clock.now());
    await expect(retry()).rejects.toThrow('The message is waiting, and tried again by itself.');
    await deliverDue(outside({ email }));
    expect(await stored(id)).toMatchObject({ failed_at: expect.any(Date) as Date, attempts: 1 });
    isUp = true;
    await retry();
    await deliverDue(outside({ email }));
    expect(await stored(id)).toMatchObject({
      failed_at: null,
      delivered_at: server.clock.now(),
      attempts: 1,
      attachment: null,
    });
    expect(email.given.map(({ attachment }) => attachment?.name)).toEqual(['a.pdf', 'a.pdf']);
    await expect(retry()).rejects.toThrow('The message is delivered.');
    await expect(retryMessage(server.db, 'none', server.clock.now())).rejects.toThrow('There is no message "none".');
  });

  test('is not where it was a code: what it said is not kept, or its time is over', async () => {
    const email = gateway(() => Promise.reject(new DeliveryFailed('no such mailbox', true)));
    const expiresAt = new Date(server.clock.now().getTime() + 600 * SECOND);
    const [wiped, shown] = [await write({ expiresAt }), await write({ expiresAt, recipient: 'sam@example.com' })];
    await deliverDue(outside({ email }));
    await server.db
      .updateTable('messages')
      .set({ body_text: 'as the demo keeps it' })
      .where('id', '=', shown)
      .execute();
    await expect(retryMessage(server.db, wiped, server.clock.now())).rejects.toThrow(
      'What the message said is not kept.',
    );
    await expect(retryMessage(server.db, shown, expiresAt)).rejects.toThrow('its time is over');
  });
});
