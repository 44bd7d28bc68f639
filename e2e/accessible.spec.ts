import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';

test('axe finds nothing on any step of a booking, in light or dark', async ({ page, server, addClinic }) => {
  const clinic = await addClinic({ shop: { metadata: { bookingPolicy: 'Please come ten minutes early.' } } });
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.open(clinic);
  await expectAccessible(page);

  await booking.begin('Returning client');
  await expect(page.getByRole('button', { name: 'Send verification code' })).toBeVisible();
  await expectAccessible(page);
  await booking.back.click();

  await booking.begin('New client');
  await expect(page.getByRole('heading', { name: 'Our Appointment Policy' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Okay' }).click();
  await booking.chooseVisit();
  await booking.wholeDay.click();
  await expect(booking.times.first()).toBeVisible();
  await expectAccessible(page);
  await booking.chooseTime();
  await expectAccessible(page);

  await booking.submit.click();
  await expect(page.getByText('Please correct the errors above before submitting')).toBeVisible();
  await expectAccessible(page);
  await booking.fillForm(owner);
  await booking.submit.click();
  await expect(booking.code).toBeVisible();
  await expectAccessible(page);

  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  await expectAccessible(page);
});
