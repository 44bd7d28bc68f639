import type { Page } from '@playwright/test';
import { client, type Overrides } from '../../tests/support/clinicFile';
import type { ClientRecord } from '../../src/contract/clients';
import type { RecordKind } from '../../src/offline/database/recordKinds';
import { activePets } from '../../src/domain/validation/clientInfo';
import { Booking, type Owner } from './booking';
import { expect } from './fixtures';
import type { PortalServer } from './server';

/** Returns a UTC calendar date so many days from now; tests must not depend on a difference of one day. */
const on = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Builds a clinic whose owner Sam has three pets: one with something due, one without, one without records. */
export const clinicOf = (owner: Owner, settings: Record<string, unknown> = {}): Overrides => ({
  shop: { feature_settings: { pet_portal_enabled: true, pet_portal_medication_refills_enabled: true, ...settings } },
  clients: [
    client({
      id: 'client-sam',
      first_name: 'Sam',
      last_name: 'Rivera',
      email: owner.email,
      phone: `+1${owner.phone}`,
      patients: [
        {
          id: 'maple',
          name: 'Maple',
          species_id: 'dog',
          breed: 'Beagle',
          sex: 'Female',
          birthdate: '2020-01-02',
          vaccinations: [
            { id: 'maple-rabies', description: 'Rabies', issue_date: on(-400), expiration_date: on(-35) },
            { id: 'maple-bordetella', description: 'Bordetella', issue_date: on(-350), expiration_date: on(15) },
            { id: 'maple-dhpp', description: 'DHPP', issue_date: on(-100), expiration_date: on(265) },
            { id: 'maple-lyme', description: 'Lyme', issue_date: on(-100) },
          ],
          medications: [
            {
              id: 'maple-carprofen',
              description: 'Carprofen 75 mg',
              issue_date: on(-30),
              instructions: 'One tablet twice a day.',
            },
          ],
        },
        {
          id: 'olive',
          name: 'Olive',
          species_id: 'cat',
          vaccinations: [{ id: 'olive-fvrcp', description: 'FVRCP', issue_date: on(-100), expiration_date: on(200) }],
          medications: [
            { id: 'olive-drops', description: 'Eye drops', issue_date: on(-20), instructions: 'Left eye.' },
          ],
        },
        { id: 'birch', name: 'Birch', species_id: 'dog', vaccinations: [], medications: [] },
        { id: 'old-oak', name: 'Oak', species_id: 'dog', deceased_at: '2025-01-01T00:00:00Z' },
      ],
    }),
  ],
});

/** My Pets, by the texts that an owner reads on it. */
export class MyPets {
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
    await this.page.locator('label').filter({ hasText: name }).click();
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

/** Waits until everything that an owner sees without a network is saved on the device. */
export const isSaved = (page: Page) =>
  expect.poll(() => unsaved(page), { message: 'records that are not on the device' }).toEqual([]);

type SavedRow = { kind: string; id: string; value: unknown };

async function unsaved(page: Page): Promise<string[]> {
  const rows = JSON.parse(await page.evaluate(rowsOf, ['records'])) as SavedRow[];
  const client = rows.find(({ kind }) => kind === 'client');
  if (!client) return ['client/'];
  const ofPets = activePets(client.value as ClientRecord).flatMap(({ id }) => [
    `vaccinations/${id}`,
    `medications/${id}`,
  ]);
  const all = ['profile/', 'species/', 'appointments/upcoming', 'appointments/history', ...ofPets];
  return all.filter((key) => !rows.some(({ kind, id }) => `${kind}/${id}` === key));
}

/**
 * Waits until the saved records of a kind contain a text. What is shown is saved right after, so a page that is closed in
 * that moment may leave without it.
 */
export const hasSaved = (page: Page, kind: RecordKind, text: string) =>
  expect
    .poll(async () => {
      const rows = JSON.parse(await page.evaluate(rowsOf, ['records'])) as SavedRow[];
      return JSON.stringify(rows.filter((row) => row.kind === kind));
    })
    .toContain(text);

/**
 * Returns the rows of the device's tables as JSON; none before the app has made its database, which this must not do.
 */
export const rowsOf = (tables: string[]) =>
  new Promise<string>((resolve, reject) => {
    const opening = indexedDB.open('portal');
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () =>
      opening.error?.name === 'AbortError' ? resolve('[]') : reject(opening.error ?? new Error('closed'));
    opening.onsuccess = async () => {
      const db = opening.result;
      const rows = tables.map(
        (table) =>
          new Promise<unknown[]>((read) => {
            const reading = db.transaction(table).objectStore(table).getAll();
            reading.onsuccess = () => read(reading.result);
          }),
      );
      const all = (await Promise.all(rows)).flat();
      db.close();
      resolve(JSON.stringify(all));
    };
  });
