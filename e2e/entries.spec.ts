import { client, product, provider, weekdayHours } from '../tests/support/clinicFile';
import { Booking, someOwner, type Owner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';
import { PortalServer } from './support/server';

const pet = { id: 'patient-maple', name: 'Maple', species_id: 'dog' };
const knownTo = (owner: Owner) => ({
  clients: [client({ id: 'client-sam', first_name: 'Sam', last_name: 'Rivera', email: owner.email, phone: `+1${owner.phone}`, password: 'biscuit-and-juniper', patients: [pet] })],
});

/** Finds the account by e-mail and enters the code. */
async function signInByCode(booking: Booking, server: PortalServer, owner: Owner) {
  await booking.email.fill(owner.email);
  await booking.page.getByRole('button', { name: 'Send verification code' }).click();
  await booking.code.fill(await server.code(owner.email));
}

test.describe('where booking is off', () => {
  test('an owner finds the phone and text-us, signs in by Login, and lands on the portal each time', async ({ page, server, addClinic }) => {
    const owner = someOwner();
    const clinic = await addClinic({ ...knownTo(owner), shop: { feature_settings: { online_booking_disabled: true } } });
    const booking = new Booking(page);
    await page.goto(`/${clinic}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: '512-555-0100' })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Text us' })).toBeVisible();
    await expect(main.getByRole('button', { name: /client/ })).toHaveCount(0);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page.getByText("Let's verify your account using your mobile phone or email")).toBeVisible();
    await signInByCode(booking, server, owner);
    await expect(page).toHaveURL(new RegExp(`/${clinic}/pets\\?redirect=pets$`));
    await expect(page.getByText('Hello, Sam!')).toBeVisible();

    await page.goto(`/${clinic}`);
    await expect(page).toHaveURL(new RegExp(`/${clinic}/pets\\?redirect=pets$`));
  });

  test('without a portal there is the phone alone, and Login leads to the appointments', async ({ page, server, addClinic }) => {
    const owner = someOwner();
    const clinic = await addClinic({ ...knownTo(owner), shop: { feature_settings: { online_booking_disabled: true, pet_portal_enabled: false } } });
    const booking = new Booking(page);
    const phone = page.getByRole('main').getByRole('link', { name: '512-555-0100' });
    const lookup = page.getByText("Let's verify your account using your mobile phone or email");
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
  const clinic = await addClinic({ ...knownTo(owner), shop: { feature_settings: { new_client_booking_disabled: true } } });
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
  const clinic = await addClinic({ ...knownTo(owner), shop: { feature_settings: { returning_client_booking_disabled: true } } });
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

test('a clinic with several locations asks which, and offers what is there', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic({
    shop: { feature_settings: { multi_location_v1_enabled: true } },
    locations: [
      { id: 'north', name: 'North clinic', product_ids: ['exam'], provider_user_ids: ['ada'] },
      { id: 'south', name: 'South clinic', product_ids: ['exam', 'surgery'] },
      { id: 'closed', name: 'Old clinic', product_ids: [] },
      ...Array.from({ length: 12 }, (_, n) => ({ id: `more-${n}`, name: `Branch ${n + 1}` })),
    ],
  });
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('New client');
  const heading = page.getByRole('heading', { name: "At which location do you want to schedule your pet's appointment?" });
  await expect(heading).toBeVisible();
  const list = page.getByRole('list', { name: 'Locations' });
  await expect(list).toHaveCSS('max-height', `${Math.min(0.65 * 844, 650)}px`);
  await expect(page.locator('.picklist__cue')).toBeVisible();
  await expectAccessible(page);
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight - element.clientHeight - 10));
  await expect(page.locator('.picklist__cue')).toBeHidden();

  // Nothing is offered at this one (FLOW-05).
  await page.getByRole('button', { name: 'Old clinic' }).click();
  await expect(page.getByRole('heading', { name: 'No appointments available' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: '512-555-0100' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'text us', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await booking.begin('New client');

  await page.getByRole('button', { name: 'North clinic' }).click();
  await booking.species.selectOption({ label: 'Dog' });
  await expect(booking.type.getByRole('option', { name: /Surgery/ })).toHaveCount(0);
  await booking.type.selectOption('exam');
  await expect(page.getByLabel('Clinician')).toHaveCount(0);
  await booking.back.click();
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'South clinic' }).click();
  await expect(booking.type.getByRole('option', { name: /Surgery/ })).toHaveCount(1);
  await booking.chooseVisit();
  await expect(page.getByLabel('Clinician')).toBeVisible();
  await booking.chooseTime();
  await booking.fillForm(owner);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
});

test('a clinic whose locations are gone says so', async ({ page, addClinic }) => {
  const clinic = await addClinic({ shop: { feature_settings: { multi_location_v1_enabled: true } }, locations: [] });
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('New client');
  await expect(page.getByText('No locations found. Please contact Test Vets to book an appointment.')).toBeVisible();
  await expectAccessible(page);
});

test('a link with a token opens a hidden type, all the way', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic();
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('New client');
  await booking.species.selectOption({ label: 'Dog' });
  await expect(booking.type.getByRole('option', { name: /Staff visit/ })).toHaveCount(0);
  await booking.back.click();
  await expect(booking.clientType).toBeVisible();

  await page.goto(`/${clinic}?product_token=open-sesame&utm_source=mail`);
  await booking.begin('New client');
  await booking.chooseVisit('Dog', 'secret');
  await booking.chooseTime();
  await booking.fillForm(owner);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  expect(await server.clinic('appointments', clinic)).toContain('Staff visit');
});

test('Book again brings the types along, and what is gone is ignored', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic({
    products: [product({ id: 'exam', name: 'Exam' }), product({ id: 'cats', name: 'Cat visit', metadata: { speciesIds: ['cat'] } })],
  });
  const booking = new Booking(page);
  // A booking under way is another one.
  await booking.open(clinic);
  await booking.begin('New client');
  await booking.chooseVisit('Dog', 'exam');
  await page.goto(`/${clinic}?appointment=gone,cats,exam`);
  await booking.begin('New client');
  await expect(booking.species).toHaveValue('cat');
  await expect(booking.type).toHaveValue('cats,exam');
  await expect(booking.dates.first()).toBeVisible();
  // Another species has other types, another choice takes the place of both.
  await booking.species.selectOption('dog');
  await expect(booking.type).toHaveValue('exam');
  await booking.species.selectOption('cat');
  await expect(booking.type).toHaveValue('cats,exam');
  await booking.type.selectOption('exam');
  await booking.chooseTime();
  await page.reload();
  await expect(booking.fullName).toBeVisible();
  await booking.back.click();
  await expect(booking.type).toHaveValue('exam');
  await booking.back.click();
  await booking.begin('New client');
  await expect(booking.type).toHaveValue('cats,exam');
  await booking.chooseTime();
  await booking.fillForm(owner);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  await expect(page.getByText('Cat visit, Exam for Pepper, 60 min')).toBeVisible();
});

test('drop-off is offered or required by the type, and times follow it', async ({ page, addClinic }) => {
  const clinic = await addClinic({
    providers: [
      provider({ id: 'ada', firstName: 'Dr. Ada Park', metadata: { order: 1 }, maxDropoffs: 0 }),
      provider({ id: 'ben', firstName: 'Dr. Ben Ruiz', metadata: { order: 2 }, maxDropoffs: 1 }),
    ],
    products: [
      product({ id: 'exam', name: 'Exam', dropoff_enabled: true }),
      product({ id: 'dental', name: 'Dental', dropoff_required: true }),
      product({ id: 'plain', name: 'Plain' }),
    ],
  });
  const booking = new Booking(page);
  const box = page.getByLabel('I would like to drop my pet off for this appointment and pick them up afterward.');
  await booking.open(clinic);
  await booking.begin('New client');
  await booking.chooseVisit('Dog', 'exam');
  await expect(box).not.toBeChecked();
  await expect(page.getByLabel('Clinician')).toBeVisible();
  await box.check();
  // Only one clinician takes any.
  await expect(page.getByLabel('Clinician')).toHaveCount(0);
  await expect(booking.dates.first()).toBeVisible();
  await booking.type.selectOption('dental');
  await expect(box).toBeChecked();
  await expect(box).toBeDisabled();
  await booking.type.selectOption('plain');
  await expect(box).toHaveCount(0);
  await expect(page.getByLabel('Clinician').locator('option').first()).toHaveText('Any clinician');
});

test('a far first opening hints at the waitlist', async ({ page, addClinic }) => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const busy = { from: inDays(-1), to: inDays(9) };
  const clinic = await addClinic({
    shop: { feature_settings: { waitlist_ui_v1_enabled: true } },
    providers: [provider({ id: 'ada', time_off: [busy] }), provider({ id: 'ben', time_off: [busy] })],
    products: [product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: true } }), product({ id: 'plain', name: 'Plain' })],
  });
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('New client');
  await booking.chooseVisit();
  const hint = page.getByText('The first opening is more than a week away. After booking you can join the waitlist for an earlier time.');
  await expect(hint).toBeVisible();
  await booking.chooseVisit('Dog', 'plain');
  await expect(hint).toHaveCount(0);
});

test('a clinic that asks its calendar refuses a time that went meanwhile', async ({ page, browser, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic({
    shop: { feature_settings: { hold_time_slots_enabled: false, check_vetbridge_time_slot_availability: true } },
    providers: [provider({ id: 'ada' })],
    products: [product({ id: 'exam', name: 'Exam', providerIds: ['ada'] })],
  });
  const slow = new Booking(page);
  await slow.open(clinic);
  await slow.begin('New client');
  await slow.chooseVisit();
  await slow.wholeDay.click();
  await expect(slow.times.first()).toBeVisible();

  const context = await browser.newContext({ baseURL: server.origin });
  const fast = new Booking(await context.newPage());
  await fast.toFilledForm(clinic, owner);
  await fast.submit.click();
  await fast.code.fill(await server.code(`+1${owner.phone}`));
  await fast.expectScheduled('Alex');
  await context.close();

  await slow.times.first().click();
  await expect(page.getByText("We're sorry, this time is no longer available. Please choose another time.")).toBeVisible();
  await expect(slow.times.first()).toBeDisabled();
  await slow.times.nth(2).click();
  await expect(slow.fullName).toBeVisible();
});

test('a compound visit is picked by its start and booked whole', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic({
    products: [product({ id: 'pair', name: 'Exam and consult', metadata: { time: 60 }, segments: [{ minutes: 30, providerIds: ['ada'] }, { minutes: 30, providerIds: ['ben'] }] })],
  });
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('New client');
  await booking.chooseVisit('Dog', 'pair');
  await booking.chooseTime();
  await booking.fillForm(owner);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
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
  const clinic = await addClinic({ shop: { is_demo: true, feature_settings: { skip_demo_shop_booking_otp_enabled: true } } });
  const booking = new Booking(page);
  await booking.toFilledForm(clinic, owner);
  await booking.submit.click();
  await booking.expectScheduled('Alex');
  expect(await server.clinic('appointments', clinic)).toContain('Pepper');
  await page.goto(`/${clinic}/pets`);
  await expect(page).toHaveURL(new RegExp(`/${clinic}\\?redirect=pets$`));
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
