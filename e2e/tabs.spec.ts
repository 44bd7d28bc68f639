import type { Page } from '@playwright/test';
import { client } from '../tests/support/clinicFile';
import { someOwner } from './support/booking';
import { expect, test } from './support/fixtures';
import { clinicOf, isSaved, MyPets, rowsOf } from './support/myPets';

/** Two owners of one clinic: Sam with three pets, Kim with one. */
const clinicOfTwo = (sam: ReturnType<typeof someOwner>, kim: ReturnType<typeof someOwner>) => {
  const given = clinicOf(sam);
  return {
    ...given,
    clients: [
      ...(given.clients ?? []),
      client({
        id: 'client-kim',
        first_name: 'Kim',
        last_name: 'Doe',
        email: kim.email,
        phone: `+1${kim.phone}`,
        patients: [{ id: 'pip', name: 'Pip', species_id: 'cat' }],
      }),
    ],
  };
};

/** What a reload would lose. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isSamePage: true }));
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window);

test('who signs out in one tab is gone from the other at once, without a network too (D-308)', async ({
  page,
  context,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const my = new MyPets(page);
  await my.signIn(clinic, server, owner);
  await isSaved(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const other = await context.newPage();
  await other.goto(`/${clinic}/pets?pet=maple`);
  await expect(new MyPets(other).row('Rabies')).toBeVisible();
  await other.waitForLoadState('networkidle');
  await mark(other);

  await context.setOffline(true);
  await page.bringToFront();
  await page.getByRole('button', { name: 'Sam, menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).first().click();
  await expect(other).toHaveURL(`/${clinic}?redirect=pets`);
  await expect(other.getByText(/Maple|Rabies|Sam/)).toHaveCount(0);
  await expect(other.getByRole('navigation', { name: 'Portal' })).toHaveCount(0);
  expect(await isSamePage(other)).toBe(true);
  await other.goBack();
  await expect(other).toHaveURL(`/${clinic}?redirect=pets`);
  await expect(other.getByText(/Maple|Rabies/)).toHaveCount(0);
  await expect.poll(() => other.evaluate(rowsOf, ['sessions', 'readers', 'records', 'outbox', 'drafts'])).toBe('[]');
});

test('who is followed by another owner in one tab is followed in the other as well', async ({
  page,
  context,
  server,
  addClinic,
  complaints,
}) => {
  // The first tab's guest has made way for Sam, as whom it goes on until Kim is let in: what it still asks then is refused.
  complaints.expect(
    /status of 401 .*\/api\/(bb\/access|user\/v1\/auth\/check-availability|vaccinations|medications|appointments?\/|clients\/|booking_sessions)/,
  );
  const [sam, kim] = [someOwner(), someOwner()];
  const clinic = await addClinic(clinicOfTwo(sam, kim));
  // A sign-in that was begun before Sam's, and goes on after it.
  await page.goto(`/${clinic}?redirect=pets`);
  await page.getByLabel(/^Email/).fill(kim.email);
  // Both tabs go on with one guest's session.
  await expect.poll(() => page.evaluate(rowsOf, ['sessions'])).toContain('"is_guest":true');
  const other = await context.newPage();
  const sams = new MyPets(other);
  await sams.signIn(clinic, server, sam);
  await isSaved(other);
  await sams.pet('Maple').click();
  await expect(sams.row('Rabies')).toBeVisible();
  await other.waitForLoadState('networkidle');
  await mark(other);

  await page.bringToFront();
  const verified = page.waitForResponse('**/auth/code/verify');
  const asked: string[] = [];
  await page.route('**/api/medications?patient_id=maple', async (route) => {
    asked.push(route.request().url());
    await verified;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await expect.poll(() => asked.length).toBe(1);
  await page.getByLabel(/6-digit code/i).fill(await server.code(kim.email));
  await expect(page.getByRole('heading', { name: 'Hello, Kim!' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Hello, Kim!' })).toBeVisible();
  await expect(other.getByText(/Maple|Rabies|Sam/)).toHaveCount(0);
  expect(await isSamePage(other)).toBe(true);
  await isSaved(page);
  // Sam's pet was asked for as Sam, and never as Kim.
  expect(asked).toHaveLength(1);
  expect(await page.evaluate(rowsOf, ['records', 'outbox', 'sessions'])).not.toMatch(/Maple|maple|client-sam/);
});
