import type { AddressInfo } from 'node:net';
import { createPaymentLink } from '../server/modules/payments/paymentLink';
import { client, clinicFile, product } from '../tests/support/clinicFile';
import { startTestServer, type TestServer } from '../tests/support/server';
import { stripeEnv, stripeStandIn } from '../tests/support/stripeStandIn';
import { Booking, someOwner } from './support/booking';
import { expect, expectAccessible, test as base } from './support/fixtures';

type Stripe = Awaited<ReturnType<typeof stripeStandIn>>;

/** The portal with Stripe's keys, in this process, against a stand-in for Stripe's API. */
const test = base.extend<object, { portal: { server: TestServer; origin: string; stripe: Stripe } }>({
  portal: [
    async ({}, provide) => {
      const stripe = await stripeStandIn();
      const clinic = clinicFile({
        shop: {
          id: 'stripevets',
          metadata: { isAutoAccept: true },
          feature_settings: { deposit_collection_v1_enabled: true },
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
            },
          }),
        ],
        clients: [client({ id: 'client-jo', first_name: 'Jo', last_name: 'Miller', email: 'jo@example.com' })],
      });
      const server = await startTestServer({
        clock: new Date(),
        clinicFiles: [clinic],
        env: stripeEnv,
        overrides: { stripeAt: stripe.at },
      });
      await server.app.listen({ port: 0, host: '127.0.0.1' });
      await provide({
        server,
        stripe,
        origin: `http://localhost:${(server.app.server.address() as AddressInfo).port}`,
      });
      await server.close();
      await stripe.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ portal }, provide) => provide(portal.origin),
});

/**
 * What js.stripe.com serves, played: https://docs.stripe.com/js. Only what the page uses; it notes what it was given, so
 * that the test sees the page's own calls. The card element is a field of ours.
 */
const script = `
window.stripeCalls = [];
window.Stripe = (key, options) => ({
  _registerWrapper() {},
  elements: () => ({
    create: (type, given) => {
      const field = document.createElement('input');
      field.setAttribute('aria-label', 'Card number');
      const listeners = {};
      window.stripeCalls.push(['create', type, Object.keys(given)]);
      return {
        on: (name, listener) => { listeners[name] = listener; },
        mount: (element) => { element.append(field); field.oninput = () => listeners.change({ error: field.value === 'x' ? { message: 'Your card number is invalid.' } : undefined }); },
        update: ({ disabled }) => { field.disabled = disabled; },
        destroy: () => field.remove(),
      };
    },
  }),
  confirmCardSetup: async (secret, data) => {
    const card = document.querySelector('input[aria-label="Card number"]').value;
    window.stripeCalls.push(['confirmCardSetup', key, options, secret, data.payment_method.billing_details]);
    if (card === '4000000000000069') return { error: { type: 'card_error', message: 'Your card has expired.' } };
    const isTaken = await window.enterCard(secret, card, data.payment_method.billing_details.email ?? null);
    if (isTaken) return { error: { type: 'invalid_request_error', code: 'setup_intent_unexpected_state', message: 'You cannot confirm this SetupIntent.', setup_intent: { status: 'succeeded' } } };
    return { setupIntent: { status: 'succeeded' } };
  },
});
window.Stripe.version = 'endive';
`;

type Calls = { stripeCalls: unknown[][] };

test('DEP-05, DEP-18, DEP-23, D-98: Stripe’s own loader, its element, a declined card and a paid one', async ({
  page,
  portal,
}) => {
  const { server, stripe } = portal;
  const earlier = stripe.charges().length;
  let loads = 0;
  await page.route('https://js.stripe.com/**', (route) => {
    loads += 1;
    return route.fulfill({ contentType: 'text/javascript', body: script });
  });
  await page.exposeFunction('enterCard', (secret: string, card: string, email: string | null) =>
    stripe.enterCard(secret, card === '4242424242424242' ? 'pays' : 'declined', email),
  );
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.toFilledForm('stripevets', owner);
  await booking.submit.click();
  // The script comes with the deposit's step and not before.
  await expect(booking.code).toBeVisible();
  expect(loads).toBe(0);
  await booking.code.fill(await server.codeSentTo(`+1${owner.phone}`));

  const card = page.getByRole('textbox', { name: 'Card number' });
  await expect(card).toBeVisible();
  expect(loads).toBe(1);
  await expect(page.getByText('Test mode')).toBeHidden();
  await expectAccessible(page);
  await card.fill('x');
  await expect(page.getByText('Your card number is invalid.')).toBeVisible();

  const pay = page.getByRole('button', { name: 'Make payment' });
  await card.fill('4000000000000069');
  await pay.click();
  await expect(page.getByRole('alert').getByText('Your card has expired.')).toBeVisible();
  await card.fill('4000000000000341');
  await pay.click();
  await expect(page.getByRole('alert').getByText('Your card was declined.')).toBeVisible();
  await card.fill('4242424242424242');
  await page.getByLabel('Email for receipt (optional)').fill('receipt@example.com');
  await pay.click();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  expect(
    stripe
      .charges()
      .slice(earlier)
      .filter((charge) => charge['status'] === 'succeeded'),
  ).toMatchObject([{ amount: 2500, receipt_email: 'receipt@example.com' }]);

  const calls = await page.evaluate(() => (globalThis as unknown as Calls).stripeCalls);
  expect(calls[0]).toEqual(['create', 'card', expect.any(Array)]);
  expect(calls.at(-1)).toEqual([
    'confirmCardSetup',
    'pk_test_portal',
    {},
    expect.stringMatching(/^seti_/),
    { email: 'receipt@example.com' },
  ]);
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await booking.expectScheduled('Alex');
});

test('a script that does not load can be tried again', async ({ page, portal, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  let isBlocked = true;
  await page.route('https://js.stripe.com/**', (route) =>
    isBlocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.toFilledForm('stripevets', owner);
  await booking.submit.click();
  await expect(booking.code).toBeVisible();
  await booking.code.fill(await portal.server.codeSentTo(`+1${owner.phone}`));
  await expect(page.getByText('The card form did not load.')).toBeVisible();
  isBlocked = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible();
});

test('DEP-17, DEP-20, QUERY-05, D-99: each way back from the bank, with the booking on the device and without', async ({
  page,
  browser,
  portal,
}) => {
  test.slow();
  const { server, stripe } = portal;
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await page.route('https://hooks.stripe.com/3ds', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The bank</h1>' }),
  );
  await page.exposeFunction('enterCard', (secret: string, _card: string, email: string | null) =>
    stripe.enterCard(secret, 'bank', email),
  );
  const earlier = stripe.charges().length;
  const elsewhere = await (await browser.newContext({ baseURL: portal.origin })).newPage();
  const owner = someOwner();
  const booking = new Booking(page);
  await booking.toFilledForm('stripevets', owner);
  await booking.submit.click();
  await expect(booking.code).toBeVisible();
  await booking.code.fill(await server.codeSentTo(`+1${owner.phone}`));

  /** Pays with a card whose bank wants to see the owner, who comes back with the charge as it then is: here, and on a device that knows nothing of the booking. */
  const throughBank = async (status: string, text: string) => {
    await page.getByRole('textbox', { name: 'Card number' }).fill('4000002500003155');
    await page.getByRole('button', { name: 'Make payment' }).click();
    await expect(page.getByRole('heading', { name: 'The bank' })).toBeVisible();
    expect(page.url()).toBe('https://hooks.stripe.com/3ds');
    const charge = stripe.charges().at(-1)!;
    charge['status'] = status;
    const back = new URL(
      (charge['next_action'] as { redirect_to_url: { return_url: string } }).redirect_to_url.return_url,
    );
    expect(back.pathname).toMatch(/^\/stripevets\/[\w-]{22}$/);
    const query = new URLSearchParams({
      payment_intent: charge.id,
      payment_intent_client_secret: String(charge['client_secret']),
      redirect_status: 'pending',
    });
    for (const each of [elsewhere, page]) {
      await each.goto(`${back.pathname}?${query}`);
      await expect(each.getByText(text)).toBeVisible();
      await expect(each).not.toHaveURL(/secret/);
    }
    return charge;
  };

  await throughBank('requires_action', 'Something went wrong.');
  await throughBank('requires_payment_method', 'Your payment was not successful, please try again.');
  const charge = await throughBank('processing', 'Your payment is processing.');
  charge['status'] = 'succeeded';
  for (const each of [elsewhere, page]) {
    await expect(each.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    await expect(each.getByText('Payment succeeded!').first()).toBeVisible();
  }
  // Without the booking there is the clinic to call.
  await expect(elsewhere.getByRole('link', { name: '512-555-0100' })).toBeVisible();
  await elsewhere.context().close();
  await page.getByRole('button', { name: 'Appointment Confirmation' }).click();
  await booking.expectScheduled('Alex');
  // The charge that was left at the bank is called off; one of them is paid.
  expect(
    stripe
      .charges()
      .slice(earlier)
      .map((one) => one['status']),
  ).toEqual(['canceled', 'requires_payment_method', 'succeeded']);
});

test('D-98: on a link, the card that is entered after a charge that got 503 is the one that is charged', async ({
  page,
  portal,
  complaints,
}) => {
  complaints.expect(/status of 503/);
  const { server, stripe } = portal;
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  const methods: string[] = [];
  await page.exposeFunction('enterCard', (secret: string, card: string) => {
    const setup = stripe.things.get(secret.split('_secret_')[0]!)!;
    if (setup['status'] === 'succeeded') return true;
    stripe.enterCard(secret, card === '4242424242424242' ? 'pays' : 'declined');
    methods.push(String(setup['payment_method']));
    return false;
  });
  const earlier = stripe.charges().length;
  const link = await createPaymentLink(server.db, server.services, 'stripevets', 'client-jo', 'exam');
  await page.goto(new URL(link).pathname);
  const card = page.getByRole('textbox', { name: 'Card number' });
  const pay = page.getByRole('button', { name: 'Make payment' });
  const charges = '**/payment_requests/charge_payment_method';
  await page.route(charges, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      contentType: 'application/json',
      body: JSON.stringify({ success: false, code: 'unavailable', message: 'Not now' }),
    }),
  );
  await card.fill('4000000000000341');
  await pay.click();
  await expect(page.getByText('We could not hear whether it went through.').first()).toBeVisible();
  await page.unroute(charges);
  await page.getByRole('button', { name: 'Try again' }).click();
  await card.fill('4242424242424242');
  await pay.click();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  expect(
    stripe
      .charges()
      .slice(earlier)
      .map((charge) => charge['payment_method']),
  ).toEqual([methods[1]]);
});
