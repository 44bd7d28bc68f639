import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAppointment } from '../../../src/contract/appointments';
import { openTimes } from '../../../src/contract/availability';
import { upsertClient } from '../../../src/contract/clients';
import { requestRefill } from '../../../src/contract/pets';
import { joinWaitlist } from '../../../src/contract/waitlist';
import { demoClinicFiles } from '../../../server/demo/clinics';
import { exportClinicFile } from '../../../server/modules/clinicFile/export';
import type { ClinicFile } from '../../../server/modules/clinicFile/file/file';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { fileLines } from '../../../server/modules/clinicFile/file/order';
import { client, clinicFile, knownClient, patient, product, provider } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';
import { bookingBody, chicago, claimLines, owner, timesBody, upsertBody, wednesday } from '../booking/support';

const servers: TestServer[] = [];
const startServer = async (...clinicFiles: unknown[]): Promise<TestServer> => {
  const server = await startTestServer({ clinicFiles });
  servers.push(server);
  return server;
};
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A clinic of every kind of thing: compound type with rooms, drop-offs, locations, keyword actions, a hidden type, records, blocks. */
const whole = clinicFile({
  shop: {
    notify_email: 'desk@testvets.example',
    address: 'Line one\nLine two',
    metadata: {
      businessHours: [
        { day: 1, startHour: 9, endHour: 17 },
        { day: 7, offline: true },
      ],
      unknownChoice: { b: 1, a: [1, 2] },
    } as object,
    feature_settings: {
      waitlist_ui_v1_enabled: true,
      pet_portal_medication_refills_enabled: true,
      deposit_refund_hours: 48,
      deposit_collection_policies: { default: 'Pay.', product_policies: [{ product_id: 'exam', policy: 'P' }] },
    },
  },
  locations: [
    { id: 'north', name: 'North', product_ids: ['exam'], provider_user_ids: ['ada'] },
    { id: 'south', name: 'South' },
  ],
  rooms: [
    { id: 'suite', name: 'Suite', location_id: 'north' },
    { id: 'lab', name: 'Lab' },
  ],
  breeds: [{ id: 'pug', species_id: 'dog', display_name: 'Pug' }],
  patient_colors: [{ id: 'tan', species_id: 'dog', name: 'Tan' }],
  patient_sexes: [{ id: 'male', species_id: 'dog', name: 'Male' }],
  providers: [
    provider({
      id: 'ada',
      maxDropoffs: 2,
      time_off: [{ from: '2026-12-24T00:00:00-06:00', to: '2026-12-27T00:00:00-06:00' }],
    }),
    provider({ id: 'ben' }),
  ],
  products: [
    product({ id: 'exam', name: 'Exam', dropoff_enabled: true, metadata: { waitlistEligible: true } }),
    product({
      id: 'surgery',
      name: 'Surgery',
      metadata: { time: 50 },
      segments: [
        { minutes: 20, providerIds: ['ada'], needs_room: true },
        { minutes: 30, providerIds: ['ben'] },
      ],
    }),
    product({ id: 'secret', hidden_from_clients: true, visibility_token: 'open-sesame', deposit_amount: 25.1 }),
  ],
  keyword_actions: [
    {
      id: 'k1',
      keywords: ['bloat'],
      all_products: true,
      action_type: 'prompt',
      prompt_message: 'Call',
      allow_bypass: false,
    },
  ],
  clients: [
    {
      ...knownClient,
      password: 'correct horse',
      metadata: { dateOfBirth: 3, monthOfBirth: 7 },
      patients: [
        patient({
          id: 'patient-rex',
          name: 'Rex',
          breed_id: 'pug',
          patient_color_id: 'tan',
          vaccinations: [
            { id: 'v1', description: 'Rabies', expiration_date: '2027-01-01' },
            { id: 'v2', description: 'Lyme', withdrawn: true },
          ],
          medications: [
            { id: 'm1', description: 'Carprofen' },
            { id: 'm2', description: 'Apoquel', withdrawn: true },
          ],
        }),
        patient({ id: 'patient-gone', deceased_at: '2025-01-01' }),
      ],
    },
    client({ id: 'al', first_name: 'Al', phone: '+15125550155' }),
    client({ id: 'bea', first_name: 'Bea', phone: '+15125550155' }),
  ],
  appointments: [
    {
      id: 'a1',
      client_id: 'client-jo',
      patient_id: 'patient-rex',
      product_id: 'exam',
      provider_id: 'ada',
      fromDate: '2026-12-09T16:00:00Z',
      status: 'CONFIRMED',
      note: 'bring "papers"',
    },
    {
      id: 'a2',
      client_id: 'al',
      product_id: 'exam',
      provider_id: 'ben',
      fromDate: '2026-01-09T16:00:00Z',
      status: 'DONE',
    },
  ],
  payment_requests: [
    {
      id: 'p'.repeat(22),
      client_id: 'client-jo',
      appointment_id: 'a1',
      product_id: 'exam',
      amount: 25.1,
      status: 'complete',
    },
  ],
  access_blocks: [{ email: 'Blocked@Example.com' }, { phone: '+15125550199' }],
});

/** What owners do with it: bookings of every kind, records made and changed, requests. */
async function use(server: TestServer): Promise<void> {
  const jo = await server.signIn('jo@example.com');
  const call = { token: jo.token };
  await server.api(
    upsertClient,
    { body: upsertBody({ first_name: 'Jo', last_name: 'Miller', phone: '5125550133', city: 'Austin' }) },
    call,
  );
  await server.api(
    createAppointment,
    {
      body: bookingBody(chicago(wednesday, '09:00'), {
        patientName: 'Rex',
        note: 'limps, .5 mg',
        specific_doctor_requested: true,
      }),
    },
    call,
  );
  await server.api(
    createAppointment,
    {
      body: bookingBody(chicago(wednesday, '13:00'), {
        patientName: 'New Pup\u0007',
        isDropoff: true,
        isSendConfirmation: false,
        isReminderSMS: false,
        sex: 'male',
      }),
    },
    call,
  );
  await server.api(
    createAppointment,
    {
      body: bookingBody(chicago(wednesday, '10:00'), {
        products: [{ id: 'surgery', anyone: true, providerId: 'ada', label: 'Surgery' }],
        patientName: 'Rex',
      }),
    },
    call,
  );
  await server.api(joinWaitlist, { body: { client_id: 'client-jo', appointment_id: 'a1' } }, call);
  await server.api(
    requestRefill,
    { body: { patient_id: 'patient-rex', medication_id: 'm1', note: ' two – please\u000b ' } },
    call,
  );
  await server.api(requestRefill, { body: { patient_id: 'patient-rex', note: 'drops' } }, call);
  await owner(server, '+15125550155', { first_name: 'Cy', last_name: 'Fox', email: 'cy@example.com' });
  await server.db
    .insertInto('payment_requests')
    .values({
      clinic_id: 'testvets',
      id: 'w'.repeat(22),
      client_id: 'client-jo',
      product_id: 'secret',
      amount_cents: 2510,
      status: 'complete',
      appointment_id: null,
      created_at: server.clock.now(),
      completed_at: server.clock.now(),
      confirmation_number: 'C-7',
      intent_ref: 'pi_9',
      setup_ref: 'secret_setup',
      customer_ref: 'secret_customer',
      booking: JSON.stringify(bookingBody(chicago(wednesday, '15:00'), { note: null })),
    })
    .execute();
  await server.db
    .updateTable('users')
    .set({ metadata: JSON.stringify({ dateOfBirth: 9, monthOfBirth: 9 }) })
    .where('email', '=', 'jo@example.com')
    .execute();
}

const textOf = async (server: TestServer, clinicId = server.clinicId) =>
  [...fileLines((await exportClinicFile(server.db, clinicId))!)].join('\n');

describe("a clinic file's export (D-217)", () => {
  it('of a used clinic, imported into an empty server, gives the same export and the same open times', async () => {
    const first = await startServer(whole);
    await use(first);
    const exported = await textOf(first);
    const second = await startServer(JSON.parse(exported));
    expect(await textOf(second)).toBe(exported);
    expect(await claimLines(second)).toEqual(await claimLines(first));
    const times = { body: timesBody({ date: wednesday, days_to_check: 1, max_attempts: 1 }) };
    const [guest, other] = [await first.signInGuest(), await second.signInGuest()];
    expect(await second.api(openTimes, times, { token: other.token })).toEqual(
      await first.api(openTimes, times, { token: guest.token }),
    );
  });

  it('says what owners did: notes, drop-offs, segments, refills, the waitlist, contacts that prove nothing', async () => {
    const server = await startServer(whole);
    await use(server);
    const file = (await exportClinicFile(server.db, 'testvets'))!;
    const visit = (start: string) => file.appointments?.find((one) => one.fromDate === chicago(wednesday, start));
    expect(visit('09:00')).toMatchObject({
      note: 'limps .5 mg',
      isDropoff: false,
      toDate: chicago(wednesday, '09:30'),
      changed_at: '2026-11-21T15:00:00.000Z',
      details: { isReminderSMS: true },
    });
    expect(visit('13:00')).toMatchObject({
      isDropoff: true,
      details: { isReminderSMS: false, isSendConfirmation: false },
    });
    expect(visit('10:00')?.details?.segments).toEqual([
      { at: chicago(wednesday, '10:00'), providerId: 'ada', roomId: expect.any(String) as string },
      { at: chicago(wednesday, '10:20'), providerId: 'ben' },
    ]);
    expect(file.payment_requests?.find((one) => one.booking)).toMatchObject({
      amount: 25.1,
      confirmation_number: 'C-7',
      booking: { date: chicago(wednesday, '15:00') },
    });
    expect(
      file.clients?.find((one) => one.id === 'client-jo')?.patients?.find((one) => one.id === 'patient-rex'),
    ).toMatchObject({
      vaccinations: [{ id: 'v1' }, { id: 'v2', withdrawn: true }],
      medications: [{ id: 'm1' }, { id: 'm2', withdrawn: true }],
    });
    expect(file.waitlist).toMatchObject([{ client_id: 'client-jo', appointment_id: 'a1' }]);
    expect(file.refills?.map((row) => [row.medication_id, row.note]).sort()).toEqual(
      [
        [undefined, 'drops'],
        ['m1', ' two – please  '],
      ].sort(),
    );
    expect(file.clients?.find((one) => one.id === 'client-jo')).toMatchObject({
      metadata: { dateOfBirth: 9, monthOfBirth: 9, pending: { phone: '+15125550133' } },
      city: 'Austin',
    });
    expect(file.clients?.find((one) => one.first_name === 'Cy')).toMatchObject({
      metadata: { unverified: ['email'], possible_duplicates: ['al', 'bea'] },
    });
  });

  it('holds no credentials', async () => {
    const server = await startServer(whole);
    await use(server);
    const text = await textOf(server);
    const users = await server.db.selectFrom('users').select(['id', 'password_hash']).execute();
    const sessions = await server.db.selectFrom('sessions').select(['id', 'token_hash']).execute();
    const secrets = [
      ...users.flatMap((row) => [row.id, row.password_hash]),
      ...sessions.flatMap((row) => [row.id, row.token_hash]),
    ].flatMap((one) => one ?? []);
    expect(secrets.length).toBeGreaterThan(6);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toMatch(/password|"user_id"|session|secret_|argon/);
  });

  it("does not tie the record of somebody who typed another's phone to that other, on the new server either (D-214)", async () => {
    const first = await startServer(clinicFile());
    const typer = await owner(first, 'typer@example.com', { phone: '5125550177' });
    const second = await startServer(await exportClinicFile(first.db, 'testvets'));
    const phone = await second.signIn('+15125550177');
    const tied = () =>
      second.db.selectFrom('clients').select('user_id').where('id', '=', typer.clientId).executeTakeFirstOrThrow();
    expect((await tied()).user_id).toBeNull();
    const mail = await second.signIn('typer@example.com');
    expect((await tied()).user_id).toBe(mail.user.id);
    expect(phone.user.id).not.toBe(mail.user.id);
  });

  it("keeps on the new server what the portal changed, when the practice's older file comes again", async () => {
    const first = await startServer(clinicFile());
    const { token } = await first.signIn('jo@example.com');
    await first.api(upsertClient, { body: upsertBody({ first_name: 'Joanna', last_name: 'Miller' }) }, { token });
    const second = await startServer(await exportClinicFile(first.db, 'testvets'));
    const again = await importClinicFile(second.db, clinicFile(), { now: second.clock.now(), demoMode: true });
    expect(again.conflicts).toEqual([
      'client "client-jo": was changed in the portal and stays as it is there (first_name)',
    ]);
  });

  it('imported again where it came from changes nothing', async () => {
    const server = await startServer(whole);
    await use(server);
    const file = await exportClinicFile(server.db, 'testvets');
    expect(await importClinicFile(server.db, file, { now: server.clock.now(), demoMode: true })).toMatchObject({
      changed: false,
      ignored: [],
      unread: ['shop.metadata.unknownChoice'],
    });
  });

  it('of the demo clinics goes round too, and of no clinic is none', async () => {
    const now = new Date('2026-11-21T15:00:00Z');
    const files = demoClinicFiles(now);
    const first = await startServer(...files);
    const exports = [];
    for (const file of files) exports.push(await exportClinicFile(first.db, file.shop.id));
    const second = await startServer(...exports);
    for (const [index, file] of files.entries())
      expect(await exportClinicFile(second.db, file.shop.id)).toEqual(exports[index]);
    expect(await exportClinicFile(first.db, 'nowhere')).toBeNull();
  });
});

describe('what only an export says', () => {
  let server: TestServer;
  beforeEach(async () => void (server = await startServer(clinicFile())));
  const faultsOf = (more: object) =>
    importClinicFile(server.db, { ...clinicFile(), ...more }, { now: server.clock.now(), demoMode: true }).then(
      () => [],
      (error: Error) => error.message.split('\n'),
    );
  const visit = {
    id: 'a1',
    client_id: 'client-jo',
    product_id: 'exam',
    fromDate: '2026-12-09T16:00:00Z',
    status: 'ACCEPTED',
  };
  const payment = { id: 'p'.repeat(22), client_id: 'client-jo', product_id: 'exam', amount: 25 };
  const refund = { reason: 'declined', created_at: '2026-11-20T16:00:00Z' };
  const segment = (at: string, rest = {}) => ({ at, ...rest });

  it.each<[object, string[]]>([
    [{ appointments: [{ ...visit, toDate: visit.fromDate }] }, ['appointments[0].toDate: must be after fromDate']],
    [
      {
        appointments: [
          {
            ...visit,
            details: {
              segments: [
                segment('2026-12-09T16:05:00Z'),
                segment('2026-12-09T16:05:00Z', { roomId: 'r', providerId: 'x' }),
              ],
            },
          },
        ],
      },
      [
        'appointments[0].details.segments[1].providerId: there is no provider "x"',
        'appointments[0].details.segments[1].roomId: there is no room "r"',
        'appointments[0].details.segments[0].at: must be fromDate',
        'appointments[0].details.segments[1].at: must be after the segment before',
      ],
    ],
    [
      {
        appointments: [
          {
            ...visit,
            toDate: '2026-12-09T16:30:00Z',
            details: { segments: [segment(visit.fromDate), segment('2026-12-09T16:30:00Z')] },
          },
        ],
      },
      ['appointments[0].details.segments[1].at: must be before toDate'],
    ],
    [
      {
        refills: [
          { id: 'r', client_id: 'nobody', patient_id: 'none', medication_id: 'm', created_at: '2026-12-09T16:00:00Z' },
        ],
      },
      [
        'refills[0].client_id: there is no client "nobody"',
        'refills[0].patient_id: there is no patient "none"',
        'refills[0].medication_id: there is no medication "m"',
      ],
    ],
    [
      { waitlist: [{ id: 'w', client_id: 'client-jo', appointment_id: 'none', created_at: '2026-12-09T16:00:00Z' }] },
      ['waitlist[0].appointment_id: there is no appointment "none"'],
    ],
    [
      { payment_requests: [{ ...payment, status: 'refunding', refund: { ...refund, reason: 'whim' } }] },
      ['payment_requests[0].refund.reason: must be one of declined, canceled, clinic, provider'],
    ],
    [
      {
        payment_requests: [
          { ...payment, status: 'complete', refund },
          { ...payment, id: 'q'.repeat(22), status: 'refunding' },
        ],
      },
      [
        'payment_requests[0].status: must be refunding, as its refund says',
        'payment_requests[1].refund: is required while the payment is refunding',
      ],
    ],
    [
      { appointments: [{ ...visit, details: { isReminderSMS: 'yes' } }] },
      ['appointments[0].details.isReminderSMS: must be true or false'],
    ],
  ])('is checked as the rest is: %j', async (more, faults) => {
    expect(await faultsOf(more)).toEqual(faults);
  });

  it('of a refill or an entry that is there already leaves it (D-217)', async () => {
    const file: ClinicFile = {
      ...clinicFile({ appointments: [{ ...visit, status: 'ACCEPTED' }] }),
      refills: [
        {
          id: 'r',
          client_id: 'client-jo',
          patient_id: 'patient-rex',
          note: 'first',
          created_at: '2026-11-09T16:00:00Z',
        },
      ],
      waitlist: [{ id: 'w', client_id: 'client-jo', appointment_id: 'a1', created_at: '2026-11-09T16:00:00Z' }],
    };
    const load = (one: ClinicFile) => importClinicFile(server.db, one, { now: server.clock.now(), demoMode: true });
    expect(await load(file)).toMatchObject({ changed: true });
    expect(
      await load({
        ...file,
        refills: [{ ...file.refills![0]!, note: 'second' }],
        waitlist: [{ ...file.waitlist![0]!, id: 'other' }],
      }),
    ).toMatchObject({ changed: false });
    expect(await server.db.selectFrom('refills').select('note').execute()).toEqual([{ note: 'first' }]);
    expect(await server.db.selectFrom('waitlisters').select('id').execute()).toEqual([{ id: 'w' }]);
  });
});
