import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { browserArguments } from '../tests/support/browser';
import { client, type Overrides } from '../tests/support/clinicFile';
import { Booking, someOwner, type Owner } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import { PortalServer } from './support/server';

/** A calendar date so many days from now, by UTC; tests keep away from what a day more or less would change. */
const on = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const clinicOf = (owner: Owner, settings: Record<string, unknown> = {}): Overrides => ({
  shop: { feature_settings: { pet_portal_enabled: true, pet_portal_medication_refills_enabled: true, ...settings } },
  clients: [
    client({
      id: 'client-sam', first_name: 'Sam', last_name: 'Rivera', email: owner.email, phone: `+1${owner.phone}`,
      patients: [
        {
          id: 'maple', name: 'Maple', species_id: 'dog', breed: 'Beagle', sex: 'Female', birthdate: '2020-01-02',
          vaccinations: [
            { id: 'maple-rabies', description: 'Rabies', issue_date: on(-400), expiration_date: on(-35) },
            { id: 'maple-bordetella', description: 'Bordetella', issue_date: on(-350), expiration_date: on(15) },
            { id: 'maple-dhpp', description: 'DHPP', issue_date: on(-100), expiration_date: on(265) },
            { id: 'maple-lyme', description: 'Lyme', issue_date: on(-100) },
          ],
          medications: [{ id: 'maple-carprofen', description: 'Carprofen 75 mg', issue_date: on(-30), instructions: 'One tablet twice a day.' }],
        },
        {
          id: 'olive', name: 'Olive', species_id: 'cat',
          vaccinations: [{ id: 'olive-fvrcp', description: 'FVRCP', issue_date: on(-100), expiration_date: on(200) }],
          medications: [{ id: 'olive-drops', description: 'Eye drops', issue_date: on(-20), instructions: 'Left eye.' }],
        },
        { id: 'birch', name: 'Birch', species_id: 'dog', vaccinations: [], medications: [] },
        { id: 'old-oak', name: 'Oak', species_id: 'dog', deceased_at: '2025-01-01T00:00:00Z' },
      ],
    }),
  ],
});

class MyPets {
  constructor(readonly page: Page) {}

  async signIn(clinic: string, server: PortalServer, owner: Owner): Promise<void> {
    const booking = new Booking(this.page);
    await this.page.goto(`/${clinic}?redirect=pets`);
    await booking.email.fill(owner.email);
    await this.page.getByRole('button', { name: 'Send verification code' }).click();
    await booking.code.fill(await server.code(owner.email));
    await expect(this.page.getByRole('heading', { name: 'Hello, Sam!' })).toBeVisible();
  }
  get pets() {
    return this.page.getByRole('radiogroup', { name: 'Your pets' }).getByRole('radio');
  }
  pet(name: string) {
    return this.pets.filter({ hasText: name });
  }
  async tab(name: 'Vaccinations' | 'Medications') {
    await this.page.getByRole('radio', { name }).check({ force: true });
  }
  get rows() {
    return this.page.locator('main').getByRole('listitem');
  }
  row(text: string) {
    return this.rows.filter({ hasText: text });
  }
  get savedOn() {
    return this.page.getByText(/^Saved on /);
  }
}

/** Every pet's rows are on the device. */
const isSaved = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('portal');
        opening.onerror = () => resolve(false);
        opening.onsuccess = () => {
          const db = opening.result;
          const counting = db.transaction('records').objectStore('records').count();
          counting.onsuccess = () => {
            db.close();
            resolve(counting.result >= wanted);
          };
        };
      }),
    count,
  );

test('an owner sees each pet’s vaccinations and medications, and what is due', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const my = new MyPets(page);
  await my.signIn(clinic, server, owner);
  await expect(my.pets).toHaveCount(3);
  await expect(page.getByText('Select a pet above to see details!')).toBeVisible();
  await expect(my.pet('Maple')).toContainText('vaccines due');
  await expectAccessible(page);

  await my.pet('Maple').click();
  await expect(page.getByText(/^Beagle, female, \d+ years$/)).toBeVisible();
  await expect(my.row('Rabies')).toContainText('Expired:');
  await expect(my.row('Bordetella')).toContainText('Expires:');
  await expect(my.row('DHPP')).toContainText('Expiration:');
  await expect(my.row('Lyme')).not.toContainText('Expiration:');
  await expect(page.getByText('2 vaccines are due')).toBeVisible();
  await expect(page.getByText('Rabies, Bordetella')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Book a visit' })).toHaveAttribute('href', `/${clinic}`);
  await expect(my.savedOn).toHaveCount(0);
  await expectAccessible(page);
  await my.tab('Medications');
  await expect(my.row('Carprofen 75 mg')).toContainText('One tablet twice a day.');
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await my.pet('Maple').focus();
  await page.keyboard.press('ArrowRight');
  await expect(my.pet('Olive')).toBeChecked();
  await expect(my.row('FVRCP')).toContainText('Expiration:');
  await my.pet('Birch').click();
  await expect(page.getByText("Nothing to see here yet! If you've been here before, check back in a few minutes.")).toBeVisible();
});

test('the history is mailed, and the dialog says what is wrong with an address (VAX-04 to VAX-09)', async ({ page, server, addClinic, complaints }) => {
  complaints.expect(/status of 5\d\d/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const my = new MyPets(page);
  await my.signIn(clinic, server, owner);
  await my.pet('Maple').click();
  const open = page.getByRole('button', { name: 'Email vaccination history' });
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Send' });
  await open.click();
  await expect(dialog.getByLabel('Email')).toHaveValue(owner.email);
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill('');
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Email').fill('sam@');
  await send.click();
  await expect(dialog.getByText('Please enter a valid email')).toBeVisible();
  await dialog.getByLabel('Email').fill(`sitter.${owner.email}`);
  await send.click();
  await expect(page.getByText('Email sent', { exact: true }).first()).toBeVisible();
  await expect(dialog).toBeHidden();
  const [mail] = await server.messages(`sitter.${owner.email}`);
  expect(mail?.text).toContain('Bordetella');

  await page.route('**/api/vaccinations/email', (route) => route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'no' } }));
  await open.click();
  await send.click();
  await expect(page.getByText('Unable to send email').first()).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a refill is asked for with a medication or a note (MED-01 to MED-04)', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const my = new MyPets(page);
  await my.signIn(clinic, server, owner);
  await my.pet('Maple').click();
  await my.tab('Medications');
  await page.getByRole('button', { name: 'Request a refill' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Send' });
  await expect(dialog).toContainText('For urgent needs, call 512-555-0100.');
  await expect(send).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel('Note').fill('The ones for her ears');
  await expect(send).toBeEnabled();
  await dialog.getByLabel('Note').fill('');
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Carprofen 75 mg').check();
  await send.click();
  await expect(page.getByText('Refill request sent!').first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Receipt /)).toBeVisible();
});

test('records are of no use where the clinic has no refills, and there is nothing to pick with one pet (PETS-04, D-118)', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic({
    ...clinicOf(owner, { pet_portal_medication_refills_enabled: false }),
    clients: [client({ id: 'client-sam', first_name: 'Sam', last_name: 'Rivera', email: owner.email, phone: `+1${owner.phone}`, patients: [{ id: 'maple', name: 'Maple', species_id: 'dog' }] })],
  });
  const my = new MyPets(page);
  await my.signIn(clinic, server, owner);
  await expect(my.pet('Maple')).toBeChecked();
  await my.tab('Medications');
  await expect(page.getByText('Nothing to see here yet!', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Request a refill' })).toHaveCount(0);
});

test('a list that fails to load keeps what is saved, with its date (D-12)', async ({ page, server, addClinic, complaints }) => {
  complaints.expect(/status of 500/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const my = new MyPets(page);
  await my.signIn(clinic, server, owner);
  await isSaved(page, 10);
  await page.route('**/api/vaccinations?*', (route) => route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'no' } }));
  await page.reload();
  await my.pet('Maple').click();
  await expect(page.getByText('Oops! Something went wrong. Please try again in a few seconds.').first()).toBeVisible();
  await expect(my.row('Rabies')).toContainText('Expired:');
  await expect(my.savedOn).toBeVisible();
  await my.pet('Birch').click();
  await expect(page.getByText('Nothing to see here yet!', { exact: false })).toHaveCount(0);
  await expect(page.getByText("We couldn't load the vaccinations.")).toBeVisible();
  await page.unroute('**/api/vaccinations?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing to see here yet!', { exact: false })).toBeVisible();
});

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
