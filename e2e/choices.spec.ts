import { client, product, provider } from '../tests/support/clinicFile';
import { bookedByAnother, Booking, someOwner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';

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
  const heading = page.getByRole('heading', {
    name: "At which location do you want to schedule your pet's appointment?",
  });
  await expect(heading).toBeVisible();
  const list = page.getByRole('list', { name: 'Locations' });
  await expect(list).toHaveCSS('max-height', `${Math.min(0.65 * 844, 650)}px`);
  await expect(list.locator('xpath=following-sibling::*')).toBeVisible();
  await expectAccessible(page);
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight - element.clientHeight - 10));
  await expect(list.locator('xpath=following-sibling::*')).toBeHidden();

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
    products: [
      product({ id: 'exam', name: 'Exam' }),
      product({ id: 'cats', name: 'Cat visit', metadata: { speciesIds: ['cat'] } }),
    ],
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

test('the same Book again begins that visit each time; a reload and the way back go on with what was begun', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic({
    products: [
      product({ id: 'exam', name: 'Exam', metadata: { speciesIds: ['dog'] } }),
      product({ id: 'dental', name: 'Dental', metadata: { speciesIds: ['dog'] } }),
    ],
    clients: [
      client({
        id: 'client-sam',
        first_name: 'Sam',
        last_name: 'Rivera',
        email: owner.email,
        patients: [{ id: 'maple', name: 'Maple', species_id: 'dog' }],
      }),
    ],
    appointments: [
      {
        id: 'past',
        client_id: 'client-sam',
        patient_id: 'maple',
        product_id: 'exam',
        provider_id: 'ada',
        fromDate: new Date(Date.now() - 7 * 86_400_000).toISOString(),
        status: 'ACCEPTED',
      },
    ],
  });
  const booking = new Booking(page);
  await page.goto(`/${clinic}?redirect=appointments`);
  await booking.email.fill(owner.email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await booking.code.fill(await server.code(owner.email));
  await expect(page).toHaveURL(new RegExp(`/${clinic}/appointments$`));

  const follow = async () => {
    await page.goto(`/${clinic}/appointments?tab=history`);
    await page.getByRole('link', { name: 'Book again' }).click();
    await booking.begin('Returning client');
    await expect(booking.type).toHaveValue('exam');
  };
  await follow();
  await booking.chooseTime();
  await page.reload();
  await expect(booking.fullName).toBeVisible();
  await page.goto(`/${clinic}/appointments`);
  await page.goBack();
  await expect(booking.fullName).toBeVisible();

  // Another booking is under way now, at its form.
  await page.goto(`/${clinic}`);
  await booking.back.click();
  await booking.type.selectOption('dental');
  await booking.chooseTime(2);
  await follow();
  await expect(booking.dates.first()).toBeVisible();
  // A link that is opened from outside as well, twice the same.
  for (let count = 0; count < 2; count += 1) {
    await page.goto(`/${clinic}?appointment=dental`);
    await booking.begin('Returning client');
    await expect(booking.type).toHaveValue('dental');
    await booking.chooseTime(3);
  }
  await page.reload();
  await expect(booking.fullName).toBeVisible();
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
    products: [
      product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: true } }),
      product({ id: 'plain', name: 'Plain' }),
    ],
  });
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('New client');
  await booking.chooseVisit();
  const hint = page.getByText(
    'The first opening is more than a week away. After booking you can join the waitlist for an earlier time.',
  );
  await expect(hint).toBeVisible();
  await booking.chooseVisit('Dog', 'plain');
  await expect(hint).toHaveCount(0);
});

test('a clinic that asks its calendar refuses a time that went meanwhile', async ({
  page,
  browser,
  server,
  addClinic,
}) => {
  const clinic = await addClinic({
    shop: { feature_settings: { hold_time_slots_enabled: false, check_vetbridge_time_slot_availability: true } },
    providers: [provider({ id: 'ada' })],
    products: [product({ id: 'exam', name: 'Exam', providerIds: ['ada'] })],
  });
  const slow = new Booking(page);
  await slow.toTimes(clinic);
  await bookedByAnother(browser, server, clinic);
  await slow.times.first().click();
  await expect(
    page.getByText("We're sorry, this time is no longer available. Please choose another time."),
  ).toBeVisible();
  await expect(slow.times.first()).toBeDisabled();
  await slow.times.nth(2).click();
  await expect(slow.fullName).toBeVisible();
});

test('a compound visit is picked by its start and booked whole', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic({
    products: [
      product({
        id: 'pair',
        name: 'Exam and consult',
        metadata: { time: 60 },
        segments: [
          { minutes: 30, providerIds: ['ada'] },
          { minutes: 30, providerIds: ['ben'] },
        ],
      }),
    ],
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

test('another species has another pet: the one on the screen is booked, and no second one is written (D-408)', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner({ name: 'Sam Rivera' });
  const clinic = await addClinic({
    shop: { feature_settings: { pet_demographics_enabled: true } },
    species: [
      { id: 'dog', name: 'Dog' },
      { id: 'cat', name: 'Cat' },
      { id: 'bird', name: 'Bird' },
    ],
    breeds: [
      { id: 'pug', species_id: 'dog', display_name: 'Pug' },
      { id: 'persian', species_id: 'cat', display_name: 'Persian' },
      { id: 'budgie', species_id: 'bird', display_name: 'Budgie' },
    ],
    clients: [
      client({
        id: 'sam',
        first_name: 'Sam',
        last_name: 'Rivera',
        email: owner.email,
        phone: `+1${owner.phone}`,
        patients: [
          { id: 'maple', name: 'Maple', species_id: 'dog', breed: 'Pug', breed_id: 'pug' },
          { id: 'biscuit', name: 'Biscuit', species_id: 'dog', breed: 'Pug', breed_id: 'pug' },
          {
            id: 'juniper',
            name: 'Juniper',
            species_id: 'cat',
            breed: 'Persian',
            breed_id: 'persian',
            sex: 'Female',
            birthdate: '2023-03-02',
          },
        ],
      }),
    ],
  });
  const booking = new Booking(page);
  const breed = page.getByRole('combobox', { name: "Pet's breed" });
  await booking.asReturning(clinic, owner, (to) => server.code(to));
  await booking.chooseVisit('Dog');
  await booking.chooseTime();
  await booking.petName.selectOption('Maple');
  await expect(breed).toHaveValue('Pug');
  await booking.note.fill(owner.note);

  // No bird is on file: the name is typed, and nothing of the dog is left.
  await booking.back.click();
  await booking.chooseVisit('Bird');
  await booking.chooseTime();
  await expect(booking.petName).toHaveValue('');
  await expect(breed).toHaveValue('');
  await expect(booking.note).toHaveValue(owner.note);
  await booking.submit.click();
  await expect(page.getByText('Pet name is required')).toBeVisible();

  // The only cat is chosen, also after the page was killed.
  await booking.back.click();
  await booking.chooseVisit('Cat');
  await booking.chooseTime();
  await expect(booking.petName).toHaveValue('juniper');
  await expect(breed).toHaveValue('Persian');
  await page.reload();
  await expect(booking.petName).toHaveValue('juniper');
  await expect(breed).toHaveValue('Persian');
  await booking.submit.click();
  await booking.expectScheduled('Sam');
  await expect(page.getByText('Exam for Juniper')).toBeVisible();
  const file = JSON.parse(await server.clinic('export', clinic));
  expect(file.appointments).toMatchObject([{ patient_id: 'juniper', details: { species_id: 'cat' } }]);
  expect(file.clients[0].patients.map(({ name }: { name: string }) => name).sort()).toEqual([
    'Biscuit',
    'Juniper',
    'Maple',
  ]);
});

test('a clinician who was named is not asked for by a type that one clinician does (APPT-10, D-408)', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic({
    shop: { feature_settings: { include_requested_provider_in_appointment_note: true } },
    products: [product({ id: 'exam', name: 'Exam' }), product({ id: 'trim', name: 'Trim', providerIds: ['ben'] })],
  });
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('New client');
  await booking.chooseVisit();
  await page.getByLabel('Clinician').selectOption({ label: 'Dr. Ben Ruiz' });
  await booking.type.selectOption('trim');
  await expect(page.getByLabel('Clinician')).toHaveCount(0);
  await booking.chooseTime();
  await booking.fillForm(owner);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  const [appointment] = JSON.parse(await server.clinic('export', clinic)).appointments;
  expect(appointment).toMatchObject({
    product_id: 'trim',
    provider_id: 'ben',
    note: owner.note,
    details: { anyone: true, specific_doctor_requested: false },
  });
});

test('a compound visit with a clinician of its second part is held and booked (D-65, D-408)', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic({
    shop: { feature_settings: { include_requested_provider_in_appointment_note: true } },
    products: [
      product({
        id: 'pair',
        name: 'Exam and consult',
        metadata: { time: 60 },
        segments: [
          { minutes: 30, providerIds: ['ada'] },
          { minutes: 30, providerIds: ['ben'] },
        ],
      }),
    ],
  });
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('New client');
  await booking.chooseVisit('Dog', 'pair');
  await page.getByLabel('Clinician').selectOption({ label: 'Dr. Ben Ruiz' });
  await booking.chooseTime();
  await booking.fillForm(owner);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  const [appointment] = JSON.parse(await server.clinic('export', clinic)).appointments;
  expect(appointment).toMatchObject({
    provider_id: 'ada',
    note: `${owner.note}\nRequested provider: Dr. Ben Ruiz`,
    details: { specific_doctor_requested: true, segments: [{ providerId: 'ada' }, { providerId: 'ben' }] },
  });
});
