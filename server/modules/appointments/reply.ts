import type { Appointment } from '../../../src/contract/appointments';
import { isCalledOff } from '../../../src/domain/appointment/bookedEvent';
import { declinedText } from '../../../src/domain/desk/decline';
import type { Clinic } from '../../calls/clinic';
import { dueOf } from './due';
import type { AppointmentRow } from './repository';
import { MINUTE } from '../../../src/limits';

/** Returns the paid deposit and whether it is kept or refunded (D-414). */
function depositOf({
  status,
  deposit,
  details,
}: Pick<AppointmentRow, 'status' | 'deposit' | 'details'>): Appointment['deposit'] {
  if (deposit === null) return null;
  const held = !isCalledOff(status) ? 'paid' : details.deposit_on_cancel === 'kept' ? 'kept' : 'asked';
  return {
    amount: deposit.amount_cents / 100,
    state: deposit.status === 'complete' ? held : deposit.status,
    card_last4: deposit.card_last4,
  };
}

/** Whether the clinic has offered other times for a request: not an earlier one to somebody on the waitlist. */
export const hasOfferedOthers = ({
  status,
  details,
  offer,
  is_waitlisted,
}: Pick<AppointmentRow, 'status' | 'details' | 'is_waitlisted'> & { offer: object | null }): boolean =>
  status === 'REQUESTED' && (Boolean(details.offered_others) || (offer !== null && !is_waitlisted));

/** Returns what the clinic said to a request, and until when it says it (D-424, D-425, D-427). */
function answerOf(
  clinic: Clinic,
  row: AppointmentRow,
): Pick<Appointment, 'offered' | 'offered_others' | 'declined_reason' | 'answer_by' | 'answered_at'> {
  const { status, offer, details } = row;
  const nameOf = (id: string | null) => clinic.providers.find((one) => one.id === id)?.firstName ?? null;
  return {
    offered:
      !isCalledOff(status) && offer
        ? {
            until: new Date(offer.until).toISOString(),
            times: offer.times.map(({ id, starts_at, provider_id }) => ({
              id,
              at: new Date(starts_at).toISOString(),
              clinician: nameOf(provider_id),
            })),
          }
        : null,
    offered_others: hasOfferedOthers(row),
    declined_reason: status === 'DECLINED' ? declinedText(details.decline_reason, details.decline_words) : null,
    answer_by: dueOf(clinic, row)?.toISOString() ?? null,
    answered_at: details.answered_at ?? null,
  };
}

/** Makes the reply for an appointment, with an item for each of its types (ENT-19, ENT-20). */
export function appointmentReply(clinic: Clinic, row: AppointmentRow): Appointment {
  const provider = clinic.providers.find((one) => one.id === row.provider_id);
  const { label, location_id } = row.details;
  const productIds = row.details.productIds ?? [row.product_id];
  const minutes = Math.round((row.ends_at.getTime() - row.starts_at.getTime()) / MINUTE);
  return {
    id: row.id,
    fromDate: row.starts_at.toISOString(),
    toDate: row.ends_at.toISOString(),
    status: row.status,
    note: row.note,
    location_id: location_id ?? null,
    is_waitlisted: row.is_waitlisted,
    isDropoff: row.is_dropoff,
    deposit: depositOf(row),
    ...answerOf(clinic, row),
    providers: provider ? [{ id: provider.id, firstName: provider.firstName, avatar: provider.avatar ?? null }] : [],
    items: productIds.map((id) => {
      const product = clinic.products.find((one) => one.id === id);
      return {
        clientId: row.client_id,
        providerId: row.provider_id,
        metadata: {
          providerName: provider?.firstName ?? null,
          providerAvatar: provider?.avatar ?? null,
          productId: id,
          productName: product?.name ?? (id === row.product_id ? (label ?? '') : ''),
          patientName: row.patient_name ?? '',
          patientId: row.patient_id,
          productTime: productIds.length === 1 ? minutes : (product?.metadata.time ?? 0),
          is_telemedicine: product?.is_telemedicine === true,
        },
      };
    }),
  };
}
