import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { client, clinicFile, product } from '../tests/support/clinicFile';
import { startTestServer, type TestServer } from '../tests/support/server';
import { tinyServer } from '../tests/support/tinyServer';
import { Booking, someOwner } from './support/booking';
import { expect, test as base } from './support/fixtures';
import type { FirstDraw } from '../src/app/start/firstDraw';

const owner = someOwner({
  name: 'Quillon Zephyrine',
  email: 'quillon.zephyrine@example.com',
  pet: 'Marzipanna',
  note: 'Xylophonic cough since Tuesday',
});
const card = '4242424242424242';
/** Nothing of this may leave the page: what the owner types, and what the clinic knows of them and their pet. */
const secrets = [
  ...Object.values(owner),
  card,
  'Quillon',
  'Zephyrine',
  'Xylophonic',
  owner.phone.slice(3),
  `${owner.phone.slice(0, 3)}-${owner.phone.slice(3, 6)}`,
  'Brontobella',
  'Gleebavax',
  '4242 4242',
];

type Receiver = Awaited<ReturnType<typeof tinyServer>>;

/** The portal in this process, with an error service that is a server of ours. */
const test = base.extend<object, { portal: { server: TestServer; origin: string; service: Receiver } }>({
  portal: [
    async ({}, provide) => {
      const service = await tinyServer((_, response) =>
        response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' }).end('{}'),
      );
      const clinic = clinicFile({
        shop: {
          id: 'replayvets',
          metadata: { isAutoAccept: true },
          feature_settings: { deposit_collection_v1_enabled: true },
        },
        products: [
          product({
            id: 'exam',
            name: 'Exam',
            deposit_amount: 25,
            metadata: {
              depositRequiredBeforeBooking: true,
              collectDepositFromNewClients: true,
              collectDepositFromReturningClients: true,
            },
          }),
        ],
        clients: [
          client({
            id: 'quillon',
            first_name: 'Quillon',
            last_name: 'Zephyrine',
            email: owner.email,
            phone: `+1${owner.phone}`,
            patients: [
              {
                id: 'bronto',
                name: 'Brontobella',
                species_id: 'dog',
                vaccinations: [{ id: 'v1', description: 'Gleebavax', issue_date: '2026-01-05' }],
              },
            ],
          }),
        ],
      });
      const dsn = `${service.base.replace('http://', 'http://key@').replace('/api', '')}/7`;
      const server = await startTestServer({ clock: new Date(), clinicFiles: [clinic], env: { SENTRY_DSN: dsn } });
      await server.app.listen({ port: 0, host: '127.0.0.1' });
      await provide({
        server,
        service,
        origin: `http://localhost:${(server.app.server.address() as AddressInfo).port}`,
      });
      await server.close();
      await service.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ portal }, provide) => provide(portal.origin),
});

type Recorded = { type: number; timestamp: number; data: { href?: string } };

/** What was recorded, as the service has it: the line of events in each envelope. */
const recordedBy = (service: Receiver): Recorded[] =>
  service.seen.flatMap(({ body }) =>
    body.split('\n').flatMap((line) => (line.startsWith('[{') ? (JSON.parse(line) as Recorded[]) : [])),
  );

/** Whether something that happened in a span of the page's time was recorded. */
const isRecorded = (service: Receiver, { from, to }: { from: number; to: number }) =>
  recordedBy(service).some(({ timestamp }) => timestamp >= from && timestamp <= to);

/** Does something on a page and tells when. */
async function during(page: Page, act: () => Promise<unknown>): Promise<{ from: number; to: number }> {
  const now = () => page.evaluate(() => Date.now());
  const from = await now();
  await act();
  return { from, to: await now() };
}

test('TRACK-04, TRACK-06, D-30: a visit is recorded without a word of it, and not beside a card or on the pets’ pages', async ({
  page,
  portal: { server, service },
}) => {
  const booking = new Booking(page);
  const library = page.waitForResponse(/assets\/service\//);
  await booking.open('replayvets');
  // What records comes with the first touch.
  await booking.begin('New client');
  await library;
  await booking.chooseVisit();
  await booking.chooseTime();
  const atForm = await during(page, () => booking.fillForm(owner));
  await expect.poll(() => isRecorded(service, atForm), { message: 'typing is recorded' }).toBe(true);

  await booking.submit.click();
  await expect(booking.code).toBeVisible();
  await booking.code.fill(await server.codeSentTo(`+1${owner.phone}`));
  await expect(page.getByLabel('Card number')).toBeVisible();
  const atCard = await during(page, async () => {
    await page.getByLabel('Card number').fill(card);
    await page.getByLabel('Expiry date').fill('1230');
    await page.getByLabel('CVC').fill('123');
    await page.getByRole('button', { name: 'Make payment' }).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  });
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await booking.expectScheduled('Quillon');

  await page.getByRole('link', { name: 'My Appointments' }).click();
  await page.getByRole('link', { name: 'Pets' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Quillon!' })).toBeVisible();
  const atPets = await during(page, async () => {
    await page.getByRole('radio', { name: 'Brontobella' }).click();
    await expect(page.getByText('Gleebavax')).toBeVisible();
  });
  await page.getByRole('link', { name: 'Appointments' }).click();
  await expect(page.getByText('Marzipanna')).toBeVisible();
  const past = page.getByRole('radio', { name: 'Past' });
  const behindPets = await during(page, async () => {
    await past.click({ force: true });
    await expect(past).toBeChecked();
  });
  await expect.poll(() => isRecorded(service, behindPets), { message: 'recording goes on behind the pets' }).toBe(true);

  expect(isRecorded(service, atCard), 'beside the card').toBe(false);
  expect(isRecorded(service, atPets), 'on the pets’ page').toBe(false);
  const sent = service.seen.map(({ body }) => body).join('\n');
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([]);
  expect(recordedBy(service).flatMap(({ type, data }) => (type === 4 ? [data.href] : []))).toEqual(
    expect.arrayContaining([new URL('/', page.url()).href, new URL('/appointments', page.url()).href]),
  );
});

test('TRACK-04: what nobody caught while the page was starting is reported as well', async ({
  page,
  portal: { service },
  complaints,
}) => {
  complaints.expect(/at the start/);
  // As soon as the app is on the screen, long before the code that reports.
  await page.addInitScript((started) => {
    document.addEventListener(started, () =>
      setTimeout(() => {
        throw Object.assign(new Error('at the start'), { name: 'EarlyFault' });
      }),
    );
    document.addEventListener(
      started,
      () => void Promise.reject(Object.assign(new Error('at the start'), { name: 'EarlyRejection' })),
    );
  }, 'portal:first-draw' satisfies FirstDraw);
  await new Booking(page).open('replayvets');
  for (const name of ['EarlyFault', 'EarlyRejection'])
    await expect
      .poll(() => service.seen.some(({ body }) => body.includes(`"type":"${name}"`)), { message: name })
      .toBe(true);
});

/** The address of the built file that holds a text: its name says nothing. */
async function builtFileWith(text: string): Promise<string> {
  for (const name of await readdir('dist/assets')) {
    if (name.endsWith('.js') && (await readFile(`dist/assets/${name}`, 'utf8')).includes(text))
      return `/assets/${name}`;
  }
  throw new Error(`No built file holds ${text}.`);
}

test('TRACK-04: code that did not come is asked for again with the next step', async ({
  page,
  portal: { service },
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const booking = new Booking(page);
  const follower = await builtFileWith('booking_step');
  for (const part of ['/assets/service/', follower])
    await page.route(`**${part}**`, (route) => route.abort(), { times: 1 });
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes(follower));
  await booking.open('replayvets');
  await booking.begin('New client');
  await lost;
  const lostToo = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/service/'));
  await booking.back.click();
  await lostToo;
  const before = service.seen.length;
  const came = page.waitForResponse(/assets\/service\//);
  await booking.begin('New client');
  expect((await came).ok()).toBe(true);
  await expect.poll(() => service.seen.length).toBeGreaterThan(before);
});
