import 'fake-indexeddb/auto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { portalDb, PortalDb } from '../../../../src/offline/database/db';
import { drain, type Drain } from '../../../../src/offline/outbox/drain';
import {
  discard,
  enqueue,
  entriesOf,
  sendAgain,
  takeAnnouncements,
} from '../../../../src/offline/database/outboxStore';
import { saveSession, wipeOwner } from '../../../../src/offline/database/session';
import { ok, portals, reply, tinyServer } from '../../../support/tinyServer';
import { owner } from '../../api/support';
import { at, emptyDevice, place, receipt, refill, riley, uuid } from './support';

let server: Awaited<ReturnType<typeof tinyServer>>;
let clock = at;
const given = (more: Partial<Drain> = {}): Drain => ({ base: server.base, now: () => clock, ...more });
const states = async () => (await entriesOf(riley)).map(({ state }) => state);
const keys = () => server.seen.map(({ headers }) => headers['idempotency-key']);
const refuse =
  (status: number, headers: Record<string, string> = {}) =>
  (_: unknown, response: ServerResponse) =>
    reply(response, status, { success: false, code: 'internal', message: 'no' }, headers);

beforeEach(async () => {
  clock = at;
  await emptyDevice();
  await saveSession({ clinicId: 'oakwood', ...owner() });
  server = await tinyServer((_, response) => ok(response, receipt));
});
afterEach(() => server.close());

describe('sending', () => {
  it('goes in order, each to its call with its own key, as the owner, and keeps the receipt', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    await enqueue(place('joinWaitlist'), riley, uuid(2), at - 5);
    expect(await drain(given())).toEqual({ sent: 2, hasNetwork: true, isLeft: false, refused: null, untold: [] });
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/medications/refill',
      'POST /api/waitlisters',
    ]);
    expect(keys()).toEqual([uuid(1), uuid(2)]);
    expect(server.seen[0]?.headers).toMatchObject({ authorization: 'Bearer owner-1', 'x-client-id': 'oakwood' });
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual(refill().payload);
    expect(await entriesOf(riley)).toMatchObject([
      { state: 'sent', receipt },
      { state: 'sent', receipt },
    ]);
    await drain(given());
    expect(server.seen).toHaveLength(2);
  });

  it('is announced once', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    await drain(given());
    const taken = await Promise.all([takeAnnouncements(() => true), takeAnnouncements(() => true)]);
    expect(taken.flat().map(({ id }) => id)).toEqual([uuid(1)]);
  });

  it('sends once when several drain at the same time', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    await Promise.all([drain(given()), drain(given()), drain(given())]);
    expect(keys()).toEqual([uuid(1)]);
  });

  it('sends again with the same key when the reply was lost', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    server.answer((_, response) => void response.socket?.destroy());
    expect(await drain(given())).toMatchObject({ sent: 0, hasNetwork: false });
    server.answer((_, response) => ok(response, receipt));
    await drain(given());
    expect(server.seen).toHaveLength(1);
    await drain(given({ isBack: true }));
    expect(keys()).toEqual([uuid(1), uuid(1)]);
    expect(await states()).toEqual(['sent']);
  });

  it('keeps a receipt when another sender of the same entry meets a fault afterwards', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    server.answer((_, response) => {
      void portalDb()
        .outbox.update(uuid(1), { state: 'sent', receipt })
        .then(() => response.destroy());
    });
    await drain(given());
    expect(await entriesOf(riley)).toMatchObject([{ state: 'sent', receipt, held: null }]);
  });

  it('takes up what a stopped sender left behind', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    // Counted and written down, but never sent: the worker was stopped in between.
    await portalDb().outbox.update(uuid(1), { attempts: 1 });
    await drain(given());
    expect(keys()).toEqual([uuid(1)]);
  });
});

describe('a server that cannot', () => {
  it.each([500, 503, 408])('%i: keeps the order and waits longer each time', async (status) => {
    await enqueue(refill(), riley, uuid(1), at);
    await enqueue(refill(), riley, uuid(2), at);
    server.answer(refuse(status));
    await drain(given({ isBack: true }));
    await drain(given({ isBack: true }));
    expect(keys()).toEqual([uuid(1)]);
    clock += 5_000;
    await drain(given());
    clock += 5_000;
    await drain(given());
    expect(keys()).toEqual([uuid(1), uuid(1)]);
    server.answer((_, response) => ok(response, receipt));
    clock += 5_000;
    await drain(given());
    expect(await states()).toEqual(['sent', 'sent']);
  });

  it('429: waits as long as it asks', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    server.answer(refuse(429, { 'Retry-After': '90' }));
    await drain(given());
    clock += 89_000;
    await drain(given({ isBack: true }));
    expect(server.seen).toHaveLength(1);
    clock += 1_000;
    await drain(given());
    expect(server.seen).toHaveLength(2);
  });

  it("429 of a cap: keeps the clinic's words, waits as long as it asks, and holds back its own kind alone (D-404)", async () => {
    const said = 'No more refills can be asked for online today. Please call us at 512-555-0100.';
    await enqueue(refill(), riley, uuid(1), at);
    await enqueue(refill('med-2'), riley, uuid(2), at);
    await enqueue(place('leaveWaitlist'), riley, uuid(3), at);
    server.answer(({ url }, response) =>
      url?.includes('refill')
        ? reply(response, 429, { success: false, code: 'too_many_requests', message: said }, { 'Retry-After': '86400' })
        : ok(response, receipt),
    );
    expect(await drain(given())).toMatchObject({ sent: 1, isLeft: true });
    expect(keys()).toEqual([uuid(1), uuid(3)]);
    expect(await entriesOf(riley)).toMatchObject([
      { state: 'waiting', held: { until: at + 86_400_000, by: 'server', said } },
      { state: 'waiting', held: null },
      { state: 'sent' },
    ]);
    for (let n = 0; n < 20; n++) {
      clock += 3_600_000;
      await drain(given({ isBack: true }));
    }
    expect(keys()).toHaveLength(2);
    server.answer((_, response) => ok(response, receipt));
    clock = at + 86_400_000;
    await drain(given());
    expect(keys().slice(2)).toEqual([uuid(1), uuid(2)]);
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
  });

  it.each([400, 403, 404, 409, 422])('%i: the entry needs the owner, the next one goes on', async (status) => {
    await enqueue(refill(), riley, uuid(1), at);
    await enqueue(refill('med-2'), riley, uuid(2), at);
    server.answer(({ headers }, response) =>
      headers['idempotency-key'] === uuid(1) ? refuse(status)(null, response) : ok(response, receipt),
    );
    await drain(given());
    expect(await states()).toEqual(['failed', 'sent']);
    await drain(given());
    expect(server.seen).toHaveLength(2);
    server.answer((_, response) => ok(response, receipt));
    await sendAgain(uuid(1), clock);
    await drain(given());
    expect(await states()).toEqual(['sent', 'sent']);
  });

  it.each(Object.entries(portals))('a captive portal in the way is no network: %s', async (_, answer) => {
    await enqueue(refill(), riley, uuid(1), at);
    server.answer((_, response) => answer(response));
    expect(await drain(given())).toMatchObject({ sent: 0, hasNetwork: false, refused: null });
    expect(await states()).toEqual(['waiting']);
    server.answer((_, response) => ok(response, receipt));
    await drain({ ...given(), isBack: true });
    expect(await states()).toEqual(['sent']);
  });
});

describe('what is left for later', () => {
  const isLeft = async (more: Partial<Drain> = {}) => (await drain(given(more))).isLeft;

  it('is what no network, a failure or the server’s own wait keeps back, until it has gone', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    server.answer((_, response) => void response.socket?.destroy());
    expect(await isLeft()).toBe(true);
    server.answer(refuse(503, { 'Retry-After': '60' }));
    expect(await isLeft({ isBack: true })).toBe(true);
    expect(await isLeft({ isBack: true })).toBe(true);
    expect(server.seen).toHaveLength(2);
    clock += 61_000;
    server.answer((_, response) => ok(response, receipt));
    expect(await isLeft()).toBe(false);
    expect(await states()).toEqual(['sent']);
  });

  it('is one owner’s although another one’s session is over', async () => {
    const sam = { clinicId: 'willow', userId: 'user-sam' };
    await saveSession({ clinicId: 'willow', token: 'sam-1', user: { ...owner().user, id: 'user-sam' } });
    await enqueue(refill(), riley, uuid(1), at);
    await enqueue(refill(), sam, uuid(2), at);
    server.answer(({ headers }, response) =>
      reply(response, headers.authorization === 'Bearer sam-1' ? 401 : 503, {
        success: false,
        code: headers.authorization === 'Bearer sam-1' ? 'unauthorized' : 'unavailable',
      }),
    );
    expect(await drain(given())).toMatchObject({ isLeft: true, refused: { clinicId: 'willow' } });
  });

  it('is nothing that needs a word of its owner: refused, too old, signed out', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    server.answer(refuse(422));
    expect(await isLeft()).toBe(false);
    await enqueue(refill(), riley, uuid(2), at - 8 * 86_400_000);
    expect(await isLeft()).toBe(false);
    await enqueue(refill('med-2'), riley, uuid(3), at);
    server.answer((_, response) => reply(response, 401, { success: false, code: 'unauthorized' }));
    expect(await isLeft()).toBe(false);
    await wipeOwner(riley.clinicId);
    await enqueue(refill('med-3'), riley, uuid(4), at);
    expect(await isLeft()).toBe(false);
  });
});

describe('a device that has become full', () => {
  const full = () => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  beforeEach(() => {
    portalDb().outbox.hook('updating', full);
  });
  afterEach(() => portalDb().outbox.hook('updating').unsubscribe(full));

  it('sends refills that it cannot count, each once, and says of which nobody else will tell', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    await enqueue(refill('med-2'), riley, uuid(2), at);
    const { sent, untold } = await drain(given());
    expect([sent, untold.map(({ id }) => id)]).toEqual([2, [uuid(1), uuid(2)]]);
    expect(await entriesOf(riley)).toEqual([]);
    await drain(given({ isBack: true }));
    expect(keys()).toEqual([uuid(1), uuid(2)]);
  });

  it('keeps what the server did not take, under the same key', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    server.answer(refuse(503));
    expect((await drain(given())).untold).toEqual([]);
    expect(await states()).toEqual(['waiting']);
    server.answer((_, response) => ok(response, receipt));
    expect((await drain(given())).sent).toBe(1);
    expect(keys()).toEqual([uuid(1), uuid(1)]);
  });

  it('holds back what a later word must know the try of, until there is room', async () => {
    await enqueue(place('joinWaitlist'), riley, uuid(1), at);
    expect((await drain(given())).sent).toBe(0);
    expect(server.seen).toHaveLength(0);
    portalDb().outbox.hook('updating').unsubscribe(full);
    expect((await drain(given())).sent).toBe(1);
  });
});

describe('whose it is', () => {
  it('401 stops, keeps everything and names the session', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    await enqueue(refill(), riley, uuid(2), at);
    server.answer(refuse(401));
    expect((await drain(given())).refused?.token).toBe('owner-1');
    expect(server.seen).toHaveLength(1);
    expect(await states()).toEqual(['waiting', 'waiting']);
    server.answer((_, response) => ok(response, receipt));
    await saveSession({ clinicId: 'oakwood', ...owner('owner-2') });
    await drain(given());
    expect(await states()).toEqual(['sent', 'sent']);
  });

  it('goes on with a token that another tab renewed meanwhile', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    server.answer(({ headers }, response) => {
      if (headers.authorization === 'Bearer owner-2') return ok(response, receipt);
      return void saveSession({ clinicId: 'oakwood', ...owner('owner-2') }).then(() => refuse(401)(null, response));
    });
    expect(await drain(given())).toMatchObject({ sent: 1, refused: null });
  });

  it('is never sent for another owner, a guest or nobody', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    // Put there as they are: an owner's session that is saved as it should takes the place of others' requests.
    await portalDb().sessions.put({ clinicId: 'oakwood', token: 'other', user: { ...owner().user, id: 'user-sam' } });
    await drain(given());
    await portalDb().sessions.put({ clinicId: 'oakwood', token: 'guest', user: { ...owner().user, is_guest: true } });
    await drain(given());
    await portalDb().sessions.clear();
    await drain(given());
    expect(server.seen).toHaveLength(0);
    expect(await states()).toEqual(['waiting']);
    expect(await entriesOf({ clinicId: 'oakwood', userId: 'user-sam' })).toEqual([]);
  });

  it('one clinic waiting does not hold another up', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    await enqueue(refill(), { clinicId: 'harbor', userId: 'user-riley' }, uuid(2), at);
    await saveSession({ clinicId: 'harbor', ...owner('harbor-1') });
    server.answer(({ headers }, response) =>
      headers['x-client-id'] === 'oakwood' ? refuse(500)(null, response) : ok(response, receipt),
    );
    expect((await drain(given())).sent).toBe(1);
    expect(await states()).toEqual(['waiting']);
  });

  it('is gone with the owner, also while it is on its way', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    await enqueue(refill(), { ...riley, clinicId: 'harbor' }, uuid(2), at);
    await portalDb().records.bulkPut([
      { clinicId: 'oakwood', userId: 'user-riley', kind: 'vaccinations', id: 'pet-1', saved_at: receipt.created_at },
      { clinicId: 'oakwood2', userId: 'user-riley', kind: 'vaccinations', id: 'pet-1', saved_at: receipt.created_at },
    ]);
    server.answer((_, response) => void wipeOwner('oakwood').then(() => ok(response, receipt)));
    await drain(given());
    expect((await portalDb().outbox.toArray()).map((row) => (row as { id: string }).id)).toEqual([uuid(2)]);
    expect((await portalDb().records.toArray()).map((row) => (row as { clinicId: string }).clinicId)).toEqual([
      'oakwood2',
    ]);
  });

  it('can be discarded', async () => {
    await enqueue(refill(), riley, uuid(1), at);
    await discard(uuid(1));
    await drain(given());
    expect(server.seen).toHaveLength(0);
  });
});

it('does not send after seven days unasked', async () => {
  await enqueue(refill(), riley, uuid(1), at);
  clock += 8 * 24 * 3600_000;
  await drain(given());
  expect(server.seen).toHaveLength(0);
  await sendAgain(uuid(1), clock);
  await drain(given());
  expect(await states()).toEqual(['sent']);
});

it('forgets a receipt after a week, once it was announced', async () => {
  await enqueue(refill(), riley, uuid(1), at);
  await drain(given());
  clock += 8 * 24 * 3600_000;
  await drain(given());
  expect(await states()).toEqual(['sent']);
  await takeAnnouncements(() => true);
  await drain(given());
  expect(await states()).toEqual([]);
});

it('skips a row that is no entry, and a later version of the database keeps ten that wait', async () => {
  for (let n = 1; n <= 10; n += 1) await enqueue(refill(), riley, uuid(n), at);
  await portalDb().outbox.put({ id: 'x', clinicId: 'oakwood', kind: 'bookAnything' });
  portalDb().close();
  const next = new (class extends PortalDb {
    constructor() {
      super();
      this.version(portalDb().verno + 1).stores({ later: 'id' });
    }
  })();
  expect(await next.outbox.count()).toBe(11);
  next.close();
  await portalDb().open();
  expect((await entriesOf(riley)).map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => uuid(n + 1)));
});
