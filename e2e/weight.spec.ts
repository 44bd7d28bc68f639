import { stat } from 'node:fs/promises';
import { Booking } from './support/booking';
import { expect, test } from './support/fixtures';

/** What was fetched up to the load event; the next steps and the database come after it. */
type Fetched = { name: string; kind: string; bytes: number };

test('the first screen is light', async ({ page, addClinic }) => {
  await new Booking(page).open(await addClinic());
  await page.waitForLoadState('load');
  const fetched = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const needed = navigation === undefined ? [] : [navigation, ...resources.filter((entry) => entry.startTime < navigation.loadEventStart)];
    return needed.map(({ name, initiatorType, encodedBodySize }): Fetched => ({ name, kind: initiatorType, bytes: encodedBodySize }));
  });
  const listed = fetched.map(({ name, kind, bytes }) => `${kind} ${new URL(name).pathname} ${bytes}`).join('\n');
  const sum = (list: Fetched[]) => list.reduce((bytes, each) => bytes + each.bytes, 0) / 1000;
  expect(sum(fetched.filter(({ name }) => name.endsWith('.js'))), `kB of JavaScript\n${listed}`).toBeLessThan(110);
  expect(sum(fetched), `kB in all\n${listed}`).toBeLessThan(160);
  expect(fetched.length, listed).toBeLessThanOrEqual(12);
});

test('what the worker saves for every visitor is light', async ({ page, addClinic }) => {
  await new Booking(page).open(await addClinic());
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const saved = await page.evaluate(async () => (await (await caches.open('shell')).keys()).map(({ url }) => new URL(url).pathname));
  const sizes = await Promise.all(saved.map(async (path) => (await stat(`dist${path}.br`)).size));
  expect(saved).toContain('/index.html');
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1000, `kB of ${saved.length} files`).toBeLessThan(300);
});

test('the text of the first screen does not wait for JavaScript', async ({ browser, server, addClinic }) => {
  const clinic = await addClinic();
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/${clinic}`);
  await expect(page.getByText('Have you visited Test Vets before?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New client' })).toBeVisible();
  await context.close();
});

test('the app takes over the elements that the server has drawn', async ({ page, addClinic }) => {
  let letScriptsCome = () => undefined as void;
  const scripts = new Promise<void>((resolve) => (letScriptsCome = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto(`/${await addClinic()}`, { waitUntil: 'commit' });
  await page.locator('h1').evaluate((heading) => heading.setAttribute('data-drawn', ''));
  letScriptsCome();
  await expect(async () => {
    await page.getByRole('button', { name: 'Text us' }).click();
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.locator('h1[data-drawn]')).toHaveCount(1);
});
