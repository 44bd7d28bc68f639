import type { Page } from '@playwright/test';
import { product, provider } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { expect, test } from './support/fixtures';

const clinicFile = () => ({
  providers: [provider({ id: 'ada', firstName: 'Dr. Ada Park' })],
  products: [product({ id: 'exam', name: 'Exam', providerIds: ['ada'] })],
});

/** Books as a new client, and goes to My Appointments. */
async function book(page: Page, clinic: string, codeOf: (phone: string) => Promise<string>): Promise<void> {
  const booking = new Booking(page);
  const owner = someOwner();
  await booking.toFilledForm(clinic, owner);
  await booking.submit.click();
  await expect(booking.code).toBeVisible();
  await booking.code.fill(await codeOf(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  await page.getByRole('link', { name: 'My Appointments' }).first().click();
  await expect(page.getByRole('heading', { name: 'My Appointments' })).toBeVisible();
}

const row = (page: Page) => page.getByRole('link', { name: /Exam.*Pepper, Dr\. Ada Park/ });

test('where the clinic wants a call, its phone stands in place of the buttons', async ({ page, addClinic, server }) => {
  const clinic = await addClinic(clinicFile());
  await book(page, clinic, (phone) => server.code(phone));
  await row(page).click();
  await expect(page.getByText('If you need to cancel your appointment, please call us at: 512-555-0100')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel appointment' })).toBeHidden();
  await page.goto(`${page.url()}/reschedule`);
  await expect(page.getByText('If you need to reschedule your appointment, please call us at: 512-555-0100')).toBeVisible();
});
