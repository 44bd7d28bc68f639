import { Booking } from './support/booking';
import { expect, test } from './support/fixtures';

/** The code of the first screen, which comes once that is painted. */
const code = '**/assets/*.js';
/** The browser's own lines about it. */
const lostOnTheWay = [/ERR_FAILED/, /Failed to fetch dynamically imported module/];

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
  await page.unroute(code);
  await notice.getByRole('link', { name: 'Try again' }).click();
  await new Booking(page).open(clinic);
  await expect(notice).toBeHidden();
  await page.getByRole('button', { name: 'New client' }).click();
  await expect(page.getByRole('heading', { name: 'Have you visited Test Vets before?' })).toBeHidden();
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
