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

/** Chooses Maple among the pets, of which Tab reaches one and the arrows the others. */
async function chooseMaple(keys: Keys): Promise<void> {
  const myPets = new MyPets(keys.page);
  const maple = myPets.pet('Maple');
  await keys.to(myPets.pets.first());
  for (let presses = 0; presses < 3; presses++) {
    if (await maple.evaluate((element) => element === document.activeElement)) break;
    await keys.page.keyboard.press('ArrowRight');
  }
  await keys.press(maple, 'Space');
}

test('a booking with a deposit is heard: each step by its heading, the hold, errors, and what was paid', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  test.slow();
  complaints.expect(/status of 401/);
  const owner = someOwner({ note: 'Ate some chocolate' });
  const metadata = {
    depositRequiredBeforeBooking: true,
    collectDepositFromNewClients: true,
    collectDepositFromReturningClients: true,
  };
  const clinic = await addClinic({
    shop: { metadata: { isAutoAccept: true }, feature_settings: { deposit_collection_v1_enabled: true } },
    products: [product({ id: 'exam', name: 'Exam', deposit_amount: 25, metadata })],
    keyword_actions: [
      {
        id: 'chocolate',
        keywords: ['chocolate'],
        product_ids: [],
        all_products: true,
        action_type: 'prompt',
        prompt_message: 'I have called',
        info_message: 'Please call us now.',
      },
    ],
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
  await test.step('notice', async () => {
    await reader.isAt('Important Notice', titled('Important Notice'));
    await reader.hears('focus: Important Notice');
    await keys.press(keys.button('I have called'));
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
    await keys.press(keys.button('Make payment'));
    await reader.hears('Please check your card details.');
    await expect(card).toBeFocused();
    await expect(card).toHaveAccessibleDescription('Your card number is incomplete.');
    await keys.write(card, '4242424242424242');
    await expect(card).not.toHaveAttribute('aria-invalid');
    await keys.write(page.getByLabel('Expiry date'), '1230');
    await keys.write(page.getByLabel('CVC'), '1');
    await keys.press(keys.button('Make payment'));
    await expect(page.getByLabel('CVC')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('CVC')).toBeFocused();
    await expect(page.getByLabel('CVC')).toHaveAccessibleDescription("Your card's security code is incomplete.");
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(1);
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

test('a returning client’s way to the times is heard: what is asked, the code, and then the times', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const reader = await Reader.of(page);
  const booking = new Booking(page);
  const keys = new Keys(page);
  await booking.open(clinic);
  await keys.press(keys.button('Returning client'));
  await expect(booking.phone).toBeVisible();
  await reader.isAt(/find your account/);
  await keys.write(booking.phone, owner.phone);
  await page.keyboard.press('Enter');
  await expect(booking.code).toBeFocused();
  await reader.hears('focus: 6-digit code', 'Check your phone!');
  await page.keyboard.type(await server.code(`+1${owner.phone}`));
  await reader.isAt('Your appointment', titled('Your appointment'));
  await keys.write(booking.species, 'Dog');
  await expect(booking.type).toBeEnabled();
  await keys.write(booking.type, 'Exam');
  await reader.hears(/^\d dates, /);
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
    await expect(page.getByRole('dialog')).toBeHidden();
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

test('the dialogs say what is wrong where focus already is, and what was done', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const reader = await Reader.of(page);
  const keys = new Keys(page);
  await new MyPets(page).signIn(clinic, server, owner);
  await reader.isAt('Hello, Sam!');
  const dialog = page.getByRole('dialog');

  await test.step('text us', async () => {
    await keys.press(keys.button('Text us'));
    const phone = dialog.getByLabel('Mobile phone');
    await keys.to(phone);
    for (let tries = 0; tries < 2; tries++) {
      await page.keyboard.press('Enter');
      await reader.hears('Please enter a phone number');
      await expect(phone).toBeFocused();
    }
    await keys.press(dialog.getByRole('button', { name: 'Send' }));
    await reader.hears(/^focus: Mobile phone/);
    await page.keyboard.type(owner.phone);
    await page.keyboard.press('Enter');
    await reader.hears("Thanks! We'll text you shortly.");
    await expect(dialog).toHaveCount(0);
    await expect(keys.button('Text us')).toBeFocused();
  });
  await test.step('e-mail history', async () => {
    await chooseMaple(keys);
    await keys.press(keys.button('Email vaccination history'));
    const email = dialog.getByLabel('Email');
    await keys.write(email, 'sam@');
    await page.keyboard.press('Enter');
    await reader.hears(/email/i);
    await expect(email).toBeFocused();
    await keys.write(email, owner.email);
    await page.keyboard.press('Enter');
    await reader.hears('Email sent');
    await expect(keys.button('Email vaccination history')).toBeFocused();
  });
  await reader.neverLost();
});

test('the last minute of a hold is heard, and it is kept by Alt+K from any field or by its button', async ({
  page,
  addClinic,
}) => {
  await page.clock.install();
  const reader = await Reader.of(page);
  const booking = new Booking(page);
  const keys = new Keys(page);
  const keep = keys.button('Keep it 10 more minutes');
  const warning = '1 minute left. Keep it 10 more minutes: press Alt+K, or the button at the top';
  // A call that is under way while minutes run by tells the server's time some seconds wrong, so what is left is read.
  const toLastMinute = async () => {
    await page.clock.runFor('08:00');
    const left = async () => {
      await page.clock.runFor(5_000);
      return booking.timer.innerText();
    };
    await expect.poll(left, { intervals: [20] }).toMatch(/^0:\d\d$/);
  };
  const clinic = await addClinic({ shop: { feature_settings: { hold_time_slots_enabled: false } } });
  await booking.toFilledForm(clinic, someOwner());
  await page.clock.runFor(200);
  await reader.hears(held);
  await toLastMinute();
  await reader.hears(warning);
  // Two presses before the step's first field, and none at all with the shortcut.
  await booking.note.focus();
  await page.keyboard.press('Alt+K');
  await page.clock.runFor(200);
  await reader.hears('Kept longer, 11 minutes left');
  await expect(booking.note).toBeFocused();
  await expect(keep).toHaveCount(0);

  // Another time is another hold, which can be kept once as well.
  await booking.back.click();
  await booking.chooseTime(1);
  await reader.isAt('You and your pet');
  await toLastMinute();
  await reader.hears(warning);
  await page.getByRole('heading', { level: 1 }).focus();
  expect(await keys.to(keep)).toBeLessThanOrEqual(3);
  await page.keyboard.press('Enter');
  await page.clock.runFor(200);
  await reader.hears('Kept longer, 11 minutes left');
  await expect(page.getByRole('group', { name: /^Held for you/ })).toBeFocused();
});

test('loading is said when it takes long, and what has come; another code keeps focus on its button', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const reader = await Reader.of(page);
  const booking = new Booking(page);
  const keys = new Keys(page);
  // They come once it was said that they are loading, however long it took to get there.
  let come = () => {};
  const waiting = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/vaccinations/, async (route) => {
    await waiting;
    await route.continue().catch(() => undefined);
  });
  await page.goto(`/${clinic}?redirect=pets`);
  await keys.write(booking.email, owner.email);
  await page.keyboard.press('Enter');
  await expect(booking.code).toBeFocused();
  const again = keys.button('Resend Code?');
  await keys.to(again);
  await expect(again).toBeEnabled();
  await page.keyboard.press('Enter');
  await reader.hears('A new code was sent.');
  await expect(again).toBeFocused();
  await expect(again).toBeDisabled();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/code\/verify/, async (route) => {
    await asked;
    await route.continue().catch(() => undefined);
  });
  await keys.write(booking.code, await server.code(owner.email));
  await reader.hears('One moment…');
  answer();
  await reader.isAt('Hello, Sam!');
  await chooseMaple(keys);
  await reader.hears('Loading vaccinations');
  come();
  await reader.hears('vaccinations: 4');
  await reader.neverLost();
});

test('every address has its own title, in its first HTML as well', async ({ page, server, addClinic, complaints }) => {
  complaints.expect(/status of 404/);
  const owner = someOwner();
  const given = clinicOfSam(owner);
  const clinic = await addClinic(given);
  const own = (name: string) => `${name} – Quiet Vets`;
  const addresses = {
    '': own('Book an appointment'),
    '/pets': own('My Pets'),
    '/pets/maple/certificate': own('Vaccination certificate'),
    '/appointments': own('My Appointments'),
    '/appointments/visit': own('Appointment'),
    '/appointments/visit/reschedule': own('Reschedule'),
    '/account': own('My Account'),
    '/no/such/page': 'Page not found',
  };
  await new MyPets(page).signIn(clinic, server, owner);
  for (const [path, title] of Object.entries(addresses)) {
    const html = await (await fetch(`${server.origin}/${clinic}${path}`)).text();
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1], path).toBe(title);
    if (path === '') continue;
    await page.goto(`/${clinic}${path}`);
    await expect(page.locator('h1').first()).toBeVisible();
    await expect(page, path).toHaveTitle(title);
  }
  await page.goto('/nobody');
  await expect(page).toHaveTitle('Page not found');
});
