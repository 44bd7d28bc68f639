import { client, product, provider, weekdayHours } from '../tests/support/clinicFile';
import { Booking, someOwner, type Owner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';
import { PortalServer } from './support/server';

const pet = { id: 'patient-maple', name: 'Maple', species_id: 'dog' };
const knownTo = (owner: Owner) => ({
  clients: [
    client({
      id: 'client-sam',
      first_name: 'Sam',
      last_name: 'Rivera',
      email: owner.email,
      phone: `+1${owner.phone}`,
      password: 'biscuit-and-juniper',
      patients: [pet],
    }),
  ],
});

/** Finds the account by e-mail and enters the code. */
async function signInByCode(booking: Booking, server: PortalServer, owner: Owner) {
  await booking.email.fill(owner.email);
  await booking.page.getByRole('button', { name: 'Send verification code' }).click();
  await booking.code.fill(await server.code(owner.email));
}

test.describe('where booking is off', () => {
  test('an owner finds the phone and text-us, signs in by Login, and lands on the portal each time', async ({
    page,
    server,
    addClinic,
  }) => {
    const owner = someOwner();
    const clinic = await addClinic({
      ...knownTo(owner),
      shop: { feature_settings: { online_booking_disabled: true } },
    });
    const booking = new Booking(page);
    await page.goto(`/${clinic}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: '512-555-0100' })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Text us' })).toBeVisible();
    await expect(main.getByRole('button', { name: /client/ })).toHaveCount(0);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page.getByText("Let's verify your account using your mobile phone or email").first()).toBeVisible();
    await signInByCode(booking, server, owner);
    await expect(page).toHaveURL(new RegExp(`/${clinic}/pets\\?redirect=pets$`));
    await expect(page.getByText('Hello, Sam!')).toBeVisible();

    await page.goto(`/${clinic}`);
    await expect(page).toHaveURL(new RegExp(`/${clinic}/pets\\?redirect=pets$`));
  });

  test('without a portal there is the phone alone, and Login leads to the appointments', async ({
    page,
    server,
    addClinic,
  }) => {
    const owner = someOwner();
    const clinic = await addClinic({
      ...knownTo(owner),
      shop: { feature_settings: { online_booking_disabled: true, pet_portal_enabled: false } },
    });
    const booking = new Booking(page);
    const phone = page.getByRole('main').getByRole('link', { name: '512-555-0100' });
    const lookup = page.getByText("Let's verify your account using your mobile phone or email").first();
    await page.goto(`/${clinic}/account`);
    await expect(phone).toBeVisible();
    await page.goto(`/${clinic}/appointments`);
    await expect(lookup).toBeVisible();
    await booking.back.click();
    await expect(phone).toBeVisible();
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(lookup).toBeVisible();
    await signInByCode(booking, server, owner);
    await expect(page).toHaveURL(new RegExp(`/${clinic}/appointments$`));
    await expect(page.getByText('Nothing to see here yet!')).toBeVisible();
    await page.goto(`/${clinic}`);
    await expect(phone).toBeVisible();
  });
});

test('where new clients cannot book, a known one is taken past the question', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic({
    ...knownTo(owner),
    shop: { feature_settings: { new_client_booking_disabled: true } },
  });
  const booking = new Booking(page);
  await booking.open(clinic);
  await expect(page.getByRole('button', { name: 'New client' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: '512-555-0100' })).toBeVisible();
  await booking.begin('Returning client');
  await signInByCode(booking, server, owner);
  await expect(booking.species).toBeVisible();
  await page.goto(`/${clinic}`);
  await expect(booking.species).toBeVisible();
});

test('where returning clients cannot book, a known one is shown the phone', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic({
    ...knownTo(owner),
    shop: { feature_settings: { returning_client_booking_disabled: true } },
  });
  const booking = new Booking(page);
  await booking.open(clinic);
  await expect(page.getByRole('button', { name: 'Returning client' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New client' })).toBeVisible();
  await page.goto(`/${clinic}?redirect=pets`);
  await signInByCode(booking, server, owner);
  await expect(page).toHaveURL(new RegExp(`/${clinic}/pets$`));
  await page.goto(`/${clinic}`);
  await expect(page.getByRole('heading', { name: 'Call or text Test Vets to book' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New client' })).toHaveCount(0);
});

test('a listed contact sees no availability, and no hint why', async ({ page, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic({ access_blocks: [{ email: owner.email }] });
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('Returning client');
  await booking.email.fill(owner.email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await expect(page.getByRole('heading', { name: 'No appointments available' })).toBeVisible();
});

test('a demo clinic books without a code, and opens no portal', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic({
    shop: { is_demo: true, feature_settings: { skip_demo_shop_booking_otp_enabled: true } },
  });
  const booking = new Booking(page);
  await booking.toFilledForm(clinic, owner);
  await booking.submit.click();
  await booking.expectScheduled('Alex');
  expect(await server.clinic('appointments', clinic)).toContain('Pepper');
  await page.goto(`/${clinic}/pets`);
  await expect(page).toHaveURL(new RegExp(`/${clinic}\\?redirect=pets$`));
});

for (const [query, name] of [
  ['?redirect=elsewhere', 'elsewhere'],
  ['?redirect=pets', 'the portal'],
] as const) {
  test(`a demo clinic books without a code also where the address leads to ${name}`, async ({
    page,
    server,
    addClinic,
  }) => {
    const owner = someOwner();
    const clinic = await addClinic({
      shop: { is_demo: true, feature_settings: { skip_demo_shop_booking_otp_enabled: true } },
    });
    const booking = new Booking(page);
    await page.goto(`/${clinic}${query}`);
    await booking.back.click();
    await booking.begin('New client');
    await booking.chooseVisit();
    await booking.chooseTime();
    await booking.fillForm(owner);
    await booking.submit.click();
    await booking.expectScheduled('Alex');
    expect(await server.clinic('appointments', clinic)).toContain('Pepper');
  });
}

test('a demo clinic that skips codes sends one for the portal and says so, and none to book', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic({
    ...knownTo(owner),
    shop: { is_demo: true, feature_settings: { skip_demo_shop_booking_otp_enabled: true } },
  });
  const booking = new Booking(page);
  for (const open of [
    async () => {
      await booking.open(clinic);
      await booking.begin('Returning client');
    },
    () => page.goto(`/${clinic}?redirect=elsewhere`),
  ]) {
    await open();
    await booking.email.fill(owner.email);
    await expect(page.getByRole('button', { name: 'Send verification code' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(booking.species).toBeVisible();
    await expect(page.getByText(/We sent a/)).toHaveCount(0);
    await booking.back.click();
  }
  await page.goto(`/${clinic}?redirect=pets`);
  await signInByCode(booking, server, owner);
  await expect(page.getByText('Hello, Sam!')).toBeVisible();
  // The one that was entered: none was sent before.
  expect((await server.messages(owner.email)).filter(({ code }) => code !== undefined)).toHaveLength(1);
});

test('a known owner where new clients cannot book goes back out of the page, and finds the visit again', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic({
    ...knownTo(owner),
    shop: { feature_settings: { new_client_booking_disabled: true } },
  });
  const booking = new Booking(page);
  await page.goto(`/${clinic}?redirect=appointments`);
  await signInByCode(booking, server, owner);
  await expect(page.getByText('Nothing to see here yet!')).toBeVisible();
  await page.goto(`/${clinic}`);
  await booking.chooseVisit();
  await booking.chooseTime();
  // Nobody goes back within the frame that shows a step, before its entry stands in the history.
  await page.waitForFunction(() => (history.state as { usr?: { trap?: boolean } } | null)?.usr?.trap === true);
  await page.goBack();
  await expect(booking.dates.first()).toBeVisible();
  // The first step of this owner: the way back is the browser's.
  await expect(booking.back).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/${clinic}/appointments$`));
  await page.goto(`/${clinic}`);
  await expect(booking.type).toHaveValue('exam');
  await expect(booking.timer).toBeVisible();
});

test('staff see who and where on each time, and can hide it', async ({ browser, complaints }) => {
  const owner = someOwner({ email: 'sam@staff.example' });
  const clinic = {
    ...knownTo(owner),
    shop: { id: 'staffed' },
    rooms: [{ id: 'room-1', name: 'Room 1' }],
    providers: [provider({ id: 'ada', firstName: 'Dr. Ada Park', hours: weekdayHours() })],
    products: [product({ id: 'exam', name: 'Exam', providerIds: ['ada'], needs_room: true })],
  };
  const server = await PortalServer.start([clinic], { INTERNAL_EMAIL_DOMAIN: 'staff.example' });
  try {
    const context = await browser.newContext({ baseURL: server.origin });
    complaints.listen(context);
    const booking = new Booking(await context.newPage());
    const { page } = booking;
    await booking.open('staffed');
    await booking.begin('New client');
    await booking.chooseVisit();
    await expect(booking.times.first()).not.toContainText('Ada');
    await booking.back.click();
    await booking.begin('Returning client');
    await signInByCode(booking, server, owner);
    await booking.chooseVisit();
    await expect(booking.times.first()).toContainText('Dr. Ada Park, Room 1');
    await expectAccessible(page);
    await page.getByLabel('Show provider and room').uncheck();
    await expect(booking.times.first()).not.toContainText('Ada');
    await page.reload();
    await expect(booking.times.first()).toBeVisible();
    await expect(booking.times.first()).not.toContainText('Ada');
    await context.close();
  } finally {
    await server.remove();
  }
});
