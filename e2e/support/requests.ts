import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { client, product, type Overrides } from '../../tests/support/clinicFile';
import { middayZone } from '../../tests/support/midday';
import { Booking, type Owner } from './booking';
import { expect } from './fixtures';
import type { PortalServer } from './server';

const pet = (id: string, name: string) => ({
  id,
  name,
  species_id: 'dog',
  medications: [
    { id: `${id}-apoquel`, description: 'Apoquel 16 mg', issue_date: '2026-09-01', instructions: 'One tablet a day' },
  ],
});

/**
 * Builds a clinic with refills and a waitlist; its only owner Sam has two dogs, and Maple has a visit in a week. Its
 * time zone is chosen so that no midnight falls into a test.
 */
export const clinicOfSam = (owner: Owner): Overrides => ({
  shop: {
    name: 'Quiet Vets',
    timezone: middayZone(),
    feature_settings: { pet_portal_medication_refills_enabled: true, waitlist_ui_v1_enabled: true },
  },
  products: [product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: true } })],
  clients: [
    client({
      id: 'client-sam',
      first_name: 'Sam',
      last_name: 'Rivera',
      email: owner.email,
      phone: `+1${owner.phone}`,
      patients: [pet('maple', 'Maple'), pet('olive', 'Olive')],
    }),
  ],
  appointments: [
    {
      id: 'visit',
      client_id: 'client-sam',
      patient_id: 'maple',
      product_id: 'exam',
      provider_id: 'ada',
      fromDate: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      status: 'ACCEPTED',
    },
  ],
});

export const texts = {
  saved: "Refill request saved. We'll send it when you're back online.",
  sent: 'Refill request sent!',
  signIn: 'Sign in to send your waiting requests.',
};

/** Sam's requests, by the texts that Sam reads and presses. */
export class Requests {
  constructor(
    readonly page: Page,
    readonly server: PortalServer,
    readonly clinic: string,
  ) {}

  get toast() {
    return this.page.locator('[data-part=toast]');
  }
  get dialog() {
    return this.page.getByRole('dialog');
  }
  row(text: string) {
    return this.page.locator('li[data-state]').filter({ hasText: text });
  }

  async signIn(owner: Owner): Promise<void> {
    await this.page.goto(`/${this.clinic}?redirect=pets`);
    await this.enterCode(owner);
    await this.page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  }

  /** Enters the code on the sign-in page. */
  async enterCode(owner: Owner, count = 1): Promise<void> {
    const booking = new Booking(this.page, 'Quiet Vets');
    await booking.email.fill(owner.email);
    await this.page.getByRole('button', { name: 'Send verification code' }).click();
    await booking.code.fill(await this.server.code(owner.email, count));
    await expect(this.page.getByRole('heading', { name: 'Hello, Sam!' })).toBeVisible();
  }

  async openMedications(name = 'Maple'): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Your pets' }).getByRole('radio').filter({ hasText: name }).click();
    // Found by its text, since the click then waits until it stops moving: waiting requests may still appear above it.
    await this.page.locator('label').filter({ hasText: 'Medications' }).click();
    await expect(this.page.getByText('One tablet a day')).toBeVisible();
  }

  /** Fills the refill's dialog and presses Send; the note distinguishes the requests. */
  async send(note: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Request a refill' }).click();
    await this.dialog.getByRole('radio', { name: /Apoquel/ }).check();
    await this.dialog.getByLabel('Note').fill(note);
    await this.dialog.getByRole('button', { name: 'Send', exact: true }).click();
  }

  async ask(note: string): Promise<void> {
    await this.send(note);
    await expect(this.dialog).toBeHidden();
  }

  /** Lists the notes of the refills in the server's database, in the order in which the server took them. */
  async taken(): Promise<string[]> {
    return (await this.server.clinic('requests', this.clinic)).match(/wish \d+/g) ?? [];
  }
}

type Row = { id: string; order: number; createdAt: string; payload: { note?: string } };

/** Copies the waiting request until there are `count`, with notes from `wish 1`; makes all of them `days` older. */
export const changeRows = (page: Page, given: { count?: number; days?: number }): Promise<void> =>
  page.evaluate(async ({ count = 1, days = 0 }) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
      });
    const db = await done(indexedDB.open('portal'));
    const table = db.transaction('outbox', 'readwrite').objectStore('outbox');
    const [row] = (await done(table.getAll())) as Row[];
    if (!row) throw new Error('Nothing waits.');
    const createdAt = new Date(Date.parse(row.createdAt) - days * 86_400_000).toISOString();
    for (let n = 0; n < count; n += 1) {
      await done(
        table.put({
          ...row,
          createdAt,
          id: n === 0 ? row.id : crypto.randomUUID(),
          order: row.order + n,
          payload: { ...row.payload, note: `wish ${n + 1}` },
        }),
      );
    }
    db.close();
  }, given);

/**
 * Returns a function that wakes the worker as the browser's Background Sync does when the network is back, also as the
 * last attempt.
 */
export async function waker(
  context: BrowserContext,
  page: Page,
  origin: string,
): Promise<(isLast?: boolean) => Promise<void>> {
  const devtools: CDPSession = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registration;
  return async (isLast = false) =>
    void (await devtools.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId,
      tag: 'outbox',
      lastChance: isLast,
    }));
}

type Scope = { registration: { getNotifications(): Promise<{ title: string; body: string }[]> } };

/**
 * Lists the notifications shown. It asks the worker, since a visible page of this origin would prevent notifications.
 */
export async function notifications(context: BrowserContext): Promise<{ title: string; body: string }[]> {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no worker.');
  return worker.evaluate(async () =>
    (await (globalThis as unknown as Scope).registration.getNotifications()).map(({ title, body }) => ({
      title,
      body,
    })),
  );
}

/** Stops the worker, as the browser does when it is idle or memory is short. A page that asks it starts it again. */
export async function stopWorker(context: BrowserContext, page: Page): Promise<void> {
  const devtools: CDPSession = await context.newCDPSession(page);
  // One that was stopped may be running again when the other is, so each counts once it was.
  const hasStopped = new Map<string, boolean>();
  const stopped = new Promise<void>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, runningStatus } of versions)
        hasStopped.set(versionId, hasStopped.get(versionId) === true || runningStatus === 'stopped');
      if (hasStopped.size > 0 && [...hasStopped.values()].every(Boolean)) resolve();
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await stopped;
  await devtools.detach();
}

/** Fires the page's event for a network that is back; the page then checks by itself whether that is true. */
export const comeOnline = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event('online')));
