import type { Trx } from '../../db/transaction';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import type { Services } from '../../calls/services';
import { depositPaid } from '../appointments/decide';
import { lockVisit } from '../appointments/repository';
import type { ClientRow } from '../clients/repository';
import { depositOf, findPayment, lockPayment, tieToAppointment, type PaymentRow } from '../deposits/repository';

type Link = { clinic: Clinic; client: ClientRow; services: Services; now: Date };

/** Ties a payment to one of the owner's appointments (API-53). Both must be the owner's own, and tied to no other. */
export async function linkToAppointment(
  trx: Trx,
  { clinic, client, services, now }: Link,
  paymentId: string,
  appointmentId: string,
): Promise<PaymentRow> {
  const payment = await lockPayment(trx, clinic.id, paymentId);
  const appointment = await lockVisit(trx, clinic.id, appointmentId, client.id);
  if (!payment || payment.client_id !== client.id || !appointment) throw new ApiError('not_found');
  if (payment.appointment_id === appointmentId) return payment;
  if (payment.appointment_id !== null)
    throw new ApiError('conflict', { message: 'This payment belongs to another appointment.' });
  if (payment.product_id !== appointment.product_id)
    throw new ApiError('not_allowed', { message: 'This payment is for another kind of appointment.' });
  if (await depositOf(trx, clinic.id, appointmentId))
    throw new ApiError('conflict', { message: 'This appointment has a payment already.' });
  await tieToAppointment(trx, clinic.id, paymentId, appointmentId);
  if (payment.status === 'complete') await depositPaid(trx, clinic, appointmentId, services, now);
  return (await findPayment(trx, clinic.id, paymentId))!;
}
