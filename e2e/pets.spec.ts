import { client } from '../tests/support/clinicFile';
import { someOwner } from './support/booking';
import { expect, expectAccessible, test } from './support/fixtures';
import { failUntilTriedAgain } from './support/lose';
import { clinicOf, isSaved, MyPets } from './support/myPets';
import { expectToast } from './support/toasts';

test('an owner sees each pet’s vaccinations and medications, and what is due', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const my = new MyPets(page);
  // As Safari on iOS says that it could be installed.
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }));
  await my.signIn(clinic, server, owner);
  await expect(my.pets).toHaveCount(3);
  await expect(page.getByText('Select a pet above to see details!')).toBeVisible();
  await expect(my.pet('Maple')).toContainText('vaccines due');
  await expectAccessible(page);

  await my.pet('Maple').click();
  await expect(page.getByText(/^Beagle, female, \d+ years$/)).toBeVisible();
  await expect(my.row('Rabies')).toContainText('Expired:');
  await expect(my.row('Bordetella')).toContainText('Expires:');
  await expect(my.row('DHPP')).toContainText('Expiration:');
  await expect(my.row('Lyme')).not.toContainText('Expiration:');
  await expect(page.getByText('2 vaccines are due')).toBeVisible();
  await expect(page.getByText('Rabies, Bordetella')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Book a visit' })).toHaveAttribute('href', `/${clinic}`);
  await expect(my.savedOn).toHaveCount(0);
  await expect(page.getByText('Keep Test Vets on this device')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('Keep Test Vets on this device')).toHaveCount(0);
  await my.tab('Medications');
  await expect(my.row('Carprofen 75 mg')).toContainText('One tablet twice a day.');
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await my.pet('Maple').focus();
  await page.keyboard.press('ArrowRight');
  await expect(my.pet('Olive')).toBeChecked();
  await expect(my.row('FVRCP')).toContainText('Expiration:');
  await my.pet('Birch').click();
  await expect(
    page.getByText("Nothing to see here yet! If you've been here before, check back in a few minutes."),
  ).toBeVisible();
});

test('the history is mailed, and the dialog says what is wrong with an address (VAX-04 to VAX-09)', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 5\d\d/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const my = new MyPets(page);
  await my.signIn(clinic, server, owner);
  await my.pet('Maple').click();
  const open = page.getByRole('button', { name: 'Email vaccination history' });
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Send' });
  await open.click();
  await expect(dialog.getByLabel('Email')).toHaveValue(owner.email);
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill('');
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Email').fill('sam@');
  await send.click();
  await expect(dialog.getByText('Please enter a valid email')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill(`sitter.${owner.email}`);
  await send.click();
  await expectToast(page, 'Email sent');
  await expect(dialog).toBeHidden();
  const [mail] = await server.messages(`sitter.${owner.email}`);
  expect(mail?.text).toContain('Bordetella');

  await page.route('**/api/vaccinations/email', (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'no' } }),
  );
  await open.click();
  await send.click();
  await expectToast(page, 'Unable to send email');
  await expect(dialog).toBeHidden();
});

test('a refill is asked for with a medication or a note (MED-01 to MED-04)', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const my = new MyPets(page);
  await my.signIn(clinic, server, owner);
  await my.pet('Maple').click();
  await my.tab('Medications');
  await page.getByRole('button', { name: 'Request a refill' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Send' });
  await expect(dialog).toContainText('For urgent needs, call 512-555-0100.');
  await expect(send).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel('Note').fill('The ones for her ears');
  await expect(send).toBeEnabled();
  await dialog.getByLabel('Note').fill('');
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Carprofen 75 mg').check();
  await send.click();
  await expectToast(page, 'Refill request sent!');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Receipt /)).toBeVisible();
});

test('records are of no use where the clinic has no refills, and there is nothing to pick with one pet (PETS-04, D-118)', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic({
    ...clinicOf(owner, { pet_portal_medication_refills_enabled: false }),
    clients: [
      client({
        id: 'client-sam',
        first_name: 'Sam',
        last_name: 'Rivera',
        email: owner.email,
        phone: `+1${owner.phone}`,
        patients: [{ id: 'maple', name: 'Maple', species_id: 'dog' }],
      }),
    ],
  });
  const my = new MyPets(page);
  await my.signIn(clinic, server, owner);
  await expect(my.pet('Maple')).toBeChecked();
  await my.tab('Medications');
  await expect(page.getByText('Nothing to see here yet!', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Request a refill' })).toHaveCount(0);
});

test('a list that fails to load keeps what is saved, with its date (D-12)', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const owner = someOwner();
  const clinic = await addClinic(clinicOf(owner));
  const my = new MyPets(page);
  await my.signIn(clinic, server, owner);
  await isSaved(page);
  await failUntilTriedAgain(page, '**/api/vaccinations?*');
  await page.reload();
  await my.pet('Maple').click();
  await expect(page.getByText('Oops! Something went wrong. Please try again in a few seconds.').first()).toBeVisible();
  await expect(my.row('Rabies')).toContainText('Expired:');
  await expect(my.savedOn).toBeVisible();
  await my.pet('Birch').click();
  await expect(my.row('Rabies')).toHaveCount(0);
  await expect(page.getByText("We couldn't load the vaccinations.")).toBeVisible();
  await expect(page.getByText('Nothing to see here yet!', { exact: false })).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing to see here yet!', { exact: false })).toBeVisible();
});
