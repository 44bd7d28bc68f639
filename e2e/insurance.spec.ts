import type { Page } from '@playwright/test';
import { product } from '../tests/support/clinicFile';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import type { PortalServer } from './support/server';

const clinic = {
  shop: {
    metadata: { isAutoAccept: true },
    feature_settings: { vertical_insure_enabled: { enabled: true }, client_address_enabled: true },
  },
};

/** From the first tap past the code, with an address. */
async function book(
  page: Page,
  server: PortalServer,
  id: string,
  { zip = '78701', species = 'Dog' } = {},
): Promise<void> {
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.open(id);
  await booking.begin('New client');
  await booking.chooseVisit(species);
  await booking.chooseTime();
  await booking.fillForm(owner);
  await page.getByLabel('Street address').fill('1 Main St');
  await page.getByLabel('City').fill('Austin');
  await page.getByLabel('State').selectOption({ label: 'Texas' });
  await page.getByLabel('Zip').fill(zip);
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
}
const heading = (page: Page) => page.getByRole('heading', { name: 'Add insurance for your pet' });

async function payPremium(page: Page, card = '4242424242424242'): Promise<void> {
  await page.getByRole('radio', { name: /^Accept/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterCard(page, card);
}

async function enterCard(page: Page, card = '4242424242424242'): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry date').fill('1230');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('INS-02 to INS-04, INS-07, INS-08, INS-11: nothing chosen is said; accepted and paid by card; then there is no second offer', async ({
  page,
  server,
  addClinic,
}) => {
  const id = await addClinic(clinic);
  await book(page, server, id);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('button', { name: "I'd like to skip this" })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please select or decline an insurance offer.')).toBeVisible();
  await expectAccessible(page);
  await payPremium(page);
  await expect(
    page.getByText(/^Your pet insurance has been purchased and you have been charged \$\d+\.\d\d$/).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  const booking = new Booking(page);
  await booking.expectScheduled('Alex');

  // The same pet comes again.
  await booking.open(id);
  await booking.begin('Returning client');
  await booking.chooseVisit();
  await booking.chooseTime(3);
  await booking.petName.selectOption({ label: 'Pepper' });
  await booking.note.fill('Again');
  const found = page.waitForResponse('**/insurance_quotes/find/**');
  await booking.submit.click();
  expect(await (await found).json()).toMatchObject({ data: { id: expect.any(String) } });
  await booking.expectScheduled('Alex');
});

test('INS-01: another species is offered none', async ({ page, server, addClinic }) => {
  await book(
    page,
    server,
    await addClinic({
      ...clinic,
      species: [
        { id: 'dog', name: 'Dog' },
        { id: 'rabbit', name: 'Rabbit' },
      ],
    }),
    { species: 'Rabbit' },
  );
  await new Booking(page).expectScheduled('Alex');
});

test('INS-01, INS-06, INS-09, INS-10: a cat is offered it too; declined goes on', async ({
  page,
  server,
  addClinic,
}) => {
  const asked = page.waitForRequest('**/insurance_quotes/offer');
  await book(page, server, await addClinic(clinic), { species: 'Cat' });
  expect((await asked).postDataJSON()).toMatchObject({ species: 'Cat', age: 3, plan: 'INJURY_AND_ILLNESS' });
  await page.getByRole('radio', { name: /^Decline/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('INS-12: an insurer that refuses leaves the booking as it is', async ({ page, server, addClinic, complaints }) => {
  complaints.expect(/status of 422/);
  await book(page, server, await addClinic(clinic), { zip: '00000' });
  await page.getByRole('radio', { name: /^Accept/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(
    page.getByText('There was a problem purchasing your pet insurance, but your appointment has still been booked.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('INS-13: a card that is not taken', async ({ page, server, addClinic }) => {
  await book(page, server, await addClinic(clinic));
  await payPremium(page, '4000000000000002');
  await expect(page.getByText('Something went wrong, but your appointment has still been booked. (1)')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('INS-13: a card that is taken, and whose payment does not go through', async ({ page, server, addClinic }) => {
  await book(page, server, await addClinic(clinic));
  const completed = page.waitForResponse('**/insurance_quotes/complete_payment');
  await payPremium(page, '4000000000000341');
  expect(await (await completed).json()).toMatchObject({ data: { complete: false } });
  await expect(page.getByText('Something went wrong, but your appointment has still been booked. (2)')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('D-413: a premium that is still being processed is not told as failed; it is asked about until it is paid', async ({
  page,
  server,
  addClinic,
}) => {
  await book(page, server, await addClinic(clinic));
  await payPremium(page, '4000000000005126');
  await expect(unheard(page)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText('Something went wrong', { exact: false })).toHaveCount(0);
  await expect(page.getByText(/^Your pet insurance has been purchased/).first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Continue' }).click();
  await new Booking(page).expectScheduled('Alex');
});

/** The clinic does what is asked, and its answer is lost so many times. */
async function loseReplies(page: Page, path: string, times: number): Promise<void> {
  await page.route(
    `**/api/insurance_quotes${path}`,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times },
  );
}
const unheard = (page: Page) =>
  page.getByText('We could not hear whether your pet insurance was purchased. Your appointment has been booked.');

test('D-102: an offer whose answer is lost is left out', async ({ page, server, addClinic, complaints }) => {
  complaints.expect(noConnection);
  await loseReplies(page, '/offer', 1);
  await book(page, server, await addClinic(clinic));
  await new Booking(page).expectScheduled('Alex');
});

test('D-13: a purchase whose answer is lost is asked for once more, and is one purchase', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(noConnection);
  await book(page, server, await addClinic(clinic));
  await loseReplies(page, '', 1);
  await payPremium(page);
  await expect(page.getByText(/^Your pet insurance has been purchased/).first()).toBeVisible();
});

test('D-13: a purchase and a payment that nobody answers for are neither bought nor failed, and can be asked for again', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(noConnection);
  await book(page, server, await addClinic(clinic));
  await loseReplies(page, '', 2);
  await page.getByRole('radio', { name: /^Accept/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(unheard(page)).toBeVisible();
  await expectAccessible(page);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
  await again.click();
  await loseReplies(page, '/complete_payment', 2);
  await enterCard(page);
  await expect(unheard(page)).toBeVisible();
  await expect(page.getByText('Something went wrong', { exact: false })).toHaveCount(0);
  await expect(again).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
  await again.click();
  await expect(page.getByText(/^Your pet insurance has been purchased/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('D-13: a card whose answer is lost may have paid, so the insurer is asked', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(noConnection);
  await book(page, server, await addClinic(clinic));
  await page.route(
    '**/api/demo/cards/confirm',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await payPremium(page);
  await expect(page.getByText(/^Your pet insurance has been purchased/).first()).toBeVisible();
});

test('D-102: without a network the offer is left out', async ({ page, context, server, addClinic, complaints }) => {
  complaints.expect(noConnection);
  const { shop } = clinic;
  await book(
    page,
    server,
    await addClinic({
      shop: { ...shop, feature_settings: { ...shop.feature_settings, deposit_collection_v1_enabled: true } },
      products: [
        product({
          id: 'exam',
          name: 'Exam',
          deposit_amount: 25,
          metadata: { depositRequiredBeforeBooking: true, collectDepositFromNewClients: true },
        }),
      ],
    }),
  );
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('1230');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: 'Make payment' }).click();
  await expect(page.getByRole('button', { name: 'Next step' })).not.toHaveAttribute('aria-busy', 'true');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('INS-05: no offer where state and zip are not known', async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.toFilledForm(
    await addClinic({
      shop: { metadata: { isAutoAccept: true }, feature_settings: { vertical_insure_enabled: { enabled: true } } },
    }),
    owner,
  );
  await booking.submit.click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  await booking.expectScheduled('Alex');
  await expect(heading(page)).toBeHidden();
});
