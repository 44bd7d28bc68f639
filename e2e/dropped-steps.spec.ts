import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { client, clinicFile, product } from '../tests/support/clinicFile';
import { startTestServer, type TestServer } from '../tests/support/server';
import { Booking, someOwner, type Owner } from './support/booking';
import { expect, noConnection, test as base } from './support/fixtures';
import { lose, recovered } from './support/lose';

const known = someOwner({ name: 'Sam Rivera' });
const password = 'biscuit-and-juniper';
const returning = client({
  id: 'sam',
  first_name: 'Sam',
  last_name: 'Rivera',
  email: known.email,
  phone: `+1${known.phone}`,
  password,
  patients: [{ id: 'maple', name: 'Maple', species_id: 'dog' }],
});
const deposit = {
  depositRequiredBeforeBooking: true,
  collectDepositFromNewClients: true,
  collectDepositFromReturningClients: true,
};

/** The portal in this process, so that a test reads the rows: a clinic that asks for a deposit and offers insurance, one without. */
const test = base.extend<{ portal: TestServer }>({
  portal: async ({}, provide) => {
    const portal = await startTestServer({
      clock: new Date(),
      clinicFiles: [
        clinicFile({
          shop: {
            id: 'paidvets',
            metadata: { isAutoAccept: true },
            feature_settings: {
              deposit_collection_v1_enabled: true,
              vertical_insure_enabled: { enabled: true },
              client_address_enabled: true,
            },
          },
          products: [product({ id: 'exam', name: 'Exam', deposit_amount: 25, metadata: deposit })],
        }),
        clinicFile({ shop: { id: 'plainvets' }, clients: [returning] }),
      ],
    });
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
    await provide(portal);
    await portal.close();
  },
  page: async ({ page }, provide) => {
    await page.clock.install();
    // With a route from the beginning: a page that already runs may still make its next call past one that comes later.
    await page.route('**/api/**', (route) => route.fallback());
    await provide(page);
  },
  baseURL: async ({ portal }, provide) =>
    provide(`http://localhost:${(portal.app.server.address() as AddressInfo).port}`),
});

const rows = {
  holds: ({ db }: TestServer) => db.selectFrom('holds').selectAll().execute(),
  appointments: ({ db }: TestServer) => db.selectFrom('appointments').selectAll().execute(),
  /** Starting a deposit anew takes the place of the one before. */
  payments: ({ db }: TestServer) =>
    db.selectFrom('payment_requests').selectAll().where('status', '<>', 'expired').execute(),
  charges: ({ db }: TestServer) =>
    db
      .selectFrom('sandbox_intents')
      .selectAll()
      .where('kind', '=', 'payment')
      .where('payment_request_id', 'is not', null)
      .execute(),
  insured: ({ db }: TestServer) =>
    db.selectFrom('insurance_quotes').selectAll().where('status', '=', 'complete').execute(),
};

async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Street address').fill('1 Main St');
  await page.getByLabel('City').fill('Austin');
  await page.getByLabel('State').selectOption({ label: 'Texas' });
  await page.getByLabel('Zip').fill('78701');
}

/** Enters the newest code and loses it; the same one does once more. */
async function enterCode(booking: Booking, portal: TestServer, to: string, isAnswered: boolean): Promise<void> {
  const { page } = booking;
  const lost = await lose(booking, 'user/v1/auth/code/verify', isAnswered);
  await expect(booking.code).toBeVisible();
  await booking.code.fill(await portal.codeSentTo(to));
  await recovered(lost);
  await page.getByRole('button', { name: 'Try again' }).click();
}

for (const [what, isAnswered] of [
  ['the request', false],
  ['the reply', true],
] as const) {
  test(`${what} lost at the times, the hold, the code, the deposit and the insurance: all of it is done once (D-01, D-13, D-60, D-97)`, async ({
    page,
    portal,
    complaints,
  }) => {
    complaints.expect(noConnection, /ERR_FAILED/);
    const booking = new Booking(page);
    const owner: Owner = someOwner();
    await booking.open('paidvets');
    await booking.begin('New client');

    await test.step('open times', async () => {
      const lost = await lose(booking, 'providers/open_times', isAnswered);
      await booking.species.selectOption({ label: 'Dog' });
      await booking.type.selectOption('exam');
      await recovered(lost);
      await expect(booking.dates.first()).toBeVisible();
      expect(lost.count()).toBe(1);
      await expect(booking.species).toHaveValue('dog');
    });
    await test.step('hold', async () => {
      const lost = await lose(booking, 'calendars/blocked_time', isAnswered);
      await booking.wholeDay.click();
      await booking.times.first().click();
      await recovered(lost);
      await expect(booking.fullName).toBeHidden();
      expect(await rows.holds(portal)).toHaveLength(isAnswered ? 1 : 0);
      await booking.times.first().click();
      await expect(booking.fullName).toBeVisible();
      expect(await rows.holds(portal)).toHaveLength(1);
    });
    await booking.fillForm(owner);
    await fillAddress(page);
    await booking.submit.click();
    await test.step('code', () => enterCode(booking, portal, `+1${owner.phone}`, isAnswered));
    await test.step('deposit', async () => {
      await expect(page.getByLabel('Card number')).toBeVisible();
      expect(await rows.holds(portal)).toHaveLength(1);
      expect(await rows.payments(portal)).toHaveLength(1);
      await page.reload();
      await expect(page.getByLabel('Card number')).toBeVisible();
      expect(await rows.payments(portal)).toHaveLength(1);
    });
  });

  test(`${what} lost at the returning client's lookup and code: the contact is kept, and the owner is signed in once (D-01, D-137)`, async ({
    page,
    portal,
    complaints,
  }) => {
    complaints.expect(noConnection, /ERR_FAILED/);
    const booking = new Booking(page);
    const send = page.getByRole('button', { name: 'Send verification code' });
    await booking.open('plainvets');
    await booking.begin('Returning client');
    await booking.email.fill(known.email);
    for (const path of ['user/v1/auth/check-availability', 'user/v1/auth/code/init'] as const) {
      await test.step(path, async () => {
        const lost = await lose(booking, path, isAnswered);
        await send.click();
        await recovered(lost);
        await expect(booking.email).toHaveValue(known.email);
        await expect(send).toBeEnabled();
      });
    }
    await send.click();
    await expect(page.getByRole('heading', { name: 'Check your email!' })).toBeVisible();
    await enterCode(booking, portal, known.email, isAnswered);
    await expect(booking.species).toBeVisible();
    expect(await portal.db.selectFrom('users').selectAll().where('email', '=', known.email).execute()).toHaveLength(1);
    await booking.chooseVisit();
    await booking.chooseTime();
    await expect(booking.fullName).toHaveValue('Sam Rivera');
  });

  test(`${what} of a sign-in with a password lost: what was typed stays, and the next try signs in (D-01)`, async ({
    page,
    portal,
    complaints,
  }) => {
    complaints.expect(noConnection, /ERR_FAILED/);
    const booking = new Booking(page);
    await booking.open('plainvets');
    await booking.begin('Returning client');
    await page.getByRole('button', { name: 'Sign in with a password instead' }).click();
    await page.getByLabel('Phone or Email').fill(known.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
    const lost = await lose(booking, 'user/v1/auth/sign-in', isAnswered);
    await signIn.click();
    await recovered(lost);
    await expect(page.getByLabel('Phone or Email')).toHaveValue(known.email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
    await signIn.click();
    await expect(booking.species).toBeVisible();
    expect(await rows.appointments(portal)).toEqual([]);
  });

  test(`${what} lost at each call of a sign-up and of a new password: what was typed stays, and going on works (D-01, D-137)`, async ({
    page,
    portal,
    complaints,
    browser,
    baseURL,
  }) => {
    complaints.expect(noConnection, /ERR_FAILED/, /status of 401/);
    /** Presses a button whose call is lost, and once more; what was typed is there in between. */
    const pressTwice = async (on: Page, name: string, path: string, kept: string) => {
      const lost = await lose(new Booking(on), path, isAnswered);
      const button = on.getByRole('button', { name, exact: true });
      await button.click();
      await recovered(lost);
      await expect(on.getByLabel(kept, { exact: true })).not.toHaveValue('');
      await button.click();
    };
    const passwords = async (on: Page, given: string) => {
      await on.getByLabel('Password', { exact: true }).fill(given);
      await on.getByLabel('Confirm password').fill(given);
    };
    await test.step('sign-up', async () => {
      const owner = someOwner();
      await page.goto('/plainvets?redirect=account');
      await page.getByRole('button', { name: 'Sign in with a password instead' }).click();
      await page.getByRole('button', { name: 'Sign up' }).click();
      await page.getByLabel('Phone', { exact: true }).fill(owner.phone);
      await passwords(page, 'biscuit-1');
      await pressTwice(page, 'Sign up', 'user/v1/auth/sign-up', 'Password');
      await expect(page.getByRole('heading', { name: 'Check your phone!' })).toBeVisible();
      await enterCode(new Booking(page), portal, `+1${owner.phone}`, isAnswered);
      await expect(page).toHaveURL(/\/plainvets\/account$/);
      expect(
        await portal.db
          .selectFrom('users')
          .select('password_hash')
          .where('phone', '=', `+1${owner.phone}`)
          .where('phone_verified_at', 'is not', null)
          .execute(),
      ).toEqual([{ password_hash: expect.any(String) }]);
    });
    await test.step('new password', async () => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }) });
      complaints.listen(context);
      const other = await context.newPage();
      await other.clock.install();
      const booking = new Booking(other);
      await other.goto('/plainvets?redirect=account');
      await other.getByRole('button', { name: 'Sign in with a password instead' }).click();
      await other.getByRole('button', { name: 'Forgot your password?' }).click();
      await other.getByLabel('Your email').fill(known.email);
      await pressTwice(other, 'Send code', 'user/v1/reset-password/init', 'Your email');
      await expect(other.getByRole('heading', { name: 'Enter 6-digits code' })).toBeVisible();
      const lost = await lose(booking, 'user/v1/reset-password/verify', isAnswered);
      await booking.code.fill(await portal.codeSentTo(known.email));
      await recovered(lost);
      await other.getByRole('button', { name: 'Try again' }).click();
      await expect(other.getByRole('button', { name: 'Create' })).toBeVisible();
      await passwords(other, 'juniper-and-biscuit');
      await pressTwice(other, 'Create', 'user/v1/reset-password/finish', 'Password');
      await expect(other).toHaveURL(/\/plainvets\/account$/);
      await context.close();
    });
  });

  test(`${what} lost while the deposit is opened, paid and followed by insurance: charged, booked and insured once (D-13, D-97, D-102, D-215)`, async ({
    page,
    portal,
    complaints,
  }) => {
    // A place whose confirmation was not heard of has its card: the next one is confirmed in a fresh one (D-98).
    complaints.expect(noConnection, /ERR_FAILED/, ...(isAnswered ? [/409 .*cards\/confirm/] : []));
    const booking = new Booking(page);
    const owner: Owner = someOwner();
    await booking.toFilledForm('paidvets', owner);
    await fillAddress(page);
    await booking.submit.click();
    await test.step('start_payment', async () => {
      const lost = await lose(booking, 'payment_requests/start_payment', isAnswered);
      await expect(booking.code).toBeVisible();
      await booking.code.fill(await portal.codeSentTo(`+1${owner.phone}`));
      await recovered(lost);
      await expect(page.getByLabel('Card number')).toBeVisible();
      expect(lost.count()).toBe(1);
      expect(await rows.payments(portal)).toHaveLength(1);
    });
    await test.step('card and charge', async () => {
      const card = page.getByLabel('Card number');
      const pay = page.getByRole('button', { name: 'Make payment' });
      const lost = await lose(booking, 'demo/cards/confirm', isAnswered);
      await card.fill('4242424242424242');
      await page.getByLabel('Expiry date').fill('1230');
      await page.getByLabel('CVC').fill('123');
      await pay.click();
      await recovered(lost);
      await expect(pay).toBeEnabled();
      const charge = isAnswered ? null : await lose(booking, 'payment_requests/charge_payment_method', false);
      await pay.click();
      if (charge) await recovered(charge);
      await expect(
        page.getByLabel('Card number').or(page.getByRole('heading', { name: 'Payment Successful' })),
      ).toBeVisible({ timeout: 60_000 });
    });
    await test.step('paid once', async () => {
      const done = page.getByRole('heading', { name: 'Payment Successful' });
      await expect(async () => {
        if (await done.isVisible()) return;
        if ((await page.getByLabel('Card number').inputValue({ timeout: 2000 })) === '') {
          await page.getByLabel('Card number').fill('4242424242424242');
          await page.getByLabel('Expiry date').fill('1230');
          await page.getByLabel('CVC').fill('123');
        }
        await page.getByRole('button', { name: 'Make payment' }).click({ timeout: 2000 });
        await expect(done).toBeVisible({ timeout: 5000 });
      }).toPass({ timeout: 60_000 });
      expect((await rows.payments(portal)).map(({ status }) => status)).toEqual(['complete']);
      expect(await rows.charges(portal)).toHaveLength(1);
    });
    await test.step('insurance', async () => {
      const next = page.getByRole('button', { name: 'Continue', exact: true });
      await page.getByRole('button', { name: 'Next step' }).click();
      const accept = page.getByRole('radio', { name: /^Accept/ });
      await accept.check();
      let letGo = () => {};
      const mayGo = new Promise<void>((resolve) => (letGo = resolve));
      await page.route('**/api/insurance_quotes', async (route) => {
        await mayGo;
        await route.continue();
      });
      const lost = await lose(booking, 'insurance_quotes', isAnswered);
      await next.click();
      await recovered(lost);
      // Asked for once more by itself, with the choice in sight, it is the same purchase.
      await expect(accept).toBeChecked();
      letGo();
      await expect(
        page.getByText(/^Your pet insurance has been purchased and you have been charged \$\d+\.\d\d$/).first(),
      ).toBeVisible();
      expect(await rows.insured(portal)).toHaveLength(1);
      await next.click();
    });
    await booking.expectScheduled('Alex');
    expect(await rows.appointments(portal)).toHaveLength(1);
    expect(await rows.charges(portal)).toHaveLength(1);
  });
}
