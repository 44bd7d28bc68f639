import { client } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';
import { rowsOf } from './support/myPets';
import { expectToast } from './support/toasts';

test('an owner signs up, is verified by a code, and comes back with the password', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const owner = someOwner();
  const clinic = await addClinic();
  const booking = new Booking(page);
  await page.goto(`/${clinic}?redirect=account`);
  await page.getByRole('button', { name: 'Sign in with a password instead' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to access your profile' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Phone is required')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Phone', { exact: true }).fill(owner.phone);
  await page.getByLabel('Password', { exact: true }).fill('biscuit-1');
  await page.getByLabel('Confirm password').fill('biscuit-1');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Check your phone!' })).toBeVisible();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await expect(page).toHaveURL(new RegExp(`/${clinic}/account$`));

  await page.getByRole('button', { name: /menu$/ }).click();
  // Left at once, before the device is rid of the owner: the next page ends that first.
  await page.getByRole('button', { name: 'Sign Out', exact: true }).last().click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in to access your profile' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Phone or Email').fill(owner.phone);
  await page.getByLabel('Password', { exact: true }).fill('wrong-one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Wrong email or password')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('biscuit-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(new RegExp(`/${clinic}$`));
  await expect.poll(() => page.evaluate(rowsOf, ['sessions'])).toContain(owner.email);
  await page.goto('/login');
  await expect(page).toHaveURL(new RegExp(`/${clinic}$`));
});

test('a forgotten password is set anew, and the booking goes on', async ({ page, server, addClinic, complaints }) => {
  complaints.expect(/status of 401/);
  const owner = someOwner();
  const clinic = await addClinic({
    clients: [
      client({
        id: 'client-sam',
        first_name: 'Sam',
        last_name: 'Rivera',
        email: owner.email,
        password: 'old-password',
      }),
    ],
  });
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('Returning client');
  await page.getByRole('button', { name: 'Sign in with a password instead' }).click();
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Please enter your phone number or email')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your email').fill(owner.email);
  await page.getByRole('button', { name: 'Send code' }).click();

  await expect(page.getByRole('heading', { name: 'Enter 6-digits code' })).toBeVisible();
  await expect(page.getByText(/^Resend code in 5\d s$/)).toBeVisible();
  const right = await server.code(owner.email);
  await booking.code.fill(right === '000000' ? '000001' : '000000');
  await expect(page.getByText("Oops, that didn't work. Please enter the code that was sent to you.")).toBeVisible();
  await expectAccessible(page);
  await booking.code.fill(right);

  await expect(page.getByRole('button', { name: 'Create' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('new-password');
  await page.getByLabel('Confirm password').fill('new-passwort');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Passwords mismatch')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Confirm password').fill('new-password');
  await page.getByRole('button', { name: 'Create' }).click();
  await expectToast(page, 'Reset password successfully!');
  await expect(booking.species).toBeVisible();
});

test('/login knows no clinic on a new device, and /clinician no draft', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByText('Open the link from your clinic.')).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await page.goto('/clinician');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.goto('/misc/not-authorized');
  await expect(page.getByRole('heading', { name: 'You are not authorized to view this page' })).toBeVisible();
});
