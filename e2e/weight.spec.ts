import { readdir, readFile, stat } from 'node:fs/promises';
import { Booking } from './support/booking';
import { firstFetches, type Fetched } from './support/firstScreen';
import { expect, noConnection, test } from './support/fixtures';

test('the first screen is light', async ({ page, addClinic }) => {
  await new Booking(page).open(await addClinic());
  const fetched = await firstFetches(page);
  const listed = fetched
    .map(({ name, kind, encodedBodySize }) => `${kind} ${new URL(name).pathname} ${encodedBodySize}`)
    .join('\n');
  const sum = (list: Fetched[]) => list.reduce((bytes, each) => bytes + each.encodedBodySize, 0) / 1000;
  expect(sum(fetched.filter(({ name }) => name.endsWith('.js'))), `kB of JavaScript\n${listed}`).toBeLessThan(110);
  expect(sum(fetched), `kB in all\n${listed}`).toBeLessThan(160);
  expect(fetched.length, listed).toBeLessThanOrEqual(12);
});

test('nothing more is loaded until somebody touches the page, and then the visit is recorded', async ({
  page,
  addClinic,
}) => {
  const asked: { path: string; at: string }[] = [];
  let at = 'before';
  page.on('request', (request) => void asked.push({ path: new URL(request.url()).pathname, at }));
  await page.clock.install();
  await new Booking(page).open(await addClinic());
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  // Beyond the first screen only what registers the worker, which does the rest.
  await page.clock.fastForward(30_000);
  await page.waitForLoadState('networkidle');
  const sizes = await page.evaluate(() =>
    (performance.getEntries() as PerformanceResourceTiming[]).flatMap(({ name, encodedBodySize, transferSize }) =>
      transferSize === undefined ? [] : [{ name, encodedBodySize, transferSize }],
    ),
  );
  const before = asked.filter((each) => each.at === 'before' && each.path !== '/sw.js');
  const listed = sizes.map(({ name, encodedBodySize }) => `${name} ${encodedBodySize}`).join('\n');
  const scripts = sizes.filter(({ name }) => name.endsWith('.js'));
  expect(scripts.reduce((sum, each) => sum + each.encodedBodySize, 0) / 1000, listed).toBeLessThan(115);
  expect(sizes.reduce((sum, each) => sum + each.transferSize, 0) / 1000, listed).toBeLessThan(150);
  expect(before.length, listed).toBeLessThanOrEqual(10);
  expect(before.filter(({ path }) => path.startsWith('/api/'))).toEqual([]);

  at = 'after';
  const recorded = page.waitForResponse('**/api/booking_sessions');
  await page.locator('h1').click();
  expect((await recorded).ok()).toBe(true);
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });
  test('under a finger nothing is loaded while it is down, and the next step as it is lifted', async ({
    page,
    context,
    addClinic,
    complaints,
  }) => {
    complaints.expect(/Service Worker registration blocked/);
    const booking = new Booking(page);
    await booking.open(await addClinic());
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    const box = (await page.getByRole('button', { name: 'New client' }).boundingBox())!;
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    const session = await context.newCDPSession(page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await page.waitForTimeout(300);
    expect(asked).toEqual([]);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(booking.species).toBeVisible();
    expect(asked.length).toBeGreaterThan(0);
  });
});

test('what the worker saves for every visitor is light', async ({ page, addClinic }) => {
  await new Booking(page).open(await addClinic());
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const saved = await page.evaluate(async () =>
    (await (await caches.open('shell')).keys()).map(({ url }) => new URL(url).pathname),
  );
  const sizes = await Promise.all(saved.map(async (path) => (await stat(`dist${path}.br`)).size));
  expect(saved).toContain('/index.html');
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1000, `kB of ${saved.length} files`).toBeLessThan(300);
});

test('no file of the owners’ app knows a call of the desk (D-420)', async () => {
  const names = (await readdir('dist', { recursive: true })).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(names.map(async (name) => ({ name, text: await readFile(`dist/${name}`, 'utf8') })));
  const naming = (call: string) => texts.filter(({ text }) => text.includes(call)).map(({ name }) => name);
  expect(naming('/desk/v1/')).toEqual([]);
  expect(naming('/clients/').length, 'owners’ calls are found so').toBeGreaterThan(0);
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

test('the code comes once the first screen is painted, and the page of another address does not wait', async ({
  page,
  addClinic,
}) => {
  const clinic = await addClinic();
  const booking = new Booking(page);
  await booking.open(clinic);
  const code = (await firstFetches(page)).map(({ name }) => name).filter((name) => /\/assets\/[^/]+\.js$/.test(name));
  const [painted, ...asked] = await page.evaluate(
    (names) =>
      [
        performance.getEntriesByName('first-contentful-paint'),
        ...names.map((name) => performance.getEntriesByName(name)),
      ].map(([entry]) => entry!.startTime),
    code,
  );
  expect(Math.min(...asked), `painted at ${painted}`).toBeGreaterThan(painted!);

  const [bare, drawn] = await Promise.all(
    [`/${clinic}/pets`, `/${clinic}`].map(async (path) => (await page.request.get(path)).text()),
  );
  expect([bare, drawn].map((html) => [html!.includes('modulepreload'), html!.includes('data-drawn')])).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('the names of dates are loaded beside the page, once, whether it was drawn or not', async ({
  page,
  addClinic,
}) => {
  const clinic = await addClinic();
  const workers: string[] = [];
  page.on('worker', (worker) => void workers.push(new URL(worker.url()).pathname));
  for (const path of [`/${clinic}`, `/${clinic}/pets`]) {
    workers.length = 0;
    await page.goto(path);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    expect(workers, path).toEqual(['/dates.js']);
  }
});

test('on a first visit the worker comes once nobody uses the page', async ({ page, addClinic }) => {
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (...given) {
      performance.mark('registered');
      return register.apply(this, given);
    };
    const keys = setInterval(() => {
      dispatchEvent(new KeyboardEvent('keydown'));
      if (performance.mark('used').startTime > 2_500) clearInterval(keys);
    }, 200);
  });
  await page.goto(`/${await addClinic()}`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const [used, registered] = await page.evaluate(() =>
    ['used', 'registered'].map((name) => performance.getEntriesByName(name).at(-1)!.startTime),
  );
  expect(registered! - used!).toBeGreaterThanOrEqual(999);
});

test('on a first visit that loses its network the worker comes once there is one', async ({
  page,
  context,
  addClinic,
  complaints,
}) => {
  complaints.expect(noConnection);
  await page.clock.install();
  // In use until the network is lost, and then left alone.
  await page.addInitScript(() => {
    const keys = setInterval(() => dispatchEvent(new KeyboardEvent('keydown')), 200);
    addEventListener('offline', () => clearInterval(keys));
  });
  await page.goto(`/${await addClinic()}`, { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await page.clock.fastForward(2_000);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistration().then(Boolean))).toBe(false);
  await context.setOffline(false);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
});

test('a button that is pressed while the app draws its own in its place is answered as it is let go', async ({
  page,
  addClinic,
}) => {
  let letScriptsCome = () => undefined as void;
  const scripts = new Promise<void>((resolve) => (letScriptsCome = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto(`/${await addClinic()}?product_token=open-sesame`, { waitUntil: 'commit' });
  await page.locator('h1').evaluate((heading) => heading.setAttribute('data-drawn', ''));
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.getByRole('button', { name: 'Text us' }).hover();
  await page.mouse.down();
  letScriptsCome();
  await expect(page.locator('h1[data-drawn]')).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toBeVisible();
});

for (const [what, query, headings] of [
  ['takes over the elements that the server has drawn', '', 1],
  ['draws for itself where the address asks for more', '?product_token=open-sesame', 0],
] as const) {
  test(`the app ${what}, and answers a tap that came before it`, async ({ page, addClinic }) => {
    let letScriptsCome = () => undefined as void;
    const scripts = new Promise<void>((resolve) => (letScriptsCome = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await scripts;
      await route.continue();
    });
    await page.goto(`/${await addClinic()}${query}`, { waitUntil: 'commit' });
    await page.locator('h1').evaluate((heading) => heading.setAttribute('data-drawn', ''));
    // A tap before there is any code is answered once there is.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.getByRole('button', { name: 'Text us' }).click();
    letScriptsCome();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.locator('h1[data-drawn]')).toHaveCount(headings);
  });
}
