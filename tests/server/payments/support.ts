import { randomUUID } from 'node:crypto';
import type { Input, Output } from '../../../src/contract/endpoint';
import type { createAppointment } from '../../../src/contract/appointments';
import { confirmDemoCard } from '../../../src/contract/demoCards';
import { chargePaymentMethod, startPayment, type PaymentRequest } from '../../../src/contract/payments';
import { CardsUnavailable, type Cards } from '../../../server/gateways/cards';
import { client, knownClient, product, type Overrides } from '../../support/clinicFile';
import type { TestServer, TestServerOptions } from '../../support/server';
import { bookingBody, chicago, wednesday } from '../booking/support';

type Body<E> = Input<E> extends { body: infer B } ? B : never;
export type Booking = Body<typeof createAppointment>;

export const publicUrl = 'http://localhost:8123';
export const nine = chicago(wednesday, '09:00');
export const half = chicago(wednesday, '09:30');
export const casey = client({ id: 'client-casey', email: 'casey@example.com' });

/** Takes 25 dollars from everybody before an exam, and nothing for a checkup. */
export const depositClinic = (
  metadata: Parameters<typeof product>[0]['metadata'] = {},
  shop: Overrides['shop'] = {},
): Overrides => ({
  shop: {
    notify_email: 'desk@testvets.example',
    ...shop,
    feature_settings: { deposit_collection_v1_enabled: true, ...shop.feature_settings },
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
    product({ id: 'checkup', name: 'Checkup', deposit_amount: 10 }),
  ],
  clients: [knownClient, casey],
});

export const startBody = (given: Partial<Body<typeof startPayment>> = {}): Body<typeof startPayment> => ({
  payment_type: 'DEPOSIT',
  product_id: 'exam',
  source: 'client_booking',
  ...given,
});

/** A start for a booking, with the key that its draft will create with. */
export function bookingStart(at = nine, given: Partial<Booking> = {}) {
  const key = randomUUID();
  const booking = bookingBody(at, given);
  return { key, booking, body: startBody({ booking, booking_key: key }) };
}

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  declinedLater: '4000 0000 0000 0341',
  redirects: '4000 0025 0000 3155',
  slow: '4000 0000 0000 5126',
  refundsSlowly: '4000 0000 0000 7726',
  refundFails: '4000 0000 0000 3089',
};

export type Who = { token: string };

export const start = (
  server: TestServer,
  who: Who,
  body: Body<typeof startPayment>,
  key?: string,
): Promise<PaymentRequest> => server.api(startPayment, { body }, { token: who.token, ...(key && { key }) });

/** Enters a card at the sandbox, as the page's card element would: no token, no session. */
export const enter = (
  server: TestServer,
  secret: string | null | undefined,
  card = cards.pays,
  given: Partial<Body<typeof confirmDemoCard>> = {},
): Promise<Output<typeof confirmDemoCard>> =>
  server.api(
    confirmDemoCard,
    { body: { client_secret: secret ?? '', card_number: card, exp: '12/30', cvc: '123', ...given } },
    { headers: { host: 'localhost:8123' } },
  );

export const charge = (server: TestServer, who: Who, id: string): Promise<PaymentRequest> =>
  server.api(chargePaymentMethod, { body: { payment_request_id: id } }, { token: who.token });

/** Starts, enters the card and charges it. */
export async function pay(
  server: TestServer,
  who: Who,
  body: Body<typeof startPayment>,
  card = cards.pays,
): Promise<PaymentRequest> {
  const payment = await start(server, who, body);
  await enter(server, payment.client_secret, card);
  return charge(server, who, payment.id);
}

export const storedPayment = (server: TestServer, id: string) =>
  server.db
    .selectFrom('payment_requests')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export const appointmentsOf = (server: TestServer) =>
  server.db
    .selectFrom('appointments')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .orderBy('created_at')
    .execute();

/** What the provider has taken for real, as it would stand on the owner's statement; cents each. */
export async function taken(server: TestServer): Promise<number[]> {
  const rows = await server.db
    .selectFrom('sandbox_intents')
    .select('amount_cents')
    .where('clinic_id', '=', server.clinicId)
    .where('kind', '=', 'payment')
    .where('status', '=', 'succeeded')
    .execute();
  return rows.map((row) => row.amount_cents!);
}

export const sentKinds = async (server: TestServer): Promise<string[]> =>
  (
    await server.db
      .selectFrom('messages')
      .select(['kind', 'channel', 'recipient'])
      .where('clinic_id', '=', server.clinicId)
      .where('kind', '!=', 'code')
      .orderBy('position')
      .execute()
  ).map((row) => `${row.kind} ${row.recipient}`);

/** What the provider has given back for real, cents each. */
export async function givenBack(server: TestServer): Promise<number[]> {
  const rows = await server.db
    .selectFrom('sandbox_intents')
    .select('amount_cents')
    .where('clinic_id', '=', server.clinicId)
    .where('kind', '=', 'refund')
    .where('status', '!=', 'failed')
    .execute();
  return rows.map((row) => row.amount_cents!);
}

export const storedRefund = (server: TestServer, id: string) =>
  server.db
    .selectFrom('refunds')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('payment_id', '=', id)
    .executeTakeFirst();

/** Faults to put around the sandbox; all off unless a test turns one on. */
export function faultyCards() {
  const faults = { losesReply: false, losesRequest: false, isDown: false, isSilent: false, charges: 0 };
  const fail = () => Promise.reject(new CardsUnavailable('no answer'));
  const around = {
    cards: (real: Cards): Cards => ({
      ...real,
      startSetup: (...args) => (faults.isDown ? fail() : real.startSetup(...args)),
      readSetup: (...args) => (faults.isDown ? fail() : real.readSetup(...args)),
      readCharge: (...args) => (faults.isDown ? fail() : real.readCharge(...args)),
      findCharge: (...args) => (faults.isDown ? fail() : real.findCharge(...args)),
      readRefunds: (...args) => (faults.isDown ? fail() : real.readRefunds(...args)),
      async refund(...args) {
        if (faults.isDown || faults.losesRequest) return fail();
        const refund = await real.refund(...args);
        return faults.losesReply ? fail() : refund;
      },
      cancelCharge: (...args) => (faults.isDown ? fail() : real.cancelCharge(...args)),
      async charge(...args) {
        faults.charges += 1;
        if (faults.isDown || faults.losesRequest) return fail();
        const charge = await real.charge(...args);
        return faults.losesReply ? fail() : charge;
      },
    }),
    events:
      (tell: NonNullable<TestServer['services']['sandbox']>['tell']): typeof tell =>
      (event) =>
        faults.isSilent ? Promise.resolve() : tell(event),
  };
  const options: TestServerOptions = { env: { PUBLIC_URL: publicUrl }, overrides: { around } };
  return {
    faults,
    options,
    reset: () =>
      void Object.assign(faults, {
        losesReply: false,
        losesRequest: false,
        isDown: false,
        isSilent: false,
        charges: 0,
      }),
  };
}
