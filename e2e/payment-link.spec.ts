import type { Page } from '@playwright/test';
import { client, patient, product } from '../tests/support/clinicFile';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';

const owner = client({ id: 'client-jo', first_name: 'Jo', last_name: 'Miller', email: 'jo@example.com' });
const clinic = {
  shop: {
    feature_settings: {
      deposit_collection_v1_enabled: true,
      deposit_collection_policies: { default: 'Kept when you do not come.' },
    },
  },
  products: [product({ id: 'exam', name: 'Exam', deposit_amount: 25 })],
  clients: [owner],
};

async function enterCard(page: Page, card = '4242424242424242'): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry date').fill('1230');
  await page.getByLabel('CVC').fill('123');
}

test('ROUTE-04, D-40: a link of the clinic opens the deposit; paid once, it shows that it is', async ({
  page,
  browser,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  const id = await addClinic(clinic);
  const link = (await server.clinic('pay-link', id, 'client-jo', 'exam')).match(/http\S+/)?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Deposit Amount' })).toBeVisible();
  await expect(page.getByText('$25.00 one-time, to Test Vets')).toBeVisible();
  await expect(page.getByText('jo@example.com')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeHidden();
  await expectAccessible(page);

  await enterCard(page, '4000000000000341');
  await page.getByRole('button', { name: 'Make payment' }).click();
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible();
  // After a reload the next card is entered anew.
  await page.reload();
  await enterCard(page, '4000002500003155');
  await page.getByRole('button', { name: 'Make payment' }).click();
  await page.getByRole('button', { name: 'Approve the payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await expect(page.getByText('Payment succeeded!').first()).toBeVisible();
  await expect(page).toHaveURL(link);

  // Another device: the success, not a form (D-40).
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await context.close();

  await page.goto(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace(/.{4}$/, 'xxxx'));
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('DEP-24: paid meanwhile elsewhere, it says so and charges nothing', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const link =
    (await server.clinic('pay-link', await addClinic(clinic), 'client-jo', 'exam')).match(/http\S+/)?.[0] ?? '';
  const other = await page.context().newPage();
  for (const each of [page, other]) {
    await each.goto(link);
    await enterCard(each);
  }
  await page.getByRole('button', { name: 'Make payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await other.getByRole('button', { name: 'Make payment' }).click();
  await expect(other.getByText('This payment has already been paid. You have not been double-charged.')).toBeVisible();
});

test('DEP-14, D-95: a link for an appointment that is booked sets its reminders where its owner is signed in', async ({
  page,
  server,
  addClinic,
}) => {
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const id = await addClinic({
    ...clinic,
    clients: [{ ...owner, password: 'biscuit-1', patients: [patient({ id: 'rex', name: 'Rex' })] }],
    appointments: [
      {
        id: 'visit',
        client_id: 'client-jo',
        patient_id: 'rex',
        product_id: 'exam',
        provider_id: 'ada',
        fromDate: soon,
        status: 'ACCEPTED',
        details: { isReminderSMS: false, isReminderEmail: false },
      },
    ],
  });
  const link = (await server.clinic('pay-link', id, 'client-jo', 'exam', 'visit')).match(/http\S+/)?.[0] ?? '';
  await page.goto(`/${id}?redirect=account`);
  await page.getByRole('button', { name: 'Sign in with a password instead' }).click();
  await page.getByLabel('Phone or Email').fill('jo@example.com');
  await page.getByLabel('Password', { exact: true }).fill('biscuit-1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account$/);
  await page.goto(link);
  await enterCard(page);
  const reminded = page.waitForResponse((response) => response.url().endsWith('/appointments/visit/reminders'));
  await page.getByRole('button', { name: 'Make payment' }).click();
  expect((await reminded).request().postDataJSON()).toEqual({ id: 'visit', enableReminders: true });
  expect((await reminded).ok()).toBe(true);
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await expect(page.getByText('Your appointment is scheduled')).toBeVisible();
});

test.describe('DONE-01, D-40: a link says what its appointment is, whatever the clinic does with new ones', () => {
  for (const [isAutoAccept, status, button, said] of [
    [false, 'ACCEPTED', 'Appointment Confirmation', 'Your appointment is scheduled'],
    [false, 'REQUESTED', 'Appointment Request Details', 'Your appointment has been requested!'],
    [true, 'CONFIRMED', 'Appointment Confirmation', 'Your appointment is scheduled'],
  ] as const) {
    test(`${status}, accepts at once: ${String(isAutoAccept)}`, async ({ page, server, addClinic }) => {
      const soon = new Date(Date.now() + 10 * 86_400_000).toISOString();
      const id = await addClinic({
        ...clinic,
        shop: { ...clinic.shop, metadata: { isAutoAccept } },
        clients: [{ ...owner, patients: [patient({ id: 'rex', name: 'Rex' })] }],
        appointments: [
          {
            id: 'visit',
            client_id: 'client-jo',
            patient_id: 'rex',
            product_id: 'exam',
            provider_id: 'ada',
            fromDate: soon,
            status,
          },
        ],
      });
      const link = (await server.clinic('pay-link', id, 'client-jo', 'exam', 'visit')).match(/http\S+/)?.[0] ?? '';
      await page.goto(link);
      await enterCard(page);
      await page.getByRole('button', { name: 'Make payment' }).click();
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(said)).toBeVisible();
      await expect(page.getByText(/^Your appointment/)).toHaveCount(1);
    });
  }

  test('none: neither is said, and there is no way on', async ({ page, server, addClinic }) => {
    const link =
      (await server.clinic('pay-link', await addClinic(clinic), 'client-jo', 'exam')).match(/http\S+/)?.[0] ?? '';
    await page.goto(link);
    await enterCard(page);
    await page.getByRole('button', { name: 'Make payment' }).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    await expect(page.getByText(/scheduled|requested/i)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Appointment|Next step/ })).toHaveCount(0);
  });
});

test.describe('D-13, D-98: after a charge that nobody answered for, the card that is entered next is the one that is charged', () => {
  for (const [what, isHeard] of [
    ['did not reach the clinic', false],
    ['got 503', true],
  ] as const) {
    test(`the charge ${what}`, async ({ page, server, addClinic, complaints }) => {
      complaints.expect(noConnection);
      complaints.expect(/status of (503|409)/);
      const link =
        (await server.clinic('pay-link', await addClinic(clinic), 'client-jo', 'exam')).match(/http\S+/)?.[0] ?? '';
      await page.goto(link);
      // Taken when it is entered, and refused should it be charged.
      await enterCard(page, '4000000000000341');
      const charges = '**/payment_requests/charge_payment_method';
      await page.route(charges, (route) =>
        isHeard
          ? route.fulfill({
              status: 503,
              headers: { 'retry-after': '1' },
              contentType: 'application/json',
              body: JSON.stringify({ success: false, code: 'unavailable', message: 'Not now' }),
            })
          : route.abort('connectionreset'),
      );
      await page.getByRole('button', { name: 'Make payment' }).click();
      await expect(page.getByText('We could not hear whether it went through.').first()).toBeVisible();
      await page.unroute(charges);
      // Once the connection is found to be back, the payment is read by itself.
      if (isHeard) await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByLabel('Card number')).toHaveValue('', { timeout: 60_000 });
      await enterCard(page);
      await page.getByRole('button', { name: 'Make payment' }).click();
      await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    });
  }

  test('a card that another tab entered and did not charge', async ({ page, server, addClinic, complaints }) => {
    complaints.expect(noConnection);
    complaints.expect(/status of 409/);
    const link =
      (await server.clinic('pay-link', await addClinic(clinic), 'client-jo', 'exam')).match(/http\S+/)?.[0] ?? '';
    const other = await page.context().newPage();
    await other.route('**/payment_requests/charge_payment_method', (route) => route.abort('connectionreset'));
    for (const each of [page, other]) await each.goto(link);
    await enterCard(page);
    await enterCard(other, '4000000000000341');
    await other.getByRole('button', { name: 'Make payment' }).click();
    await expect(other.getByText('We could not hear whether it went through.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Make payment' }).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  });
});

test('D-40, DEP-20: a link that has ended says so and gives the phone', async ({ page, addClinic }) => {
  const payment = { client_id: 'client-jo', product_id: 'exam', amount: 25 };
  const id = await addClinic({
    ...clinic,
    payment_requests: [
      { ...payment, id: 'expired-payment-link-22ch', status: 'pending', expires_at: '2026-01-02T12:00:00Z' },
      { ...payment, id: 'refunded-payment-link-22c', status: 'refunded' },
    ],
  });
  for (const [ended, said] of [
    ['expired-payment-link-22ch', 'Something went wrong.'],
    ['refunded-payment-link-22c', 'This deposit was refunded.'],
  ]) {
    await page.goto(`/${id}/${ended}`);
    await expect(page.getByRole('heading', { name: said! })).toBeVisible();
    await expect(page.getByRole('link', { name: '512-555-0100' })).toBeVisible();
  }
  await expectAccessible(page);
});
