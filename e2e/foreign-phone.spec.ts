import type { Locator, Page } from '@playwright/test';
import { client } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';

const INVALID = 'Please enter a valid 10-digit phone number';
const british = '+442079460958';
const pet = { id: 'patient-maple', name: 'Maple', species_id: 'dog' };

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await field.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test("an owner with another country's phone is found, sees it whole and locked, and is reached there (D-403)", async ({
  page,
  server,
  addClinic,
}) => {
  const booking = new Booking(page);
  const clinic = await addClinic({
    clients: [client({ id: 'client-sam', first_name: 'Sam', last_name: 'Rivera', phone: british, patients: [pet] })],
  });
  await booking.open(clinic);
  await booking.begin('Returning client');
  await booking.phone.pressSequentially('+44 20 7946 0958');
  await expect(booking.phone).toHaveValue(british);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await expect(page.getByText(british)).toBeVisible();
  await booking.code.fill(await server.code(british));
  await booking.chooseVisit();
  await booking.chooseTime();
  await expect(booking.phone).toHaveValue(british);
  await expect(booking.phone).toHaveAttribute('readonly', '');
  await expectAccessible(page);
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      if (!process.env['PICTURES']) continue;
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${process.env['PICTURES']}/locked-${width}-${scheme}.png`, fullPage: true });
    }
  }
  await booking.submit.click();
  await booking.expectScheduled('Sam');
  const file = JSON.parse(await server.clinic('export', clinic)) as {
    clients: { id: string; phone: string; metadata?: object }[];
  };
  expect(file.clients.find(({ id }) => id === 'client-sam')).toMatchObject({ phone: british });
  const sent = (await (await page.request.get(`/api/demo/messages?to=${encodeURIComponent(british)}`)).json()) as {
    text: string;
  }[];
  expect(sent.some(({ text }) => text.includes('Maple is booked'))).toBe(true);
  await page.goto(`/${clinic}/account`);
  await expect(page.getByLabel('Mobile phone')).toHaveValue(british);
});

test("a local number is asked for where one is needed: another country's is refused whole, its own spellings are understood (D-403)", async ({
  page,
  server,
  addClinic,
}) => {
  const booking = new Booking(page);
  const owner = someOwner();
  const clinic = await addClinic();
  await booking.toFilledForm(clinic, owner);
  const shown = [owner.phone.slice(0, 3), owner.phone.slice(3, 6), owner.phone.slice(6)].join('-');
  for (const [typed, value] of [
    ['+44 20 7946 0958', '+442079460958'],
    ['0044 20 7946 0958', '00442079460958'],
    ['44 20 7946 0958', '442079460958'],
  ] as const) {
    await paste(page, booking.phone, typed);
    await expect(booking.phone).toHaveValue(value);
    await booking.phone.blur();
    await expect(page.getByText(INVALID)).toBeVisible();
  }
  for (const spelling of [
    `+1 (${owner.phone.slice(0, 3)}) ${owner.phone.slice(3)}`,
    `1${owner.phone}`,
    `001 ${owner.phone}`,
    ` ${owner.phone} `,
  ]) {
    await paste(page, booking.phone, spelling);
    await expect(booking.phone).toHaveValue(shown);
    await expect(page.getByText(INVALID)).toHaveCount(0);
  }
  await paste(page, booking.phone, `${owner.phone} ext. 12`);
  await expect(booking.phone).toHaveValue(`${shown} x12`);
  await paste(page, booking.email, `<${owner.email}>, `);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
});

test("text-us takes no other country's number for a local one (D-403)", async ({ page, addClinic }) => {
  const booking = new Booking(page);
  await booking.open(await addClinic());
  await page.getByRole('button', { name: 'Text us' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Text with us' });
  const field = dialog.getByLabel('Mobile phone');
  await field.pressSequentially('+44 20 7946 0958');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText(INVALID)).toBeVisible();
  await expect(field).toHaveValue(british);
  await field.fill('+1 (512) 555-0134');
  await expect(field).toHaveValue('512-555-0134');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText("Thanks! We'll text you shortly.").first()).toBeVisible();
});
