import type { BrowserContext } from '@playwright/test';
import { someOwner } from './support/booking';
import { enterDesk } from './support/deskPeople';
import { expect, expectAccessible, test } from './support/fixtures';
import { clinicWith, requestAndPay } from './support/paidRequest';

/** Answers leave after twenty seconds (D-426); their messages and refunds a little later. */
const leftBy = { timeout: 60_000 };

/** The clinic's own browser, beside the owner's. */
const another = async (browser: { newContext(given: object): Promise<BrowserContext> }, baseURL: string) =>
  (await browser.newContext({ baseURL })).newPage();

test('the desk says when nothing waits, and offers to share the booking page on the first day', async ({
  page,
  server,
  addClinic,
}) => {
  const clinic = await addClinic({});
  await enterDesk(page, server, clinic, 'Ana');
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share your booking page' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expectAccessible(page);
});

test('D-414, D-424: a paid request is declined at the desk, which names the refund before; its owner reads why and has the money back', async ({
  page,
  browser,
  server,
  addClinic,
}) => {
  test.slow();
  const owner = someOwner();
  const clinic = await addClinic(clinicWith());
  await requestAndPay(page, server, clinic, owner);

  const desk = await another(browser, server.origin);
  await enterDesk(desk, server, clinic, 'Ana');
  await desk.getByRole('option', { name: new RegExp(`^${owner.pet}`) }).click();
  await desk.getByRole('button', { name: 'Decline', exact: true }).click();
  await desk.getByRole('radio').nth(1).check();
  await desk.getByLabel(/In your own words/).fill('Please go to Capital Emergency.');
  await expect(desk.getByText(/\$25\.00/).first()).toBeVisible();
  const final = desk.getByRole('button', { name: 'Decline and refund $25.00' });
  // It is locked until what the owner reads is shown, and takes its colour as that comes.
  await expect(final).not.toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(desk);
  await final.click();
  await expect(desk.getByText(/declined.*, told in \d+ s/)).toBeVisible();

  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Your deposit of $25.00 was refunded to your card ending in 4242.')).toBeVisible({
      timeout: 3000,
    });
  }).toPass(leftBy);
  await expect(page.getByText(/Please go to Capital Emergency\./)).toBeVisible();
  const [message] = await server.messages(`+1${owner.phone}`);
  expect(message?.text).toContain('Please go to Capital Emergency.');
  expect(message?.text).toContain('We are refunding your deposit of $25.00');
  await desk.context().close();
});
