import { product, type Overrides } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { expect, test } from './support/fixtures';
import type { PortalServer } from './support/server';

/** The clinic changes what it offers while an owner is booking (D-408): no refusal leads nowhere. */

const exam = product({ id: 'exam', name: 'Exam', deposit_amount: 25 });
const checkup = product({ id: 'checkup', name: 'Checkup' });
const clinicOf = (given: Overrides = {}): Overrides => ({ products: [exam, checkup], ...given });
const hidden = clinicOf({ products: [{ ...exam, hidden_from_clients: true }, checkup] });
const refused = /^We're sorry, this appointment can't be booked online any more\. Please choose another one, or call /;

const change = (server: PortalServer, id: string, given: Overrides) =>
  server.addClinic({ ...given, shop: { ...given.shop, id } });

test.beforeEach(({ complaints }) => {
  complaints.expect(/status of (404|422)/);
});

test('a deposit that the clinic asks for since the form was opened is paid, and the visit is booked', async ({
  page,
  server,
  addClinic,
}) => {
  const id = await addClinic(clinicOf());
  const [booking, owner] = [new Booking(page), someOwner()];
  await booking.toFilledForm(id, owner);
  const metadata = {
    ...exam.metadata,
    depositRequiredBeforeBooking: true,
    collectDepositFromNewClients: true,
    collectDepositFromReturningClients: true,
  };
  await change(server, id, {
    shop: { feature_settings: { deposit_collection_v1_enabled: true } },
    products: [{ ...exam, metadata }, checkup],
  });
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('1230');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Make payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await booking.expectScheduled('Alex');
});

test('a type that is offered no more is said to be, and another one is booked with what was typed', async ({
  page,
  server,
  addClinic,
}) => {
  const id = await addClinic(clinicOf());
  const [booking, owner] = [new Booking(page), someOwner()];
  await booking.toFilledForm(id, owner);
  await change(server, id, hidden);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await expect(page.getByText(refused)).toBeVisible();
  await expect(booking.type.locator('option', { hasText: 'Exam' })).toHaveCount(0);
  await booking.type.selectOption('checkup');
  await booking.chooseTime();
  await expect(booking.petName).toHaveValue(owner.pet);
  await booking.submit.click();
  await booking.expectScheduled('Alex');
});

test('at the picker the first refused time says that the type is gone, and the others are not tried', async ({
  page,
  server,
  addClinic,
}) => {
  const id = await addClinic(clinicOf());
  const booking = new Booking(page);
  await booking.toTimes(id);
  await change(server, id, hidden);
  await booking.times.first().click();
  await expect(page.getByText(refused)).toBeVisible();
  await expect(booking.type.locator('option', { hasText: 'Exam' })).toHaveCount(0);
});

test('where online booking was switched off, the form leads to whom to call', async ({ page, server, addClinic }) => {
  const id = await addClinic(clinicOf());
  const [booking, owner] = [new Booking(page), someOwner()];
  await booking.toFilledForm(id, owner);
  await change(server, id, clinicOf({ shop: { feature_settings: { online_booking_disabled: true } } }));
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Check your phone!');
  await expect(page.getByRole('link', { name: /512-555-0100/ }).first()).toBeVisible();
});
