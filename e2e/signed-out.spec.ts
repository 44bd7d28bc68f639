import type { Page } from '@playwright/test';
import { client, product, type Overrides } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';
import type { PortalServer } from './support/server';

const clinicWith = (isRequestFirst: boolean) => ({
  shop: { metadata: { isAutoAccept: true }, feature_settings: { deposit_collection_v1_enabled: true } },
  products: [
    product({
      id: 'exam',
      name: 'Exam',
      deposit_amount: 25,
      metadata: {
        depositRequiredBeforeBooking: true,
        collectDepositFromNewClients: true,
        collectDepositFromReturningClients: true,
        appointmentRequestWithoutDeposit: isRequestFirst,
      },
    }),
  ],
});

/** Notes the token that the page sends, so that its session can be ended as another device would. */
function endableSession(page: Page) {
  let authorization = '';
  page.on('request', (request) => (authorization = request.headers()['authorization'] ?? authorization));
  return async (clinic: string) => {
    const response = await page.request.post('/api/jwt/logout', {
      headers: { Authorization: authorization, 'X-Client-Id': clinic },
      data: {},
    });
    expect(response.ok()).toBe(true);
  };
}

/** Books up to the deposit, in a session that can be ended. */
async function toDeposit(
  page: Page,
  server: PortalServer,
  addClinic: (overrides: Overrides) => Promise<string>,
  isRequestFirst: boolean,
) {
  const endSession = endableSession(page);
  const owner = someOwner();
  const clinic = await addClinic(clinicWith(isRequestFirst));
  const booking = new Booking(page);
  await booking.toFilledForm(clinic, owner);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await expect(page.getByLabel('Card number')).toBeVisible();
  return { booking, owner, clinic, endSession };
}

/** The newest code, once so many were sent; other messages come as well. */
async function codeAfter(server: PortalServer, to: string, count: number): Promise<string> {
  await expect
    .poll(async () => (await server.messages(to)).filter(({ code }) => code !== undefined).length)
    .toBe(count);
  return server.code(to);
}

async function enterCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('1230');
  await page.getByLabel('CVC').fill('123');
}

test('ERR-04: signed out elsewhere at the deposit, the owner enters a code and goes on with the same booking and time', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const { booking, owner, clinic, endSession } = await toDeposit(page, server, addClinic, false);
  await enterCard(page);
  const held = await page.locator('[data-part=held-time]').innerText();
  await endSession(clinic);
  await page.getByRole('button', { name: 'Make payment' }).click();

  await expect(page.getByText('You were signed out. Enter the code to go on with your deposit.')).toBeVisible();
  await expect(page.locator('[data-part=held-time]')).toHaveText(held);
  await expectAccessible(page);
  await booking.code.fill(await codeAfter(server, `+1${owner.phone}`, 2));
  await enterCard(page);
  await expect(page.locator('[data-part=held-time]')).toHaveText(held);
  await page.getByRole('button', { name: 'Make payment' }).click();
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await booking.expectScheduled('Alex');
});

test('ERR-04: signed out elsewhere before the saved request’s deposit is settled, it is settled behind the code', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const { booking, owner, clinic, endSession } = await toDeposit(page, server, addClinic, true);
  await endSession(clinic);
  await page.reload();
  await expect(page.getByText('You were signed out. Enter the code to go on with your deposit.')).toBeVisible();
  // The clinic has the request: leaving it is asked about here as well.
  await booking.back.click();
  await expect(
    page.getByText('Your appointment request has been sent. Leave without paying the deposit?'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  await booking.code.fill(await codeAfter(server, `+1${owner.phone}`, 2));
  await enterCard(page);
  await page.route(
    '**/accept?*',
    async (route) => {
      await endSession(clinic);
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Make payment' }).click();
  await booking.code.fill(await codeAfter(server, `+1${owner.phone}`, 3));
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await booking.expectScheduled('Alex');
});

test('ERR-04: signed out elsewhere at the form, the owner goes on by a code', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const endSession = endableSession(page);
  const owner = someOwner({ name: 'Sam Rivera' });
  const clinic = await addClinic({
    clients: [
      client({
        id: 'sam',
        first_name: 'Sam',
        last_name: 'Rivera',
        email: owner.email,
        phone: `+1${owner.phone}`,
        patients: [{ id: 'maple', name: 'Maple', species_id: 'dog' }],
      }),
    ],
  });
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('Returning client');
  await booking.email.fill(owner.email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await booking.code.fill(await server.code(owner.email));
  await booking.chooseVisit();
  await booking.chooseTime();
  await booking.petName.selectOption({ label: 'Maple' });
  await endSession(clinic);
  await booking.submit.click();
  await booking.code.fill(await codeAfter(server, `+1${owner.phone}`, 1));
  await booking.expectScheduled('Sam');
});
