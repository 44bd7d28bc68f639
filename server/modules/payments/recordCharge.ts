import { is, string, type } from 'superstruct';
import { randomInt } from 'node:crypto';
import { inSavepoint, inTransaction, type Trx } from '../../db/transaction';
import { createAppointment, type CreateAppointment } from '../../../src/contract/appointments';
import { isRetried } from '../../db/faults';
import type { Charge } from '../../gateways/cards';
import type { Clinic } from '../../calls/clinic';
import { claimKey, firstReply, keepReply, releaseKey, type Write } from '../../calls/idempotency';
import { ApiError } from '../../calls/errors';
import { faultForLog } from '../../system/faultForLog';
import type { Services } from '../../calls/services';
import { createBooking } from '../appointments/create';
import { depositPaid } from '../appointments/decide';
import { findAppointment } from '../appointments/repository';
import { releasePlace, unpinPlace } from './paymentHolds';
import { depositNotices } from '../deposits/messages';
import { findRefund, wasPaid } from '../deposits/refunds/repository';
import {
  changePayment,
  findPayment,
  lockPayment,
  noteEvent,
  payerOf,
  tieToAppointment,
  type PaymentRow,
} from '../deposits/repository';

/** Returns the charge's key at the provider: one charge per attempt (D-98). */
export const chargeKey = ({ id, attempt }: Pick<PaymentRow, 'id' | 'attempt'>): string => `${id}:${attempt}`;

/**
 * Records a charge's state from the card provider's answer, a poll or an event; nothing else makes a payment paid
 * (D-207). Success books the planned appointment in the same transaction, unless the page has booked it (D-215).
 * Recording the same state again changes nothing.
 */
export async function recordCharge(
  services: Services,
  clinic: Clinic,
  paymentId: string,
  charge: Charge,
  eventId?: string,
): Promise<void> {
  const now = services.clock.now();
  await inTransaction(services.db, async (trx) => {
    if (eventId !== undefined && !(await noteEvent(trx, clinic.id, eventId, now))) return;
    const before = await findPayment(trx, clinic.id, paymentId);
    if (!before) return;
    if (charge.amountCents !== before.amount_cents) {
      services.log.error(
        { clinic: clinic.id, payment: before.id },
        'the provider speaks of another amount than was asked for',
      );
      return;
    }
    // Locks the key first, then the payment, then times, in the order in which a page's booking does, to avoid
    // deadlocks.
    const booking = charge.status === 'succeeded' ? intendedBooking(before, now) : null;
    const isKeyOurs = booking !== null && (await claimKey(trx, booking));
    const payment = (await lockPayment(trx, clinic.id, paymentId))!;
    if (charge.status !== 'succeeded') return follow(trx, services, payment, charge, now);
    const isDone = wasPaid(payment);
    // The operator refunded it at the provider before the payment was reported; nothing is left to book for.
    const isGivenBack = !isDone && (await findRefund(trx, clinic.id, paymentId)) !== null;
    if (isKeyOurs && (isDone || isGivenBack || payment.appointment_id !== null)) await releaseKey(trx, booking);
    if (isDone) return;
    await complete(trx, payment, charge, isGivenBack ? 'refunded' : 'complete', now);
    if (isGivenBack) return releasePlace(trx, clinic.id, paymentId);
    await settle(
      trx,
      services,
      clinic,
      payment,
      payment.appointment_id === null && booking ? { write: booking, isOurs: isKeyOurs } : null,
    );
  });
}

/**
 * Claims the draft's own key for the create call to run on payment; null where the appointment is saved already or none
 * is planned.
 */
function intendedBooking(payment: PaymentRow, now: Date): Write | null {
  if (
    payment.appointment_id !== null ||
    payment.booking === null ||
    payment.booking_key === null ||
    payment.user_id === null
  )
    return null;
  // The page sends the same body after paying, so it receives this reply.
  const body: CreateAppointment = { ...payment.booking, deposit_paid: true };
  return {
    endpoint: createAppointment,
    clinicId: payment.clinic_id,
    userId: payment.user_id,
    key: payment.booking_key,
    input: { body },
    now,
  };
}

async function follow(trx: Trx, services: Services, payment: PaymentRow, charge: Charge, now: Date): Promise<void> {
  if (payment.status !== 'processing' && payment.status !== 'requires_action') return;
  // A late report of an earlier attempt does not change the present one.
  if (charge.key !== chargeKey(payment)) return;
  if (charge.status === 'failed') {
    await changePayment(trx, payment.clinic_id, payment.id, {
      status: isOver(payment, now) ? 'expired' : 'failed',
      attempt: payment.attempt + 1,
      message: charge.message,
      setup_ref: null,
      intent_ref: null,
      next_action: null,
    });
    return isOver(payment, now)
      ? releasePlace(trx, payment.clinic_id, payment.id)
      : unpinPlace(trx, payment.clinic_id, payment.id);
  }
  const url =
    charge.status === 'requires_action' && isSafe(charge.redirectTo, services.config) ? charge.redirectTo : null;
  await changePayment(trx, payment.clinic_id, payment.id, {
    status: charge.status,
    intent_ref: charge.ref,
    next_action: url === null ? null : JSON.stringify({ type: 'redirect_to_url', redirect_to_url: { url } }),
  });
}

/** Whether the payment's time has passed; a running charge is still recorded to its end. */
export const isOver = ({ expires_at }: Pick<PaymentRow, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && expires_at <= now;

/** Whether the page may redirect there: only to https, or to the sandbox's page on the portal's own origin (D-208). */
function isSafe(target: string | null, { publicUrl, demo }: Services['config']): boolean {
  if (target === null || !URL.canParse(target)) return false;
  const { protocol, origin } = new URL(target);
  return protocol === 'https:' || (demo && origin === publicUrl);
}

async function complete(
  trx: Trx,
  payment: PaymentRow,
  charge: Charge,
  status: 'complete' | 'refunded',
  now: Date,
): Promise<void> {
  await changePayment(trx, payment.clinic_id, payment.id, {
    status,
    completed_at: now,
    confirmation_number: confirmationNumber(),
    intent_ref: charge.ref,
    next_action: null,
    message: null,
  });
}

/** Makes a number to read out on the phone: eight characters that are hard to mistake for each other. */
function confirmationNumber(): string {
  const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  const four = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('');
  return `${four()}-${four()}`;
}

/**
 * Completes a paid payment: books the appointment, or lets the payment wait for another time, and sends the messages
 * about it.
 */
async function settle(
  trx: Trx,
  services: Services,
  clinic: Clinic,
  payment: PaymentRow,
  booking: { write: Write; isOurs: boolean } | null,
): Promise<void> {
  if (booking === null) {
    await releasePlace(trx, clinic.id, payment.id);
    if (payment.appointment_id === null) {
      if (payment.booking === null && payment.session_id === null) await tell(trx, services, clinic, payment, 'waits');
      return;
    }
    const isTold = await depositPaid(trx, clinic, payment.appointment_id, services, services.clock.now());
    if (!isTold) await tell(trx, services, clinic, payment, 'paid');
    return;
  }
  const isBooked = booking.isOurs
    ? await book(trx, services, clinic, payment, booking.write)
    : await tieToFirst(trx, services, clinic, payment, booking.write);
  await releasePlace(trx, clinic.id, payment.id);
  if (!isBooked) await tell(trx, services, clinic, payment, 'waits');
}

/** Books in a savepoint: if booking fails, the payment is complete all the same. */
async function book(trx: Trx, services: Services, clinic: Clinic, payment: PaymentRow, write: Write): Promise<boolean> {
  const session = await payerOf(trx, payment);
  try {
    await inSavepoint(trx, async () => {
      if (!session) throw new ApiError('not_found');
      const { body } = write.input as { body: CreateAppointment };
      keepReply(trx, write, await createBooking(trx, { clinic, session, body, now: write.now, services }, payment.id));
    });
    return true;
  } catch (error) {
    if (isRetried(error)) throw error;
    await releaseKey(trx, write);
    if (!(error instanceof ApiError))
      services.log.error({ fault: faultForLog(error) }, 'a paid booking could not be made');
    return false;
  }
}

/** The page used the key first: the payment is for the appointment that it booked. */
async function tieToFirst(
  trx: Trx,
  services: Services,
  clinic: Clinic,
  payment: PaymentRow,
  write: Write,
): Promise<boolean> {
  const first = await firstReply(trx, write).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    return error.details.result;
  });
  const appointment = is(first, type({ id: string() }))
    ? await findAppointment(trx, payment.clinic_id, payment.client_id, first.id)
    : null;
  if (!appointment) return false;
  await tieToAppointment(trx, payment.clinic_id, payment.id, appointment.id);
  // The clinic may have declined the request before the payment arrived.
  await depositPaid(trx, clinic, appointment.id, services, services.clock.now());
  return true;
}

async function tell(
  trx: Trx,
  services: Services,
  clinic: Clinic,
  payment: PaymentRow,
  what: 'paid' | 'waits',
): Promise<void> {
  await services.messages.enqueueAll(trx, await depositNotices(trx, clinic, payment, what, services.config.publicUrl));
}
