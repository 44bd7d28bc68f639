import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { client } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import { clinicOf, isSaved, MyPets, rowsOf } from './support/myPets';
import { openProfile } from './support/profile';
import { PortalServer } from './support/server';
import { expectToast } from './support/toasts';

test('with the server gone, the reopened browser shows every pet’s records, flagged by the day it is', async ({
  complaints,
}) => {
  complaints.expect(noConnection);
  const owner = someOwner();
  const server = await PortalServer.start([{ ...clinicOf(owner), shop: { ...clinicOf(owner).shop, id: 'cedar' } }]);
  const profile = await mkdtemp(join(tmpdir(), 'portal-profile-'));
  let context: BrowserContext | undefined;
  try {
    context = await openProfile(profile, server.origin);
    const first = await context.newPage();
    await new MyPets(first).signIn('cedar', server, owner);
    await first.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    // The record, the species, both lists, and two lists of each of three pets; no pet was opened.
    await isSaved(first);
    await context.close();
    await server.kill();

    context = await openProfile(profile, server.origin);
    const page = await context.newPage();
    // Three weeks on, what was due soon has expired.
    await page.clock.setFixedTime(new Date(Date.now() + 21 * 86_400_000));
    await page.goto('/cedar/pets');
    const my = new MyPets(page);
    await expect(page.getByRole('heading', { name: 'Hello, Sam!' })).toBeVisible();
    await expect(page.getByText("You're offline.", { exact: false }).first()).toBeVisible();
    await my.pet('Maple').click();
    await expect(my.savedOn).toBeVisible();
    await expect(my.row('Rabies')).toContainText('Expired:');
    await expect(my.row('Bordetella')).toContainText('Expired:');
    await expect(my.row('DHPP')).toContainText('Expiration:');
    await expectAccessible(page);
    await my.tab('Medications');
    await expect(my.row('Carprofen 75 mg')).toContainText('One tablet twice a day.');
    await my.pet('Olive').click();
    await expect(my.row('FVRCP')).toContainText('Expiration:');
    await page.getByRole('button', { name: 'Email vaccination history' }).click();
    await expect(
      page.getByRole('dialog').getByText("You're offline. Connect to the internet to do this."),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await my.tab('Medications');
    await expect(my.row('Eye drops')).toBeVisible();
    await my.pet('Birch').click();
    await expect(page.getByText(/^No vaccinations on record on /)).toBeVisible();
    await expect(page.getByText('Nothing to see here yet!', { exact: false })).toHaveCount(0);
  } finally {
    await context?.close();
    await server.remove();
    await rm(profile, { recursive: true });
  }
});

test('after a session that ran out the saved records stay readable; another owner is asked before they take the device over', async ({
  browser,
  complaints,
}) => {
  complaints.expect(noConnection, /status of 401/);
  const [owner, other] = [someOwner(), someOwner()];
  const given = clinicOf(owner);
  const kim = client({
    id: 'client-kim',
    first_name: 'Kim',
    last_name: 'Doe',
    email: other.email,
    phone: `+1${other.phone}`,
    patients: [{ id: 'pip', name: 'Pip', species_id: 'cat' }],
  });
  const server = await PortalServer.start([
    { ...given, shop: { ...given.shop, id: 'cedar' }, clients: [...(given.clients ?? []), kim] },
  ]);
  const context = await browser.newContext({ baseURL: server.origin });
  complaints.listen(context);
  try {
    const page = await context.newPage();
    const my = new MyPets(page);
    await my.signIn('cedar', server, owner);
    await isSaved(page);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await my.pet('Maple').click();
    await server.kill();
    await my.tab('Medications');
    await page.getByRole('button', { name: 'Request a refill' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('The ones for her ears');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Waiting to send')).toBeVisible();

    // Seven months on, the session has run out.
    server.settings['CLOCK'] = new Date(Date.now() + 210 * 86_400_000).toISOString();
    await server.restart();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign in to refresh' })).toBeVisible();
    await expect(page.getByText('Sign in to send your waiting requests.')).toBeVisible();
    await expect(my.row('Rabies')).toContainText('Expired:');
    await expect(my.savedOn).toBeVisible();
    await expectAccessible(page);

    await page.goto('/cedar/pets/maple/certificate');
    await expect(page.getByRole('article')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in to refresh' }).click();
    await expect(page).toHaveURL('/cedar?redirect=pets');
    const booking = new Booking(page);
    const codeOf = async (count: number) => booking.code.fill(await server.code(other.email, count));
    await booking.email.fill(other.email);
    await page.getByRole('button', { name: 'Send verification code' }).click();
    const verified = page.waitForResponse('**/code/verify');
    await codeOf(1);
    const { data } = (await (await verified).json()) as { data: { token: string } };
    const question = page.getByRole('dialog', { name: 'Sign the other owner out?' });
    await expect(question.getByText('1 request has not been sent. Signing out deletes it.')).toBeVisible();
    await expectAccessible(page);
    const ended = page.waitForResponse('**/jwt/logout');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await ended;
    const profile = await page.request.get('/api/user/v1/profile', {
      headers: { Authorization: `Bearer ${data.token}`, 'X-Client-Id': 'cedar' },
    });
    expect(profile.status()).toBe(401);
    await page.goto('/cedar/pets');
    await expect(my.pet('Maple')).toBeVisible();

    // The sign-in goes on where it was left.
    await page.getByRole('button', { name: 'Sign in to refresh' }).click();
    await page.getByRole('button', { name: 'Resend Code?' }).click();
    await codeOf(2);
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Hello, Kim!' })).toBeVisible();
    await expect(my.pets).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Sign in to refresh' })).toHaveCount(0);
    await isSaved(page);
    expect(await page.evaluate(rowsOf, ['records', 'outbox'])).not.toMatch(/Maple|maple|her ears/);

    // Signed out elsewhere, the session is ended: nothing is shown until the same owner signs in again.
    const { token } = JSON.parse(await page.evaluate(rowsOf, ['sessions']))[0] as { token: string };
    const logout = await page.request.post('/api/jwt/logout', {
      headers: { Authorization: `Bearer ${token}`, 'X-Client-Id': 'cedar' },
    });
    expect(logout.status()).toBe(200);
    await page.goto('/cedar/pets');
    await expect(page).toHaveURL('/cedar?redirect=pets');
    await expect(page.getByText('Pip')).toHaveCount(0);
  } finally {
    await context.close();
    await server.remove();
  }
});

test('who is let in stays so, though the page is loaded anew the moment it moves on (D-26)', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/Failed to fetch|ERR_ABORTED/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  await page.addInitScript(() => {
    for (const name of ['pushState', 'replaceState'] as const) {
      const move = history[name].bind(history);
      history[name] = (state, unused, url) => {
        move(state, unused, url);
        if (!String(url).endsWith('/pets') || sessionStorage.getItem('was-loaded-anew')) return;
        sessionStorage.setItem('was-loaded-anew', 'yes');
        location.reload();
      };
    }
  });
  await new MyPets(page).signIn(clinic, server, owner);
  await expect
    .poll(() =>
      page.evaluate(() => [
        sessionStorage.getItem('was-loaded-anew'),
        performance.getEntriesByType('navigation').map((entry) => (entry as PerformanceNavigationTiming).type),
      ]),
    )
    .toEqual(['yes', ['reload']]);
  await expect(page.getByRole('heading', { name: 'Hello, Sam!' })).toBeVisible();
  await expect(page).toHaveURL(`/${clinic}/pets`);
});

test('a browser that keeps nothing works with a network, and says what it cannot save', async ({
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const profile = await mkdtemp(join(tmpdir(), 'portal-profile-'));
  // The browser's own setting that blocks cookies and every other storage of a page.
  await mkdir(join(profile, 'Default'));
  await writeFile(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }),
  );
  const context = await openProfile(profile, server.origin);
  try {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    const my = new MyPets(page);
    await my.signIn(clinic, server, owner);
    expect(await page.evaluate(isBlocked)).toBe(true);
    await my.pet('Maple').click();
    await expect(my.row('Rabies')).toContainText('Expired:');
    await expect(
      page.getByText("This browser can't save records. They are shown only while you're online."),
    ).toBeVisible();
    await expectAccessible(page);
    await my.tab('Medications');
    await page.getByRole('button', { name: 'Request a refill' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('The ones for her ears');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await expectToast(page, 'Refill request sent!');
    await expect(page.getByText(/saved/i)).toHaveCount(0);

    // Without a network it says so, keeps the note in the form and never says that anything was saved.
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Request a refill' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('And for her eyes');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText("You're offline. Connect to the internet to do this.").first()).toBeVisible();
    await expect(page.getByRole('dialog').getByLabel('Note')).toHaveValue('And for her eyes');
    await expect(page.getByText(/request saved/i)).toHaveCount(0);
    expect(faults).toEqual([]);
  } finally {
    await context.close();
    await rm(profile, { recursive: true });
  }
});

/** Whether this page may keep nothing at all. */
const isBlocked = async () => {
  try {
    return localStorage.length < 0;
  } catch {
    return new Promise<boolean>((resolve) => {
      try {
        const opening = indexedDB.open('portal');
        opening.onsuccess = () => resolve(false);
        opening.onerror = () => resolve(true);
      } catch {
        resolve(true);
      }
    });
  }
};
