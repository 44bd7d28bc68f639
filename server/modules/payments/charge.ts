import { inTransaction, type Trx } from '../../db/transaction';
import type { CreateAppointment } from '../../../src/contract/appointments';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import type { Session } from '../../calls/session';
import type { Services } from '../../calls/services';
import { bookerOf } from '../appointments/create';
import { findAppointment } from '../appointments/repository';
import { chargeKey, recordCharge, isOver } from './recordCharge';
import { pinPlace } from './paymentHolds';
import { isUnderWay, poll } from './poll';
import { isClosed, isOpen, mayPay } from './reply';
import { changePayment, findPayment, lockPayment, payerOf, type PaymentRow } from '../deposits/repository';
import { cardsOf, orUnavailable, payeeOf, setupOf } from './setup';
import { claimPlace } from './claimPlace';

export const ALREADY_PAID = 'This payment has already been paid. You have not been double-charged.';
const REPLACED = 'Another card was entered for this payment. Please enter your card again.';
const ENDED = 'This payment has ended. Please start again.';
/** The number of cards that a payment may try: enough for an owner, too few for testing stolen cards. */
const mostAttempts = 10;

type Charging = { clinic: Clinic; session: Session; paymentId: string; services: Services };

async function payable({ clinic, session, paymentId, services }: Charging): Promise<PaymentRow> {
  const payment = await findPayment(services.db, clinic.id, paymentId);
  if (!payment || !mayPay(payment, session)) throw new ApiError('not_found');
  return payment;
}

/**
 * Charges the card confirmed for this attempt (API-52, D-98), once: the status changes first in its own transaction,
 * and the provider's key belongs to the attempt, so parallel and repeated calls make one charge. `secret`, if given,
 * names the setup in which the card was confirmed.
 */
export async function chargeDeposit(given: Charging, secret: string | null): Promise<void> {
  const { clinic, services } = given;
  const payment = await payable(given);
  const cards = cardsOf(services);
  const now = services.clock.now();
  const begun = isUnderWay(payment) ? payment : await begin(services, clinic, payment, secret, now);
  if (begun === null) return;
  const charge = await orUnavailable(async () => {
    if (begun.intent_ref !== null) return cards.readCharge(payeeOf(clinic), begun.intent_ref);
    return cards.charge(payeeOf(clinic), {
      key: chargeKey(begun),
      setup: begun.setup_ref!,
      amountCents: begun.amount_cents,
      paymentId: begun.id,
      returnUrl: `${services.config.publicUrl}/${clinic.id}/${begun.id}`,
    });
  });
  await recordCharge(services, clinic, begun.id, charge);
}

/** Checks that the payment may be charged and marks it as processing; null when a card has to be entered first. */
async function begin(
  services: Services,
  clinic: Clinic,
  payment: PaymentRow,
  secret: string | null,
  now: Date,
): Promise<PaymentRow | null> {
  mustBePayable(payment, now);
  const isNew = payment.setup_ref === null;
  const setup = await setupOf(services, clinic, payment);
  if (secret !== null && secret !== setup.clientSecret) throw new ApiError('conflict', { message: REPLACED });
  if (isNew) return null;
  if (!setup.isConfirmed) throw new ApiError('not_allowed', { message: 'Please enter your card first.' });
  return inTransaction(services.db, async (trx) => {
    const locked = (await lockPayment(trx, clinic.id, payment.id))!;
    if (isUnderWay(locked)) return locked;
    mustBePayable(locked, now);
    // Another tab may have entered a card for the next attempt; that is not the card confirmed here.
    if (locked.attempt !== payment.attempt) throw new ApiError('conflict');
    if (locked.appointment_id !== null) {
      const appointment = await findAppointment(trx, clinic.id, locked.client_id, locked.appointment_id);
      if (!appointment || isClosed(appointment, now))
        throw new ApiError('conflict', { message: 'This appointment needs no deposit any more.' });
    } else if (locked.booking !== null && !(await pinPlace(trx, clinic.id, locked.id, now))) {
      await claimAgain(trx, services, clinic, { ...locked, booking: locked.booking }, now);
    }
    await changePayment(trx, clinic.id, locked.id, {
      status: 'processing',
      charged_at: now,
      message: null,
      card_last4: setup.last4,
    });
    return locked;
  });
}

/**
 * Prepares the payment for entering a card, so that the next charge uses that card (D-98). A card that was confirmed
 * and never charged is dropped; a charge under way is polled instead (D-13).
 */
export async function renewCard(given: Charging): Promise<void> {
  const { clinic, services } = given;
  const payment = await payable(given);
  if (isUnderWay(payment)) return void (await orUnavailable(() => poll(services, clinic, payment)));
  mustBePayable(payment, services.clock.now());
  if (payment.setup_ref === null || !(await setupOf(services, clinic, payment)).isConfirmed) return;
  await inTransaction(services.db, async (trx) => {
    const locked = (await lockPayment(trx, clinic.id, payment.id))!;
    if (!isOpen(locked) || locked.attempt !== payment.attempt) throw new ApiError('conflict');
    await changePayment(trx, clinic.id, payment.id, { attempt: payment.attempt + 1, setup_ref: null });
  });
}

/** Claims the time again if it was released while no charge ran; throws `slot_gone` before any money is taken. */
async function claimAgain(
  trx: Trx,
  services: Services,
  clinic: Clinic,
  payment: PaymentRow & { booking: CreateAppointment },
  now: Date,
): Promise<void> {
  const session = await payerOf(trx, payment);
  if (!session) throw new ApiError('slot_gone');
  const booker = await bookerOf(trx, { clinic, session });
  await claimPlace(trx, { clinic, session, body: payment.booking, now, services }, booker, payment, { isPinned: true });
}

function mustBePayable(payment: PaymentRow, now: Date): void {
  if (payment.status === 'complete') throw new ApiError('conflict', { message: ALREADY_PAID });
  if (!isOpen(payment) || isOver(payment, now)) throw new ApiError('conflict', { message: ENDED });
  if (payment.attempt >= mostAttempts)
    throw new ApiError('not_allowed', { message: 'Too many cards were refused. Please call the clinic.' });
}
