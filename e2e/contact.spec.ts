import type { Page } from '@playwright/test';
import { client, type Overrides } from '../tests/support/clinicFile';
import { Booking, someOwner, type Owner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';
import { expectToast } from './support/toasts';

const clinicOf = (owner: Owner): Overrides => ({
  shop: { notify_email: 'desk@testvets.example' },
  clients: [
    client({
      id: 'sam',
      first_name: 'Sam',
      last_name: 'Rivera',
      email: owner.email,
      phone: `+1${owner.phone}`,
      patients: [{ id: 'maple', name: 'Maple', species_id: 'dog' }],
    }),
  ],
});

async function atForm(
  booking: Booking,
  clinic: string,
  owner: Owner,
  code: (to: string) => Promise<string>,
): Promise<void> {
  await booking.asReturning(clinic, owner, code);
  await booking.chooseVisit();
  await booking.chooseTime();
}
/** Runs in the page: leaves its session on the device as it was before the form was sent. */
const forgetWaiting = () =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('portal');
    opening.onerror = () => reject(opening.error ?? new Error('closed'));
    opening.onsuccess = () => {
      const database = opening.result;
      const change = database.transaction('sessions', 'readwrite');
      const sessions = change.objectStore('sessions');
      const reading = sessions.getAll();
      reading.onsuccess = () => {
        for (const { user, ...row } of reading.result as { user: { waiting?: unknown } }[]) {
          const { waiting: _, ...before } = user;
          sessions.put({ ...row, user: before });
        }
      };
      change.oncomplete = () => {
        database.close();
        resolve();
      };
    };
  });
const keep = (page: Page, contact: string) => page.getByRole('button', { name: `Keep ${contact} for now` });
const shown = (phone: string) => `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`;

test('a phone changed in the form takes effect by its code, and the appointment is told there (D-402)', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const booking = new Booking(page);
  const owner = someOwner();
  const next = someOwner().phone;
  const clinic = await addClinic(clinicOf(owner));
  await atForm(booking, clinic, owner, (to) => server.code(to));
  await booking.phone.fill(next);
  await booking.submit.click();
  await expect(page.getByRole('heading', { name: 'Check your phone!' })).toBeVisible();
  await expect(page.getByText(shown(next))).toBeVisible();
  await expect(keep(page, shown(owner.phone))).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(keep(page, shown(owner.phone)), 'the question outlives the page').toBeVisible();
  await booking.code.fill('000000');
  await expect(page.getByText("Oops, that didn't work. Please enter the code that was sent to you.")).toBeVisible();
  await booking.code.fill(await server.code(`+1${next}`));
  await booking.expectScheduled('Sam');
  await expect(page.getByText(`We reach you at ${shown(next)} and ${owner.email}`)).toBeVisible();
  expect((await server.messages(`+1${next}`, 2)).map(({ text }) => text).join('\n')).toContain('Maple is booked for');
  const file = JSON.parse(await server.clinic('export', clinic)) as { clients: { phone: string }[] };
  expect(file.clients[0]?.phone).toBe(`+1${next}`);
});

test('a page that was closed before it saved which contact waits still asks for its code (D-402)', async ({
  page,
  server,
  addClinic,
}) => {
  const booking = new Booking(page);
  const owner = someOwner();
  const next = someOwner().phone;
  const clinic = await addClinic(clinicOf(owner));
  await atForm(booking, clinic, owner, (to) => server.code(to));
  await booking.phone.fill(next);
  await booking.submit.click();
  await expect(keep(page, shown(owner.phone))).toBeVisible();
  await page.evaluate(forgetWaiting);
  await page.route('**/api/jwt/refresh-token', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 5000));
    await route.continue().catch(() => undefined);
  });
  await page.reload();
  await expect(keep(page, shown(owner.phone))).toBeVisible();
  await booking.code.fill(await server.code(`+1${next}`));
  await booking.expectScheduled('Sam');
  await expect(page.getByText(`We reach you at ${shown(next)} and ${owner.email}`)).toBeVisible();
});

test('the contact before is kept for now: success and My Account say what waits, where it is confirmed (D-402)', async ({
  page,
  server,
  addClinic,
}) => {
  const booking = new Booking(page);
  const owner = someOwner();
  const next = someOwner().email;
  const clinic = await addClinic(clinicOf(owner));
  await atForm(booking, clinic, owner, (to) => server.code(to));
  await booking.email.fill(next);
  await booking.submit.click();
  await expect(page.getByRole('heading', { name: 'Check your email!' })).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole('heading', { name: 'Check your email!' }),
    "also where the contact in use is the clinic's record's",
  ).toBeVisible();
  await keep(page, owner.email).click();
  await booking.expectScheduled('Sam');
  await expect(page.getByText(`We reach you at ${shown(owner.phone)} and ${owner.email}`)).toBeVisible();
  await expect(page.getByText(`${next} waits for its code`)).toBeVisible();
  await server.messages(owner.email);
  expect(
    (await server.messages(next)).map(({ code }) => code !== undefined),
    'nothing but the code',
  ).toEqual([true]);

  await page.getByRole('link', { name: 'confirm at My Account' }).click();
  await expect(page.getByText(`Until then, messages go to ${owner.email}.`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(owner.email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await booking.code.fill(await server.code(next, 2));
  await expectToast(page, `${next} is confirmed`);
  await expect(page.getByLabel('Email')).toHaveValue(next);
  await expect(page.getByText('waits for its code')).toHaveCount(0);
  const file = JSON.parse(await server.clinic('export', clinic)) as { clients: { email: string }[] };
  expect(file.clients[0]?.email).toBe(next);
});

test('whoever goes back and takes the contact back is asked nothing, and My Account forgets the other one (D-402)', async ({
  page,
  server,
  addClinic,
}) => {
  const booking = new Booking(page);
  const owner = someOwner();
  const next = someOwner().phone;
  const clinic = await addClinic(clinicOf(owner));
  await atForm(booking, clinic, owner, (to) => server.code(to));
  await booking.phone.fill(next);
  await booking.submit.click();
  await expect(keep(page, shown(owner.phone))).toBeVisible();
  await booking.back.click();
  await expect(booking.phone).toHaveValue(shown(next));
  await booking.phone.fill(owner.phone);
  await booking.submit.click();
  await booking.expectScheduled('Sam');
  await page.getByRole('link', { name: 'confirm at My Account' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('waits for its code')).toHaveCount(0);
  await expect(page.getByLabel('Mobile phone')).toHaveValue(shown(owner.phone));
});
