import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from '@playwright/test';
import { addDays, dateInZone, formatDate } from '../src/domain/clinicTime';
import { client, patient } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';
import type { PortalServer } from './support/server';

const today = dateInZone(new Date(), 'America/Chicago');
const on = (days: number) => addDays(today, days);
const vaccination = (id: string, description: string, given: number, ends: number) => ({ id, description, issue_date: on(given), expiration_date: on(ends) });
const maple = (earlier = 2) =>
  patient({
    id: 'patient-maple', name: 'Maple', sex: 'Female', breed: 'Beagle mix', birthdate: '2020-05-14',
    vaccinations: [
      vaccination('v1', 'Rabies', -1145, -49), vaccination('v2', 'Bordetella', -353, 12), vaccination('v3', 'Leptospirosis', -195, 170), vaccination('v4', 'DHPP', -827, 268),
      ...Array.from({ length: earlier }, (_, n) => vaccination(`e${n}`, 'Rabies', -1200 - n * 365, -900 - n * 365)),
    ],
  });
const clientsOf = (email: string, earlier?: number) => [client({ id: 'client-sam', first_name: 'Sam', email, patients: [maple(earlier)] })];

/** Opens My Pets as an owner who signs in by code. */
async function openPets(page: Page, server: PortalServer, clinic: string, email: string) {
  await page.goto(`/${clinic}?redirect=pets`);
  await new Booking(page).email.fill(email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await new Booking(page).code.fill(await server.code(email));
  await expect(page.getByText('Hello, Sam!')).toBeVisible();
}

const share = (page: Page) => page.getByRole('button', { name: 'Share' });
/** Presses Share once the file is made, and gives what is downloaded. */
async function downloaded(page: Page): Promise<{ name: string; paper: PDFDocument }> {
  await expect(share(page)).not.toHaveAttribute('aria-busy', 'true');
  const [download] = await Promise.all([page.waitForEvent('download'), share(page).click()]);
  return { name: download.suggestedFilename(), paper: await PDFDocument.load(await readFile(await download.path())) };
}

/** How many sheets the page prints to. */
const printed = async (page: Page, format: 'A4' | 'Letter'): Promise<number> => (await PDFDocument.load(await page.pdf({ format, preferCSSPageSize: false }))).getPageCount();

test('one tap from My Pets opens the certificate: to look at, to print to one sheet, to download', async ({ page, server, addClinic }) => {
  const { email } = someOwner();
  const clinic = await addClinic({ clients: clientsOf(email) });
  await openPets(page, server, clinic, email);
  await page.getByRole('link', { name: /certificate/i }).click();
  await expect(page).toHaveURL(`/${clinic}/pets/patient-maple/certificate`);
  const paper = page.getByRole('article');
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText('Vaccination certificate: Maple');
  for (const text of ['Test Vets', '1 Main Street, Austin', '512-555-0100, testvets.example', 'Dog', 'Beagle mix', 'Female', 'Thu May 14, 2020', 'It is not a signed legal certificate.']) await expect(paper).toContainText(text);
  await expect(paper.getByText(/^As of .*, Central Time\.$/)).toBeVisible();
  const latest = paper.getByRole('table', { name: 'Vaccination certificate' }).getByRole('row');
  await expect(latest).toHaveText([/Vaccination/, /DHPP.*Active/, /Leptospirosis.*Active/, /Bordetella.*Expires soon/, new RegExp(`Rabies.*${formatDate(on(-49))}.*Expired`)]);
  await expect(paper.getByRole('table', { name: 'Earlier vaccinations' }).getByRole('row')).toHaveCount(3);
  await expectAccessible(page);

  const file = await downloaded(page);
  expect(file.name).toBe(`maple-vaccinations-${today}.pdf`);
  expect([file.paper.getTitle(), file.paper.getPageCount()]).toEqual(['Vaccination certificate: Maple', 1]);
  await expect(page.getByText(`Saved as ${file.name}`)).toBeVisible();
  for (const format of ['A4', 'Letter'] as const) expect(await printed(page, format), format).toBe(1);

  await page.getByRole('link', { name: 'My Pets' }).click();
  await expect(page.getByText('Hello, Sam!')).toBeVisible();
});

test('goes through the share sheet as a file where there is one, in the moment of the tap', async ({ page, server, addClinic }) => {
  const { email } = someOwner();
  const clinic = await addClinic({ clients: clientsOf(email, 20) });
  await page.addInitScript(() => {
    const shared: { name: string; type: string; isTap: boolean }[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: (data: ShareData) => data.files?.length === 1,
      share: async ({ files }: ShareData) => void shared.push({ name: files![0]!.name, type: files![0]!.type, isTap: navigator.userActivation.isActive }),
    });
  });
  await openPets(page, server, clinic, email);
  await page.goto(`/${clinic}/pets/patient-maple/certificate`);
  await expect(share(page)).not.toHaveAttribute('aria-busy', 'true');
  await share(page).click();
  const shared = () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared);
  await expect.poll(shared).toEqual([{ name: `maple-vaccinations-${today}.pdf`, type: 'application/pdf', isTap: true }]);
  // What was given before is a sheet of its own.
  for (const format of ['A4', 'Letter'] as const) expect(await printed(page, format), format).toBe(2);
});
