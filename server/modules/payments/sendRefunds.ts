import { inTransaction, type Trx } from '../../db/transaction';
import { RefundRefused, type Refund, type Refunded } from '../../gateways/cards';
import type { Clinic } from '../../calls/clinic';
import { leased } from '../../calls/leases';
import { faultForLog } from '../../system/faultForLog';
import { startRounds, type Rounds } from '../../system/rounds';
import type { Services } from '../../calls/services';
import { loadClinic } from '../clinics/repository';
import { chargeKey } from './recordCharge';
import { refundNotices } from '../deposits/refunds/messages';
import {
  changeRefund,
  lockRefund,
  openRefund,
  refundRenewal,
  takeDueRefunds,
  wakeRefunds,
  wasPaid,
} from '../deposits/refunds/repository';
import { afterNews, refundKey, standingOf, type News, type RefundRow } from '../deposits/refunds/state';
import { changePayment, findPayment, lockPayment, noteEvent, type PaymentRow } from '../deposits/repository';
import { cardsOf, payeeOf } from './setup';

/**
 * Sends refunds of deposits (D-414). Refunds are stored when they are decided; here the provider is asked until it has
 * made them.
 */

const atATime = 20;
const pollMs = 2000;

/**
 * Sends due refunds, at most one batch, and returns how many were tried. Any number of processes may run it: each takes
 * rows that nobody else has, and a round's key at the provider prevents a second refund.
 */
export async function refundDue(services: Services): Promise<number> {
  if (services.cards === null) return 0;
  const taken = await takeDueRefunds(services.db, services.clock.now(), atATime);
  // All keep their leases while they wait for their turn.
  const renewals = taken.map((row) => refundRenewal(services.db, row, () => services.clock.now()));
  await leased(
    () => Promise.all(renewals.map((renew) => renew())),
    async () => {
      for (const row of taken) await giveBack(services, row);
    },
  );
  return taken.length;
}

async function giveBack(services: Services, row: RefundRow): Promise<void> {
  const clinic = await loadClinic(services.db, row.clinic_id);
  const payment = await findPayment(services.db, row.clinic_id, row.payment_id);
  if (!clinic || !payment) return;
  try {
    await recordRefunds(services, clinic, payment.id, await askFor(services, clinic, payment, row));
  } catch (error) {
    const isRefused = error instanceof RefundRefused;
    services.log.warn(
      { clinic: clinic.id, refund: row.tries, isRefused, ...(!isRefused && { fault: faultForLog(error) }) },
      'a refund has not got through',
    );
    const news: News = isRefused ? { kind: 'failed', round: row.round, message: error.message } : { kind: 'unheard' };
    await inTransaction(services.db, async (trx) => {
      const now = await lockedRefund(trx, payment);
      if (now) await learn(trx, services, clinic, now, news);
    });
  }
}

/**
 * Reads the refunds of the payment's charge, and asks for this round's refund if money is still owed. Refunds made by
 * other ways count.
 */
async function askFor(services: Services, clinic: Clinic, payment: PaymentRow, row: RefundRow): Promise<Refund[]> {
  const cards = cardsOf(services);
  const payee = payeeOf(clinic);
  const charge = payment.intent_ref ?? (await cards.findCharge(payee, chargeKey(payment)))?.ref;
  if (charge === undefined) throw new RefundRefused('The card provider knows no charge of this payment.');
  const of: Refunded = { charge, paymentId: payment.id };
  const refunds = await cards.readRefunds(payee, of);
  const standing = standingOf(refunds, payment.amount_cents, row);
  if (standing?.kind !== 'open' || standing.failed !== null) return refunds;
  const made = await cards.refund(payee, { ...of, key: refundKey(row), amountCents: standing.left });
  return [...refunds.filter(({ ref }) => ref !== made.ref), made];
}

/**
 * Records the state of a charge's refunds after an event about one. The provider is asked, so that the order of events
 * does not matter. Throws CardsUnavailable.
 */
export async function recordRefundEvent(
  services: Services,
  clinic: Clinic,
  event: { id: string; paymentId: string; refundOf: string },
): Promise<void> {
  const { paymentId, refundOf: charge } = event;
  try {
    const refunds = await cardsOf(services).readRefunds(payeeOf(clinic), { charge, paymentId });
    await recordRefunds(services, clinic, paymentId, refunds, event.id);
  } catch (error) {
    // The charge is not one of this server's: nothing to record, however often the event comes.
    if (!(error instanceof RefundRefused)) throw error;
  }
}

type Locked = { payment: PaymentRow; row: RefundRow };

async function lockedRefund(trx: Trx, { clinic_id, id }: Pick<PaymentRow, 'clinic_id' | 'id'>): Promise<Locked | null> {
  const payment = await lockPayment(trx, clinic_id, id);
  const row = payment && (await lockRefund(trx, clinic_id, id));
  return row && { payment, row };
}

/**
 * Records the provider's list of a charge's refunds; nothing else makes a deposit refunded. Recording the same list
 * again changes nothing.
 */
async function recordRefunds(
  services: Services,
  clinic: Clinic,
  paymentId: string,
  refunds: readonly Refund[],
  eventId?: string,
): Promise<void> {
  const now = services.clock.now();
  await inTransaction(services.db, async (trx) => {
    if (eventId !== undefined && !(await noteEvent(trx, clinic.id, eventId, now))) return;
    const payment = await lockPayment(trx, clinic.id, paymentId);
    if (!payment) return;
    const row = await lockRefund(trx, clinic.id, paymentId);
    const standing = standingOf(refunds, payment.amount_cents, row ?? { payment_id: paymentId, round: 0 });
    // A refund made by hand at the provider is reported once the whole amount has gone back.
    if (row === null && standing?.kind === 'done') await openRefund(trx, payment, 'provider', now);
    const locked = await lockedRefund(trx, payment);
    if (locked === null || standing === null) return;
    if (standing.kind !== 'open') await learn(trx, services, clinic, locked, standing);
    else if (standing.failed)
      await learn(trx, services, clinic, locked, {
        kind: 'failed',
        round: locked.row.round,
        message: standing.failed.message,
      });
  });
}

async function learn(
  trx: Trx,
  services: Services,
  clinic: Clinic,
  { payment, row }: Locked,
  news: News,
): Promise<void> {
  const after = afterNews(row, news, services.clock.now());
  if (after === null) return;
  await changeRefund(trx, row, after.change);
  const isDone = (after.change.done_at === undefined ? row.done_at : after.change.done_at) !== null;
  if (wasPaid(payment)) await changePayment(trx, clinic.id, payment.id, { status: isDone ? 'refunded' : 'refunding' });
  if (after.tells)
    await services.messages.enqueueAll(
      trx,
      await refundNotices(trx, clinic, payment, after.tells, after.change.failure ?? null, services.config.publicUrl),
    );
}

/** Runs the round that sends refunds until it is stopped; at the start it retries those waiting for a later try. */
export function startRefunds(services: Services): Rounds {
  let isWoken = false;
  return startRounds(
    async () => {
      if (!isWoken) await wakeRefunds(services.db, services.clock.now());
      isWoken = true;
      return (await refundDue(services)) === atATime ? 'more' : 'done';
    },
    pollMs,
    (error) => services.log.warn({ fault: faultForLog(error) }, 'due refunds could not be read'),
  );
}
