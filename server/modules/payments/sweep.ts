import { faultForLog } from '../../system/faultForLog';
import { startRounds, type Rounds } from '../../system/rounds';
import type { Services } from '../../calls/services';
import { inTransaction } from '../../db/transaction';
import { loadClinic } from '../clinics/repository';
import { isOver } from './recordCharge';
import { releasePlace } from './paymentHolds';
import { callOff, isUnderWay, poll } from './poll';
import { isOpen } from './reply';
import { changePayment, lockPayment, type PaymentRow } from '../deposits/repository';
import { setupOf } from './setup';
import { SECOND } from '../../../src/limits';

const everyMs = 15 * SECOND;
/**
 * Milliseconds that a charge may wait for its own answer or the provider's event before it is swept: that of a server
 * that died is taken over within a minute. Asking about one that is still under way does no harm.
 */
const patienceMs = 30 * SECOND;
const atOnce = 200;

/**
 * Reads payments of all clinics whose owner may not come back: under way for a while, past their end, or a link without
 * a setup.
 */
async function left({ db }: Services, now: Date): Promise<PaymentRow[]> {
  return db
    .selectFrom('payment_requests')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([
          where('status', 'in', ['processing', 'requires_action']),
          where.or([where('charged_at', '<', new Date(now.getTime() - patienceMs)), where('expires_at', '<=', now)]),
        ]),
        where.and([where('status', 'in', ['pending', 'failed']), where('expires_at', '<=', now)]),
        where.and([where('status', '=', 'pending'), where('session_id', 'is', null), where('setup_ref', 'is', null)]),
      ]),
    )
    .orderBy('created_at')
    .limit(atOnce)
    .execute();
}

/** Brings every abandoned payment to its end (D-207, D-215). Several processes may do so at the same time. */
export async function sweepPayments(services: Services): Promise<void> {
  const now = services.clock.now();
  for (const payment of await left(services, now)) {
    await sweep(services, payment, now).catch((error: unknown) =>
      services.log.warn({ fault: faultForLog(error) }, 'a payment is left to the next sweep'),
    );
  }
}

async function sweep(services: Services, payment: PaymentRow, now: Date): Promise<void> {
  const clinic = await loadClinic(services.db, payment.clinic_id);
  if (!clinic) return;
  if (isOpen(payment) && isOver(payment, now)) return expire(services, payment, now);
  if (services.cards === null) return;
  if (!isUnderWay(payment)) return void (await setupOf(services, clinic, payment));
  const known = await poll(services, clinic, payment);
  // The owner did not answer the bank in time; the charge must not succeed when its time belongs to somebody else.
  if (known.status === 'requires_action' && isOver(known, now)) await callOff(services, clinic, known);
}

async function expire({ db }: Services, { clinic_id, id }: PaymentRow, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const payment = await lockPayment(trx, clinic_id, id);
    if (!payment || !isOpen(payment) || !isOver(payment, now)) return;
    await changePayment(trx, clinic_id, id, { status: 'expired' });
    await releasePlace(trx, clinic_id, id);
  });
}

/** Runs the sweeping round now and every fifteen seconds until it is stopped. */
export const startPaymentSweeps = (services: Services): Rounds =>
  startRounds(
    () => sweepPayments(services).then(() => 'done'),
    everyMs,
    (error) => services.log.warn({ fault: faultForLog(error) }, 'the payments were not swept'),
  );
