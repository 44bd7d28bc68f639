import type { Page } from '@playwright/test';
import { offlineReason } from '../src/state/connection';
import { waitAfter } from '../src/offline/outbox/rules';
import { loginPage, type Fate } from '../tests/support/proxy';
import { Booking } from './support/booking';
import { expect, noConnection } from './support/fixtures';
import { comeBack, isRefill, test } from './support/outbox';
import { texts } from './support/requests';
import { expectToast, toastsOf } from './support/toasts';

/** A network that answers for every server behind it until somebody has accepted its terms (D-01). */
const portals: [string, Fate][] = [
  ['a page', loginPage],
  ['JSON of its own', { status: 200, body: '{"status":"ok","login":"/welcome"}' }],
  ['another address', { status: 302, headers: { Location: 'https://127.0.0.1:9/welcome' } }],
  ['its own status', { ...loginPage, status: 511 }],
];
/** The browser's own words for what a portal gives. */
const said = [noConnection, /status of 511/, /unsupported MIME type|redirect|Failed to load resource/i];

const banner = (page: Page) => new Booking(page, 'Quiet Vets').offlineBanner;
const isSaved = (page: Page) =>
  page.waitForFunction(
    () =>
      navigator.serviceWorker.controller?.state === 'activated' &&
      Object.entries(localStorage).some(([key, value]) => key.startsWith('saved:') && value.includes('clinic')),
  );

for (const [what, its] of portals) {
  test(`a portal that answers with ${what}, at the start: an owner reads what is saved, asks, and all is well by itself once it lets through`, async ({
    portal,
    requests,
    complaints,
  }) => {
    complaints.expect(...said);
    const { page } = requests;
    await requests.openMedications();
    await isSaved(page);
    portal.proxy.decide(() => its);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Hello, Sam!' })).toBeVisible();
    await expect(banner(page)).toBeVisible();
    await requests.openMedications();
    await requests.ask('wish 1');
    await expectToast(page, texts.saved);
    await expect(requests.row('Apoquel 16 mg')).toContainText('Waiting to send');
    expect(await toastsOf(page)).not.toContain(texts.sent);
    await page.goto(`/${portal.clinic}/account`);
    await expect(banner(page)).toBeVisible();
    await expect(page.getByText(offlineReason).first()).toBeVisible();
    expect(await requests.taken()).toEqual([]);

    await page.goto(`/${portal.clinic}/pets`);
    await expect(banner(page)).toBeVisible();
    comeBack(portal);
    await expect(banner(page)).toBeHidden({ timeout: 30_000 });
    // A try that the portal answered at the moment when it let through waits as after a server's failure.
    await expect.poll(() => requests.taken(), { timeout: waitAfter(5) }).toEqual(['wish 1']);
    await expectToast(page, texts.sent);
  });
}

test('a portal in the middle: what is written is kept or stopped, never told as sent, and the owner stays signed in', async ({
  portal,
  requests,
  complaints,
}) => {
  complaints.expect(...said);
  const { page } = requests;
  await requests.openMedications();
  await isSaved(page);
  portal.proxy.decide(() => loginPage);
  await requests.ask('wish 1');
  await expectToast(page, texts.saved);
  await expect(banner(page)).toBeVisible();
  expect(await toastsOf(page)).not.toContain(texts.sent);
  comeBack(portal);
  await expect(banner(page)).toBeHidden({ timeout: 30_000 });
  await expect.poll(() => requests.taken()).toEqual(['wish 1']);
  expect(portal.proxy.seen.filter(({ asked, fate }) => isRefill(asked) && fate === 'pass')).toHaveLength(1);
});

test('a guest behind a portal: the saved clinic opens with the banner, a text is not told as sent, and both are well again by themselves', async ({
  portal,
  page,
  complaints,
}) => {
  complaints.expect(...said);
  const booking = new Booking(page, 'Quiet Vets');
  await booking.open(portal.clinic);
  await isSaved(page);
  portal.proxy.decide(() => loginPage);
  await page.reload();
  await expect(booking.clientType).toBeVisible();
  await expect(banner(page)).toBeVisible();
  comeBack(portal);
  await expect(banner(page)).toBeHidden({ timeout: 30_000 });

  await page
    .getByRole('button', { name: /text us/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('5125550142');
  portal.proxy.decide(() => loginPage);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText(offlineReason)).toBeVisible();
  expect(await toastsOf(page)).toEqual([]);
  comeBack(portal);
  await expect(dialog.getByText(offlineReason)).toBeHidden({ timeout: 30_000 });
  await expect(dialog.getByRole('textbox')).toHaveValue('512-555-0142');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText("Thanks! We'll text you shortly.").first()).toBeVisible();
});

test('a device without anything saved says what to do, and goes on by itself', async ({ portal, page, complaints }) => {
  complaints.expect(...said);
  await page.goto('/login');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  portal.proxy.decide(() => loginPage);
  await page.goto(`/${portal.clinic}`);
  await expect(page.getByText('Connect to the internet once to open this clinic on this device.')).toBeVisible();
  comeBack(portal);
  await expect(new Booking(page, 'Quiet Vets').clientType).toBeVisible({ timeout: 30_000 });
});
