import type { Page } from '@playwright/test';
import { product, provider } from '../tests/support/clinicFile';
import { Booking, someOwner, type Owner } from './support/booking';
import { expect, expectAccessible, noConnection, test } from './support/fixtures';
import type { PortalServer } from './support/server';

type Metadata = NonNullable<Parameters<typeof product>[0]['metadata']>;

const policy = 'The deposit is kept when you do not come.';
/** Takes 25 dollars from everybody before an exam. */
const clinicWith = (
  settings: Record<string, unknown> = {},
  metadata: Metadata = {},
  shop: Record<string, unknown> = {},
) => ({
  shop: {
    metadata: { isAutoAccept: true, ...shop },
    feature_settings: {
      deposit_collection_v1_enabled: true,
      deposit_collection_policies: { default: policy, payment_title_name: 'Visit' },
      deposit_policy_checkbox_enabled: true,
      ...settings,
    },
  },
  products: [
    product({
      id: 'exam',
      name: 'Exam',
      deposit_amount: 25,
      metadata: {
        depositRequiredBeforeBooking: true,
        collectDepositFromNewClients: true,
        collectDepositFromReturningClients: true,
        ...metadata,
      },
    }),
  ],
});

/** The deposit step, by what an owner reads on it. */
class Deposit {
  constructor(readonly page: Page) {}
  get number() {
    return this.page.getByLabel('Card number');
  }
  get pay() {
    return this.page.getByRole('button', { name: 'Make payment' });
  }
  get policy() {
    return this.page.getByLabel('I understand and agree to the above payment policy.');
  }
  get done() {
    return this.page.getByRole('heading', { name: 'Payment Successful' });
  }

  async enter(card = '4242424242424242'): Promise<void> {
    await this.number.fill(card);
    await this.page.getByLabel('Expiry date').fill('1230');
    await this.page.getByLabel('CVC').fill('123');
  }
}

/** From the first tap to the deposit: form, code. */
async function toDeposit(page: Page, server: PortalServer, clinic: string, owner: Owner): Promise<Deposit> {
  const booking = new Booking(page);
  await booking.toFilledForm(clinic, owner);
  await page.getByRole('button', { name: /^(CONTINUE BOOKING|CONTINUE WITH REQUEST)$/i }).click();
  await booking.code.fill(await server.code(`+1${owner.phone}`));
  const deposit = new Deposit(page);
  await expect(deposit.number).toBeVisible();
  return deposit;
}

test('DEP-01 to DEP-08, DEP-11, DEP-16, DEP-21, DEP-22: policy, card, receipt and success; the appointment follows', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const deposit = await toDeposit(page, server, await addClinic(clinicWith()), owner);
  await expect(page.getByRole('heading', { name: 'Visit Amount' })).toBeVisible();
  await expect(page.getByText('$25.00 one-time')).toBeVisible();
  await expect(page.getByText(policy)).toBeVisible();
  await expect(page.getByText('Test mode')).toBeVisible();
  await expectAccessible(page);

  await deposit.enter();
  await deposit.pay.click();
  await expect(page.getByText('Please accept the deposit policy to continue.')).toBeVisible();
  await expect(deposit.policy).toBeFocused();
  await expectAccessible(page);
  await deposit.policy.check();
  await page.getByLabel('Email for receipt (optional)').fill('receipt@example.com');
  await deposit.pay.click();

  await expect(deposit.done).toBeVisible();
  await expect(page.getByText('TOTAL AMOUNT PAID')).toBeVisible();
  await expect(page.getByText('$25.00')).toBeVisible();
  await expect(page.getByText('PAID BY')).toBeVisible();
  await expect(page.getByText(owner.name)).toBeVisible();
  await expect(page.getByText(/^\w{3} \d\d, \d\d:\d\d [AP]M$/)).toBeVisible();
  await expect(page.getByText(/^\w{4}-\w{4}$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('DEP-01, ENT-13: a type with a title of its own has it, and its own policy', async ({
  page,
  server,
  addClinic,
}) => {
  const own = { product_id: 'exam', policy: 'Exams are paid ahead.', payment_title_name: 'Exam Fee' };
  await toDeposit(
    page,
    server,
    await addClinic(
      clinicWith({
        deposit_collection_policies: { default: policy, payment_title_name: 'Visit', product_policies: [own] },
      }),
    ),
    someOwner(),
  );
  await expect(page.getByRole('heading', { name: 'Exam Fee Amount' })).toBeVisible();
  await expect(page.getByText('Exams are paid ahead.')).toBeVisible();
});

test('DEP-18, DEP-19, DEP-23: a refused card says why, and another one pays', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 4\d\d/);
  const deposit = await toDeposit(
    page,
    server,
    await addClinic(clinicWith({ deposit_policy_checkbox_enabled: false })),
    someOwner(),
  );
  await deposit.enter('4242424242424241');
  await deposit.pay.click();
  await expect(page.getByText(/card number/i).last()).toBeVisible();
  await deposit.enter('4000000000000002');
  await deposit.pay.click();
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible();
  // Confirmed and only then refused by the bank: the payment is recreated.
  await deposit.enter('4000000000000341');
  await deposit.pay.click();
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible();
  await deposit.enter();
  await deposit.pay.click();
  await expect(deposit.done).toBeVisible();
});

test('DEP-17, DEP-20, QUERY-05: the bank asks, refuses once and then agrees', async ({ page, server, addClinic }) => {
  const deposit = await toDeposit(
    page,
    server,
    await addClinic(clinicWith({ deposit_policy_checkbox_enabled: false })),
    someOwner(),
  );
  await deposit.enter('4000002500003155');
  await deposit.pay.click();
  await expect(page.getByRole('heading', { name: 'Sandbox bank' })).toBeVisible();
  await page.getByRole('button', { name: 'Fail the payment' }).click();
  await expect(page.getByText('Your payment was not successful, please try again.')).toBeVisible();
  await expect(page).not.toHaveURL(/secret/);

  await deposit.enter('4000002500003155');
  await deposit.pay.click();
  await page.getByRole('button', { name: 'Approve the payment' }).click();
  await expect(deposit.done).toBeVisible();
  await expect(page.getByText('Payment succeeded!').first()).toBeVisible();
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('DEP-20: a payment that the provider still works on is waited for', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  const deposit = await toDeposit(
    page,
    server,
    await addClinic(clinicWith({ deposit_policy_checkbox_enabled: false })),
    someOwner(),
  );
  // One look that nobody answers ends no waiting.
  complaints.expect(/status of 503/);
  let looks = 0;
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/ppid/**', async (route) => {
    looks += 1;
    if (looks === 1)
      return route.fulfill({ status: 503, json: { success: false, code: 'unavailable', message: 'busy' } });
    await mayAnswer;
    return route.continue();
  });
  await deposit.enter('4000000000005126');
  await deposit.pay.click();
  await expect(page.getByText('Your payment is processing.')).toBeVisible();
  await expect.poll(() => looks).toBe(2);
  await expect(page.getByText('Your payment is processing.')).toBeVisible();
  answer();
  await expect(deposit.done).toBeVisible({ timeout: 20_000 });
});

test('DEP-10, DEP-14, DEP-15: saved as a request first, then the deposit; leaving asks', async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic(
    clinicWith({ deposit_policy_checkbox_enabled: false }, { appointmentRequestWithoutDeposit: true }),
  );
  const deposit = await toDeposit(page, server, clinic, owner);
  await new Booking(page).back.click();
  await expect(
    page.getByText('Your appointment request has been sent. Leave without paying the deposit?'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  // However often: an owner who stays is asked again.
  for (let count = 0; count < 4; count += 1) {
    await page.goBack();
    await expect(
      page.getByText('Your appointment request has been sent. Leave without paying the deposit?'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(deposit.number).toBeVisible();
  }
  await deposit.enter();
  const accepted = page.waitForResponse((response) => response.url().endsWith('/accept?enableReminders=true'));
  await deposit.pay.click();
  expect((await accepted).ok()).toBe(true);
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('D-51: while a charge runs the browser’s back does nothing however often; Leave, and the next one, lead out', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 503/);
  const clinic = await addClinic(
    clinicWith({ deposit_policy_checkbox_enabled: false }, { appointmentRequestWithoutDeposit: true }),
  );
  await page.goto('/misc/not-authorized');
  const deposit = await toDeposit(page, server, clinic, someOwner());
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await page.route(
    '**/charge_payment_method',
    async (route) => {
      await mayAnswer;
      return route.fulfill({ status: 503, json: { success: false, code: 'unavailable', message: 'busy' } });
    },
    { times: 1 },
  );
  await deposit.enter();
  const asked = page.waitForRequest('**/charge_payment_method');
  await deposit.pay.click();
  await asked;
  for (let count = 0; count < 6; count += 1) {
    await page.goBack();
    await expect(deposit.number).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/${clinic}$`));
  }
  await expect(page.getByRole('dialog')).toBeHidden();
  answer();
  await expect(page.getByText('You will not be charged twice', { exact: false })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(new Booking(page).clientType).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/not-authorized$/);
});

test('DEP-08: where the clinic answers later the button names the request', async ({ page, server, addClinic }) => {
  const deposit = await toDeposit(
    page,
    server,
    await addClinic(clinicWith({ deposit_policy_checkbox_enabled: false }, {}, { isAutoAccept: false })),
    someOwner(),
  );
  await deposit.enter();
  await deposit.pay.click();
  await page.getByRole('button', { name: 'Appointment Request Details' }).click();
  await expect(page.getByText('Your appointment has been requested!')).toBeVisible();
});

test('D-13, D-97: the reply to the charge is lost; nothing is charged twice', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(noConnection, /ERR_FAILED/);
  const deposit = await toDeposit(
    page,
    server,
    await addClinic(clinicWith({ deposit_policy_checkbox_enabled: false })),
    someOwner(),
  );
  await page.route(
    '**/charge_payment_method',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await deposit.enter();
  await deposit.pay.click();
  await expect(deposit.done).toBeVisible({ timeout: 30_000 });
});

test('D-96: paid, but saving fails: the deposit is kept and saving can be tried again', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const deposit = await toDeposit(
    page,
    server,
    await addClinic(clinicWith({ deposit_policy_checkbox_enabled: false })),
    someOwner(),
  );
  await page.route(
    '**/api/appointments',
    (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'down' } })
        : route.fallback(),
    { times: 1 },
  );
  await deposit.enter();
  await deposit.pay.click();
  await expect(page.getByText('We received your payment but could not save your appointment yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('DEP-25, D-13: offline nothing is paid; a card form that the clinic does not answer says so', async ({
  page,
  context,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(noConnection, /status of 500/);
  const deposit = await toDeposit(
    page,
    server,
    await addClinic(clinicWith({ deposit_policy_checkbox_enabled: false })),
    someOwner(),
  );
  await deposit.enter();
  await context.setOffline(true);
  await expect(deposit.pay).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect(deposit.pay).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
  await page.route(
    '**/api/demo/cards/confirm',
    (route) => route.fulfill({ status: 500, json: { success: false, code: 'internal', message: 'down' } }),
    { times: 1 },
  );
  await deposit.pay.click();
  await expect(page.getByText('An unexpected error occurred.')).toBeVisible();
  await deposit.pay.click();
  await expect(deposit.done).toBeVisible();
});

test('D-38: a reload at the deposit comes back to it, and after paying to the success', async ({
  page,
  server,
  addClinic,
}) => {
  const deposit = await toDeposit(
    page,
    server,
    await addClinic(clinicWith({ deposit_policy_checkbox_enabled: false })),
    someOwner(),
  );
  await page.reload();
  await deposit.enter();
  await deposit.pay.click();
  await expect(deposit.done).toBeVisible();
  await expect(page.getByRole('button', { name: 'Appointment Confirmation' })).toBeEnabled();
  await page.reload();
  await expect(deposit.done).toBeVisible();
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await new Booking(page).expectScheduled('Alex');
});

test('D-96: paid, and the time is gone: the deposit is kept over reloads, and another time is booked with it', async ({
  page,
  server,
  addClinic,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const clinic = clinicWith({ deposit_policy_checkbox_enabled: false });
  const id = await addClinic(clinic);
  const deposit = await toDeposit(page, server, id, someOwner());
  const booking = new Booking(page);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  // Meanwhile both clinicians are called away: nobody else could have taken the time, it is the payment's.
  const time_off = [{ from: new Date().toISOString(), to: new Date(Date.now() + 5 * 86_400_000).toISOString() }];
  await server.addClinic({
    ...clinic,
    shop: { ...clinic.shop, id },
    providers: [provider({ id: 'ada', time_off }), provider({ id: 'ben', time_off })],
  });
  await deposit.enter();
  await deposit.pay.click();

  const expectKept = async () => {
    await expect(deposit.done).toBeVisible();
    await expect(page.getByText(/^\w{4}-\w{4}$/)).toBeVisible();
    await expect(page.getByText('We received your payment but could not save your appointment yet.')).toBeVisible();
    await expect(page.getByText('Your deposit is kept for another one.', { exact: false })).toBeVisible();
    await expect(page.getByRole('link', { name: '512-555-0100' })).toBeVisible();
  };
  await expectKept();
  await expectAccessible(page);
  await page.reload();
  await expectKept();
  await page.getByRole('button', { name: 'Choose another time' }).click();
  await expect(
    page.getByText("We're sorry, this time is no longer available. Please choose another time."),
  ).toBeVisible();
  await page.reload();
  await booking.chooseTime();
  const linked = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/payment_requests/'),
  );
  await booking.submit.click();
  expect(await (await linked).json()).toMatchObject({
    data: { status: 'complete', appointment_id: expect.any(String) },
  });
  await booking.expectScheduled('Alex');
  expect(calls.filter((call) => /start_payment|charge_payment_method/.test(call))).toEqual([
    'POST /api/payment_requests/charge_payment_method',
  ]);
});

test('D-61, D-215: the time is kept for half an hour; after that another one is chosen and paid for', async ({
  page,
  server,
  addClinic,
}) => {
  await page.clock.install();
  const deposit = await toDeposit(
    page,
    server,
    await addClinic(clinicWith({ deposit_policy_checkbox_enabled: false })),
    someOwner(),
  );
  const booking = new Booking(page);
  await expect(booking.timer).toHaveText(/^(30:00|29:\d\d)$/);
  await page.clock.fastForward('30:05');
  await expect(page.getByText('Your appointment slot has expired. Please select a new time slot.')).toBeVisible();
  await expect(booking.dates.first()).toBeVisible();
  await booking.chooseTime(2);
  await booking.submit.click();
  await deposit.enter();
  await deposit.pay.click();
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await booking.expectScheduled('Alex');
});
