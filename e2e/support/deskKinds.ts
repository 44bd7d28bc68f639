import { openEmbedded } from '../../server/db/embedded';
import { requestRefill } from '../../src/contract/pets';
import { joinWaitlist } from '../../src/contract/waitlist';
import { client, product, provider, type Overrides } from '../../tests/support/clinicFile';
import { signedIn } from './calls';
import { askForText, clinicWithRequests } from './deskPeople';
import { manyCallers } from './fixtures';
import { PortalServer } from './server';

const DAY = 86_400_000;

const noonIn = (days: number): string => {
  const at = new Date(Date.now() + days * DAY);
  at.setUTCMinutes(0, 0, 0);
  return at.toISOString();
};

/** The longest names that a clinic and its owners may well have. */
const long = {
  type: 'Comprehensive Annual Wellness Examination with Vaccinations and Nail Trim',
  clinician: 'Dr. Bartholomew-Christopher Featherstonehaugh',
  first: 'Maximiliana-Alexandria',
  last: 'Wolfeschlegelsteinhausen de la Cruz',
  pet: 'Countess Wilhelmina-Josephine von Whiskersworth the Younger of Oak Hill',
  medication: 'Amoxicillin trihydrate and clavulanate potassium 62.5 mg chewable tablets',
};
const reaches = {
  long: 'maximiliana@a-household-with-quite-a-long-name.example',
  two: 'rivera@example.com',
};

/** Names what each kind is listed as. */
export const kindsListed = {
  request: /Pepper.*Request/,
  paid: /Moose.*Request/,
  refill: /Wilhelmina.*Refill/,
  waitlist: /Wilhelmina.*Waitlist/,
  textUs: /Text us/,
  deposit: /no time/,
  records: /Several records/,
  undelivered: /Not delivered/,
  refund: /Refund failed/,
} as const;

const clinic = (): Overrides => {
  const base = clinicWithRequests();
  return {
    ...base,
    shop: {
      ...base.shop,
      id: 'quiet',
      feature_settings: {
        pet_portal_medication_refills_enabled: true,
        waitlist_ui_v1_enabled: true,
        client_online_cancellation_enabled: true,
        answer_within_hours: 4,
      },
    },
    providers: [provider({ id: 'ada', firstName: long.clinician })],
    products: [
      product({
        id: 'exam',
        name: long.type,
        providerIds: ['ada'],
        deposit_amount: 25,
        metadata: { waitlistEligible: true },
      }),
    ],
    clients: [
      ...base.clients!,
      client({
        id: 'long',
        first_name: long.first,
        last_name: long.last,
        email: reaches.long,
        phone: '+15125550163',
        patients: [
          {
            id: 'long-pet',
            name: long.pet,
            species_id: 'cat',
            medications: [{ id: 'm1', description: long.medication }],
          },
        ],
      }),
      ...['Sam', 'Samuel'].map((first_name, at) =>
        client({
          id: `rivera-${at}`,
          first_name,
          last_name: 'Rivera',
          email: reaches.two,
          patients: [{ id: `rivera-pet-${at}`, name: ['Maple', 'Otis'][at]!, species_id: 'dog' }],
        }),
      ),
    ],
    appointments: [
      ...base.appointments!,
      {
        id: 'visit-long',
        client_id: 'long',
        patient_id: 'long-pet',
        product_id: 'exam',
        provider_id: 'ada',
        fromDate: noonIn(9),
        status: 'ACCEPTED',
      },
    ],
  };
};

/**
 * Starts a server whose one clinic has everything at the desk that can wait there: what owners ask for by their calls,
 * and what went wrong elsewhere (a time that was gone, a text service and a bank that refused) as it is stored then.
 */
export async function everyKind(): Promise<{ server: PortalServer; clinic: string }> {
  const server = await PortalServer.start([clinic()], manyCallers);
  const owner = await signedIn(server, 'quiet', reaches.long);
  await owner.call(requestRefill, {
    body: { patient_id: 'long-pet', medication_id: 'm1', note: 'She has bloat since noon, and we leave on Friday.' },
  });
  await owner.call(joinWaitlist, { body: { client_id: 'long', appointment_id: 'visit-long' } });
  await signedIn(server, 'quiet', reaches.two);
  await signedIn(server, 'quiet', 'dana@example.com');
  await askForText(server, 'quiet', '5125550142');

  await server.stop();
  const db = await openEmbedded(server.dataDir);
  const [clinic_id, created_at] = ['quiet', new Date(Date.now() - 3_600_000)];
  const paid = { clinic_id, product_id: 'exam', amount_cents: 2500, card_last4: '4242', created_at };
  const products = [{ id: 'exam', anyone: true, providerId: 'ada', label: long.type }];
  const payer = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as session_id', 'users.id as user_id'])
    .where('users.email', '=', 'dana@example.com')
    .executeTakeFirstOrThrow();
  const wanted = {
    source: 'CUSTOMER_SITE',
    products,
    isReminderSMS: true,
    isReminderEmail: true,
    isSendConfirmation: true,
    date: noonIn(5),
    speciesId: 'dog',
    speciesName: 'Dog',
    patientName: 'Moose',
  };
  await db
    .insertInto('payment_requests')
    .values([
      { ...paid, id: 'paid-visit', client_id: 'dana', appointment_id: 'visit-dana', status: 'complete' },
      {
        ...paid,
        ...payer,
        id: 'paid-no-time',
        client_id: 'dana',
        appointment_id: null,
        status: 'complete',
        completed_at: created_at,
        booking: JSON.stringify(wanted),
      },
      { ...paid, id: 'paid-back', client_id: 'noor', appointment_id: null, status: 'refunding' },
    ])
    .execute();
  await db
    .insertInto('refunds')
    .values({
      clinic_id,
      payment_id: 'paid-back',
      reason: 'declined',
      next_attempt_at: new Date(Date.now() + DAY),
      created_at,
      failed_at: created_at,
      failure: 'The account of this card is closed.',
    })
    .execute();
  await db
    .insertInto('messages')
    .values({
      clinic_id,
      id: 'not-delivered',
      channel: 'sms',
      recipient: '+15125550163',
      subject: null,
      body_text: 'Quiet Vets: your appointment is booked.',
      body_html: null,
      attachment: null,
      demo_code: null,
      kind: 'booking_confirmation',
      appointment_id: null,
      attempts: 84,
      next_attempt_at: created_at,
      expires_at: null,
      delivered_at: null,
      failed_at: created_at,
      last_error: 'no such number',
      created_at,
    })
    .execute();
  await db.destroy();
  await server.restart();
  return { server, clinic: 'quiet' };
}
