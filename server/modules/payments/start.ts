import type { Trx } from '../../db/transaction';
import type { PaymentRequest, startPayment } from '../../../src/contract/payments';
import type { Input } from '../../../src/contract/endpoint';
import { isDepositRequired } from '../../../src/domain/booking/deposit';
import { isReturningClient } from '../../../src/domain/client/clientType';
import * as limits from '../../../src/limits';
import type { Clinic, ServerProduct } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import type { Session } from '../../calls/session';
import type { Services } from '../../calls/services';
import { mustHaveRoomToBook } from '../appointments/allowance';
import { bookerOf } from '../appointments/create';
import { findAppointment } from '../appointments/repository';
import { dropSignUp } from '../auth/codes/signUpRepository';
import { productFor } from '../schedule/wish';
import { holdRecord } from '../clients/held';
import type { Booker, ClientRow } from '../clients/repository';
import { releasePlace } from './paymentHolds';
import { claimPlace } from './claimPlace';
import { isClosed, isOpen, paymentReply } from './reply';
import { cardsOf } from './setup';
import {
  changePayment,
  depositOf,
  insertPayment,
  lockPaymentsOf,
  newPaymentId,
  type PaymentRow,
} from '../deposits/repository';

type Body = Input<typeof startPayment>['body'];
type Start = { clinic: Clinic; session: Session; body: Body; now: Date; services: Services };

/**
 * Opens a deposit (API-51). The server decides owner, amount and product; the body only says for which appointment or
 * booking (D-201, D-207). A deposit that is paid or being paid is returned instead of a second one (DEP-13).
 */
export async function startDeposit(trx: Trx, start: Start): Promise<PaymentRequest> {
  const { clinic, body, now, services } = start;
  cardsOf(services);
  // A blocked owner gets the answer for a time that is gone, as when booking (D-16).
  const booker = await bookerOf(trx, start);
  await holdRecord(trx, clinic.id, booker.client.id, start.session.userId);
  await dropSignUp(trx, clinic.id, start.session.id);
  const payment = body.appointment_id
    ? await forAppointment(trx, start, booker.client, body.appointment_id)
    : await forBooking(trx, start, booker);
  return paymentReply(trx, clinic, payment, services, now);
}

/** Returns the product's deposit for this client in cents; throws `not_allowed` where none is asked for. */
function priced(clinic: Clinic, product: ServerProduct, client: ClientRow, now: Date): number {
  const isAsked = isDepositRequired(
    clinic.shop.feature_settings,
    product,
    isReturningClient(client.created_at.toISOString(), now),
  );
  const cents = Math.round((product.deposit_amount ?? 0) * 100);
  if (!isAsked || cents <= 0)
    throw new ApiError('not_allowed', { message: 'No deposit is needed for this appointment.' });
  return cents;
}

/** Opens the deposit for a request that was saved before it (DEP-10). */
async function forAppointment(
  trx: Trx,
  { clinic, session, body, now }: Start,
  client: ClientRow,
  appointmentId: string,
): Promise<PaymentRow> {
  const appointment = await findAppointment(trx, clinic.id, client.id, appointmentId);
  const product = clinic.products.find((one) => one.id === appointment?.product_id);
  if (!appointment || !product || product.id !== body.product_id) throw new ApiError('not_found');
  const earlier = await lockPaymentsOf(trx, clinic.id, client.id, product.id);
  const settled = await depositOf(trx, clinic.id, appointmentId);
  if (settled) return settled;
  if (isClosed(appointment, now))
    throw new ApiError('not_allowed', { message: 'This appointment needs no deposit any more.' });
  const amount = priced(clinic, product, client, now);
  await replaceEarlier(
    trx,
    earlier.filter((one) => one.appointment_id === appointmentId && one.session_id !== null),
  );
  return add(trx, clinic, { id: newPaymentId(), client, session, productId: product.id, amount, now, appointmentId });
}

/**
 * Opens the deposit for a booking that is made on payment (DEP-11); its time is kept until then (D-215). A booking that
 * another tab has paid meanwhile, and perhaps made, gets that payment (DEP-24).
 */
async function forBooking(trx: Trx, start: Start, booker: Booker): Promise<PaymentRow> {
  const { client } = booker;
  const { clinic, session, body, now, services } = start;
  const { booking } = body;
  const product = productFor(clinic, body.product_id, booking?.product_token);
  if (booking && booking.products[0]!.id !== product.id)
    throw new ApiError('validation', { fields: { product_id: 'must be the booked type' } });
  const bookingKey = body.booking_key?.toLowerCase() ?? null;
  const earlier = await lockPaymentsOf(trx, clinic.id, client.id, product.id);
  const isOfBooking = (one: PaymentRow): boolean => bookingKey !== null && one.booking_key === bookingKey;
  const settled =
    earlier.find((one) => one.status === 'complete' && isOfBooking(one)) ??
    earlier.find((one) => one.status === 'complete' && one.appointment_id === null) ??
    earlier.find((one) => one.status === 'processing' && one.appointment_id === null && one.booking_key === bookingKey);
  if (settled) return settled;
  const amount = priced(clinic, product, client, now);
  // The same draft can continue under a new session, and the time is still its own.
  const isSameDraft = (one: PaymentRow): boolean => one.session_id === session.id || isOfBooking(one);
  await replaceEarlier(
    trx,
    earlier.filter((one) => one.appointment_id === null && isSameDraft(one)),
  );

  const id = newPaymentId();
  await mustHaveRoomToBook(trx, start, client);
  if (!booking) return add(trx, clinic, { id, client, session, productId: product.id, amount, now });
  const payment = await add(trx, clinic, {
    id,
    client,
    session,
    productId: product.id,
    amount,
    now,
    booking,
    bookingKey: bookingKey ?? services.ids.next(),
  });
  await claimPlace(trx, { clinic, session, body: booking, now, services }, booker, payment, { isPinned: false });
  return payment;
}

/** Expires the earlier payments left open, because a new one replaces them (DEP-18). */
async function replaceEarlier(trx: Trx, earlier: readonly PaymentRow[]): Promise<void> {
  for (const payment of earlier.filter(isOpen)) {
    await changePayment(trx, payment.clinic_id, payment.id, { status: 'expired' });
    await releasePlace(trx, payment.clinic_id, payment.id);
  }
}

type New = {
  id: string;
  client: ClientRow;
  session: Session;
  productId: string;
  amount: number;
  now: Date;
  appointmentId?: string;
  booking?: NonNullable<Body['booking']>;
  bookingKey?: string;
};

async function add(
  trx: Trx,
  clinic: Clinic,
  { id, client, session, productId, amount, now, appointmentId, booking, bookingKey }: New,
): Promise<PaymentRow> {
  return insertPayment(trx, {
    clinic_id: clinic.id,
    id,
    client_id: client.id,
    product_id: productId,
    appointment_id: appointmentId ?? null,
    amount_cents: amount,
    status: 'pending',
    session_id: session.id,
    user_id: session.userId,
    booking: booking ? JSON.stringify(booking) : null,
    booking_key: bookingKey ?? null,
    expires_at: new Date(now.getTime() + limits.paymentMs),
    created_at: now,
  });
}
