import { readFile } from 'node:fs/promises';
import { decodePDFRawStream, PDFArray, PDFDocument, PDFName, PDFRawStream, type PDFDict } from '@cantoo/pdf-lib';
import type { Page } from '@playwright/test';
import { addDays, dateInZone, formatDate } from '../src/domain/clinicTime';
import { client, patient } from '../tests/support/clinicFile';
import { loginPage, proxyOf } from '../tests/support/proxy';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import { isSaved } from './support/myPets';
import { PortalServer } from './support/server';

const dayAtClinic = () => dateInZone(new Date(), 'America/Chicago');
const today = dayAtClinic();
/** What a file is called that was made between a day and now; midnight may have come in between. */
const namesSince = (day: string, pet: string) => [day, dayAtClinic()].map((each) => `${pet}-vaccinations-${each}.pdf`);
const on = (days: number) => addDays(today, days);
const vaccination = (id: string, description: string, given: number, ends: number) => ({
  id,
  description,
  issue_date: on(given),
  expiration_date: on(ends),
});
const maple = (earlier = 2, name = 'Maple') =>
  patient({
    id: 'patient-maple',
    name,
    sex: 'Female',
    breed: 'Beagle mix',
    birthdate: '2020-05-14',
    vaccinations: [
      vaccination('v1', 'Rabies', -1145, -49),
      vaccination('v2', 'Bordetella', -353, 12),
      vaccination('v3', 'Leptospirosis', -195, 170),
      vaccination('v4', 'DHPP', -827, 268),
      ...Array.from({ length: earlier }, (_, n) => vaccination(`e${n}`, 'Rabies', -1200 - n * 365, -900 - n * 365)),
    ],
  });
const clientsOf = (email: string, earlier?: number, name?: string) => [
  client({ id: 'client-sam', first_name: 'Sam', email, patients: [maple(earlier, name)] }),
];

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

/** The texts that a PDF writes with its fonts, and how many pictures it holds. */
function contentOf(paper: PDFDocument): { text: string; pictures: number } {
  const objects = paper.context.enumerateIndirectObjects().map(([, object]) => object);
  const streams = paper.getPages().flatMap((page) => {
    const contents = page.node.Contents();
    return contents instanceof PDFArray ? contents.asArray().map((one) => paper.context.lookup(one)) : [contents];
  });
  const codes = streams
    .filter((stream) => stream instanceof PDFRawStream)
    .map((stream) => new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode()));
  const texts = [...codes.join('\n').matchAll(/<([0-9A-F]+)> Tj/g)].map(([, hex = '']) =>
    new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')),
  );
  const isPicture = (dict: PDFDict) =>
    dict.get(PDFName.of('Subtype')) === PDFName.of('Image') && dict.has(PDFName.of('SMask'));
  return {
    text: texts.join('\n'),
    pictures: objects.filter((object) => object instanceof PDFRawStream && isPicture(object.dict)).length,
  };
}

/** How many sheets the page prints to. */
const printed = async (page: Page, format: 'A4' | 'Letter'): Promise<number> =>
  (await PDFDocument.load(await page.pdf({ format, preferCSSPageSize: false }))).getPageCount();

test('one tap from My Pets opens the certificate: to look at, to print to one sheet, to download', async ({
  page,
  server,
  addClinic,
}) => {
  const { email } = someOwner();
  const clinic = await addClinic({ clients: clientsOf(email) });
  await openPets(page, server, clinic, email);
  const opened = dayAtClinic();
  await page.getByRole('link', { name: /certificate/i }).click();
  await expect(page).toHaveURL(`/${clinic}/pets/patient-maple/certificate`);
  const paper = page.getByRole('article');
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText('Vaccination certificate: Maple');
  for (const text of [
    'Test Vets',
    '1 Main Street, Austin',
    '512-555-0100, testvets.example',
    'Dog',
    'Beagle mix',
    'Female',
    'Thu May 14, 2020',
    'It is not a signed legal certificate.',
  ])
    await expect(paper).toContainText(text);
  await expect(paper.getByText(/^As of .*, Central Time\.$/)).toBeVisible();
  const latest = paper.getByRole('table', { name: 'Vaccination certificate' }).getByRole('row');
  await expect(latest).toHaveText([
    /Vaccination/,
    /DHPP.*Active/,
    /Leptospirosis.*Active/,
    /Bordetella.*Expires soon/,
    new RegExp(`Rabies.*${formatDate(on(-49))}.*Expired`),
  ]);
  await expect(paper.getByRole('table', { name: 'Earlier vaccinations' }).getByRole('row')).toHaveCount(3);
  await expectAccessible(page);

  const file = await downloaded(page);
  expect(namesSince(opened, 'maple')).toContain(file.name);
  expect([file.paper.getTitle(), file.paper.getPageCount()]).toEqual(['Vaccination certificate: Maple', 1]);
  const { text, pictures } = contentOf(file.paper);
  for (const line of [
    'Maple',
    'Beagle mix',
    'Rabies',
    formatDate(on(-49)),
    'Expired',
    'DHPP',
    'Active',
    'Expires soon',
    'Earlier vaccinations',
  ])
    expect(text).toContain(line);
  expect(pictures).toBe(0);
  await expect(page.getByText(`Saved as ${file.name}`)).toBeVisible();
  for (const format of ['A4', 'Letter'] as const) expect(await printed(page, format), format).toBe(1);

  await page.getByRole('link', { name: 'My Pets' }).click();
  await expect(page.getByText('Hello, Sam!')).toBeVisible();
});

test('goes through the share sheet as a file where there is one, in the moment of the tap', async ({
  page,
  server,
  addClinic,
}) => {
  const { email } = someOwner();
  const clinic = await addClinic({ clients: clientsOf(email, 20) });
  await page.addInitScript(() => {
    const shared: { name: string; type: string; isTap: boolean }[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: (data: ShareData) => data.files?.length === 1,
      share: async ({ files }: ShareData) =>
        void shared.push({ name: files![0]!.name, type: files![0]!.type, isTap: navigator.userActivation.isActive }),
    });
  });
  await openPets(page, server, clinic, email);
  const opened = dayAtClinic();
  await page.goto(`/${clinic}/pets/patient-maple/certificate`);
  await expect(share(page)).not.toHaveAttribute('aria-busy', 'true');
  await share(page).click();
  const shared = () => page.evaluate(() => (window as unknown as { shared: { name: string }[] }).shared);
  await expect.poll(shared).toEqual([{ name: expect.any(String), type: 'application/pdf', isTap: true }]);
  expect(namesSince(opened, 'maple')).toContain((await shared())[0]!.name);
  // What was given before is a sheet of its own.
  for (const format of ['A4', 'Letter'] as const) expect(await printed(page, format), format).toBe(2);
});

test('with the server gone, the certificate opens, prints to one sheet, is saved and shared, whatever script the name is in', async ({
  browser,
  complaints,
}) => {
  complaints.expect(noConnection);
  const { email } = someOwner();
  const server = await PortalServer.start([{ shop: { id: 'alder' }, clients: clientsOf(email, 2, 'Жучка 小梅') }]);
  const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 390, height: 844 } });
  try {
    const first = await context.newPage();
    const saved = dayAtClinic();
    await openPets(first, server, 'alder', email);
    await first.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    // What makes the file came while My Pets was open; nobody has opened a certificate.
    await expect
      .poll(() =>
        first.evaluate(
          async () =>
            (await (await caches.open('shell')).keys()).filter(({ url }) => url.includes('/assets/owner/')).length,
        ),
      )
      // The worker's drawing of My Pets, and what makes the file.
      .toBe(2);
    await first.waitForFunction(() =>
      Object.entries(localStorage).some(([key, value]) => key.startsWith('saved:') && value.includes('clinic')),
    );
    await expect(first.getByText('Rabies').first()).toBeVisible();
    await isSaved(first);
    await first.close();
    await server.kill();

    const page = await context.newPage();
    await page.goto('/alder/pets');
    await page.getByRole('link', { name: /certificate/i }).click();
    const paper = page.getByRole('article');
    await expect(paper.getByRole('heading', { level: 1 })).toHaveText('Vaccination certificate: Жучка 小梅');
    await expect(page.getByText("You're offline.", { exact: false }).first()).toBeVisible();
    await expect(paper.getByRole('table', { name: 'Vaccination certificate' }).getByRole('row')).toHaveCount(5);
    await expectAccessible(page);
    for (const format of ['A4', 'Letter'] as const) expect(await printed(page, format), format).toBe(1);

    const file = await downloaded(page);
    expect(namesSince(saved, 'жучка-小梅')).toContain(file.name);
    const { text, pictures } = contentOf(file.paper);
    for (const line of [
      'Beagle mix',
      'Thu May 14, 2020',
      'Rabies',
      formatDate(on(-49)),
      'Expired',
      'Leptospirosis',
      formatDate(on(170)),
    ])
      expect(text).toContain(line);
    expect(text).not.toContain('?');
    // The name, which no font of the file can write.
    expect(pictures).toBe(1);

    await page.evaluate(() => {
      const shared: string[] = [];
      Object.assign(window, { shared });
      Object.assign(navigator, {
        canShare: () => true,
        share: async ({ files }: ShareData) => void shared.push(files![0]!.type),
      });
    });
    await share(page).click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared))
      .toEqual(['application/pdf']);

    // Where the code for the file never came, the button says so, and is there again with the network.
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
    await page.evaluate(async () => {
      const shell = await caches.open('shell');
      for (const key of await shell.keys()) if (key.url.includes('/assets/owner/')) await shell.delete(key);
    });
    await page.reload();
    await expect(
      page.getByText('Connect to the internet once to share from this device. Printing works.'),
    ).toBeVisible();
    await expect(share(page)).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('A new version is ready')).toBeHidden();
    await server.restart();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(share(page)).not.toHaveAttribute('aria-disabled', 'true');
    expect(namesSince(saved, 'жучка-小梅')).toContain((await downloaded(page)).name);
  } finally {
    await context.close();
    await server.remove();
  }
});

for (const [which, days] of [
  ['two months behind', -60],
  ['two months ahead', 60],
] as const) {
  test(`a device whose clock is ${which}: My Pets, the certificate and its file say what the server says (D-10)`, async ({
    page,
    server,
    addClinic,
  }) => {
    const { email } = someOwner();
    const clinic = await addClinic({ clients: clientsOf(email) });
    await page.clock.setFixedTime(Date.now() + days * 86_400_000);
    await openPets(page, server, clinic, email);
    const row = (name: string) => page.locator('li[data-status]').filter({ hasText: name }).first();
    await expect(row('Rabies')).toContainText(`Expired: ${formatDate(on(-49))}7 weeks ago`);
    await expect(row('Bordetella')).toContainText(`Expires: ${formatDate(on(12))}in 12 days`);
    await expect(row('Leptospirosis')).toContainText('Expiration:');

    await page.getByRole('link', { name: /certificate/i }).click();
    const paper = page.getByRole('article');
    const standing = (name: string) => paper.getByRole('row').filter({ hasText: name }).first().locator('em');
    await expect(standing('Rabies')).toHaveText('Expired');
    await expect(standing('Bordetella')).toHaveText('Expires soon');
    await expect(standing('Leptospirosis')).toHaveText('Active');
    const { name, paper: file } = await downloaded(page);
    expect(namesSince(today, 'maple')).toContain(name);
    const lines = contentOf(file).text.split('\n');
    const word = (vaccine: string) =>
      lines.slice(lines.indexOf(vaccine)).find((line) => ['Expired', 'Expires soon', 'Active'].includes(line));
    expect([word('Rabies'), word('Bordetella'), word('Leptospirosis')]).toEqual(['Expired', 'Expires soon', 'Active']);
  });
}

test('a page in place of what makes the file is never kept: the next start shares again, also with the server gone', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(noConnection, /Failed to load module script/);
  const { email } = someOwner();
  const clinic = await addClinic({ clients: clientsOf(email) });
  const proxy = await proxyOf(server.origin);
  const ownersPart = ({ path }: { path: string }) => path.startsWith('/assets/owner/');
  const parts = () =>
    page.evaluate(
      async () =>
        (await (await caches.open('shell')).keys()).filter(({ url }) => url.includes('/assets/owner/')).length,
    );
  try {
    proxy.decide((asked) => (ownersPart(asked) ? loginPage : 'pass'));
    await page.goto(`${proxy.origin}/${clinic}?redirect=pets`);
    await new Booking(page).email.fill(email);
    await page.getByRole('button', { name: 'Send verification code' }).click();
    await new Booking(page).code.fill(await server.code(email));
    await page.getByRole('link', { name: /certificate/i }).click();
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await expect(page.getByText('The file could not be made. Printing works.')).toBeVisible();
    await expect
      .poll(
        () => proxy.seen.filter(({ asked }) => ownersPart(asked) && asked.headers['sec-fetch-dest'] === 'empty').length,
      )
      .toBeGreaterThan(0);
    expect(await parts()).toBe(0);

    proxy.decide(() => 'pass');
    await page.reload();
    await expect.poll(parts).toBeGreaterThan(0);
    expect(namesSince(today, 'maple')).toContain((await downloaded(page)).name);
    proxy.decide(() => 'dropRequest');
    await isSaved(page);
    await page.reload();
    expect(namesSince(today, 'maple')).toContain((await downloaded(page)).name);
  } finally {
    await proxy.close();
  }
});
