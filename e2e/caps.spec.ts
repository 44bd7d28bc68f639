import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { capTable } from '../server/calls/caps';
import {
  cancelAppointment,
  createAppointment,
  CUSTOMER_SITE,
  rescheduleAppointment,
  type CreateAppointment,
} from '../src/contract/appointments';
import { guestSignIn, initCode, ROLE_CUSTOMER, verifyCode } from '../src/contract/auth';
import { createHold, openTimes } from '../src/contract/availability';
import { upsertClient } from '../src/contract/clients';
import { urlOf, type Endpoint, type Input, type Output } from '../src/contract/endpoint';
import { textUs } from '../src/contract/messages';
import { requestRefill } from '../src/contract/pets';
import { Booking, someOwner, type Owner } from './support/booking';
import { expect, test as journey } from './support/fixtures';
import { clinicOfSam, Requests } from './support/requests';
import { PortalServer } from './support/server';

/** What an owner reads where a cap is reached (D-404): whom to call, with what was typed still there. */

const phone = '512-555-0100';

/** Against a server that counts as it does for everybody. */
const test = journey.extend<object, { server: PortalServer }>({
  server: [
    async ({}, provide) => {
      const server = await PortalServer.start();
      await provide(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Makes a call as a script would, beside the page. */
async function call<E extends Endpoint>(
  server: PortalServer,
  clinic: string,
  endpoint: E,
  input: Input<E>,
  token?: string,
): Promise<Output<E>> {
  const body = (input as { body?: unknown }).body;
  const response = await fetch(`${server.origin}/api${urlOf(endpoint, input)}`, {
    method: endpoint.method,
    headers: {
      'X-Client-Id': clinic,
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(endpoint.idempotent && { 'Idempotency-Key': randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const reply = (await response.json()) as { success: boolean; data: Output<E>; message: string };
  if (!reply.success) throw new Error(`${endpoint.name}: ${response.status} ${reply.message}`);
  return reply.data;
}

const guest = async (server: PortalServer, clinic: string): Promise<string> =>
  (await call(server, clinic, guestSignIn, {})).token;

/** Somebody signed in by a code to the phone. */
async function signedIn(server: PortalServer, clinic: string, { phone: phoneNumber }: Owner): Promise<string> {
  const token = await guest(server, clinic);
  await call(server, clinic, initCode, { body: { phoneNumber, phoneCode: '1', role: ROLE_CUSTOMER } }, token);
  return (
    await call(
      server,
      clinic,
      verifyCode,
      { body: { phoneNumber, phoneCode: '1', code: await server.code(`+1${phoneNumber}`), role: ROLE_CUSTOMER } },
      token,
    )
  ).token;
}

/** Every half hour of a clinician that can be booked, soonest first. */
async function starts(server: PortalServer, clinic: string, provider: string): Promise<string[]> {
  const body = {
    productIds: ['exam'],
    date: new Date().toISOString().slice(0, 10),
    providerIds: [provider],
    days_to_check: 12,
    max_attempts: 3,
    client_booking: true,
  };
  const { data } = await call(server, clinic, openTimes, { body });
  return data
    .flatMap((day) => day.times.map(({ dateTime }) => dateTime))
    .filter((at) => new Date(at).getUTCMinutes() % 30 === 0);
}

const visitAt = (date: string, petId?: string): CreateAppointment => ({
  source: CUSTOMER_SITE,
  products: [{ id: 'exam', anyone: true, providerId: 'ada', label: 'Exam' }],
  isReminderSMS: false,
  isReminderEmail: false,
  isSendConfirmation: false,
  date,
  speciesId: 'dog',
  speciesName: 'Dog',
  patientName: 'Maple',
  ...(petId && { patientId: petId }),
});

/** The sentence stands, longer than a toast, with a phone number to tap; the browser's own line about the refusal is expected. */
async function expectSaid(page: Page, sentence: RegExp): Promise<void> {
  const said = page.getByRole('alert').filter({ hasText: sentence });
  await expect(said).toBeVisible();
  await expect(page.locator('[data-part=toast]')).toHaveCount(0);
  await expect(said).toBeVisible();
  await expect(said.getByRole('link', { name: phone })).toHaveAttribute('href', 'tel:+15125550100');
}

test.beforeEach(({ complaints }) => complaints.expect(/status of 429/));

test('a time, where the network holds too many: it says so and others can be tried', async ({
  page,
  server,
  addClinic,
}) => {
  const clinic = await addClinic();
  const [ada, ben] = [await starts(server, clinic, 'ada'), await starts(server, clinic, 'ben')];
  const wanted = [
    ...ada.slice(-20).map((at) => ['ada', at] as const),
    ...ben.slice(-20).map((at) => ['ben', at] as const),
  ];
  for (const [provider_id, from_date] of wanted) {
    const to_date = new Date(Date.parse(from_date) + 1_800_000).toISOString();
    await call(
      server,
      clinic,
      createHold,
      {
        body: {
          provider_id,
          from_date,
          to_date,
          expire: from_date,
          title: 'Online booking hold',
          appointment_type_id: 'exam',
        },
      },
      await guest(server, clinic),
    );
  }
  const booking = new Booking(page);
  await booking.toTimes(clinic);
  await booking.times.first().click();
  await expectSaid(
    page,
    /^Too many times are being held from your network\. Please try again later, or call us at 512-555-0100\.$/,
  );
  await expect(booking.timer).toHaveCount(0);
});

test('a booking past what an owner may have ahead: what was typed stays', async ({ page, server, addClinic }) => {
  const clinic = await addClinic({
    shop: { feature_settings: { max_upcoming_appointments: 2, max_upcoming_appointments_new: 1 } },
  });
  const owner = someOwner();
  const token = await signedIn(server, clinic, owner);
  await call(
    server,
    clinic,
    upsertClient,
    {
      body: {
        user_id: 'me',
        first_name: 'Alex',
        last_name: 'Stone',
        email: owner.email,
        source: 'client_info_collection',
      },
    },
    token,
  );
  await call(
    server,
    clinic,
    createAppointment,
    { body: visitAt((await starts(server, clinic, 'ada')).at(-1)!) },
    token,
  );

  const booking = new Booking(page);
  await booking.asReturning(clinic, owner, (to) => server.code(to, 2));
  await booking.chooseVisit();
  await booking.chooseTime();
  await booking.note.fill('Limping since Monday');
  await booking.submit.click();
  await expectSaid(
    page,
    /^You have as many upcoming appointments as can be booked online\. Please call us at 512-555-0100\.$/,
  );
  await expect(booking.note).toHaveValue('Limping since Monday');
  await expect(booking.timer).toBeVisible();
});

test("a code past the day's: the number stays", async ({ page, server, addClinic }) => {
  const clinic = await addClinic();
  const owner = someOwner();
  const token = await guest(server, clinic);
  for (let n = 0; n < 10 - capTable.codeSendsPerIdentifier.setAside; n++)
    await call(
      server,
      clinic,
      initCode,
      { body: { phoneNumber: owner.phone, phoneCode: '1', role: ROLE_CUSTOMER } },
      token,
    );
  const booking = new Booking(page);
  await booking.open(clinic);
  await booking.begin('Returning client');
  await booking.phone.fill(owner.phone);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await expectSaid(page, /^No more codes can be sent today\. Please call us at 512-555-0100\.$/);
  await expect(booking.phone).toHaveValue(
    `${owner.phone.slice(0, 3)}-${owner.phone.slice(3, 6)}-${owner.phone.slice(6)}`,
  );
});

test("a wish to be texted past the day's: the number stays in the dialog", async ({ page, server, addClinic }) => {
  const clinic = await addClinic({ products: [] });
  const token = await guest(server, clinic);
  for (let n = 0; n < 5; n++) await call(server, clinic, textUs, { body: { phone_number: '5125550123' } }, token);
  const booking = new Booking(page);
  await booking.open(clinic);
  await page.getByRole('button', { name: /text/i }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Mobile phone').fill('5125550123');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expectSaid(page, /^No more texts can be asked for today\. Please call us at 512-555-0100\.$/);
  await expect(dialog.getByLabel('Mobile phone')).toHaveValue('512-555-0123');
});

test("moving and canceling past the day's: the appointment stays as it is", async ({ page, server, addClinic }) => {
  const owner = someOwner();
  const sam = clinicOfSam(owner);
  const clinic = await addClinic({
    ...sam,
    shop: {
      ...sam.shop,
      feature_settings: {
        ...sam.shop!.feature_settings,
        client_online_cancellation_enabled: true,
        client_online_reschedule_enabled: true,
      },
    },
  });
  const token = await signedIn(server, clinic, owner);
  const [first, second] = (await starts(server, clinic, 'ben')).slice(-2);
  for (let n = 0; n < 20; n++)
    await call(
      server,
      clinic,
      rescheduleAppointment,
      { params: { id: 'visit' }, body: { dateTime: (n % 2 ? first : second)!, providerId: 'ben' } },
      token,
    );
  for (const at of (await starts(server, clinic, 'ada')).slice(-20)) {
    const { id } = await call(server, clinic, createAppointment, { body: visitAt(at, 'maple') }, token);
    await call(server, clinic, cancelAppointment, { body: { id, source: CUSTOMER_SITE } }, token);
  }
  const earlier = (await server.messages(owner.email)).length;
  await page.goto(`/${clinic}?redirect=pets`);
  const booking = new Booking(page, 'Quiet Vets');
  await booking.email.fill(owner.email);
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await booking.code.fill(await server.code(owner.email, earlier + 1));
  await expect(page.getByRole('heading', { name: 'Hello, Sam!' })).toBeVisible();

  await page.goto(`/${clinic}/appointments/visit`);
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click();
  await expectSaid(page, /^No more appointments can be canceled online today\. Please call us at 512-555-0100\.$/);

  await page.goto(`/${clinic}/appointments/visit/reschedule`);
  await booking.wholeDay.click();
  await booking.times.first().click();
  await page.getByRole('button', { name: /^Move to / }).click();
  await expectSaid(page, /^No more appointments can be moved online today\. Please call us at 512-555-0100\.$/);
  await expect(page.getByRole('button', { name: /^Move to / })).toBeVisible();
});

test("a refill past the day's: it is kept with the clinic's words, sent no more often than the clinic asks, and can be let go of", async ({
  page,
  server,
  addClinic,
}) => {
  const owner = someOwner();
  const clinic = await addClinic(clinicOfSam(owner));
  const token = await signedIn(server, clinic, owner);
  for (let n = 0; n < 20; n++)
    await call(
      server,
      clinic,
      requestRefill,
      { body: { patient_id: 'maple', medication_id: 'maple-apoquel', note: `earlier ${n}` } },
      token,
    );
  const requests = new Requests(page, server, clinic);
  await page.goto(`/${clinic}?redirect=pets`);
  await requests.enterCode(owner);
  let sent = 0;
  page.on('request', (request) => void (sent += Number(request.url().endsWith('/api/medications/refill'))));
  await requests.openMedications();
  await requests.ask('one more, please');
  const row = requests.row('Apoquel');
  await expect(row).toContainText('Waiting to send');
  await expectSaid(page, /^No more refills can be asked for online today\. Please call us at 512-555-0100\.$/);
  await page.reload();
  await requests.openMedications();
  await expect(row).toContainText('It is kept here and sent as soon as that is possible.');
  expect(sent).toBe(1);
  await row.getByRole('button', { name: 'Discard' }).click();
  await expect(row).toHaveCount(0);
});
