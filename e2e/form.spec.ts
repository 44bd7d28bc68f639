import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { client, product, provider, type Overrides } from '../tests/support/clinicFile';
import { bookedByAnother, Booking, someOwner, type Owner } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import { toastsOf } from './support/toasts';

const lists: Overrides = {
  breeds: ['Beagle', 'Border Collie', 'Bearded Collie', 'Pug'].map((display_name) => ({
    id: display_name.toLowerCase().replace(' ', '-'),
    species_id: 'dog',
    display_name,
  })),
  patient_colors: [
    { id: 'tan', species_id: 'dog', name: 'Tan' },
    { id: 'cream', species_id: 'cat', name: 'Cream' },
  ],
  patient_sexes: [
    { id: 'mn', species_id: 'dog', name: 'Male Neutered' },
    { id: 'fs', species_id: 'dog', name: 'Female Spayed' },
  ],
};
const exported = async (server: { clinic(...args: string[]): Promise<string> }, clinic: string) =>
  JSON.parse(await server.clinic('export', clinic));

/** Signs a known owner in and leads to the form. */
async function asReturning(
  booking: Booking,
  code: (to: string) => Promise<string>,
  clinic: string,
  owner: Owner,
  type = 'exam',
): Promise<void> {
  await booking.asReturning(clinic, owner, code);
  await booking.chooseVisit('Dog', type);
  await booking.chooseTime();
}

test('a new client gives everything the clinic asks for, and the clinic has it (INFO-02 to INFO-07, INFO-17)', async ({
  page,
  server,
  addClinic,
}) => {
  const booking = new Booking(page);
  const owner = someOwner({ name: 'Maria del Carmen Stone', note: 'Needs 0.5 mg – “Carprofen” 😀 (2-3x)!' });
  const clinic = await addClinic({
    ...lists,
    shop: {
      feature_settings: {
        client_address_enabled: true,
        client_dob_enabled: true,
        pet_demographics_enabled: true,
        ask_returning_clients_for_wellness_plan: true,
      },
    },
  });
  await booking.toFilledForm(clinic, owner);
  await expect(page.getByLabel('My pet has an active wellness plan')).toHaveCount(0);
  await expect(page.getByLabel('State').getByRole('option')).toHaveCount(51);
  await page.getByLabel('Street address').fill('1 Main Street');
  await page.getByLabel('Apartment').fill('4b');
  await page.getByLabel('City').fill('Austin');
  await page.getByLabel('State').selectOption({ label: 'Texas' });
  await page.getByLabel('Zip').fill('78701');
  await page.getByLabel('Your date of birth').fill('1990-05-05');
  await expect(page.getByLabel("Pet's sex").getByRole('option')).toHaveText([
    'Choose an option',
    'Male Neutered',
    'Female Spayed',
  ]);
  await page.getByLabel("Pet's sex").selectOption({ label: 'Female Spayed' });
  await page.getByLabel("Pet's date of birth").fill('2020-05-05');
  await page.getByRole('combobox', { name: "Pet's breed" }).fill('coll');
  await expect(page.getByRole('option', { name: 'Bearded Collie' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: "Pet's breed" })).toHaveValue('Border Collie');
  await page.getByLabel("Pet's color").selectOption({ label: 'Tan' });
  await expect(page.getByLabel("Pet's color").getByRole('option')).toHaveCount(2);
  await expectAccessible(page);

  // A killed page brings all of it back.
  await page.reload();
  await expect(booking.fullName).toHaveValue(owner.name);
  await expect(page.getByLabel("Pet's color")).toHaveValue('tan');
  await expect(page.getByLabel('Your date of birth')).toHaveValue('1990-05-05');

  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Maria del Carmen');

  const file = await exported(server, clinic);
  const stored = file.clients.find((one: { last_name: string }) => one.last_name === 'Stone');
  expect(stored).toMatchObject({
    first_name: 'Maria del Carmen',
    address1: '1 Main Street',
    address2: '4b',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    country: 'US',
  });
  expect(stored.patients[0]).toMatchObject({
    name: 'Pepper',
    patient_sex_id: 'fs',
    birthdate: '2020-05-05',
    breed_id: 'border-collie',
    patient_color_id: 'tan',
  });
  expect(file.appointments[0].note).toBe('Needs 0.5 mg "Carprofen" 2-3x');
});

test('lists that do not come are not missed: free text for the breed, no color (ERR-09, D-80, D-81)', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/500/);
  await page.route(/\/api\/(breeds|patient_colors|patient_sexes|keyword_actions)/, (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'Internal error' } }),
  );
  const booking = new Booking(page);
  const owner = someOwner();
  await booking.toFilledForm(
    await addClinic({ ...lists, shop: { feature_settings: { pet_demographics_enabled: true } } }),
    owner,
  );
  await expect(page.getByLabel("Pet's color")).toHaveCount(0);
  await expect(page.getByLabel("Pet's sex").getByRole('option')).toHaveText([
    'Choose an option',
    'None',
    'Male',
    'Female',
  ]);
  await page.getByLabel("Pet's sex").selectOption({ label: 'None' });
  await page.getByLabel("Pet's date of birth").fill('2020-05-05');
  await page.getByLabel("Pet's breed").fill('Beagle mix');
  await expect(page.getByText('Oops!', { exact: false })).toHaveCount(0);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
});

test('a returning owner chooses a pet, is asked only what the clinic does not know, and tells of the wellness plan (INFO-05, INFO-08, D-89, D-90)', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner({ name: 'Sam Rivera' });
  const booking = new Booking(page);
  const clinic = await addClinic({
    ...lists,
    shop: {
      feature_settings: {
        client_address_enabled: true,
        pet_demographics_enabled: true,
        ask_returning_clients_for_wellness_plan: true,
      },
    },
    clients: [
      client({
        id: 'sam',
        first_name: 'Sam',
        last_name: 'Rivera',
        email: owner.email,
        phone: `+1${owner.phone}`,
        city: 'Austin',
        state: 'TX',
        patients: [
          {
            id: 'maple',
            name: 'Maple',
            species_id: 'dog',
            sex: 'Male Neutered',
            birthdate: '2019-02-03',
            breed_id: 'pug',
            breed: 'Pug',
          },
          { id: 'olive', name: 'Olive', species_id: 'dog' },
          { id: 'tom', name: 'Tom', species_id: 'cat' },
          { id: 'ghost', name: 'Ghost', species_id: 'dog', deceased_at: '2025-01-01' },
        ],
      }),
    ],
  });
  await asReturning(booking, (to) => server.code(to), clinic, owner);
  await expect(booking.petName.getByRole('option')).toHaveText(['Choose your pet', 'Maple', 'Olive']);
  await expect(page.getByLabel('City')).toHaveValue('Austin');
  await booking.petName.selectOption({ label: 'Maple' });
  await expect(page.getByLabel("Pet's sex")).toHaveValue('mn');
  await expect(page.getByLabel("Pet's date of birth")).toHaveValue('2019-02-03');
  await expect(page.getByLabel("Pet's breed")).toHaveValue('Pug');
  await page.getByRole('button', { name: 'New pet' }).click();
  await expect(page.getByLabel("Pet's date of birth")).toHaveValue('');
  await booking.petName.fill('maple');
  await page.getByRole('button', { name: 'Choose Maple from your pets' }).click();
  await booking.submit.click();
  await expect(page.getByText("Pet's color is required")).toBeVisible();
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
  await page.getByLabel("Pet's color").selectOption({ label: 'Tan' });
  await page.getByLabel('My pet has an active wellness plan').check();
  await booking.submit.click();
  await booking.expectScheduled('Sam');
  const file = await exported(server, clinic);
  expect(file.clients[0].patients.find((one: { id: string }) => one.id === 'maple')).toMatchObject({
    patient_color_id: 'tan',
    birthdate: '2019-02-03',
  });
});

test('a clinic whose calendar says no at submit sends back to the times with its sentence (INFO-19)', async ({
  page,
  browser,
  server,
  addClinic,
}) => {
  const booking = new Booking(page);
  const clinic = await addClinic({
    shop: { feature_settings: { hold_time_slots_enabled: false, check_vetbridge_time_slot_availability: true } },
    providers: [provider({ id: 'ada' })],
    products: [product({ id: 'exam', name: 'Exam', providerIds: ['ada'] })],
  });
  await booking.toFilledForm(clinic, someOwner());
  await bookedByAnother(browser, server, clinic);
  await booking.submit.click();
  await expect(
    page.getByText("We're sorry, this time is no longer available. Please choose another time."),
  ).toBeVisible();
  await booking.times.nth(1).waitFor();
});

test('a virtual visit is agreed to by its sentence, whatever the box of another type said (INFO-12, D-408)', async ({
  page,
  server,
  addClinic,
}) => {
  const booking = new Booking(page);
  const owner = someOwner();
  const clinic = await addClinic({
    products: [
      product({ id: 'exam', name: 'Exam' }),
      product({ id: 'video', name: 'Video visit', is_telemedicine: true }),
    ],
  });
  await booking.toFilledForm(clinic, owner);
  const box = page.getByRole('checkbox', { name: /^Send me appointment confirmations/ });
  await box.uncheck();
  await booking.back.click();
  await booking.type.selectOption('video');
  await booking.chooseTime();
  await expect(page.getByText(/^By continuing you agree to receive text messages/)).toBeVisible();
  await expect(box).toHaveCount(0);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  const [appointment] = (await exported(server, clinic)).appointments;
  expect(appointment).toMatchObject({
    product_id: 'video',
    details: { isReminderSMS: true, isReminderEmail: true, isSendConfirmation: true },
  });
});

test('a pet with a long name is booked, and what its owner corrects is told to the clinic (D-411)', async ({
  page,
  server,
  addClinic,
}) => {
  const booking = new Booking(page);
  const owner = someOwner({ name: 'Sam Rivera' });
  const long = 'Sir Barksalot of the Upper Meadow, the Third';
  const known = {
    id: 'sir',
    name: long,
    species_id: 'dog',
    sex: 'Male Neutered',
    patient_sex_id: 'mn',
    birthdate: '2019-04-01',
    breed: 'Pug',
    breed_id: 'pug',
    patient_color_id: 'tan',
  };
  const clinic = await addClinic({
    ...lists,
    shop: {
      notify_email: 'desk@testvets.example',
      feature_settings: {
        pet_demographics_enabled: true,
        client_dob_enabled: true,
        ask_returning_clients_for_wellness_plan: true,
      },
    },
    clients: [
      client({
        id: 'sam',
        first_name: 'Sam',
        last_name: 'Rivera',
        email: owner.email,
        phone: `+1${owner.phone}`,
        patients: [known],
      }),
    ],
  });
  await asReturning(booking, (to) => server.code(to), clinic, owner);
  await expect(booking.petName).toHaveValue('sir');
  await page.getByLabel('Your date of birth').fill('1990-05-05');
  await page.getByLabel('My pet has an active wellness plan').check();
  await page.getByLabel("Pet's date of birth").fill('2020-04-01');
  const breed = page.getByRole('combobox', { name: "Pet's breed" });
  await breed.fill('Beagle');
  await page.getByRole('option', { name: 'Beagle' }).click();
  await booking.submit.click();
  await booking.expectScheduled('Sam');
  const file = await exported(server, clinic);
  expect(file.clients[0].patients).toMatchObject([known]);
  expect(file.appointments).toMatchObject([
    {
      patient_id: 'sir',
      details: {
        client_dob: '1990-05-05',
        has_wellness_plan: true,
        pet_corrections: [
          { fact: 'birthdate', said: '2020-04-01', on_file: '2019-04-01' },
          { fact: 'breed', said: 'Beagle', on_file: 'Pug' },
        ],
      },
    },
  ]);
  expect(await server.clinic('appointments', clinic)).toContain(
    "The owner says that the pet's breed is Beagle. Your record says Pug.",
  );
});

test('a request says so, is tentative in the calendar, and names the requested clinician (DONE-02, SAVE-01, D-66, D-302)', async ({
  page,
  server,
  addClinic,
}) => {
  const booking = new Booking(page);
  const owner = someOwner();
  const clinic = await addClinic({
    shop: {
      metadata: { isAutoAccept: false },
      feature_settings: { include_requested_provider_in_appointment_note: true },
    },
  });
  await booking.open(clinic);
  await booking.begin('New client');
  await booking.chooseVisit();
  await page.getByLabel('Clinician').selectOption({ label: 'Dr. Ada Park' });
  await booking.chooseTime();
  await booking.fillForm(owner);
  await page.getByRole('button', { name: 'CONTINUE WITH REQUEST' }).click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await expect(page.getByText('Thank you, Alex!')).toBeVisible();
  await expect(page.getByText('Your appointment has been requested!')).toBeVisible();
  await expect(page.getByText("We'll let you know when your appointment has been accepted")).toBeVisible();
  await expect(page.getByRole('link', { name: 'My Appointments' })).toHaveAttribute('href', `/${clinic}/appointments`);
  await expectAccessible(page);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('appointment.ics');
  const ics = await readFile((await download.path())!, 'utf8');
  expect(ics).toContain('STATUS:TENTATIVE');
  expect(ics).toMatch(/DTSTART;TZID=America\/Chicago:\d{8}T\d{6}\r\n/);

  const file = await exported(server, clinic);
  expect(file.appointments[0]).toMatchObject({
    status: 'REQUESTED',
    note: `${owner.note}\nRequested provider: Dr. Ada Park`,
  });
});

const withWaitlist: Overrides = {
  shop: { feature_settings: { waitlist_ui_v1_enabled: true } },
  products: [product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: true } })],
};

test('the waitlist box adds, removes, and keeps the wish without a network (D-06, WAIT-02 to WAIT-05, CONST-01)', async ({
  page,
  server,
  addClinic,
  context,
  complaints,
}) => {
  complaints.expect(noConnection);
  const booking = new Booking(page);
  const owner = someOwner();
  const clinic = await addClinic(withWaitlist);
  await booking.toFilledForm(clinic, owner);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  const box = page.getByRole('checkbox', { name: 'Put me on the waitlist for an earlier time' });
  await box.check();
  const [added, removed, saved] = [
    "You've been added to the waitlist!",
    "You've been removed from the waitlist.",
    "Saved. We'll add you to the waitlist when you're back online.",
  ];
  const toasts = () => toastsOf(page);
  await expect.poll(toasts).toEqual([added]);
  await expect(page.locator('[data-part=toast]')).toHaveCount(0);
  await expect(box).toBeChecked();
  await box.uncheck();
  await expect.poll(toasts).toEqual([added, removed]);
  await context.setOffline(true);
  await box.check();
  await expect.poll(toasts).toEqual([added, removed, saved]);
  await context.setOffline(false);
  await expect.poll(toasts, { timeout: 60_000 }).toEqual([added, removed, saved, added]);
  await expect(box).toBeChecked();
});

test('no waitlist box where the type or the clinic has none (WAIT-03)', async ({ page, server, addClinic }) => {
  const booking = new Booking(page);
  const owner = someOwner();
  await booking.toFilledForm(await addClinic({ shop: { feature_settings: { waitlist_ui_v1_enabled: true } } }), owner);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

const withThanks: Overrides = {
  ...withWaitlist,
  shop: {
    ...withWaitlist.shop,
    metadata: { thankYouPage: 'https://thanks.example/booked', isBookingShowThankYouPage: true },
  },
};

/** Books; from then on time goes on only when told: a busy machine may need more than the page's 3 s to do anything. */
async function bookAndStop(page: Page, server: { code(to: string): Promise<string> }, clinic: string): Promise<void> {
  await page.clock.install();
  const booking = new Booking(page);
  const owner = someOwner();
  await booking.toFilledForm(clinic, owner);
  await booking.submit.click();
  const code = await server.code(`+1${owner.phone}`);
  await expect(booking.code).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await booking.code.fill(code);
  await booking.expectScheduled('Alex');
}

test.describe('the thank-you page (DONE-05, D-106)', () => {
  test.beforeEach(({ context }) =>
    context.route('https://thanks.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Thanks</title>' }),
    ),
  );

  test('follows after 3 s', async ({ page, server, addClinic }) => {
    const clinic = await addClinic(withThanks);
    await bookAndStop(page, server, clinic);
    await page.clock.runFor(2900);
    await expect(page).toHaveURL(new RegExp(`/${clinic}`));
    await page.clock.runFor(200);
    await page.waitForURL('https://thanks.example/booked');
  });

  test('waits for an owner who touches the waitlist, behind a link', async ({ page, server, addClinic }) => {
    const clinic = await addClinic(withThanks);
    await bookAndStop(page, server, clinic);
    await page.getByRole('checkbox', { name: /waitlist/ }).check();
    await expect(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', 'https://thanks.example/booked');
    await page.clock.fastForward(5000);
    expect(page.url()).toContain(`/${clinic}`);
    await expect(page.getByRole('link', { name: 'My Appointments' })).toBeVisible();
  });
});

test('a contact of somebody else’s account is refused beside its field, before anything is stored (INFO-21, D-21, D-88, ERR-07)', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/409/);
  const owner = someOwner({ name: 'Sam Rivera' });
  const booking = new Booking(page);
  const clinic = await addClinic({
    clients: [
      client({
        id: 'sam',
        first_name: 'Sam',
        last_name: 'Rivera',
        phone: `+1${owner.phone}`,
        patients: [{ id: 'maple', name: 'Maple', species_id: 'dog' }],
      }),
      client({ id: 'other', email: 'taken@example.com', password: 'biscuit-and-juniper' }),
    ],
  });
  await asReturning(booking, (to) => server.code(to), clinic, owner);
  await booking.email.fill('taken@example.com');
  await booking.submit.click();
  await expect(
    page.getByText('This phone number or email is already in use. Please sign in as a returning client.'),
  ).toBeVisible();
  await expect(booking.email).toBeFocused();
  await expect(page.getByText('AliasAlreadyUsed')).toHaveCount(0);
  expect((await exported(server, clinic)).appointments ?? []).toEqual([]);
  await booking.email.fill(owner.email);
  await booking.submit.click();
  await booking.expectScheduled('Sam');
});

test('text us asks for ten digits, thanks for 3 s, fades for 1.5 s and closes (TEXT-01 to TEXT-04)', async ({
  page,
  addClinic,
}) => {
  await page.clock.install();
  const booking = new Booking(page);
  await booking.open(await addClinic());
  await page.getByRole('button', { name: 'Text us' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Text with us' });
  const phone = dialog.getByLabel('Mobile phone');
  const send = dialog.getByRole('button', { name: 'Send' });
  await send.click();
  await expect(dialog.getByText('Please enter a phone number')).toBeVisible();
  await phone.fill('512555013');
  await send.click();
  await expect(dialog.getByText('Please enter a valid phone number')).toBeVisible();
  await expect(dialog.getByText('Please enter a phone number')).toHaveCount(0);
  await phone.fill('5125550134');
  // From here on time goes on only when told.
  await page.clock.pauseAt(Date.now() + 60_000);
  await send.click();
  // The text is announced from within the dialog too, after it.
  const thanks = dialog.getByText("Thanks! We'll text you shortly.").first().locator('..');
  await expect(thanks).toBeVisible();
  await page.clock.runFor(2900);
  await expect(thanks).not.toHaveAttribute('data-fading');
  await page.clock.runFor(200);
  await expect(thanks).toHaveAttribute('data-fading');
  await page.clock.runFor(1300);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(200);
  // It is gone a frame later, and frames come by this clock as well.
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return dialog.count();
    })
    .toBe(0);
});
