import { client, product } from '../tests/support/clinicFile';
import { expect, expectAccessible, test } from './support/fixtures';

const owner = client({ id: 'client-jo', first_name: 'Jo', last_name: 'Miller', email: 'jo@example.com' });
const clinic = {
  shop: { feature_settings: { deposit_collection_v1_enabled: true, deposit_collection_policies: { default: 'Kept when you do not come.' } } },
  products: [product({ id: 'exam', name: 'Exam', deposit_amount: 25 })],
  clients: [owner],
};

test('ROUTE-04, D-40: a link of the clinic opens the deposit; paid once, it shows that it is', async ({ page, browser, server, addClinic, complaints }) => {
  complaints.expect(/status of 404/);
  const id = await addClinic(clinic);
  const link = (await server.clinic('pay-link', id, 'client-jo', 'exam')).match(/http\S+/)?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Deposit Amount' })).toBeVisible();
  await expect(page.getByText('$25.00 one-time, to Test Vets')).toBeVisible();
  await expect(page.getByText('jo@example.com')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeHidden();
  await expectAccessible(page);

  await page.getByLabel('Card number').fill('4000000000000341');
  await page.getByLabel('Expiry date').fill('1230');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Make payment' }).click();
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible();
  // After a reload the next card is entered anew.
  await page.reload();
  await page.getByLabel('Card number').fill('4000002500003155');
  await page.getByLabel('Expiry date').fill('1230');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Make payment' }).click();
  await page.getByRole('button', { name: 'Approve the payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await expect(page.getByText('Payment succeeded!')).toBeVisible();
  expect(page.url()).toBe(link);

  // Another device: the success, not a form (D-40).
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await context.close();

  await page.goto(link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace(/.{4}$/, 'xxxx'));
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('DEP-24: paid meanwhile elsewhere, it says so and charges nothing', async ({ page, server, addClinic, complaints }) => {
  complaints.expect(/status of 409/);
  const link = (await server.clinic('pay-link', await addClinic(clinic), 'client-jo', 'exam')).match(/http\S+/)?.[0] ?? '';
  const other = await page.context().newPage();
  for (const each of [page, other]) {
    await each.goto(link);
    await each.getByLabel('Card number').fill('4242424242424242');
    await each.getByLabel('Expiry date').fill('1230');
    await each.getByLabel('CVC').fill('123');
  }
  await page.getByRole('button', { name: 'Make payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await other.getByRole('button', { name: 'Make payment' }).click();
  await expect(other.getByText('This payment has already been paid. You have not been double-charged.')).toBeVisible();
});
