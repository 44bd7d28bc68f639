import type { Page } from '@playwright/test';
import { client } from '../tests/support/clinicFile';
import { Booking, someOwner, type Owner } from './support/booking';
import { expect, noConnection, test } from './support/fixtures';
import { PortalServer } from './support/server';

const maple = {
  id: 'patient-maple',
  name: 'Maple',
  species_id: 'dog',
  medications: [{ id: 'med-apoquel', description: 'Apoquel 16 mg', issue_date: '2026-09-01', instructions: 'One tablet a day' }],
};

/** A clinic that is alone on its server, and its one owner. */
async function startClinic(owner: Owner) {
  const known = client({ id: 'client-sam', first_name: 'Sam', last_name: 'Rivera', email: owner.email, phone: `+1${owner.phone}`, password: 'biscuit-and-juniper', patients: [maple] });
  return PortalServer.start([{ shop: { id: 'quiet', name: 'Quiet Vets', feature_settings: { pet_portal_medication_refills_enabled: true } }, clients: [known] }]);
}

async function signIn(page: Page, server: PortalServer, owner: Owner) {
  const booking = new Booking(page, 'Quiet Vets');
  await page.goto('/quiet?redirect=pets');
  await booking.email.fill(owner.email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await booking.code.fill(await server.code(owner.email));
  await expect(page.getByText('Hello, Sam!')).toBeVisible();
}

async function openMedications(page: Page) {
  await page.getByText('Medications', { exact: true }).first().click();
  await expect(page.getByText('One tablet a day')).toBeVisible();
}

async function askForRefill(page: Page) {
  await page.getByRole('button', { name: 'Request a refill' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Apoquel/ }).check();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** The worker is in charge, and the owner's records are on the device. */
const kept = async (page: Page) => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
};

const refillsOf = async (server: PortalServer) => (await server.clinic('requests', 'quiet')).split('Apoquel 16 mg').length - 1;

test('a refill asked for with the server gone arrives once after it is back, in another tab', async ({ browser, complaints }) => {
  complaints.expect(noConnection);
  const owner = someOwner();
  const server = await startClinic(owner);
  const context = await browser.newContext({ baseURL: server.origin });
  complaints.listen(context);
  try {
    const page = await context.newPage();
    await signIn(page, server, owner);
    await openMedications(page);
    await kept(page);
    await server.kill();

    await askForRefill(page);
    await expect(page.getByText("Refill request saved. We'll send it when you're back online.").first()).toBeVisible();
    await expect(page.getByText('Waiting to send')).toBeVisible();
    await expect(page.getByText('1 request is waiting.')).toBeVisible();
    await page.close();

    await server.restart();
    const reopened = await context.newPage();
    await reopened.goto('/quiet/pets');
    await expect(reopened.getByText('Refill request sent!').first()).toBeVisible();
    await openMedications(reopened);
    await expect(reopened.getByText('Sent', { exact: true })).toBeVisible();
    await expect(reopened.getByText(/^Receipt /)).toBeVisible();
    await reopened.reload();
    await openMedications(reopened);
    await expect(reopened.getByText(/^Receipt /)).toBeVisible();
    expect(await refillsOf(server)).toBe(1);
  } finally {
    await context.close();
    await server.remove();
  }
});

test('signing out without a network asks about unsent requests, and leaves nothing of the owner', async ({ browser, complaints }) => {
  complaints.expect(noConnection);
  const owner = someOwner();
  const server = await startClinic(owner);
  const context = await browser.newContext({ baseURL: server.origin });
  complaints.listen(context);
  try {
    const page = await context.newPage();
    await signIn(page, server, owner);
    await openMedications(page);
    await kept(page);
    await server.kill();
    await askForRefill(page);
    await expect(page.getByText('Waiting to send')).toBeVisible();

    const signOut = page.getByRole('button', { name: 'Sign Out' });
    await page.getByRole('button', { name: /Sam|account|menu/i }).first().click();
    await signOut.first().click();
    const question = page.getByRole('dialog', { name: 'Sign out?' });
    await expect(question.getByText('1 request has not been sent. Signing out deletes them.')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Waiting to send')).toBeVisible();

    await page.getByRole('button', { name: /Sam|account|menu/i }).first().click();
    await signOut.first().click();
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expect(new Booking(page, 'Quiet Vets').clientType).toBeVisible();
    await expect.poll(() => page.evaluate(everythingKept)).not.toMatch(/Maple|Apoquel|Rivera|client-sam/);
  } finally {
    await context.close();
    await server.remove();
  }
});

/** Every word in every database, cache and storage of this origin. */
async function everythingKept(): Promise<string> {
  const words: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name ?? '');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error ?? new Error('closed')));
    });
    for (const table of db.objectStoreNames) {
      words.push(
        await new Promise((resolve, reject) => {
          const reading = db.transaction(table).objectStore(table).getAll();
          reading.addEventListener('success', () => resolve(reading.result));
          reading.addEventListener('error', () => reject(reading.error ?? new Error('unreadable')));
        }),
      );
    }
    db.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      words.push(request.url);
      const answer = await cache.match(request);
      if (/json/.test(answer?.headers.get('Content-Type') ?? '')) words.push(await answer?.text());
    }
  }
  return JSON.stringify(words);
}
