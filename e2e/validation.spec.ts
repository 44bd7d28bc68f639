import { addDays, dateInZone } from '../src/domain/clinicTime';
import { product, type Overrides } from '../tests/support/clinicFile';
import { middayZone } from '../tests/support/midday';
import { Booking, someOwner } from './support/booking';
import { expect, test } from './support/fixtures';

type Settings = Record<string, unknown>;
/** What a visit to the form needs of the clinic, and what is typed over a form that is otherwise right. */
type Row = {
  rule: string;
  /** Label and value; a select takes its option's label. */
  type: Record<string, string>;
  says: string;
  /** The nearest input that is right: the message must not be there. */
  nearest: Record<string, string>;
  /** How often it is said; once unless given. */
  times?: number;
};

const lists: Overrides = {
  breeds: [
    { id: 'beagle', species_id: 'dog', display_name: 'Beagle' },
    { id: 'pug', species_id: 'dog', display_name: 'Pug' },
    { id: 'siamese', species_id: 'cat', display_name: 'Siamese' },
  ],
  patient_colors: [
    { id: 'tan', species_id: 'dog', name: 'Tan' },
    { id: 'black', species_id: 'dog', name: 'Black' },
  ],
};
const everything: Settings = {
  client_address_enabled: true,
  client_dob_enabled: true,
  pet_demographics_enabled: true,
};
const filled = {
  'Street address': '1 Main Street',
  City: 'Austin',
  State: 'Texas',
  Zip: '78701',
  'Your date of birth': '1990-05-05',
  "Pet's sex": 'None',
  "Pet's date of birth": '2020-05-05',
  "Pet's breed": 'Pug',
  "Pet's color": 'Tan',
};

const long = (count: number, text = 'x') => text.repeat(count);
const timezone = middayZone();
const day = (offset: number): string => addDays(dateInZone(new Date(), timezone), offset);

const always: Row[] = [
  {
    rule: 'VAL-01 D-136',
    type: { 'Full name': '' },
    says: 'Please enter your full first and last name',
    nearest: { 'Full name': 'Al Stone' },
  },
  {
    rule: 'VAL-02',
    type: { 'Full name': `Al ${long(253)}` },
    says: 'Please keep your name less than 255 characters',
    nearest: { 'Full name': `Al ${long(252)}` },
  },
  {
    rule: 'VAL-03',
    type: { 'Full name': 'Alex S' },
    says: 'Please enter your full first and last name',
    nearest: { 'Full name': 'Alex St' },
  },
  {
    rule: 'VAL-04',
    type: { Email: 'alex@example' },
    says: 'Please enter a valid email',
    nearest: { Email: 'alex@example.co' },
  },
  {
    rule: 'VAL-05',
    type: { Email: `${long(244)}@example.com` },
    says: 'Please enter within 255 characters',
    nearest: { Email: `${long(243)}@example.com` },
  },
  {
    rule: 'VAL-06',
    type: { 'Mobile phone': '512555012' },
    says: 'Please enter a valid 10-digit phone number',
    nearest: { 'Mobile phone': '(512) 555-0120' },
  },
  {
    rule: 'VAL-08',
    type: { 'Mobile phone': '', Email: '' },
    says: 'A mobile phone number or email is required',
    nearest: { 'Mobile phone': '', Email: 'alex@example.com' },
    times: 2,
  },
  { rule: 'VAL-13', type: { 'Pet name': '  ' }, says: 'Pet name is required', nearest: { 'Pet name': 'P' } },
  {
    rule: 'VAL-14',
    type: { 'Pet name': long(31) },
    says: "Please limit your pet's name to 30 characters.",
    nearest: { 'Pet name': long(30) },
  },
  {
    rule: 'VAL-15',
    type: { 'Pet name': 'Rex Max Bella' },
    says: "Is this one pet's name? If you have more than one pet, please schedule separate appointments.",
    nearest: { 'Pet name': 'Sir Barksalot' },
  },
  {
    rule: 'VAL-17',
    type: { 'Reason for the visit': long(501) },
    says: 'Please limit your note to 500 characters',
    nearest: { 'Reason for the visit': long(500) },
  },
  {
    rule: 'VAL-19 D-82',
    type: { 'Reason for the visit': 'my two dogs limp' },
    says: 'Are you booking for multiple pets? If you have more than one pet, please schedule separate appointments.',
    nearest: { 'Reason for the visit': '2 year old dog limps' },
  },
];

const asked: Row[] = [
  {
    rule: 'VAL-25',
    type: { 'Street address': ' ' },
    says: 'Address is required',
    nearest: { 'Street address': '1' },
  },
  { rule: 'VAL-26', type: { City: '' }, says: 'City is required', nearest: { City: 'Austin' } },
  { rule: 'VAL-27', type: { State: 'Choose a state' }, says: 'State is required', nearest: { State: 'Wyoming' } },
  { rule: 'VAL-28', type: { Zip: '' }, says: 'Zip is required', nearest: { Zip: '7' } },
  {
    rule: 'VAL-29',
    type: { 'Your date of birth': '' },
    says: 'Your date of birth is required',
    nearest: { 'Your date of birth': '1990-05-05' },
  },
  {
    rule: 'VAL-30',
    type: { 'Your date of birth': day(0) },
    says: 'Your date of birth must be in the past',
    nearest: { 'Your date of birth': day(-1) },
  },
  {
    rule: 'VAL-31',
    type: { 'Your date of birth': '1775-12-31' },
    says: 'Are you a time traveler? Please pick a date after 1776 :)',
    nearest: { 'Your date of birth': '1776-01-01' },
  },
  {
    rule: 'VAL-32',
    type: { "Pet's sex": 'Choose an option' },
    says: 'Please select an option',
    nearest: { "Pet's sex": 'None' },
  },
  {
    rule: 'VAL-33',
    type: { "Pet's date of birth": '' },
    says: "The pet's date of birth is required",
    nearest: { "Pet's date of birth": '2020-05-05' },
  },
  {
    rule: 'VAL-34',
    type: { "Pet's date of birth": day(1) },
    says: "The pet's date of birth must be in the past",
    nearest: { "Pet's date of birth": day(-1) },
  },
  {
    rule: 'VAL-35',
    type: { "Pet's date of birth": '1775-12-31' },
    says: 'Are you a time traveler? Please pick a date after 1776 :)',
    nearest: { "Pet's date of birth": '1776-01-01' },
  },
  {
    rule: 'VAL-36',
    type: { "Pet's breed": 'Siamese' },
    says: "Pet's breed is required",
    nearest: { "Pet's breed": 'beagle' },
  },
  {
    rule: 'VAL-37',
    type: { "Pet's color": 'Choose a color' },
    says: "Pet's color is required",
    nearest: { "Pet's color": 'Black' },
  },
];

const bothContacts: Row[] = [
  {
    rule: 'VAL-09 missing',
    type: { Email: '' },
    says: 'A valid email address is required',
    nearest: { Email: 'alex@example.com' },
  },
  {
    rule: 'VAL-09 bad',
    type: { Email: 'alex@example' },
    says: 'A valid email address is required',
    nearest: { Email: 'alex@example.com' },
  },
  {
    rule: 'VAL-10',
    type: { 'Mobile phone': '' },
    says: 'A phone number is required',
    nearest: { 'Mobile phone': '5125550120' },
  },
];
const phoneAlone: Row[] = [
  {
    rule: 'VAL-11',
    type: { 'Mobile phone': '' },
    says: 'A phone number is required',
    nearest: { 'Mobile phone': '5125550120', Email: '' },
  },
];
const notes: Row[] = [
  {
    rule: 'VAL-16',
    type: { 'Reason for the visit': ' ?! ' },
    says: 'Please provide detail about the visit',
    nearest: { 'Reason for the visit': 'Limps' },
  },
  {
    rule: 'VAL-18',
    type: { 'Reason for the visit': 'limp' },
    says: 'Please provide a little more detail - even just a few words about the visit',
    nearest: { 'Reason for the visit': 'limps' },
  },
];

/** A form where everything is right, then one row after another typed over it. */
async function check(booking: Booking, rows: readonly Row[], base: Record<string, string>): Promise<void> {
  const { page } = booking;
  const banner = page.getByText('Please correct the errors above before submitting');
  const fill = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields)) {
      // The word "Optional" is a part of the label where it stands.
      const field = page.getByLabel(new RegExp(`^${label}\\s*(Optional)?$`));
      if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption({ label: value });
      else await field.fill(value);
    }
  };
  for (const { rule, type, says, nearest, times = 1 } of rows) {
    await test.step(rule, async () => {
      await fill({ ...base, ...type });
      await booking.submit.click();
      await expect(page.getByText(says, { exact: true }), rule).toHaveCount(times);
      await expect(banner, `${rule}: INFO-14`).toBeVisible();
      const focused = page.locator('[aria-invalid="true"]').first();
      await expect(focused, `${rule}: focus goes to the first error`).toBeFocused();
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(times);
      await fill({ ...base, ...nearest });
      await page.keyboard.press('Escape');
      await expect(page.getByText(says, { exact: true }), `${rule}: the nearest right input`).toHaveCount(0);
      await expect(banner).toHaveCount(0);
    });
  }
}

async function toForm(booking: Booking, clinic: string, type = 'exam'): Promise<void> {
  await booking.open(clinic);
  await booking.begin('New client');
  await booking.chooseVisit('Dog', type);
  await booking.chooseTime();
}

const plain = () => {
  const { name, phone, email, pet } = someOwner();
  return {
    'Full name': name,
    'Mobile phone': phone,
    Email: email,
    'Pet name': pet,
    'Reason for the visit': 'Limps since Tuesday',
  };
};

test('each message of the form that is always there is caused by its input alone', async ({ page, addClinic }) => {
  const booking = new Booking(page);
  await toForm(booking, await addClinic());
  await check(booking, always, plain());
});

test('each message of what the clinic asks besides is caused by its input alone', async ({ page, addClinic }) => {
  const booking = new Booking(page);
  await toForm(booking, await addClinic({ ...lists, shop: { timezone, feature_settings: everything } }));
  await check(booking, asked, { ...plain(), ...filled });
});

test('each regime of contacts and notes has its own messages', async ({ page, addClinic }) => {
  const booking = new Booking(page);
  await toForm(
    booking,
    await addClinic({
      shop: {
        feature_settings: {
          client_phone_required_enabled: true,
          client_email_required_enabled: true,
          appointment_note_required_enabled: true,
        },
      },
    }),
  );
  await check(booking, [...bothContacts, ...notes], plain());
  await toForm(booking, await addClinic({ shop: { feature_settings: { client_phone_required_enabled: true } } }));
  await check(booking, phoneAlone, plain());
});

test('a virtual visit needs the phone, states the consent without a box, and says how the link comes (VAL-12, INFO-12, DONE-03)', async ({
  page,
  server,
  addClinic,
}) => {
  const booking = new Booking(page);
  const clinic = await addClinic({ products: [product({ id: 'video', name: 'Video visit', is_telemedicine: true })] });
  await toForm(booking, clinic, 'video');
  await check(booking, [{ ...phoneAlone[0]!, rule: 'VAL-12' }], plain());
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(
    page.getByText(
      'By continuing you agree to receive text messages about this appointment, including the meeting link.',
    ),
  ).toBeVisible();
  const owner = someOwner();
  await booking.fillForm(owner);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  await expect(page.getByText("We'll text you a meeting link before your appointment.")).toBeVisible();
});

test('a phone takes fourteen characters, a pasted one all of its digits (VAL-07, D-77)', async ({
  page,
  context,
  addClinic,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const booking = new Booking(page);
  await toForm(booking, await addClinic());
  await expect(booking.phone).toHaveAttribute('maxlength', '14');
  await page.evaluate(() => navigator.clipboard.writeText('+1 (512) 555-0134'));
  await booking.phone.focus();
  await page.keyboard.press('Control+V');
  await expect(booking.phone).toHaveValue('512-555-0134');
});

test('three words for a name and several pets in a note ask for a tick, and go on with it (VAL-15, VAL-20, INFO-09, INFO-10)', async ({
  page,
  addClinic,
}) => {
  const booking = new Booking(page);
  await toForm(booking, await addClinic());
  await booking.fillForm(someOwner({ pet: 'Rex Max Bella', note: 'Both dogs limp' }));
  await booking.submit.click();
  const onePet = page.getByRole('checkbox', { name: 'I confirm that this is only one pet' });
  const oneVisit = page.getByRole('checkbox', { name: 'I confirm that this appointment is for only one pet' });
  await expect(onePet).toBeFocused();
  await onePet.check();
  await oneVisit.check();
  await booking.note.fill('Both dogs limp badly');
  await expect(oneVisit).toBeChecked();
  await booking.note.fill('Three cats limp');
  await expect(oneVisit).not.toBeChecked();
  await oneVisit.check();
  await booking.submit.click();
  await expect(page.getByRole('heading', { name: 'Check your phone!' })).toBeVisible();
});
