import type { Worker } from '@playwright/test';
import { expect } from './support/fixtures';
import { comeBack, cutOff, isRefill, leaveToWorker, test } from './support/outbox';
import { notifications, Requests, stopWorker, waker } from './support/requests';

test('the worker is stopped between "saved" and the sending: woken again, it sends once', async ({
  portal,
  requests,
  context,
}) => {
  const { elsewhere, wake } = await leaveToWorker(portal, requests, context);
  await stopWorker(context, elsewhere);
  expect(await requests.taken()).toEqual([]);

  portal.proxy.seen.length = 0;
  comeBack(portal);
  await wake();
  await expect.poll(() => requests.taken()).toEqual(['wish 1']);
  expect(portal.proxy.seen.filter(({ asked }) => isRefill(asked))).toHaveLength(1);
});

test('the worker is stopped before it hears the answer: the request is sent again and taken once', async ({
  portal,
  requests,
  context,
}) => {
  const { elsewhere, wake } = await leaveToWorker(portal, requests, context);

  portal.proxy.seen.length = 0;
  portal.proxy.decide((asked) => (isRefill(asked) ? 'dropReply' : 'pass'));
  await wake();
  await expect.poll(() => requests.taken()).toEqual(['wish 1']);
  await stopWorker(context, elsewhere);
  comeBack(portal);
  await elsewhere.goto(`/${portal.clinic}/pets`);
  const later = new Requests(elsewhere, portal.server, portal.clinic);
  await later.openMedications();
  await expect(later.row('Apoquel 16 mg')).toContainText('Sent');
  const keys = portal.proxy.seen
    .filter(({ asked }) => isRefill(asked))
    .map(({ asked }) => asked.headers['idempotency-key']);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  expect(await later.taken()).toEqual(['wish 1']);
});

type Scope = typeof globalThis & {
  asked: string[];
  registration: { getNotifications(): Promise<unknown[]> };
  Clients: { prototype: { openWindow(url: string): Promise<null> } };
  WindowClient: { prototype: { focus(): Promise<unknown>; url: string } };
};

/** Presses the shown notification, and says what the worker then asks of the browser, which does it after a hand's own press only. */
const pressNotification = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => {
    const scope = globalThis as Scope;
    scope.asked = [];
    scope.Clients.prototype.openWindow = async (url) => {
      scope.asked.push(`open ${url}`);
      return null;
    };
    scope.WindowClient.prototype.focus = async function focus(this: { url: string }) {
      scope.asked.push(`focus ${new URL(this.url).pathname}`);
      return this;
    };
    const [notification] = await scope.registration.getNotifications();
    // An event of a script's own cannot be waited for: what it began is seen by what it asked.
    const event = Object.assign(new Event('notificationclick'), {
      notification,
      waitUntil: (work: Promise<unknown>) => void (done = work),
    });
    let done: Promise<unknown> = Promise.resolve();
    scope.dispatchEvent(event);
    await done;
    return [...scope.asked, `${(await scope.registration.getNotifications()).length} left`];
  });

test('pressing the notification opens the clinic’s pets, in the clinic’s own page where one is open (D-305)', async ({
  portal,
  requests,
  context,
  addClinic,
}) => {
  await context.grantPermissions(['notifications'], { origin: portal.proxy.origin });
  const other = await addClinic();
  await requests.openMedications();
  const elsewhere = await context.newPage();
  const wake = await waker(context, elsewhere, portal.proxy.origin);
  const notified = async (note: string, page = requests.page) => {
    // A page that is seen tells by itself.
    await elsewhere.goto('about:blank');
    cutOff(portal);
    await new Requests(page, portal.server, portal.clinic).ask(note);
    await page.close();
    comeBack(portal);
    await wake();
    await expect.poll(() => requests.taken()).toContain(note);
    await expect.poll(() => notifications(context)).toHaveLength(1);
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('There is no worker.');
    return worker;
  };

  const worker = await notified('wish 1');
  // A page of another clinic is not this one's.
  await elsewhere.goto(`/${other}`);
  expect(await pressNotification(worker)).toEqual([`open /${portal.clinic}/pets`, '0 left']);

  const again = await context.newPage();
  await again.goto(`/${portal.clinic}/pets`);
  const later = new Requests(again, portal.server, portal.clinic);
  await later.openMedications();
  const second = await notified('wish 2', again);
  await elsewhere.goto(`/${other}`);
  const open = await context.newPage();
  await open.goto(`/${portal.clinic}/appointments`);
  await expect(open.getByRole('heading', { name: 'My Appointments' })).toBeVisible();
  expect(await pressNotification(second)).toEqual([`focus /${portal.clinic}/appointments`, '0 left']);
});

type Syncing = typeof globalThis & {
  syncs: string[];
  SyncManager: { prototype: { register(tag: string): Promise<void> } };
};

/** Notes what is asked of the browser's background sync, which then does it. */
const noteSyncs = () => {
  const scope = globalThis as Syncing;
  const { register } = scope.SyncManager.prototype;
  scope.syncs = [];
  scope.SyncManager.prototype.register = function registerNoted(tag) {
    scope.syncs.push(tag);
    return register.call(this, tag);
  };
};

test('a browser that gave up on waking the worker is asked anew: by the worker at its last chance, by the page at each start and look', async ({
  portal,
  requests,
  context,
}) => {
  const { elsewhere, wake } = await leaveToWorker(portal, requests, context);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no worker.');
  await worker.evaluate(noteSyncs);
  const asked = () => worker.evaluate(() => (globalThis as Syncing).syncs);
  const tries = () => portal.proxy.seen.filter(({ asked }) => isRefill(asked)).length;

  const before = tries();
  await wake();
  await expect.poll(tries).toBeGreaterThan(before);
  expect(await asked()).toEqual([]);
  await wake(true);
  await expect.poll(asked).toEqual(['outbox']);

  await context.addInitScript(noteSyncs);
  await elsewhere.goto(`/${portal.clinic}/pets`);
  const ofPage = () => elsewhere.evaluate(() => (globalThis as Syncing).syncs.length);
  await expect.poll(ofPage).toBeGreaterThan(0);
  const atStart = await ofPage();
  await elsewhere.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(ofPage).toBeGreaterThan(atStart);

  comeBack(portal);
  await wake();
  await expect.poll(() => requests.taken()).toEqual(['wish 1']);
  await elsewhere.reload();
  await expect(
    new Requests(elsewhere, portal.server, portal.clinic).page.getByRole('heading', { name: 'Hello, Sam!' }),
  ).toBeVisible();
  expect(await requests.taken()).toEqual(['wish 1']);
});
