import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { laterDatabase, laterWorker, loginPage, proxyOf, type Asked, type Fate } from '../tests/support/proxy';
import { Booking } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import { openProfile } from './support/profile';
import { stopWorker } from './support/requests';
import { PortalServer } from './support/server';

/** The worker is in charge and the clinic is on the device. */
const saved = async (page: Page) => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.waitForFunction(() =>
    Object.entries(localStorage).some(([key, value]) => key.startsWith('saved:') && value.includes('clinic')),
  );
};

test('the browser offers to install the clinic, by its own name and icon', async ({ addClinic, server }) => {
  const clinic = await addClinic({ shop: { name: 'Cedar Vets' } });
  const profile = await mkdtemp(join(tmpdir(), 'portal-profile-'));
  const context = await openProfile(profile, server.origin);
  try {
    const page = await context.newPage();
    await page.goto(`/${clinic}`);
    await expect(page).toHaveTitle(/Cedar Vets/);
    const devtools = await context.newCDPSession(page);
    await expect(page.locator('link[rel=manifest]')).toHaveCount(1);
    expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);

    const { url, data } = await devtools.send('Page.getAppManifest');
    expect(url).toBe(`${server.origin}/${clinic}/manifest.webmanifest`);
    const manifest = JSON.parse(data ?? '') as {
      name: string;
      start_url: string;
      scope: string;
      id: string;
      icons: { src: string; sizes: string; purpose?: string }[];
    };
    expect(manifest).toMatchObject({
      name: 'Cedar Vets',
      id: `/${clinic}`,
      scope: `/${clinic}`,
      start_url: `/${clinic}/pets`,
    });
    expect(manifest.icons.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(manifest.icons.some((icon) => icon.purpose?.includes('maskable'))).toBe(true);
    const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
    for (const src of [...manifest.icons.map((icon) => icon.src), touchIcon ?? '']) {
      const icon = await page.request.get(new URL(src, url).href);
      expect(icon.status(), src).toBe(200);
      expect(icon.headers()['content-type']).toContain('image/');
    }
  } finally {
    await context.close();
    await rm(profile, { recursive: true });
  }
});

test('with the server gone, a reload and a new tab open the shell and the clinic, and come back by themselves', async ({
  browser,
  complaints,
}) => {
  complaints.expect(noConnection);
  const server = await PortalServer.start([{ shop: { id: 'quiet', name: 'Quiet Vets' } }]);
  const context = await browser.newContext({ baseURL: server.origin });
  complaints.listen(context);
  try {
    const page = await context.newPage();
    await new Booking(page, 'Quiet Vets').open('quiet');
    await saved(page);
    await server.kill();

    const reloaded = new Booking(page, 'Quiet Vets');
    await page.reload();
    await expect(reloaded.clientType).toBeVisible();
    await expect(reloaded.offlineBanner).toBeVisible();

    const tab = new Booking(await context.newPage(), 'Quiet Vets');
    await tab.page.goto('/quiet');
    await expect(tab.clientType).toBeVisible();
    await expect(tab.offlineBanner).toBeVisible();
    await expect(tab.page).toHaveTitle(/Quiet Vets/);

    await server.restart();
    await tab.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(tab.offlineBanner).toBeHidden();
  } finally {
    await context.close();
    await server.remove();
  }
});

test('a new version is offered, and takes over when the owner says so, in that tab alone (D-11)', async ({
  page,
  context,
  server,
  addClinic,
}) => {
  const clinic = await addClinic();
  const proxy = await proxyOf(server.origin);
  const booking = new Booking(page);
  try {
    await page.goto(`${proxy.origin}/${clinic}`);
    await saved(page);
    const other = await context.newPage();
    await other.goto(`${proxy.origin}/${clinic}`);
    await expect(new Booking(other).clientType).toBeVisible();
    for (const each of [page, other]) await each.evaluate(() => Object.assign(window, { before: true }));

    proxy.publish(laterWorker);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.getByText('A new version is ready')).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => 'before' in window)).toBe(true);

    await page.getByRole('button', { name: 'Update' }).click();
    await page.waitForFunction(() => !('before' in window));
    await expect(booking.clientType).toBeVisible();
    await expect(page.getByText('A new version is ready')).toBeHidden();

    await expect(other.getByText('A new version is ready')).toBeVisible();
    expect(await other.evaluate(() => 'before' in window)).toBe(true);
    await expect(new Booking(other).clientType).toBeVisible();
  } finally {
    await proxy.close();
  }
});

test('a new version takes over at once, also while the browser is starting the worker before it', async ({
  page,
  server,
  addClinic,
}) => {
  const clinic = await addClinic();
  const proxy = await proxyOf(server.origin);
  try {
    await page.goto(`${proxy.origin}/${clinic}`);
    await saved(page);
    proxy.publish(laterDatabase());
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect(page.getByText('A new version is ready')).toBeVisible();
    await stopWorker(page.context(), page);
    await page.getByRole('button', { name: 'Update' }).evaluate((button: HTMLElement) => {
      void fetch('/api/health');
      button.click();
    });
    await page.waitForFunction(() => [...document.scripts].some(({ src }) => src.includes('-later.js')), undefined, {
      timeout: 15_000,
    });
    await expect(new Booking(page).clientType).toBeVisible();
  } finally {
    await proxy.close();
  }
});

/** What the worker itself fetches for its version; the page's own files have other destinations. */
const isWorkersFile = ({ path, headers }: Asked) =>
  headers['sec-fetch-dest'] === 'empty' && /\.(js|css|html|svg|webp|woff2)$/.test(path);
const half: Fate = 'half';
const kept = (page: Page) =>
  page.evaluate(async () => {
    const shell = await caches.open('shell');
    const texts = await Promise.all((await shell.keys()).map(async (key) => (await shell.match(key))!.text()));
    return { files: texts.length, wrong: texts.filter((text) => text.includes('accept our terms')).length };
  });

for (const [what, its] of [
  ['a page in place of', loginPage],
  ['half of', half],
] as const) {
  test(`a first visit that gets ${what} a file has no worker, and has one at the next start`, async ({
    page,
    server,
    addClinic,
    complaints,
  }) => {
    complaints.expect(/Not what the build made/);
    const clinic = await addClinic();
    const proxy = await proxyOf(server.origin);
    try {
      let wrong = 0;
      proxy.decide((asked) => (isWorkersFile(asked) && asked.path.startsWith('/assets/') && ++wrong ? its : 'pass'));
      await page.goto(`${proxy.origin}/${clinic}`);
      await expect.poll(() => wrong).toBeGreaterThan(0);
      await expect
        .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null))
        .toBeNull();
      expect(
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active ?? null),
      ).toBeNull();
      await expect(new Booking(page).clientType).toBeVisible();

      proxy.decide(() => 'pass');
      await page.reload();
      await saved(page);
      expect((await kept(page)).wrong).toBe(0);
      proxy.decide(() => 'dropRequest');
      complaints.expect(noConnection);
      await page.reload();
      await expect(new Booking(page).clientType).toBeVisible();
    } finally {
      await proxy.close();
    }
  });

  for (const victim of ['the page', 'a file'] as const) {
    test(`an update that gets ${what} ${victim} is not offered, and is when it can be had whole`, async ({
      page,
      server,
      addClinic,
      complaints,
    }) => {
      complaints.expect(/Not what the build made/);
      const clinic = await addClinic();
      const proxy = await proxyOf(server.origin);
      const update = () =>
        page.evaluate(async () =>
          (await navigator.serviceWorker.ready).update().then(
            () => undefined,
            () => undefined,
          ),
        );
      try {
        await page.goto(`${proxy.origin}/${clinic}`);
        await saved(page);
        proxy.publish(laterDatabase());
        let wrong = 0;
        const isVictim = ({ path }: Asked) =>
          victim === 'the page' ? path === '/index.html' : path.startsWith('/assets/');
        proxy.decide((asked) => (isWorkersFile(asked) && isVictim(asked) && ++wrong ? its : 'pass'));
        await update();
        await expect.poll(() => wrong).toBeGreaterThan(0);
        const state = () =>
          page.evaluate(async () => {
            const { installing, waiting, active } = await navigator.serviceWorker.ready;
            return [installing?.state, waiting?.state, active?.state].join();
          });
        await expect.poll(state).toBe(',,activated');
        await expect(page.getByText('A new version is ready')).toBeHidden();
        await page.reload();
        await expect(new Booking(page).clientType).toBeVisible();
        expect((await kept(page)).wrong).toBe(0);

        proxy.decide(() => 'pass');
        await update();
        await page.getByRole('button', { name: 'Update' }).click();
        await page.waitForFunction(() => [...document.scripts].some(({ src }) => src.includes('-later.js')));
        await expect(new Booking(page).clientType).toBeVisible();
      } finally {
        await proxy.close();
      }
    });
  }
}

test('the worker never keeps an answer of the API', async ({ page, addClinic }) => {
  const booking = new Booking(page);
  await booking.open(await addClinic());
  await saved(page);
  await booking.begin('New client');
  await booking.chooseVisit();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map((request) => new URL(request.url).pathname);
  });
  expect(kept).toContain('/index.html');
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
});

test('the worker answers pages with a network too, under the same policy, and leaves other addresses to the server', async ({
  page,
  addClinic,
}) => {
  const clinic = await addClinic();
  const booking = new Booking(page);
  await booking.open(clinic);
  await saved(page);
  const shell = await page.reload();
  expect(shell?.fromServiceWorker()).toBe(true);
  expect(shell?.headers()['content-security-policy']).toContain("script-src 'self'");
  await expect(booking.clientType).toBeVisible();
  const inbox = await page.goto('/api/demo/inbox');
  expect(inbox?.fromServiceWorker()).toBe(false);
  expect(inbox?.status()).toBe(200);
});

test('an unknown clinic and an unknown page say so', async ({ page, complaints }) => {
  complaints.expect(/status of 404/);
  const response = await page.goto('/no-such-clinic');
  expect(response?.status()).toBe(404);
  await expect(page.getByText(/link from your clinic/i)).toBeVisible();
});
