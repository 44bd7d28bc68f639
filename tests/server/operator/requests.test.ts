import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { textUs } from '../../../src/contract/messages';
import { requestRefill } from '../../../src/contract/pets';
import { joinWaitlist } from '../../../src/contract/waitlist';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { loadClinic } from '../../../server/modules/clinics/repository';
import { requestLines } from '../../../server/operator/requests';
import { client, clinicFile, knownClient, patient, product, type Overrides } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';
import { bookingBody, chicago, owner, wednesday } from '../booking/support';

let server: TestServer;
let opened = 0;
let clinicId = '';
beforeAll(async () => void (server = await startTestServer({ clinicFiles: [] })));
afterAll(() => server.close());
beforeEach(() => server.clock.set('2026-11-21T15:00:00Z'));

async function open(overrides: Overrides = {}): Promise<void> {
  opened += 1;
  clinicId = `clinic-${opened}`;
  const { shop, ...lists } = overrides;
  await importClinicFile(server.db, clinicFile({ ...lists, shop: { ...shop, id: clinicId } }), {
    now: server.clock.now(),
    demoMode: true,
  });
}

/** What the operator reads, a line's columns apart. */
const report = async (): Promise<string[][]> =>
  (await requestLines(server.db, (await loadClinic(server.db, clinicId))!, server.clock.now())).map((line) =>
    line.split(/ {2,}/),
  );

const visit = (id: string, status: 'REQUESTED' | 'ACCEPTED' | 'DELETED', fromDate = '2026-12-09T16:00:00Z') => ({
  id,
  client_id: 'client-jo',
  patient_id: 'patient-rex',
  product_id: 'exam',
  provider_id: 'ada',
  fromDate,
  status,
});

it('says when nothing waits', async () => {
  await open();
  expect(await report()).toEqual([['Nothing waits for Test Vets.']]);
});

it("lists requested appointments, refills, the waitlist and text-us requests, in the clinic's zone", async () => {
  await open({
    shop: { feature_settings: { waitlist_ui_v1_enabled: true, pet_portal_medication_refills_enabled: true } },
    products: [product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: true } })],
    clients: [
      {
        ...knownClient,
        patients: [
          patient({ id: 'patient-rex', name: 'Rex', medications: [{ id: 'm1', description: 'Carprofen 75 mg' }] }),
        ],
      },
    ],
    appointments: [
      visit('asked', 'REQUESTED'),
      visit('next', 'ACCEPTED', '2026-12-10T16:00:00Z'),
      visit('off', 'ACCEPTED', '2026-12-11T16:00:00Z'),
    ],
  });
  const { token } = await server.signIn('jo@example.com', { clinicId });
  const call = { token, clinicId };
  const refill = await server.api(
    requestRefill,
    { body: { patient_id: 'patient-rex', medication_id: 'm1', note: ' two\nplease ' } },
    call,
  );
  for (const appointment_id of ['next', 'off'])
    await server.api(joinWaitlist, { body: { client_id: 'client-jo', appointment_id } }, call);
  await server.db
    .updateTable('appointments')
    .set({ status: 'DELETED' })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', 'off')
    .execute();
  await server.api(textUs, { body: { phone_number: '5125550142' } }, call);
  const now = 'Sat Nov 21, 2026, 9:00am';
  const jo = ['Jo Miller', '+15125550111'];
  expect(await report()).toEqual([
    ['Requested appointments'],
    ['WHEN', 'STATUS', 'TYPE', 'CLINICIAN', 'OWNER', 'CONTACT', 'PET', 'ID'],
    ['Wed Dec 9, 2026, 10:00am', 'Requested', 'Exam', 'Dr. Ada Park', ...jo, 'Rex', 'asked'],
    [''],
    ['Refills'],
    ['ASKED', 'STATE', 'PET', 'MEDICATION', 'NOTE', 'OWNER', 'CONTACT', 'RECEIPT'],
    [now, 'received', 'Rex', 'Carprofen 75 mg', 'two please', ...jo, refill.id],
    [''],
    ['Owners who would come earlier'],
    ['SINCE', 'HAS', 'TYPE', 'OWNER', 'CONTACT', 'PET', 'APPOINTMENT'],
    [now, 'Thu Dec 10, 2026, 10:00am', 'Exam', ...jo, 'Rex', 'next'],
    [''],
    ['Owners who asked for a text in the last 30 days'],
    ['ASKED', 'PHONE'],
    [now, '+15125550142 (not confirmed)'],
  ]);
  server.clock.set('2027-01-21T15:00:00Z');
  // A refill that nobody has answered is not forgotten; an answered one waits no more.
  const later = await report();
  expect(later.map(([first]) => first)).toEqual([
    'Requested appointments',
    'WHEN',
    'Wed Dec 9, 2026, 10:00am',
    '',
    'Refills',
    'ASKED',
    now,
  ]);
  await server.db.updateTable('refills').set({ state: 'declined' }).where('id', '=', refill.id).execute();
  expect(await report()).toEqual(later.slice(0, 3));
});

it('names every type of a visit that has several, as the notices do', async () => {
  const [video, exam] = [product({ id: 'video', name: 'Video call' }), product({ id: 'exam', name: 'Exam' })];
  const [first, second] = [visit('a1', 'REQUESTED'), visit('a2', 'REQUESTED', '2026-12-10T16:00:00Z')];
  await open({
    products: [exam, video],
    clients: [{ ...knownClient, patients: [patient({ id: 'patient-rex', name: 'Rex' })] }],
    appointments: [{ ...first, product_id: 'video', details: { productIds: ['video', 'exam'] } }, second],
  });
  const types = async () => (await report()).slice(2).map(([, , type]) => type);
  expect(await types()).toEqual(['Video call, Exam', 'Exam']);
});

it('lists deposits that were paid for a time that is gone (D-215), or by a link for no appointment (D-40)', async () => {
  await open();
  await server.signInGuest({ clinicId });
  const session = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .executeTakeFirstOrThrow();
  const later = new Date(server.clock.now().getTime() + 60_000);
  const payment = (id: string) => ({
    clinic_id: clinicId,
    id,
    client_id: 'client-jo',
    product_id: 'exam',
    amount_cents: 2500,
    status: 'complete',
    appointment_id: null as string | null,
    completed_at: server.clock.now(),
    confirmation_number: 'C-7',
    created_at: server.clock.now(),
    booking: JSON.stringify(bookingBody(chicago(wednesday, '09:00'))) as string | null,
  });
  await server.db
    .insertInto('payment_requests')
    .values([
      payment('waits'),
      { ...payment('pending'), status: 'pending' },
      { ...payment('has one'), appointment_id: 'a1' },
      { ...payment('a link of the clinic'), booking: null, completed_at: later },
      { ...payment('a page that is about to book'), booking: null, session_id: session.id },
    ])
    .execute();
  expect(await report()).toEqual([
    [`Paid deposits that wait for a time (to refund one: npm run clinic -- refund ${clinicId} PAYMENT)`],
    ['PAID', 'AMOUNT', 'TYPE', 'OWNER', 'CONTACT', 'CONFIRMATION', 'PAYMENT'],
    ['Sat Nov 21, 2026, 9:00am', '$25.00', 'Exam', 'Jo Miller', '+15125550111', 'C-7', 'waits'],
    ['Sat Nov 21, 2026, 9:01am', '$25.00', 'Exam', 'Jo Miller', '+15125550111', 'C-7', 'a link of the clinic'],
  ]);
});

it('lists refunds that have not gone through with their reason, and deposits that wait for the clinic’s word (D-414)', async () => {
  await open({
    appointments: ['declined', 'canceled'].map((id) => ({
      id,
      client_id: 'client-jo',
      patient_id: 'patient-rex',
      product_id: 'exam',
      fromDate: chicago(wednesday, '09:00'),
      status: id === 'declined' ? ('DECLINED' as const) : ('DELETED' as const),
    })),
  });
  const at = server.clock.now();
  const payment = (appointment_id: string, status: string) => ({
    clinic_id: clinicId,
    id: `paid for ${appointment_id}`,
    client_id: 'client-jo',
    product_id: 'exam',
    amount_cents: 2500,
    status,
    appointment_id,
    card_last4: '4242',
    completed_at: at,
    created_at: at,
  });
  await server.db
    .insertInto('payment_requests')
    .values([payment('declined', 'refunding'), payment('canceled', 'complete')])
    .execute();
  await server.db
    .insertInto('refunds')
    .values({
      clinic_id: clinicId,
      payment_id: 'paid for declined',
      reason: 'declined',
      tries: 3,
      round: 1,
      created_at: at,
      failed_at: at,
      failure: 'no funds',
      next_attempt_at: new Date(at.getTime() + 3_600_000),
    })
    .execute();
  await server.db.updateTable('appointments').set({ changed_at: at }).where('clinic_id', '=', clinicId).execute();
  expect(await report()).toEqual([
    ['Refunds that have not gone through yet (they are tried again by themselves)'],
    ['SINCE', 'AMOUNT', 'CARD', 'STATE', 'TRIES', 'NEXT', 'OWNER', 'CONTACT', 'APPOINTMENT'],
    [
      'Sat Nov 21, 2026, 9:00am',
      '$25.00',
      '4242',
      'failed: no funds',
      '3',
      'Sat Nov 21, 2026, 10:00am',
      'Jo Miller',
      '+15125550111',
      'declined',
    ],
    [''],
    [
      `Deposits of appointments canceled in the last 30 days: refunded only if you say so (npm run clinic -- refund ${clinicId} APPOINTMENT)`,
    ],
    ['WHEN', 'STATUS', 'TYPE', 'CLINICIAN', 'OWNER', 'CONTACT', 'PET', 'DEPOSIT', 'ID'],
    [
      'Wed Nov 25, 2026, 9:00am',
      'Canceled',
      'Exam',
      'Jo Miller',
      '+15125550111',
      'Rex',
      '$25.00 paid (card 4242)',
      'canceled',
    ],
  ]);
});

it('lists owners who match several records, also where one was signed in to by another contact (D-214)', async () => {
  const shared = { phone: '+15125550155' };
  await open({
    clients: [client({ id: 'al', first_name: 'Al', ...shared }), client({ id: 'bea', first_name: 'Bea', ...shared })],
  });
  const heading = [['Owners who match several client records'], ['OWNER', 'E-MAIL', 'PHONE', 'NEW RECORD', 'MAY BE']];
  const there: TestServer = {
    ...server,
    clinicId,
    signIn: (who, given) => server.signIn(who, { clinicId, ...given }),
    api: (call, input, given) => server.api(call, input, { clinicId, ...given }),
  };

  await there.signIn('+15125550155', { firstName: 'Cy Fox' });
  expect(await report()).toEqual([
    ...heading,
    ['Cy Fox', '', '+15125550155', '', 'al, bea'].filter((cell, index) => cell !== '' || index === 0),
  ]);

  const { clientId } = await owner(there, '+15125550155', { first_name: 'Cy', last_name: 'Fox' });
  expect(await report()).toEqual([...heading, ['Cy Fox', '+15125550155', clientId, 'al, bea']]);

  await server.db
    .updateTable('clients')
    .set({ user_id: (await there.signIn('bea@example.com')).user.id })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', 'bea')
    .execute();
  expect((await report()).at(-1)).toEqual(['Cy Fox', '+15125550155', clientId, 'al, bea']);
});
