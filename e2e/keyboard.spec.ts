import { client, product } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import { Keys } from './support/keys';
import { expectToast } from './support/toasts';

const deposit = {
  depositRequiredBeforeBooking: true,
  collectDepositFromNewClients: true,
  collectDepositFromReturningClients: true,
};

test('location, form with picker, notice, code, deposit and insurance need no mouse and no touch, and axe finds nothing there', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  test.slow();
  complaints.expect(/status of 401/);
  const owner = someOwner({ note: 'Ate some chocolate' });
  const clinic = await addClinic({
    shop: {
      metadata: { isAutoAccept: true },
      feature_settings: {
        multi_location_v1_enabled: true,
        pet_demographics_enabled: true,
        client_address_enabled: true,
        deposit_collection_v1_enabled: true,
        vertical_insure_enabled: { enabled: true },
      },
    },
    locations: [
      { id: 'north', name: 'North clinic', product_ids: ['exam'] },
      { id: 'south', name: 'South clinic', product_ids: ['exam'] },
    ],
    breeds: ['Beagle', 'Border Collie', 'Bearded Collie'].map((display_name) => ({
      id: display_name.toLowerCase().replace(' ', '-'),
      species_id: 'dog',
      display_name,
    })),
    patient_colors: [],
    products: [product({ id: 'exam', name: 'Exam', deposit_amount: 25, metadata: deposit })],
    keyword_actions: [
      {
        id: 'chocolate',
        keywords: ['chocolate'],
        product_ids: [],
        all_products: true,
        action_type: 'prompt',
        prompt_message: 'I have called',
        info_message: 'Chocolate can be an emergency.',
      },
    ],
  });
  const booking = new Booking(page);
  const keys = new Keys(page);
  await booking.open(clinic);
  await keys.press(keys.button('New client'));

  await test.step('location', () => keys.press(keys.button(/South clinic/)));
  await test.step('time', async () => {
    await keys.write(booking.species, 'Dog');
    await expect(booking.type).toBeEnabled();
    await keys.write(booking.type, 'Exam');
    await keys.press(booking.dates.first(), 'Space');
    await keys.press(booking.dates.first(), 'ArrowRight');
    await expect(booking.wholeDay).toBeChecked();
    await keys.press(booking.times.first());
  });
  await test.step('form', async () => {
    await expect(booking.fullName).toBeVisible();
    await keys.press(booking.submit);
    // What is missing first is where the owner is.
    await expect(booking.fullName).toBeFocused();
    await expectAccessible(page);
    await keys.write(booking.fullName, owner.name);
    await keys.write(booking.phone, owner.phone);
    await keys.write(booking.email, owner.email);
    await keys.write(page.getByLabel('Street address'), '1 Main St');
    await keys.write(page.getByLabel('City'), 'Austin');
    await keys.write(page.getByLabel('State'), 'Texas');
    await keys.write(page.getByLabel('Zip'), '78701');
    await keys.write(booking.petName, owner.pet);
    await keys.write(page.getByLabel("Pet's sex"), 'Female');
    await keys.to(page.getByLabel("Pet's date of birth"));
    await page.keyboard.type('05052020');
    const breed = page.getByRole('combobox', { name: "Pet's breed" });
    await keys.write(breed, 'coll');
    await expect(page.getByRole('option', { name: 'Bearded Collie' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option', { name: 'Bearded Collie' })).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(breed).toHaveValue('Bearded Collie');
    await keys.write(booking.note, owner.note);
    await keys.press(booking.submit);
  });
  await test.step('notice', async () => {
    await keys.press(keys.button('Go back'));
    await expect(booking.note).toHaveValue(owner.note);
    await keys.press(booking.submit);
    await keys.press(keys.button('I have called'));
  });
  await test.step('code', async () => {
    await expect(booking.code).toBeFocused();
    const right = await server.code(`+1${owner.phone}`);
    await page.keyboard.type(right === '000000' ? '000001' : '000000');
    await expect(page.getByText("Oops, that didn't work. Please enter the code that was sent to you.")).toBeVisible();
    await expect(booking.code).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(right);
  });
  await test.step('deposit', async () => {
    const payWith = async (card: string) => {
      await keys.write(page.getByLabel('Card number'), card);
      await keys.write(page.getByLabel('Expiry date'), '1230');
      await keys.write(page.getByLabel('CVC'), '123');
      await keys.press(keys.button('Make payment'));
    };
    // The first is refused as it is entered, the second when it is charged; another one pays each time.
    await payWith('4000000000000002');
    await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible();
    await expectAccessible(page);
    await payWith('4000000000000341');
    await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible();
    await keys.write(page.getByLabel('Card number'), '4242424242424242');
    await keys.write(page.getByLabel('CVC'), '123');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    await keys.press(keys.button('Next step'));
  });
  await test.step('insurance', async () => {
    await expect(page.getByRole('heading', { name: 'Add insurance for your pet' })).toBeVisible();
    await keys.press(keys.button('Continue'));
    await expect(page.getByText('Please select or decline an insurance offer.')).toBeVisible();
    await keys.press(page.getByRole('radio', { name: /^Accept/ }), 'Space');
    await keys.press(keys.button('Continue'));
    await expect(page.getByText(/^Your pet insurance has been purchased/).first()).toBeVisible();
    await expectAccessible(page);
    await keys.press(keys.button('Continue'));
  });
  await booking.expectScheduled('Alex');
});

test('the premium’s card needs no mouse and no touch; axe finds nothing on it nor on a card that fails', async ({
  page,
  server,
  addClinic,
}) => {
  test.slow();
  const owner = someOwner();
  const clinic = await addClinic({
    shop: { feature_settings: { vertical_insure_enabled: { enabled: true }, client_address_enabled: true } },
  });
  const booking = new Booking(page);
  const keys = new Keys(page);
  await booking.toFilledForm(clinic, owner);
  await page.getByLabel('Street address').fill('1 Main St');
  await page.getByLabel('City').fill('Austin');
  await page.getByLabel('State').selectOption({ label: 'Texas' });
  await page.getByLabel('Zip').fill('78701');
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await keys.press(page.getByRole('radio', { name: /^Accept/ }), 'Space');
  await keys.press(keys.button('Continue'));
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectAccessible(page);
  await keys.write(page.getByLabel('Card number'), '4000000000000002');
  await keys.write(page.getByLabel('Expiry date'), '1230');
  await keys.write(page.getByLabel('CVC'), '123');
  await keys.press(keys.button('Continue'));
  await expect(page.getByText('Something went wrong, but your appointment has still been booked. (1)')).toBeVisible();
  await expectAccessible(page);
  await keys.press(keys.button('Continue'));
  await booking.expectScheduled('Alex');
});

test('forgot password needs no mouse and no touch, and axe finds nothing on a refused login', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  test.slow();
  complaints.expect(/status of 401/);
  const owner = someOwner();
  const clinic = await addClinic({
    clients: [
      client({
        id: 'sam',
        first_name: 'Sam',
        last_name: 'Rivera',
        email: owner.email,
        phone: `+1${owner.phone}`,
        password: 'old-password',
      }),
    ],
  });
  const booking = new Booking(page);
  const keys = new Keys(page);
  const password = page.getByLabel('Password', { exact: true });
  await booking.open(clinic);
  await keys.press(keys.button('Returning client'));
  await keys.press(keys.button('Sign in with a password instead'));

  await test.step('login refused', async () => {
    await keys.write(page.getByLabel('Phone or Email'), owner.email);
    await keys.write(password, 'wrong-one');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Wrong email or password')).toBeVisible();
    await expectAccessible(page);
  });
  await test.step('forgot password', async () => {
    await keys.press(keys.button('Forgot your password?'));
    await keys.press(page.getByRole('radio', { name: 'Email' }), 'ArrowRight');
    await keys.write(page.getByLabel('Your phone number'), owner.phone);
    await page.keyboard.press('Enter');
    await expect(booking.code).toBeFocused();
    await page.keyboard.type(await server.code(`+1${owner.phone}`));
    await keys.write(password, 'new-password');
    await keys.write(page.getByLabel('Confirm password'), 'new-password');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Reset password successfully!');
    await expect(booking.species).toBeVisible();
    await expectAccessible(page);
  });
});

test('login and sign-up need no mouse and no touch, and axe finds nothing on a refused sign-up', async ({
  page,
  server,
  addClinic,
}) => {
  test.slow();
  const owner = someOwner();
  const newcomer = someOwner();
  const clinic = await addClinic({
    clients: [
      client({
        id: 'sam',
        first_name: 'Sam',
        last_name: 'Rivera',
        phone: `+1${owner.phone}`,
        password: 'old-password',
      }),
    ],
  });
  const booking = new Booking(page);
  const keys = new Keys(page);
  const password = page.getByLabel('Password', { exact: true });
  await page.goto(`/${clinic}?redirect=account`);
  await keys.press(keys.button('Sign in with a password instead'));
  await keys.write(page.getByLabel('Phone or Email'), owner.phone);
  await keys.write(password, 'old-password');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/${clinic}/account$`));
  await keys.press(page.getByRole('button', { name: /menu$/ }));
  await keys.press(keys.button('Sign Out').last());
  await expect(booking.clientType).toBeVisible();

  await keys.press(keys.button('Returning client'));
  await keys.press(keys.button('Sign in with a password instead'));
  await keys.press(keys.button('Sign up'));
  await keys.write(page.getByLabel('Email'), newcomer.email);
  await keys.write(page.getByLabel('Phone', { exact: true }), newcomer.phone);
  await keys.write(password, 'biscuit-1');
  await keys.write(page.getByLabel('Confirm password'), 'biscuit-2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passwords mismatch')).toBeVisible();
  await expectAccessible(page);
  await keys.write(page.getByLabel('Confirm password'), 'biscuit-1');
  await page.keyboard.press('Enter');
  await expect(booking.code).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(await server.code(`+1${newcomer.phone}`));
  await expect(booking.species).toBeVisible();
});

test('axe finds nothing on the faces of a lost network and of exhausted codes', async ({
  page,
  context,
  server,
  addClinic,
  complaints,
}) => {
  test.slow();
  complaints.expect(noConnection, /status of 4\d\d|ERR_FAILED/);
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.open(await addClinic());
  await booking.begin('New client');
  await booking.species.selectOption({ label: 'Dog' });
  await booking.type.selectOption('exam');
  await booking.wholeDay.click();
  await expect(booking.times.first()).toBeVisible();
  await context.setOffline(true);
  await expect(booking.offlineBanner).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(booking.offlineBanner).toHaveCount(0, { timeout: 60_000 });
  await booking.chooseTime();
  await booking.fillForm(owner);
  await context.setOffline(true);
  await expect(booking.offlineBanner).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(booking.offlineBanner).toHaveCount(0, { timeout: 60_000 });
  await booking.submit.click();
  const right = await server.code(`+1${owner.phone}`);
  const wrong = right === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 6; tries++) {
    const answered = page.waitForResponse(/code\/verify/);
    await booking.code.fill(wrong);
    if ((await answered).status() === 400) break;
    await expect(booking.code).toHaveValue('');
  }
  await expect(booking.code).toHaveCount(0);
  await expectAccessible(page);
});
