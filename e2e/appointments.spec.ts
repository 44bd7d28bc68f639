import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { product, provider } from '../tests/support/clinicFile';
import { bookedByAnother, Booking, someOwner } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import { MyPets, rowsOf } from './support/myPets';
import { clinicOfSam, comeOnline } from './support/requests';
import { PortalServer } from './support/server';
import { expectToast } from './support/toasts';

const settings = { client_online_cancellation_enabled: true, client_online_reschedule_enabled: true };
const clinicFile = (feature_settings: Record<string, unknown> = settings, name = 'Exam') => ({
  shop: { feature_settings },
  providers: [provider({ id: 'ada', firstName: 'Dr. Ada Park' })],
  products: [product({ id: 'exam', name, providerIds: ['ada'] })],
});

/** Books as a new client, and goes to My Appointments. */
async function book(page: Page, clinic: string, codeOf: (phone: string) => Promise<string>): Promise<void> {
  const booking = new Booking(page);
  const owner = someOwner();
  await booking.toFilledForm(clinic, owner);
  await booking.submit.click();
  await expect(booking.code).toBeVisible();
  await booking.code.fill(await codeOf(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  await page.getByRole('link', { name: 'My Appointments' }).first().click();
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible();
}

const row = (page: Page) => page.getByRole('link', { name: /Exam.*Pepper, Dr\. Ada Park/ });
/** Presses a button and reads the file that comes of it, by its lines' names. */
async function calendarFile(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('appointment.ics');
  // The number of a file is its second: no owner is as quick as a test.
  await page.waitForFunction(
    (second) => Math.floor(Date.now() / 1000) > second,
    await page.evaluate(() => Math.floor(Date.now() / 1000)),
  );
  const text = (await readFile(await download.path(), 'utf8')).replaceAll('\r\n ', '');
  const event = text.slice(text.indexOf('BEGIN:VEVENT'));
  const valueOf = (name: string, within = event) =>
    new RegExp(`^${name}[:;](.*)$`, 'm').exec(within)?.[1]?.trim() ?? '';
  return {
    METHOD: valueOf('METHOD', text),
    UID: valueOf('UID'),
    SEQUENCE: valueOf('SEQUENCE'),
    STATUS: valueOf('STATUS'),
    start: valueOf('DTSTART'),
  };
}

const moment = (page: Page) => page.getByRole('main').getByRole('paragraph').first();

test('the way to move, which comes with the picked time, does not lie over it (WCAG 2.4.11)', async ({
  page,
  addClinic,
  server,
}) => {
  await book(page, await addClinic(clinicFile()), (phone) => server.code(phone));
  await row(page).click();
  await page.getByRole('link', { name: 'Reschedule' }).click();
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 320, height: 568 },
  ]) {
    await page.setViewportSize(viewport);
    await page.reload();
    const time = page
      .getByRole('group', { name: /^Times on / })
      .getByRole('button')
      .nth(1);
    await time.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Move to / })).toBeVisible();
    await expect
      .poll(() =>
        time.evaluate((button) => {
          const { left, bottom, width } = button.getBoundingClientRect();
          return button.contains(document.elementFromPoint(left + width / 2, bottom - 2));
        }),
      )
      .toBe(true);
  }
});

test('an owner moves an appointment, then calls it off and can book it again', async ({ page, addClinic, server }) => {
  const clinic = await addClinic(clinicFile());
  await book(page, clinic, (phone) => server.code(phone));
  await expectAccessible(page);
  await row(page).click();
  await expect(page.getByText('Accepted')).toBeVisible();
  await expectAccessible(page);
  const before = await moment(page).innerText();

  const booked = await calendarFile(page, 'Add to calendar');
  expect(booked.METHOD).toBe('PUBLISH');

  await page.getByRole('link', { name: 'Reschedule' }).click();
  const times = page.getByRole('group', { name: /^Times on / }).getByRole('button');
  await new Booking(page).wholeDay.click();
  await times.last().click();
  const move = page.getByRole('button', { name: /^Move to / });
  await expect(move).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/);
  await expectAccessible(page);
  const wanted = (await move.innerText()).replace('Move to ', '');
  await move.click();
  await expect(moment(page)).toHaveText(wanted);
  expect(wanted).not.toBe(before);
  const moved = await calendarFile(page, 'Add to calendar');
  expect([moved.UID, moved.METHOD]).toEqual([booked.UID, 'PUBLISH']);
  expect(moved.start).not.toBe(booked.start);
  expect(Number(moved.SEQUENCE)).toBeGreaterThan(Number(booked.SEQUENCE));

  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to cancel this appointment?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
  await expectToast(page, 'Appointment canceled');
  await expect(page).toHaveURL(new RegExp(`/${clinic}/appointments$`));
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
  await row(page).click();
  const canceled = await calendarFile(page, 'Remove from calendar');
  expect([canceled.UID, canceled.METHOD, canceled.STATUS]).toEqual([booked.UID, 'CANCEL', 'CANCELLED']);
  expect(Number(canceled.SEQUENCE)).toBeGreaterThan(Number(moved.SEQUENCE));
  await page.goBack();
  await page.getByRole('link', { name: 'Book again' }).click();
  await expect(page).toHaveURL(new RegExp(`/${clinic}\\?appointment=exam$`));
});

test('a time that is gone meanwhile is said where its owner looks (D-42)', async ({
  page,
  browser,
  addClinic,
  server,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const clinic = await addClinic(clinicFile({ ...settings, hold_time_slots_enabled: false }));
  await book(page, clinic, (phone) => server.code(phone));
  const before = await row(page).innerText();
  await row(page).click();
  await page.getByRole('link', { name: 'Reschedule' }).click();
  const { wholeDay, times } = new Booking(page);
  await wholeDay.click();
  await times.last().click();
  await bookedByAnother(browser, server, clinic, -1);
  await page.getByRole('button', { name: /^Move to / }).click();
  await expect(page.getByRole('alert')).toHaveText(
    "We're sorry, this time is no longer available. Please choose another time.",
  );
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(times.last()).toBeDisabled();
  await expectAccessible(page);
  // The appointment is when it was.
  await page.goto(`/${clinic}/appointments`);
  await expect.poll(() => row(page).innerText()).toBe(before);
});

test('a clinic that lets nobody cancel any more says so, and the appointment stays', async ({
  page,
  addClinic,
  server,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const clinic = await addClinic(clinicFile());
  await book(page, clinic, (phone) => server.code(phone));
  await row(page).click();
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to cancel this appointment?' });
  await expect(dialog).toBeVisible();
  const file = clinicFile({});
  await server.addClinic({ ...file, shop: { ...file.shop, id: clinic } });
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(dialog).toBeHidden();
  await expectToast(page, 'This is not possible online. Please call the clinic.');
  // The page knows by now what the clinic has changed.
  await expect(page.getByText('If you need to cancel your appointment, please call us at: 512-555-0100')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel appointment' })).toBeHidden();
  await expect(page.getByText('Accepted')).toBeVisible();
  await expectAccessible(page);
});

test('where the clinic wants a call, its phone stands in place of the buttons', async ({ page, addClinic, server }) => {
  const clinic = await addClinic(clinicFile({}));
  await book(page, clinic, (phone) => server.code(phone));
  await row(page).click();
  await expect(page.getByText('If you need to cancel your appointment, please call us at: 512-555-0100')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel appointment' })).toBeHidden();
  await page.goto(`${page.url()}/reschedule`);
  await expect(
    page.getByText('If you need to reschedule your appointment, please call us at: 512-555-0100'),
  ).toBeVisible();
});

test('what the clinic did in a gap, and what became of a cancellation without an answer, is asked for before it counts as fresh', async ({
  page,
  addClinic,
  server,
  context,
  complaints,
}) => {
  complaints.expect(noConnection, /ERR_FAILED/);
  const owner = someOwner();
  const given = clinicOfSam(owner);
  const [visit] = given.appointments ?? [];
  const clinic = await addClinic({
    ...given,
    shop: { ...given.shop, feature_settings: settings },
    appointments: [
      { ...visit!, status: 'REQUESTED' },
      {
        ...visit!,
        id: 'other',
        patient_id: 'olive',
        fromDate: new Date(Date.parse(visit!.fromDate) + 86_400_000).toISOString(),
      },
    ],
  });
  await new MyPets(page).signIn(clinic, server, owner);
  await page.goto(`/${clinic}/appointments`);
  const savedOn = page.getByText(/^Saved on /);
  await expect(page.getByText('Requested')).toBeVisible();
  await expect(savedOn).toHaveCount(0);
  await page.waitForLoadState('networkidle');

  // The clinic declines one while the phone has no signal; its answers come late.
  await context.setOffline(true);
  await expect(savedOn).toBeVisible();
  await server.clinic('decline', clinic, 'visit');
  let letGo: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/client_appointments/, async (route) => {
    await waiting;
    await route.continue();
  });
  const asked = page.waitForRequest(/client_appointments/);
  await context.setOffline(false);
  await asked;
  await expect(page.getByText("You're offline.", { exact: false })).toHaveCount(0);
  await expect(page.getByText('Requested')).toBeVisible();
  await expect(savedOn).toBeVisible();
  letGo();
  await expect(page.getByText('Requested')).toHaveCount(0);
  await expect(savedOn).toHaveCount(0);

  // The other is called off, and the clinic's reply is lost.
  await page.getByRole('link', { name: /Exam.*Olive/ }).click();
  await expect(page.getByText('Accepted')).toBeVisible();
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(savedOn).toBeVisible();
  await comeOnline(page);
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
  await expect(savedOn).toHaveCount(0);
});

test('with the server gone, appointments are read from the device and nothing can be called off', async ({
  browser,
  complaints,
}) => {
  complaints.expect(noConnection);
  const server = await PortalServer.start([
    {
      ...clinicFile(settings, `Exam ${'and a long talk about everything else '.repeat(5)}`),
      shop: { ...clinicFile().shop, id: 'quiet' },
    },
  ]);
  const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await book(page, 'quiet', (phone) => server.code(phone));
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    // A long name is cut to its threshold, and opens by keyboard.
    const more = page.getByRole('button', { name: 'Show more' });
    const name = page.locator(`[id="${await more.getAttribute('aria-controls')}"]`);
    const cutAt = async () => (await name.boundingBox())?.height;
    await expect.poll(cutAt).toBe(75);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(cutAt).toBe(25);
    await page.setViewportSize({ width: 390, height: 844 });
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(cutAt).toBeGreaterThan(75);
    await row(page).click();
    await page.getByRole('link', { name: 'Reschedule' }).click();
    await new Booking(page).wholeDay.click();
    const last = page
      .getByRole('group', { name: /^Times on / })
      .getByRole('button')
      .last();
    const time = await last.innerText();
    await last.click();
    const lists = Promise.all(
      ['upcoming', 'history'].map((tab) =>
        page.waitForResponse((response) => response.url().includes(`type=${tab}`) && response.ok()),
      ),
    );
    await page.getByRole('button', { name: /^Move to / }).click();
    // The page of the move says the new time too, until it is left.
    await expect(page.getByRole('link', { name: 'Reschedule' })).toBeVisible();
    await expect(moment(page)).toContainText(time);
    const wanted = await moment(page).innerText();
    const start = /"fromDate":"([^"]+)"/.exec(await (await lists)[0]!.text())?.[1] ?? 'no start';
    await expect.poll(() => page.evaluate(rowsOf, ['records'])).toContain(start);
    await server.kill();
    await page.reload();
    await expect(page.getByText(/^Saved on /)).toBeVisible();
    await expect(moment(page)).toHaveText(wanted);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByText(/^Saved on /)).toBeVisible();
    await row(page).click();
    await expect(moment(page)).toHaveText(wanted);
    for (const name of ['Reschedule', 'Cancel appointment']) {
      await expect(page.getByRole('button', { name })).toBeDisabled();
      await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(
        "You're offline. Connect to the internet to do this.",
      );
    }
    await expectAccessible(page);
  } finally {
    await context.close();
    await server.remove();
  }
});

test('an owner sets the day and month of their birth', async ({ page, addClinic, server }) => {
  const clinic = await addClinic(clinicFile());
  await book(page, clinic, (phone) => server.code(phone));
  await page.goto(`/${clinic}/account`);
  await expect(page.getByLabel('Full name')).toHaveValue('Alex Stone');
  await expect(page.getByLabel('Full name')).toBeDisabled();
  await page.getByLabel('Birth month').selectOption('2');
  await page.getByLabel('Birth day').selectOption('29');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Update profile successfully!');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel('Birth day')).toHaveValue('29');
});
