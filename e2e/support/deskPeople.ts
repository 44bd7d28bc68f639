import type { Page } from '@playwright/test';
import { askServer } from '../../server/operator/ask';
import { textUs } from '../../src/contract/messages';
import { client, product, type Overrides } from '../../tests/support/clinicFile';
import { middayZone } from '../../tests/support/midday';
import { visitor } from './calls';
import { expect } from './fixtures';
import type { PortalServer } from './server';

const DAY = 86_400_000;
let people = 0;

const pet = (id: string, name: string, species: string) => ({ id, name, species_id: species });

/** Noon in `days` days by the test's clock, as an instant; the clinic's zone has its midday now. */
const inDays = (days: number): string => {
  const at = new Date(Date.now() + days * DAY);
  at.setUTCMinutes(0, 0, 0);
  return at.toISOString();
};

/** Builds a clinic where Noor asks for a visit for Pepper and Dana for one for Moose, both in the next days. */
export const clinicWithRequests = (): Overrides => {
  const owner = (id: string, first_name: string, petName: string, species: string) =>
    client({
      id,
      first_name,
      last_name: 'Haddad',
      email: `${id}@example.com`,
      patients: [pet(`${id}-pet`, petName, species)],
    });
  const request = (id: string, days: number) => ({
    id: `visit-${id}`,
    client_id: id,
    patient_id: `${id}-pet`,
    product_id: 'exam',
    provider_id: 'ada',
    fromDate: inDays(days),
    status: 'REQUESTED' as const,
  });
  return {
    shop: { name: 'Quiet Vets', timezone: middayZone() },
    products: [product({ id: 'exam', name: 'Exam' })],
    clients: [owner('noor', 'Noor', 'Pepper', 'cat'), owner('dana', 'Dana', 'Moose', 'dog')],
    appointments: [request('noor', 3), request('dana', 4)],
  };
};

/** Invites somebody to the desks of clinics; returns their e-mail. */
export async function inviteTo(server: PortalServer, clinics: string[], name = 'Ada'): Promise<string> {
  const email = `${name.toLowerCase()}.${(people += 1)}@clinic.example`;
  for (const clinicId of clinics) {
    const outcome = await askServer(server.dataDir, {
      name: 'invite',
      clinicId,
      email,
      role: 'staff',
      providerId: null,
    });
    if (outcome?.exit !== 0) throw new Error(outcome?.err.join('\n') ?? 'No server runs.');
  }
  return email;
}

/** Asks for a code at the desk's sign-in. */
export async function codeAsked(page: Page, email: string): Promise<void> {
  await page.getByLabel('Work e-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel(/-digit code/).waitFor();
}

/** Invites somebody to the clinic's desk and signs them in there, by the code of the demo inbox. */
export async function enterDesk(page: Page, server: PortalServer, clinic: string, name: string): Promise<void> {
  const email = await inviteTo(server, [clinic], name);
  await page.setViewportSize(deskWindow);
  await page.goto('/admin/inbox');
  await codeAsked(page, email);
  await page.getByLabel(/-digit code/).fill(await server.code(email));
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
}

/** Signs somebody in at the clinic of `clinicWithRequests`, with Pepper's request open. */
export async function signInToDesk(page: Page, server: PortalServer, clinic: string, name: string): Promise<void> {
  await enterDesk(page, server, clinic, name);
  await page.getByRole('option', { name: /^Pepper/ }).click();
  await expect(opened(page, 'Pepper')).toBeVisible();
}

/** Turns the open offer to another day that has nine openings or more, and waits for that day's times. */
export async function turnToAnotherDay(page: Page): Promise<void> {
  const days = page.getByRole('radiogroup', { name: 'Date' });
  const name = await days
    .getByRole('radio', { name: /\b(9|\d\d) openings/, checked: false })
    .first()
    .getAttribute('aria-label');
  await days.getByRole('radio', { name: name! }).click();
  await expect(days.getByRole('radio', { name: name!, checked: true })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Times' })).toHaveAttribute('aria-busy', 'false');
}

/** What a walk through the desk needs, and whom it tells of each screen that stands. */
export type DeskWalk = {
  page: Page;
  server: PortalServer;
  addClinic: (overrides: Overrides) => Promise<string>;
  /**
   * Called on each screen and state with a name of its own; may change the window and must put it back. `height` is what
   * a screen needs that scrolls in itself, to be seen whole.
   */
  seen: (page: Page, name: string, height?: number) => Promise<void>;
};

/** The window in which staff act: list and item stand side by side. */
export const deskWindow = { width: 1440, height: 900 };

/** A page of its own at a server, as another person at the desk has one. */
export async function pageAt(page: Page, server: PortalServer): Promise<Page> {
  const context = await page.context().browser()!.newContext({
    baseURL: server.origin,
    reducedMotion: 'reduce',
    viewport: deskWindow,
  });
  return context.newPage();
}

/** The item's heading. */
export const opened = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

/** A visitor of the clinic asks to be texted. */
export async function askForText(server: PortalServer, clinic: string, phone: string): Promise<void> {
  await (await visitor(server, clinic)).call(textUs, { body: { phone_number: phone } });
}
