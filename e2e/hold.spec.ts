import { product, provider } from '../tests/support/clinicFile';
import { Booking, savedDraft, someOwner } from './support/booking';
import { expect, noConnection, test } from './support/fixtures';
import { PortalServer } from './support/server';

const oneClinician = {
  providers: [provider({ id: 'ada', firstName: 'Dr. Ada Park' })],
  products: [product({ id: 'exam', name: 'Exam', providerIds: ['ada'] })],
};

test('a time that somebody else took meanwhile is said to be gone and cannot be chosen again', async ({
  page,
  browser,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const clinic = await addClinic(oneClinician);
  const slow = new Booking(page);
  await slow.toTimes(clinic);

  const context = await browser.newContext({ baseURL: server.origin });
  const fast = new Booking(await context.newPage());
  await fast.open(clinic);
  await fast.begin('New client');
  await fast.chooseVisit();
  await fast.chooseTime(0);
  await expect(fast.timer).toBeVisible();

  const gone = slow.times.first();
  await gone.click();
  await expect(
    page.getByText("We're sorry, this time is no longer available. Please choose another time."),
  ).toBeVisible();
  await expect(gone).toBeDisabled();
  await expect(slow.fullName).toBeHidden();
  await context.close();

  // The next quarter of an hour would overlap the taken half; the one after it is free.
  await slow.times.nth(2).click();
  await expect(slow.fullName).toBeVisible();
});

test('a time that another tab replaced is held here no longer, and what was typed is kept (D-203)', async ({
  page,
  context,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic(oneClinician);
  const here = new Booking(page);
  await here.toFilledForm(clinic, owner);
  await expect.poll(() => savedDraft(page)).toContain(owner.name);
  const there = new Booking(await context.newPage());
  await there.page.goto(`/${clinic}`);
  await expect(there.fullName).toHaveValue(owner.name);
  await expect(here.timer).toBeVisible();
  await there.back.click();
  await there.chooseTime(4);
  await expect(there.timer).toBeVisible();

  await expect(page.getByText(/You chose a time in another tab, so this one is no longer held/)).toBeVisible();
  await expect(here.timer).toHaveCount(0);
  // The other tab's booking is the one that is resumed, though this one is left as well.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await there.page.reload();
  await expect(there.timer).toBeVisible();

  await here.chooseTime(0);
  await expect(here.fullName).toHaveValue(owner.name);
  await expect(here.timer).toBeVisible();
  await expect(there.timer).toHaveCount(0);
});

test('a hold that ends at the choice of a location is gone there, after a reload too, and the picker says so', async ({
  browser,
  complaints,
}) => {
  const locations = [
    { id: 'north', name: 'North clinic' },
    { id: 'south', name: 'South clinic' },
  ];
  const clinic = {
    ...oneClinician,
    locations,
    shop: { id: 'two', feature_settings: { multi_location_v1_enabled: true } },
  };
  const at = new Date();
  const server = await PortalServer.start([clinic], { CLOCK: at.toISOString() });
  try {
    complaints.expect(noConnection);
    const context = await browser.newContext({ baseURL: server.origin });
    const booking = new Booking(await context.newPage());
    const { page } = booking;
    await booking.open('two');
    await booking.begin('New client');
    await page.getByRole('button', { name: 'North clinic' }).click();
    await booking.chooseVisit();
    await booking.chooseTime();
    await booking.fullName.fill('Alex Stone');
    await booking.back.click();
    await expect(booking.timer).toBeVisible();
    await booking.back.click();
    await expect(page.getByRole('heading', { name: 'At which location' })).toBeVisible();
    await expect.poll(() => savedDraft(page)).toContain('"step":"location"');
    // Eleven minutes later by the server's clock; the device's own stands where it was.
    await server.kill();
    server.settings['CLOCK'] = new Date(at.getTime() + 11 * 60_000).toISOString();
    await server.restart();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'At which location' })).toBeVisible();
    await page.getByRole('button', { name: 'North clinic' }).click();
    await expect(page.getByText('Your appointment slot has expired. Please select a new time slot.')).toBeVisible();
    await expect(booking.timer).toHaveCount(0);
    await booking.chooseTime(1);
    await expect(booking.fullName).toHaveValue('Alex Stone');
    await context.close();
  } finally {
    await server.remove();
  }
});

test('a hold that runs out goes back to the choice, says so, and keeps the form', async ({ page, addClinic }) => {
  await page.clock.install();
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.toFilledForm(await addClinic(), owner);
  await expect(booking.timer).toHaveText(/^(10:00|9:\d\d)$/);

  await page.clock.fastForward('09:05');
  await expect(booking.timer).toHaveText(/^0:\d\d$/);
  await page.clock.fastForward('01:00');
  await expect(page.getByText('Your appointment slot has expired. Please select a new time slot.')).toBeVisible();
  await expect(booking.dates.first()).toBeVisible();
  await booking.chooseTime(1);
  await expect(booking.fullName).toHaveValue(owner.name);
  await expect(booking.timer).toHaveText(/^(10:00|9:\d\d)$/);
});
