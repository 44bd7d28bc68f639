import type { BrowserContext, Page } from '@playwright/test';
import { client, product, provider, type Overrides } from '../../tests/support/clinicFile';
import { Booking, someOwner, type Owner } from './booking';
import { expect } from './fixtures';
import type { PortalServer } from './server';

/** What a walk needs, and whom it tells of each screen that stands. */
export type Walk = {
  page: Page;
  context: BrowserContext;
  server: PortalServer;
  addClinic: (overrides: Overrides) => Promise<string>;
  /** Called on each screen and state with a name of its own; may change the window and must put it back. */
  seen: (name: string) => Promise<void>;
};

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const dayIn = (days: number): string => inDays(days).slice(0, 10);

/** The longest names that a clinic and its owners may well have. */
const long = {
  clinic: 'Veterinary Hospital and Rehabilitation Center of Greater Southwest Travis County',
  type: 'Ovariohysterectomy with Comprehensive Annual Wellness Examination with Vaccinations and Nail Trim',
  clinician: 'Dr. Bartholomew-Christopher Featherstonehaugh',
  location: 'Southwest Parkway and Oak Hill Neighborhood Campus (behind the library)',
  first: 'Maximiliana-Alexandria',
  last: 'Wolfeschlegelsteinhausen de la Cruz',
  pet: 'Sir Bartholomew Fluffington IV',
  // What a file names may be longer than what a form takes.
  otherPet: 'Countess Wilhelmina-Josephine von Whiskersworth the Younger of Oak Hill',
  breed: 'Nova Scotia Duck Tolling Retriever and Petit Basset Griffon Vendéen mix',
  medication: 'Amoxicillin trihydrate and clavulanate potassium 62.5 mg chewable tablets',
  vaccine: 'Distemper, adenovirus type 2, parainfluenza and parvovirus (DHPP), modified live',
};

const deposit = {
  waitlistEligible: true,
  depositRequiredBeforeBooking: true,
  collectDepositFromNewClients: true,
  collectDepositFromReturningClients: true,
};

/** A clinic that asks for and offers everything, of the longest names, with an owner who has some of everything. */
const fullClinic = (owner: Owner): Overrides => ({
  shop: {
    name: long.clinic,
    address: '12345 West Highway 290 Service Road, Building 7, Suite 1200, Austin, Texas 78735-1234',
    metadata: {
      isAutoAccept: true,
      bookingPolicy: 'Please come ten minutes early, with your pet on a leash or in a box.',
    },
    feature_settings: {
      multi_location_v1_enabled: true,
      pet_demographics_enabled: true,
      client_address_enabled: true,
      client_dob_enabled: true,
      waitlist_ui_v1_enabled: true,
      deposit_collection_v1_enabled: true,
      deposit_policy_checkbox_enabled: true,
      deposit_collection_policies: { default: 'The deposit is kept when you do not come.' },
      vertical_insure_enabled: { enabled: true },
      client_online_cancellation_enabled: true,
      client_online_reschedule_enabled: true,
      pet_portal_medication_refills_enabled: true,
    },
  },
  locations: [
    { id: 'north', name: 'North', product_ids: ['exam'] },
    { id: 'south', name: long.location, product_ids: ['exam'] },
  ],
  providers: [provider({ id: 'ada', firstName: long.clinician })],
  products: [product({ id: 'exam', name: long.type, providerIds: ['ada'], deposit_amount: 25, metadata: deposit })],
  breeds: [
    { id: 'long', species_id: 'dog', display_name: long.breed },
    { id: 'pug', species_id: 'dog', display_name: 'Pug' },
  ],
  patient_colors: [],
  keyword_actions: [
    {
      id: 'chocolate',
      keywords: ['chocolate'],
      product_ids: [],
      all_products: true,
      action_type: 'prompt',
      prompt_message: 'I have called the clinic',
      info_message: 'Chocolate can be an emergency.\nPlease call us now.',
    },
  ],
  clients: [
    client({
      id: 'client-sam',
      first_name: long.first,
      last_name: long.last,
      email: owner.email,
      phone: `+1${owner.phone}`,
      password: 'biscuit-and-juniper',
      patients: [
        {
          id: 'maple',
          name: long.pet,
          species_id: 'dog',
          breed: long.breed,
          sex: 'Female',
          birthdate: '2020-01-02',
          vaccinations: [
            { id: 'rabies', description: 'Rabies', issue_date: dayIn(-400), expiration_date: dayIn(-35) },
            { id: 'bordetella', description: 'Bordetella', issue_date: dayIn(-350), expiration_date: dayIn(15) },
            { id: 'dhpp', description: long.vaccine, issue_date: dayIn(-100), expiration_date: dayIn(265) },
            { id: 'lyme', description: 'Lyme', issue_date: dayIn(-100) },
          ],
          medications: [
            {
              id: 'amoxicillin',
              description: long.medication,
              issue_date: dayIn(-30),
              instructions: 'One tablet twice a day with food, until all of them are gone.',
            },
          ],
        },
        { id: 'olive', name: long.otherPet, species_id: 'cat', vaccinations: [], medications: [] },
        { id: 'birch', name: 'Birch', species_id: 'dog' },
      ],
    }),
  ],
  appointments: (
    [
      ['visit', 7, 'ACCEPTED'],
      ['asked', 8, 'REQUESTED'],
      ['past', -30, 'ACCEPTED'],
    ] as const
  ).map(([id, days, status]) => ({
    id,
    fromDate: inDays(days),
    status,
    client_id: 'client-sam',
    patient_id: 'maple',
    product_id: 'exam',
    provider_id: 'ada',
  })),
});

/** A new client's whole booking, with everything that a clinic may ask. */
async function booking({ page, server, addClinic, seen }: Walk): Promise<void> {
  const owner = someOwner({ name: `${long.first} ${long.last}`, pet: long.pet, note: 'Ate some chocolate' });
  const clinic = await addClinic(fullClinic(someOwner()));
  const steps = new Booking(page, long.clinic);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  await steps.open(clinic);
  await seen('booking 01 first screen');
  await page.getByRole('button', { name: 'Text us' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await seen('booking 02 text us');
  await button('Close').click();
  await steps.begin('New client');
  await expect(button(/Southwest/)).toBeVisible();
  await seen('booking 03 location');
  await button(/Southwest/).click();
  await expect(page.getByRole('heading', { name: 'Our Appointment Policy' })).toBeVisible();
  await seen('booking 04 policy');
  await button('Okay').click();
  await expect(steps.species).toBeVisible();
  await seen('booking 05 nothing chosen');
  await steps.chooseVisit();
  await steps.wholeDay.click();
  await expect(steps.times.first()).toBeVisible();
  await seen('booking 06 day chosen');
  await steps.times.first().click();
  await expect(steps.fullName).toBeVisible();
  await seen('booking 07 form');
  await steps.back.click();
  await expect(steps.times.first()).toBeVisible();
  await seen('booking 08 time held');
  await page.goForward();
  await steps.times.first().click();
  await steps.submit.click();
  await expect(page.getByText('Please correct the errors above before submitting').first()).toBeVisible();
  await seen('booking 09 form refused');
  await steps.fillForm(owner);
  await page.getByLabel('Street address').fill('1 Main Street');
  await page.getByLabel('City').fill('Austin');
  await page.getByLabel('State').selectOption({ label: 'Texas' });
  await page.getByLabel('Zip').fill('78701');
  await page.getByLabel('Your date of birth').fill('1990-05-05');
  await page.getByLabel("Pet's sex").selectOption({ label: 'Female' });
  await page.getByLabel("Pet's date of birth").fill('2020-05-05');
  const breed = page.getByRole('combobox', { name: "Pet's breed" });
  await breed.fill('Nova');
  await expect(page.getByRole('option', { name: long.breed })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await seen('booking 10 breed searched');
  await page.keyboard.press('Enter');
  await page.getByLabel('I confirm that this is only one pet').check();
  await steps.submit.click();
  await expect(button('I have called the clinic')).toBeVisible();
  await seen('booking 11 notice');
  await button('I have called the clinic').click();
  await expect(steps.code).toBeVisible();
  await seen('booking 12 code');
  const right = await server.code(`+1${owner.phone}`);
  await steps.code.fill(right === '000000' ? '000001' : '000000');
  await expect(page.getByText(/^Oops, that didn't work/).first()).toBeVisible();
  await seen('booking 13 code refused');
  await steps.code.fill(right);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await seen('booking 14 deposit');
  await button('Make payment').click();
  await seen('booking 15 deposit refused');
  await page.getByLabel('I understand and agree to the above payment policy.').check();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('1230');
  await page.getByLabel('CVC').fill('123');
  await button('Make payment').click();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await seen('booking 16 paid');
  await button('Next step').click();
  await expect(page.getByRole('heading', { name: 'Add insurance for your pet' })).toBeVisible();
  await seen('booking 17 insurance');
  await page.getByRole('radio', { name: /^Accept/ }).check();
  await seen('booking 18 insurance chosen');
  await button('Continue').click();
  await expect(page.getByText(/^Your pet insurance has been purchased/).first()).toBeVisible();
  await seen('booking 19 insured');
  await button('Continue').click();
  await expect(page.getByText('Your appointment is scheduled').first()).toBeVisible();
  await seen('booking 20 scheduled');
}

/** Each way of signing in. */
async function signIn({ page, server, addClinic, seen }: Walk): Promise<void> {
  const owner = someOwner();
  const clinic = await addClinic(fullClinic(owner));
  const steps = new Booking(page, long.clinic);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  await page.goto(`/${clinic}?redirect=pets`);
  await expect(steps.email).toBeVisible();
  await seen('sign-in 01 contact');
  await button('Sign in with a password instead').click();
  await expect(page.getByLabel('Phone or Email')).toBeVisible();
  await seen('sign-in 02 password');
  await page.getByLabel('Phone or Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong-one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong email or password').first()).toBeVisible();
  await seen('sign-in 03 password refused');
  await button('Forgot your password?').click();
  await expect(page.getByRole('radio', { name: 'Email' })).toBeVisible();
  await seen('sign-in 04 forgot');
  await page.goto(`/${clinic}?redirect=pets`);
  await button('Sign in with a password instead').click();
  await button('Sign up').click();
  await expect(page.getByLabel('Confirm password')).toBeVisible();
  await seen('sign-in 05 sign up');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Confirm password').fill('other');
  await page.keyboard.press('Enter');
  await seen('sign-in 06 sign up refused');
  await page.goto(`/${clinic}?redirect=pets`);
  await steps.email.fill(owner.email);
  await button('Send verification code').click();
  await expect(steps.code).toBeVisible();
  await seen('sign-in 07 code');
  await steps.code.fill(await server.code(owner.email));
  await expect(page.getByRole('radiogroup', { name: 'Your pets' })).toBeVisible();
}

/** An owner's portal. */
async function portal({ page, context, server, addClinic, seen }: Walk): Promise<void> {
  const owner = someOwner();
  const clinic = await addClinic(fullClinic(owner));
  const steps = new Booking(page, long.clinic);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  await page.goto(`/${clinic}?redirect=pets`);
  await steps.email.fill(owner.email);
  await button('Send verification code').click();
  await steps.code.fill(await server.code(owner.email));
  const pets = page.getByRole('radiogroup', { name: 'Your pets' }).getByRole('radio');
  await expect(pets.first()).toBeVisible();
  await seen('portal 01 pets');
  await pets.filter({ hasText: long.pet }).click();
  await expect(page.getByText('Rabies').first()).toBeVisible();
  await seen('portal 02 vaccinations');
  await page.getByRole('button', { name: /menu$/ }).first().click({ force: true });
  await page.setViewportSize({ width: 1280, height: 844 });
  await seen('portal 03 menu');
  await page.keyboard.press('Escape');
  await button(/mail/i).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await seen('portal 04 e-mail history');
  await button('Close').click();
  await page.locator('label').filter({ hasText: 'Medications' }).click();
  await expect(page.getByText(long.medication).first()).toBeVisible();
  await seen('portal 05 medications');
  await button('Request a refill').click();
  await seen('portal 06 refill');
  await context.setOffline(true);
  await page.getByRole('dialog').getByRole('radio').first().check();
  await page.getByRole('dialog').getByLabel('Note').fill('Half as many, please.');
  await button('Send').click();
  await expect(page.getByText(/Waiting to send/).first()).toBeVisible();
  await seen('portal 07 refill waits without a network');
  await context.setOffline(false);
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await seen('portal 08 refill sent');
  await pets.filter({ hasText: 'Countess' }).click();
  await seen('portal 09 another pet');
  await page.goto(`/${clinic}/pets/maple/certificate`);
  await expect(page.getByRole('article')).toContainText('Rabies');
  await seen('portal 10 certificate');
  await page.goto(`/${clinic}/appointments`);
  await expect(page.getByRole('link', { name: new RegExp(long.type) }).first()).toBeVisible();
  await seen('portal 11 appointments');
  await page
    .locator('label')
    .filter({ hasText: /^Past|History/ })
    .click();
  await seen('portal 12 past appointments');
  await page.goto(`/${clinic}/appointments/visit`);
  await expect(page.getByText('Accepted').first()).toBeVisible();
  await seen('portal 13 appointment');
  await button('Cancel appointment').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await seen('portal 14 cancel');
  await button('Keep appointment').click();
  await page.getByRole('link', { name: 'Reschedule' }).click();
  await steps.wholeDay.click();
  await steps.times.last().click();
  await expect(button(/^Move to /)).toBeVisible();
  await seen('portal 15 move');
  await page.goto(`/${clinic}/account`);
  await expect(page.getByText('This device').first()).toBeVisible();
  await seen('portal 16 account');
  await page.getByLabel(/^Birth day/).selectOption('31');
  await button('Save').click();
  await expect(page.getByText('Please choose both a day and a month').first()).toBeVisible();
  await seen('portal 17 account refused');
  await button('Sign out everywhere').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await seen('portal 18 sign out everywhere');
}

/** What stands where nothing can be booked, or nothing is. */
async function elsewhere({ page, addClinic, seen }: Walk): Promise<void> {
  const clinic = await addClinic({ shop: { name: long.clinic }, products: [] });
  const steps = new Booking(page, long.clinic);
  await steps.open(clinic);
  await steps.begin('New client');
  await expect(steps.clientType).toHaveCount(0);
  await seen('elsewhere 01 nothing to book');
  await page.goto(`/${clinic}/nowhere`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await seen('elsewhere 02 no such page');
  await page.goto('/no-such-clinic');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await seen('elsewhere 03 no such clinic');
}

/** Every screen and state, in four walks. */
export const walks: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  booking,
  'sign-in': signIn,
  portal,
  elsewhere,
};

/** What walks provoke in the browser's console. */
export const provoked: readonly RegExp[] = [/status of 40[0-9]/, /ERR_INTERNET_DISCONNECTED/];
