import type { Page } from '@playwright/test';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import type { PortalServer } from './support/server';

const clinic = { shop: { metadata: { isAutoAccept: true }, feature_settings: { vertical_insure_enabled: { enabled: true }, client_address_enabled: true } } };

/** From the first tap past the code, for a dog, with an address. */
async function book(page: Page, server: PortalServer, id: string, zip = '78701'): Promise<void> {
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.toFilledForm(id, owner);
  await page.getByLabel('Street address').fill('1 Main St');
  await page.getByLabel('City').fill('Austin');
  await page.getByLabel('State').selectOption({ label: 'Texas' });
  await page.getByLabel('Zip').fill(zip);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
}
const heading = (page: Page) => page.getByRole('heading', { name: 'Add insurance for your pet' });

async function payPremium(page: Page, card = '4242424242424242'): Promise<void> {
  await page.getByRole('radio', { name: /^Accept/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry date').fill('1230');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('INS-02, INS-03, INS-07, INS-08, INS-11: nothing chosen is said; accepted and paid by card', async ({ page, server, addClinic }) => {
  await book(page, server, await addClinic(clinic));
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('button', { name: "I'd like to skip this" })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please select or decline an insurance offer.')).toBeVisible();
  await expectAccessible(page);
  await payPremium(page);
  await expect(page.getByText(/^Your pet insurance has been purchased and you have been charged \$\d+\.\d\d$/)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('INS-06: declined goes on', async ({ page, server, addClinic }) => {
  await book(page, server, await addClinic(clinic));
  await page.getByRole('radio', { name: /^Decline/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('INS-12: an insurer that refuses leaves the booking as it is', async ({ page, server, addClinic, complaints }) => {
  complaints.expect(/status of 422/);
  await book(page, server, await addClinic(clinic), '00000');
  await page.getByRole('radio', { name: /^Accept/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('There was a problem purchasing your pet insurance, but your appointment has still been booked.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('INS-13: a card that is not taken', async ({ page, server, addClinic }) => {
  await book(page, server, await addClinic(clinic));
  await payPremium(page, '4000000000000002');
  await expect(page.getByText('Something went wrong, but your appointment has still been booked. (1)')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('INS-13: a payment that nobody confirms', async ({ page, server, addClinic, complaints }) => {
  complaints.expect(noConnection);
  await page.route('**/insurance_quotes/complete_payment', (route) => route.abort('connectionreset'));
  await book(page, server, await addClinic(clinic));
  await payPremium(page);
  await expect(page.getByText('Something went wrong, but your appointment has still been booked. (2)')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('INS-05: no offer where state and zip are not known', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.toFilledForm(await addClinic({ shop: { metadata: { isAutoAccept: true }, feature_settings: { vertical_insure_enabled: { enabled: true } } } }), owner);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  await expect(heading(page)).toBeHidden();
});
