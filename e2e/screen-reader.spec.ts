import type { Page } from '@playwright/test';
import { clinicPages } from '../src/contract/pages';
import { product } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { expect, test } from './support/fixtures';
import { Keys } from './support/keys';
import { clinicOf, MyPets } from './support/myPets';
import { Reader } from './support/reader';
import { clinicOfSam } from './support/requests';

const titled = (name: string) => `${name} – Test Vets`;
/** How a hold is read when it begins, and on each further screen. */
const held = /^Held for you \w{3} .+, (9|10) minutes left$/;

test('a booking with a deposit is heard: each step by its heading, the hold, errors, and what was paid', async ({
  page,
  server,
  addClinic,
}) => {
  test.slow();
  const owner = someOwner();
  const metadata = {
    depositRequiredBeforeBooking: true,
    collectDepositFromNewClients: true,
    collectDepositFromReturningClients: true,
  };
  const clinic = await addClinic({
    shop: { metadata: { isAutoAccept: true }, feature_settings: { deposit_collection_v1_enabled: true } },
    products: [product({ id: 'exam', name: 'Exam', deposit_amount: 25, metadata })],
  });
  const reader = await Reader.of(page);
  const booking = new Booking(page);
  const keys = new Keys(page);
  await booking.open(clinic);
  await expect(page).toHaveTitle(titled('Book an appointment'));
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);

  await test.step('time', async () => {
    await keys.press(keys.button('New client'));
    await reader.isAt('Your appointment', titled('Your appointment'));
    await keys.press(booking.back);
    await reader.isAt('Have you visited Test Vets before?', titled('Book an appointment'));
    await keys.press(keys.button('New client'));
    await reader.isAt('Your appointment');
    await keys.write(booking.species, 'Dog');
    await expect(booking.type).toBeEnabled();
    await keys.write(booking.type, 'Exam');
    await reader.hears(/^\d dates, \w{3} .+ openings? to \w{3} .+ openings?$/);
    await keys.press(keys.button('Load more'));
    await reader.hears(/^1\d dates, /);
    await expect(keys.button('Load more')).toBeFocused();
    await keys.press(booking.dates.first(), 'Space');
    await keys.press(booking.dates.first(), 'ArrowRight');
    await expect(booking.wholeDay).toBeChecked();
    await keys.press(booking.times.first());
  });
  await test.step('form', async () => {
    await reader.isAt('You and your pet', titled('You and your pet'));
    await reader.hears('focus: You and your pet', held);
    await keys.press(booking.submit);
    await reader.hears('Please correct the errors above before submitting', 'focus: Full name');
    await keys.write(booking.fullName, owner.name);
    await keys.write(booking.phone, owner.phone);
    await keys.write(booking.email, owner.email);
    await keys.write(booking.petName, owner.pet);
    await keys.write(booking.note, owner.note);
    await keys.press(booking.submit);
  });
  await test.step('code', async () => {
    await expect(booking.code).toBeFocused();
    await reader.hears('focus: 6-digit code', 'Check your phone!', held);
    await expect(page).toHaveTitle(titled('Check your phone!'));
    const right = await server.code(`+1${owner.phone}`);
    await page.keyboard.type(right === '000000' ? '000001' : '000000');
    await reader.hears("Oops, that didn't work. Please enter the code that was sent to you.");
    await page.keyboard.type(right);
  });
  await test.step('deposit', async () => {
    await reader.isAt('Deposit Amount', titled('Deposit Amount'));
    const card = page.getByLabel('Card number');
    const payWith = async (number: string) => {
      await keys.write(card, number);
      await keys.write(page.getByLabel('Expiry date'), '1230');
      await keys.write(page.getByLabel('CVC'), '123');
      await keys.press(keys.button('Make payment'));
    };
    await expect(card).not.toHaveAttribute('aria-invalid');
    await payWith('4000000000000002');
    await reader.hears('Your card was declined.');
    await expect(card).toHaveAttribute('aria-invalid', 'true');
    await expect(card).toHaveAccessibleDescription('Your card was declined.');
    await expect(keys.button('Make payment')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await payWith('4242424242424242');
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    await reader.isAt('Payment Successful', titled('Payment Successful'));
    await reader.hears('focus: Payment Successful');
    await keys.press(keys.button('Appointment Confirmation'));
  });
  await reader.isAt(/^Thank you, Alex!/, titled('Appointment scheduled'));
  await reader.neverLost();
});

test('each page is heard from sign-in by password to sign-out: pets, certificate, appointments, cancelling', async ({
  page,
  addClinic,
}) => {
  test.slow();
  const owner = someOwner();
  const given = clinicOfSam(owner);
  const titled = (name: string) => `${name} – Quiet Vets`;
  const clinic = await addClinic({
    ...given,
    shop: {
      ...given.shop,
      feature_settings: { ...given.shop?.feature_settings, client_online_cancellation_enabled: true },
    },
    clients: given.clients?.map((client) => ({ ...client, password: 'old-password' })),
  });
  const reader = await Reader.of(page);
  const keys = new Keys(page);
  const menu = async (name: string) => keys.press(page.getByRole('link', { name, exact: true }).last());
  await page.goto(`/${clinic}?redirect=pets`);
  await keys.press(keys.button('Sign in with a password instead'));
  await test.step('sign-in', async () => {
    await reader.isAt('Sign in to access your profile', titled('Sign in to access your profile'));
    await keys.press(keys.button('Sign in'));
    await reader.hears(/^focus: Phone or Email/);
    await keys.write(page.getByLabel('Phone or Email'), owner.email);
    await keys.write(page.getByLabel('Password', { exact: true }), 'old-password');
    await page.keyboard.press('Enter');
    await reader.isAt('Hello, Sam!', titled('My Pets'));
  });
  await test.step('pets', async () => {
    await keys.press(page.getByRole('radio', { name: /Maple/ }), 'Space');
    await keys.press(page.getByRole('link', { name: 'Certificate' }));
    await reader.isAt(/^Vaccination certificate/, titled('Vaccination certificate'));
    await keys.press(page.getByRole('link', { name: 'My Pets' }));
    await reader.isAt('Hello, Sam!', titled('My Pets'));
  });
  await test.step('appointments', async () => {
    await menu('My Appointments');
    await reader.isAt('My Appointments', titled('My Appointments'));
    await keys.press(page.locator('main').getByRole('link', { name: /Exam/ }));
    await reader.isAt('Appointment', titled('Appointment'));
    await keys.press(keys.button('Cancel appointment'));
    await expect(page.getByRole('dialog')).toBeVisible();
    await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Keep appointment' }));
    await expect(keys.button('Cancel appointment')).toBeFocused();
    await page.keyboard.press('Enter');
    await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }));
    await reader.isAt('My Appointments', titled('My Appointments'));
    await reader.hears(/cancel/i);
  });
  await test.step('account and sign-out', async () => {
    await menu('My Account');
    await reader.isAt('My Account', titled('My Account'));
    await keys.press(page.getByRole('button', { name: /menu$/ }));
    await keys.press(keys.button('Sign Out').last());
    await reader.isAt('Have you visited Quiet Vets before?', titled('Book an appointment'));
    await reader.hears('You are signed out');
  });
  await reader.neverLost();
});
