import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { cancelAppointment, CUSTOMER_SITE } from '../../src/contract/appointments';
import { confirmDemoCard } from '../../src/contract/demoCards';
import { chargePaymentMethod, getPayment, startPayment } from '../../src/contract/payments';
import { exchange } from '../../src/offline/exchange';
import type { Database } from '../../server/db/schema';
import { product, type Overrides } from '../support/clinicFile';
import { isAway } from './bookers';
import { expectSame } from './part';
import { call, clinicId } from './process';
import { bookingOf } from './visit';

/** A clinic that takes a deposit for a booking by payment, and gives it back when the owner cancels. */
export const depositClinic: Overrides = {
  shop: {
    feature_settings: {
      deposit_collection_v1_enabled: true,
      client_online_cancellation_enabled: true,
      deposit_refund_hours: 0,
      max_upcoming_appointments: 1000,
      max_upcoming_appointments_new: 1000,
    },
  },
  products: [
    product({ id: 'exam', name: 'Exam' }),
    product({
      id: 'dental',
      name: 'Dental',
      deposit_amount: 25,
      metadata: {
        depositRequiredBeforeBooking: true,
        collectDepositFromNewClients: true,
        collectDepositFromReturningClients: true,
      },
    }),
  ],
};

export type Payment = { token: string; id: string };

/** Opens the deposit of a time and enters the card, at the server itself: the test card's page keeps proxies out. */
export async function cardEntered(base: string, token: string, start: string): Promise<Payment> {
  const body = {
    payment_type: 'DEPOSIT' as const,
    product_id: 'dental',
    source: 'client_booking' as const,
    booking: {
      ...bookingOf(start),
      products: [{ id: 'dental', anyone: false, providerId: 'ada', label: 'Dental' }],
    },
    booking_key: randomUUID(),
  };
  const { id, client_secret } = await call(startPayment, { body }, { base, token, key: randomUUID() });
  const card = { client_secret: client_secret ?? '', card_number: '4242 4242 4242 4242', exp: '12/30', cvc: '123' };
  await call(confirmDemoCard, { body: card }, { base });
  return { token, id };
}

/** Deposits with their cards entered, one for each of the times by another owner, at each of the servers in turn. */
export async function deposits(
  bases: readonly string[],
  tokens: readonly string[],
  starts: readonly string[],
): Promise<Payment[]> {
  const made: Payment[] = [];
  for (const [n, start] of starts.entries())
    made.push(await cardEntered(bases[n % bases.length] ?? '', tokens[n] ?? '', start));
  return made;
}

/**
 * Charges the card, again until a server has answered that it is paid; returns the appointment's id. Whoever is told
 * that it is paid already reads the payment, as the page does.
 */
export async function charged({ token, id }: Payment, base: string): Promise<string> {
  const given = { base, clinicId, token };
  for (;;) {
    const answer = await exchange(chargePaymentMethod, { body: { payment_request_id: id } }, given);
    const isPaid = 'error' in answer && answer.error.kind === 'http' && answer.error.status === 409;
    const now = isPaid ? await exchange(getPayment, { params: { paymentId: id } }, given) : answer;
    if ('data' in now && now.data.appointment_id) return now.data.appointment_id;
    if ('error' in now ? !isAway(now.error) : isPaid)
      throw new Error(`charge refused: ${JSON.stringify(answer)} ${JSON.stringify(now)}`);
    await pause(50);
  }
}

/** Charges the card from two tabs at once, which two servers answer; returns the appointment's id, which both are told. */
export async function chargedTwice(payment: Payment, base: string): Promise<string> {
  const [one, other] = await Promise.all([charged(payment, base), charged(payment, base)]);
  expectSame('what the second tab is told', other, one);
  return one;
}

/** Cancels a paid appointment, again until a server has answered. */
export async function canceled(token: string, id: string, base: string): Promise<void> {
  const key = randomUUID();
  for (;;) {
    const answer = await exchange(
      cancelAppointment,
      { body: { id, source: CUSTOMER_SITE } },
      { base, clinicId, token, key },
    );
    if ('data' in answer) return;
    if (!isAway(answer.error)) throw new Error(`cancellation refused: ${JSON.stringify(answer.error)}`);
    await pause(50);
  }
}

/** What the card provider has made of one kind, as payment and amount. */
async function moved(db: Kysely<Database>, kind: 'payment' | 'refund'): Promise<string[]> {
  const rows = await db
    .selectFrom('sandbox_intents')
    .select(['payment_request_id', 'amount_cents'])
    .where('clinic_id', '=', clinicId)
    .where('kind', '=', kind)
    .where('status', '=', 'succeeded')
    .execute();
  return rows.map(({ payment_request_id, amount_cents }) => `${payment_request_id} ${amount_cents}`).sort();
}

/** Fails unless the card provider took each of the deposits once, gave back each of the canceled ones once, and nothing else. */
export async function expectMoney(
  db: Kysely<Database>,
  paid: readonly string[],
  givenBack: readonly string[],
): Promise<void> {
  for (const [kind, ids] of [
    ['payment', paid],
    ['refund', givenBack],
  ] as const)
    expectSame(`what the card provider made, by ${kind}`, await moved(db, kind), ids.map((id) => `${id} 2500`).sort());
}

/** How many refunds are still on their way. */
export const unrefunded = async (db: Kysely<Database>): Promise<number> =>
  (await db.selectFrom('refunds').select('payment_id').where('done_at', 'is', null).execute()).length;

/** Fails unless each of these owners, who has canceled once in each round so far, was told of each cancellation once. */
export async function expectCanceled(db: Kysely<Database>, emails: readonly string[], rounds: number): Promise<void> {
  const told = await db
    .selectFrom('messages')
    .select('recipient')
    .where('kind', '=', 'cancellation')
    .where('channel', '=', 'email')
    .execute();
  expectSame(
    'cancellations told, by owner',
    emails.map((email) => told.filter(({ recipient }) => recipient === email).length),
    emails.map(() => rounds),
  );
}
