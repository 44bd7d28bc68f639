import type { Page } from '@playwright/test';
import { product } from '../../tests/support/clinicFile';
import { Booking, type Owner } from './booking';
import { expect } from './fixtures';
import type { PortalServer } from './server';

/** Takes requests, and 25 dollars before an exam. */
export const clinicWith = (settings: Record<string, unknown> = {}) => ({
  shop: {
    metadata: { isAutoAccept: false },
    feature_settings: { deposit_collection_v1_enabled: true, client_online_cancellation_enabled: true, ...settings },
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
});

/** From the first tap to the request with its paid deposit, in the owner's list. */
export async function requestAndPay(page: Page, server: PortalServer, clinic: string, owner: Owner): Promise<void> {
  const booking = new Booking(page);
  await booking.toFilledForm(clinic, owner);
  await page.getByRole('button', { name: /^(CONTINUE BOOKING|CONTINUE WITH REQUEST)$/i }).click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('1230');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Make payment' }).click();
  await page.getByRole('button', { name: 'Appointment Request Details' }).click();
  await expect(page.getByText('Your appointment has been requested!')).toBeVisible();
  await page.goto(`/${clinic}/appointments`);
  await page.getByRole('link', { name: /Exam.*Pepper/ }).click();
}
