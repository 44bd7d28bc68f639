import { Booking } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';

/** The code of the first screen, which comes once that is painted. */
const code = '**/assets/*.js';
/** The browser's own lines about it. */
const lostOnTheWay = [/ERR_FAILED/, /Failed to fetch dynamically imported module/];
/** The same once the app runs: its style sheets, and the worker that these tests block. */
const inPlay = [/Unable to preload CSS/, /Service Worker registration blocked/];

test.use({ serviceWorkers: 'block' });

test('a first visit whose code is lost on the way asks for it again, and does what was tapped', async ({
  page,
  addClinic,
  complaints,
}) => {
  complaints.expect(...lostOnTheWay);
  const clinic = await addClinic();
  let lost = 0;
  await page.route(code, (route) => (lost++ < 2 ? route.abort() : route.continue()));
  await page.goto(`/${clinic}`);
  await page.getByRole('button', { name: 'New client' }).click();
  await expect(page.getByRole('heading', { name: 'Have you visited Test Vets before?' })).toBeHidden({
    timeout: 30_000,
  });
  await expect(page.getByText('This page has not loaded completely.')).toBeHidden();
});

test('a first visit whose code does not arrive says so, and comes right once it is tried again', async ({
  page,
  addClinic,
  complaints,
}) => {
  complaints.expect(...lostOnTheWay);
  const clinic = await addClinic();
  await page.route(code, (route) => route.abort());
  await page.goto(`/${clinic}`);
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'This page has not loaded completely. Please check your connection.' });
  await expect(notice).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await page.unroute(code);
  await notice.getByRole('link', { name: 'Try again' }).click();
  await new Booking(page).open(clinic);
  await expect(notice).toBeHidden();
  await page.getByRole('button', { name: 'New client' }).click();
  await expect(page.getByRole('heading', { name: 'Have you visited Test Vets before?' })).toBeHidden();
});

test('a first visit whose start script does not arrive says so too, and comes right once it is tried again', async ({
  page,
  addClinic,
  complaints,
}) => {
  complaints.expect(...lostOnTheWay);
  const clinic = await addClinic();
  const start = '**/assets/start/*.js';
  await page.route(start, (route) => route.abort());
  await page.goto(`/${clinic}`);
  const notice = page.getByRole('alert').filter({ hasText: 'This page has not loaded completely.' });
  await expect(page.getByText('This page has not loaded completely.')).toBeHidden();
  await expect(notice).toBeVisible({ timeout: 40_000 });
  await page.unroute(start);
  await notice.getByRole('link', { name: 'Try again' }).click();
  await new Booking(page).open(clinic);
  await page.getByRole('button', { name: 'New client' }).click();
  await expect(page.getByRole('heading', { name: 'Have you visited Test Vets before?' })).toBeHidden();
  await expect(page.getByText('This page has not loaded completely.')).toBeHidden();
});

test('code that comes very late takes the notice away and does what was tapped', async ({ page, addClinic }) => {
  const clinic = await addClinic();
  let arrive = () => undefined as void;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(code, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/${clinic}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'New client' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'This page has not loaded completely.' });
  await expect(notice).toBeVisible({ timeout: 40_000 });
  arrive();
  await expect(notice).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Have you visited Test Vets before?' })).toBeHidden();
});

test('a page that is not drawn before its code comes asks for it again as well, and says so where it does not arrive', async ({
  page,
  addClinic,
  complaints,
}) => {
  complaints.expect(...lostOnTheWay);
  const clinic = await addClinic();
  let isLost = (_: number) => true;
  let asked = 0;
  await page.route(code, (route) => (isLost(asked++) ? route.abort() : route.continue()));
  await page.goto(`/${clinic}/account`);
  const notice = page.getByRole('alert').filter({ hasText: 'This page has not loaded completely.' });
  await expect(notice).toBeVisible({ timeout: 30_000 });
  asked = 0;
  isLost = (n) => n < 4;
  await notice.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 });
  await expect(notice).toBeHidden();
});

test('a step whose code is lost on the way is asked for again', async ({ page, addClinic, complaints }) => {
  complaints.expect(...lostOnTheWay, ...inPlay);
  await new Booking(page).open(await addClinic());
  await page.waitForLoadState('networkidle');
  let lost = 0;
  await page.route(/\/assets\/[^/]+\.(js|css)$/, (route) => (lost++ < 3 ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'New client' }).click();
  await expect(page.getByLabel('Species')).toBeVisible({ timeout: 30_000 });
  expect(lost).toBeGreaterThan(2);
});

test('a step that is asked for as the network goes comes by itself once there is one again (D-01)', async ({
  page,
  context,
  addClinic,
  complaints,
}) => {
  complaints.expect(...lostOnTheWay, ...inPlay, noConnection);
  const booking = new Booking(page);
  await booking.open(await addClinic());
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await booking.begin('New client');
  await expect(booking.offlineBanner).toBeVisible();
  // Longer than code that is lost on the way is asked for.
  await page.waitForTimeout(6_000);
  await expect(page.getByText('Something went wrong')).toBeHidden();
  await context.setOffline(false);
  await expect(booking.species).toBeVisible();
  await expect(booking.offlineBanner).toBeHidden();
});

test('a step whose code does not arrive says so, with a way on', async ({ page, addClinic, complaints }) => {
  complaints.expect(...lostOnTheWay, ...inPlay);
  const clinic = await addClinic();
  await new Booking(page).open(clinic);
  await page.waitForLoadState('networkidle');
  await page.route(code, (route) => route.abort());
  await page.getByRole('button', { name: 'New client' }).click();
  await expect(page.getByText('What you entered is kept on this device.')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await page.unroute(code);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('What you entered is kept on this device.')).toBeHidden();
});
