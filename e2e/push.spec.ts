import type { BrowserContext, Page } from '@playwright/test';
import { product } from '../tests/support/clinicFile';
import { pushService, type Device } from '../tests/support/pushService';
import { Booking, someOwner } from './support/booking';
import { expect, test as base } from './support/fixtures';
import { notifications } from './support/requests';
import { PortalServer } from './support/server';

/** A server that pushes to a push service on this machine. */
const test = base.extend<{
  portal: PortalServer;
  service: Awaited<ReturnType<typeof pushService>>;
}>({
  portal: async ({}, provide) => {
    const products = [product({ id: 'exam', name: 'Exam' })];
    const portal = await PortalServer.start([{ shop: { id: 'quiet' }, products }], { PUSH_LOOPBACK: 'true' });
    await provide(portal);
    await portal.remove();
  },
  service: async ({}, provide) => {
    const service = await pushService();
    await provide(service);
    await service.close();
  },
  baseURL: async ({ portal }, provide) => provide(portal.origin),
});

/**
 * Gives the browser a subscription at the push service of the test: its own needs one on the internet. What it is asked
 * for is noted.
 */
const subscribeAt = (page: Page, { subscription }: Device) =>
  page.addInitScript(({ endpoint, keys }) => {
    const kept = () => localStorage.getItem('subscribed');
    const given = {
      endpoint,
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        localStorage.setItem('subscribed', 'no more');
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      subscribe: async (options: unknown) => {
        localStorage.setItem('subscribed', JSON.stringify(options));
        return given;
      },
      getSubscription: async () => (kept()?.startsWith('{') ? given : null),
    });
  }, subscription);

/** Returns what hands a push message to the worker as the browser does when its push service has one. */
async function deliverer(context: BrowserContext, page: Page, origin: string) {
  const devtools = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registration;
  return (data: string) => devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

type Scope = typeof globalThis & {
  registration: { getNotifications(): Promise<unknown[]> };
  Clients: { prototype: { openWindow(url: string): Promise<null> } };
};

/** Presses the shown notification; returns the address that the worker opens, which a script's press does not. */
const press = (context: BrowserContext): Promise<string> =>
  context.serviceWorkers()[0]!.evaluate(async () => {
    const scope = globalThis as Scope;
    let opened = '';
    scope.Clients.prototype.openWindow = async (url) => {
      opened = url;
      return null;
    };
    const [notification] = await scope.registration.getNotifications();
    let done: Promise<unknown> = Promise.resolve();
    scope.dispatchEvent(
      Object.assign(new Event('notificationclick'), {
        notification,
        waitUntil: (work: Promise<unknown>) => void (done = work),
      }),
    );
    await done;
    return opened;
  });

test('who has booked is asked, hears of the clinic’s answer by push alone, and of nothing after signing out', async ({
  page,
  context,
  portal,
  service,
}) => {
  const device = service.device();
  const owner = someOwner();
  await context.grantPermissions(['notifications'], { origin: portal.origin });
  await subscribeAt(page, device);
  const booking = new Booking(page);
  const offer = page.getByRole('button', { name: 'Notify me on this device' });
  await booking.toFilledForm('quiet', owner);
  await expect(offer).toHaveCount(0);
  await booking.submit.click();
  await booking.code.fill(await portal.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');

  await offer.click();
  await expect(offer).toHaveCount(0);
  const options = await page.evaluate(() => localStorage.getItem('subscribed'));
  expect(JSON.parse(options ?? '')).toEqual({
    userVisibleOnly: true,
    applicationServerKey: expect.stringMatching(/^B[\w-]{86}$/),
  });
  // This session is told by push now, and is not asked again.
  await page.getByRole('link', { name: 'My Appointments' }).first().click();
  const row = page.getByRole('link', { name: /Exam.*Pepper/ });
  await expect(row).toBeVisible();
  const id = (await row.getAttribute('href'))!.split('/').at(-1)!;

  const before = await portal.messages(`+1${owner.phone}`);
  await portal.clinic('decline', 'quiet', id);
  await expect.poll(() => device.got.size).toBe(1);
  expect(await portal.clinic('messages')).toContain('decline');
  const [{ told, raw }] = device.asked as [(typeof device.asked)[number]];
  expect(told).toMatchObject({ title: 'Test Vets', body: 'There is news about your appointment.' });
  expect(JSON.stringify(told)).not.toContain('Pepper');
  expect(raw.includes('news')).toBe(false);

  const deliver = await deliverer(context, page, portal.origin);
  await page.goto('about:blank');
  await deliver(JSON.stringify(told));
  await expect.poll(() => notifications(context)).toEqual([{ title: 'Test Vets', body: told.body }]);
  // It was shown, so neither a text message nor an e-mail waits to follow.
  await expect.poll(() => portal.clinic('messages')).toContain('Every message is delivered');
  expect(await portal.messages(`+1${owner.phone}`)).toEqual(before);
  expect(await press(context)).toBe(`/quiet/appointments/${id}`);

  // The same once more, as a push service may repeat it, shows one notification.
  await deliver(JSON.stringify(told));
  await deliver(JSON.stringify(told));
  await expect.poll(() => notifications(context)).toHaveLength(1);

  await page.goto('/quiet/account');
  await page.getByRole('button', { name: 'Alex, menu' }).click();
  await page.getByText('Sign Out', { exact: true }).filter({ visible: true }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('subscribed'))).toBe('no more');
});

test('a push that says nothing this version knows still shows something', async ({ page, context, portal }) => {
  await context.grantPermissions(['notifications'], { origin: portal.origin });
  await page.goto('/quiet');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const deliver = await deliverer(context, page, portal.origin);
  await deliver('{"of":"a later version"}');
  await expect.poll(() => notifications(context)).toEqual([{ title: 'Your clinic', body: '' }]);
});

base('where the server pushes nothing, nobody is asked', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.toFilledForm(await addClinic(), owner);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  const asked = page.waitForResponse('**/api/push/v1/key');
  await booking.expectScheduled('Alex');
  expect((await (await asked).json()).data).toEqual({ key: null, is_on: false });
  await expect(page.getByRole('button', { name: 'Notify me' })).toHaveCount(0);
});
