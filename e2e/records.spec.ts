import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { browserArguments } from '../tests/support/browser';
import { someOwner } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import { clinicOf, isSaved, MyPets } from './support/myPets';
import { PortalServer } from './support/server';

test('with the server gone, the reopened browser shows every pet’s records, flagged by the day it is', async ({ complaints }) => {
  complaints.expect(noConnection);
  const owner = someOwner();
  const server = await PortalServer.start([{ ...clinicOf(owner), shop: { ...clinicOf(owner).shop, id: 'cedar' } }]);
  const profile = await mkdtemp(join(tmpdir(), 'portal-profile-'));
  const browserOf = () =>
    chromium.launchPersistentContext(profile, {
      ...(process.env['CHROME_PATH'] ? { executablePath: process.env['CHROME_PATH'] } : {}),
      args: browserArguments,
      baseURL: server.origin,
      viewport: { width: 390, height: 844 },
    });
  let context: BrowserContext | undefined;
  try {
    context = await browserOf();
    const first = await context.newPage();
    await new MyPets(first).signIn('cedar', server, owner);
    await first.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    // The record, the species, both lists, and two lists of each of three pets; no pet was opened.
    await isSaved(first, 10);
    await context.close();
    await server.kill();

    context = await browserOf();
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
    await expect(page.getByRole('dialog').getByText("You're offline. Connect to the internet to do this.")).toBeVisible();
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

test('a browser that keeps nothing works with a network, and says what it cannot save', async ({ server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const profile = await mkdtemp(join(tmpdir(), 'portal-profile-'));
  // The browser's own setting that blocks cookies and every other storage of a page.
  await mkdir(join(profile, 'Default'));
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
  const context = await chromium.launchPersistentContext(profile, {
    ...(process.env['CHROME_PATH'] ? { executablePath: process.env['CHROME_PATH'] } : {}),
    args: browserArguments,
    baseURL: server.origin,
  });
  try {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    const my = new MyPets(page);
    await my.signIn(clinic, server, owner);
    expect(await page.evaluate(isBlocked)).toBe(true);
    await my.pet('Maple').click();
    await expect(my.row('Rabies')).toContainText('Expired:');
    await expect(page.getByText("This browser can't save records. They are shown only while you're online.")).toBeVisible();
    await expectAccessible(page);
    await my.tab('Medications');
    await page.getByRole('button', { name: 'Request a refill' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('The ones for her ears');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Refill request sent!').first()).toBeVisible();
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
