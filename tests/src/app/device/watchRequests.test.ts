// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectionFound, connectionLost } from '../../../../src/state/connection';
import { clinicOpened, sessionStarted } from '../../../../src/state/session';
import { selectToasts } from '../../../../src/state/toasts';
import { watchRequests } from '../../../../src/app/device/watchRequests';
import { makeStore } from '../../../../src/app/store';
import * as limits from '../../../../src/limits';
import { markSaved } from '../../../../src/offline/marker';
import { pump } from '../../../../src/shared/requests/sendWaiting';
import { changeEntry, enqueue } from '../../../../src/offline/database/outboxStore';
import { saveSession } from '../../../../src/offline/database/session';
import { ok, reply, tinyServer } from '../../../support/tinyServer';
import { owner, servicesAt } from '../../api/support';
import { emptyDevice, receipt, refill, riley, uuid } from '../../offline/outbox/support';

let server: Awaited<ReturnType<typeof tinyServer>>;
let stop: () => void = () => undefined;
const sent = () =>
  server.seen.filter(({ url }) => url.endsWith('/medications/refill')).map(({ headers }) => headers['idempotency-key']);
const wait = (n: number) => enqueue(refill(), riley, uuid(n), Date.now());

beforeEach(async () => {
  localStorage.clear();
  await emptyDevice();
  server = await tinyServer((_, response) => ok(response, receipt));
});
afterEach(async () => {
  stop();
  vi.useRealTimers();
  // What is still being sent would otherwise take the next test's requests to this one's server.
  await makeStore(servicesAt(server.base)).dispatch(pump());
  await server.close();
});

/** A page whose owner is signed in, with one request that waits. */
async function open() {
  await saveSession({ clinicId: 'oakwood', ...owner() });
  await wait(1);
  const store = makeStore(servicesAt(server.base));
  store.dispatch(clinicOpened({ clinicId: 'oakwood', saved: owner() }));
  stop = watchRequests(store);
  await expect.poll(sent).toEqual([uuid(1)]);
  return store;
}

it('sends at the start, when the page is seen again, and when the network is back, and says so each time (D-05)', async () => {
  const store = await open();
  await wait(2);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(sent).toEqual([uuid(1), uuid(2)]);
  store.dispatch(connectionLost());
  await wait(3);
  store.dispatch(connectionFound());
  await expect.poll(sent).toEqual([uuid(1), uuid(2), uuid(3)]);
  await expect.poll(() => selectToasts(store.getState()).map(({ text }) => text)).toContain('Refill request sent!');
});

it('sends every minute while something waits, and not without a network (D-05)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const store = await open();
  await wait(2);
  vi.advanceTimersByTime(limits.outboxEveryMs - 1);
  expect(sent()).toEqual([uuid(1)]);
  vi.advanceTimersByTime(1);
  await expect.poll(sent).toEqual([uuid(1), uuid(2)]);
  store.dispatch(connectionLost());
  await wait(3);
  vi.advanceTimersByTime(3 * limits.outboxEveryMs);
  store.dispatch(connectionFound());
  await expect.poll(sent).toEqual([uuid(1), uuid(2), uuid(3)]);
  expect(limits.outboxEveryMs).toBe(60_000);
});

it('sends as soon as its owner has signed in (D-05)', async () => {
  markSaved('oakwood', 'outbox');
  await wait(1);
  const store = makeStore(servicesAt(server.base));
  store.dispatch(clinicOpened({ clinicId: 'oakwood', saved: null }));
  stop = watchRequests(store);
  store.dispatch(sessionStarted(owner()));
  await expect.poll(sent).toEqual([uuid(1)]);
  expect(server.seen.find(({ url }) => url.endsWith('/medications/refill'))?.headers.authorization).toBe(
    'Bearer owner-1',
  );
});

it('asks the browser anew to wake the worker, as often as it looks, while something can go without a word of its owner (D-05)', async () => {
  const asked: string[] = [];
  const sync = { register: async (tag: string) => void asked.push(tag) };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ sync }), ready: Promise.resolve({ active: null }) },
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const next = async (look: () => void) => {
    asked.length = 0;
    look();
    await expect.poll(() => asked).toContain('outbox');
  };
  try {
    const store = await open();
    server.answer((_, response) =>
      reply(response, 503, { success: false, code: 'unavailable' }, { 'Retry-After': '3600' }),
    );
    await wait(2);
    await next(() => document.dispatchEvent(new Event('visibilitychange')));
    await next(() => void vi.advanceTimersByTime(limits.outboxEveryMs));
    store.dispatch(connectionLost());
    await next(() => void store.dispatch(connectionFound()));
    stop();
    await next(() => void (stop = watchRequests(store)));

    // Without a network it is the browser's alone.
    store.dispatch(connectionLost());
    await next(() => document.dispatchEvent(new Event('visibilitychange')));
    await changeEntry(uuid(2), (entry) => ({
      ...entry,
      createdAt: new Date(Date.now() - limits.outboxAskMs - 1).toISOString(),
    }));
    await store.dispatch(pump());
    asked.length = 0;
    await store.dispatch(pump());
    expect(asked).toEqual([]);
  } finally {
    Reflect.deleteProperty(navigator, 'serviceWorker');
  }
});
