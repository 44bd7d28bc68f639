import type { Appointment } from '../../../src/contract/appointments';
import { isToCome } from '../../../src/domain/appointment/change';
import { formatDateTime } from '../../../src/domain/clinicTime';
import { ApiError } from '../../calls/errors';
import type { Clinic } from '../../calls/clinic';
import type { Services } from '../../calls/services';
import type { Session } from '../../calls/session';
import type { Trx } from '../../db/transaction';
import { awayAt } from '../schedule/away';
import { releaseClaims } from '../schedule/repository';
import { deleteListed } from '../waitlist/repository';
import { ownVisit } from './access';
import { pickNotices } from './clinicMessages';
import { endOffer, liveOffer } from './offers';
import { diedOf } from './patient';
import { confirmations } from './ownerMessages';
import { remindedBy } from './reminders';
import { appointmentReply } from './reply';
import { changeAppointment, getVisit, isBlocked, takeBackMessages, takeBackNews, type VisitRow } from './repository';
import { tell, visitOf } from './visit';

type Request = { clinic: Clinic; session: Session; id: string; timeId: string; now: Date; services: Services };

/** Whether the appointment is booked at this time already, by an earlier pick of it. */
async function isPicked(trx: Trx, { clinic, timeId }: Request, row: VisitRow): Promise<boolean> {
  const picked = await trx
    .selectFrom('offered_times')
    .innerJoin('offers', (join) =>
      join.onRef('offers.clinic_id', '=', 'offered_times.clinic_id').onRef('offers.id', '=', 'offered_times.offer_id'),
    )
    .select('offered_times.starts_at')
    .where('offered_times.clinic_id', '=', clinic.id)
    .where('offered_times.id', '=', timeId)
    .where('offers.appointment_id', '=', row.id)
    .where('offers.state', '=', 'picked')
    .executeTakeFirst();
  return picked?.starts_at.getTime() === row.starts_at.getTime() && row.status === 'ACCEPTED';
}

const isBooked = (status: string): boolean => status === 'ACCEPTED' || status === 'CONFIRMED';
const bookedFor = ({ shop }: Clinic, { starts_at }: VisitRow): string =>
  `Your appointment is booked for ${formatDateTime(starts_at, shop.timezone)}.`;

/**
 * The owner picks one of the times that the clinic offers (D-425): the time's claims become the appointment's, the
 * others and the first one are freed, and the request is accepted, all in this transaction. Whoever comes earlier leaves
 * the waitlist. Throws `not_found` for another's appointment, `slot_gone` where the offer is over, and `not_allowed`
 * where the appointment is settled or over.
 */
export async function pick(trx: Trx, request: Request): Promise<Appointment> {
  const { clinic, session, id, timeId, now, services } = request;
  const row = await ownVisit(trx, request, id);
  if (await isPicked(trx, request, row)) return appointmentReply(clinic, row);
  // The clinic may offer other times for a request whose own time has passed without an answer.
  if (row.status !== 'REQUESTED' && !isToCome({ status: row.status, startsAt: row.starts_at }, now))
    throw new ApiError('not_allowed');
  if (await isBlocked(trx, clinic.id, [session.email, session.phone, row.email, row.phone]))
    throw new ApiError('slot_gone');
  const offer = await liveOffer(trx, clinic.id, id);
  // Picked before, perhaps on another device: it is booked, and the owner need not call.
  if (!offer && isBooked(row.status)) throw new ApiError('not_allowed', { message: bookedFor(clinic, row) });
  if (!offer && row.status !== 'REQUESTED') throw new ApiError('not_allowed');
  const time = offer?.times.find((one) => one.id === timeId);
  const isOpen =
    offer?.state === 'open' &&
    offer.until > now &&
    time !== undefined &&
    isToCome({ status: row.status, startsAt: time.starts_at }, now) &&
    awayAt(clinic.providers, time) === null;
  // What a clinic file says meanwhile counts: a clinician who is away then, a pet that has died.
  if (!isOpen || (await diedOf(trx, clinic.id, row.patient_id))) throw new ApiError('slot_gone');

  await releaseClaims(trx, clinic.id, id);
  await endOffer(trx, clinic.id, id, now, timeId);
  const remindedFor = remindedBy(time.starts_at, now);
  await changeAppointment(
    trx,
    clinic.id,
    id,
    {
      status: 'ACCEPTED',
      ...(time.provider_id !== null && { providerId: time.provider_id }),
      roomId: time.room_id,
      startsAt: time.starts_at,
      endsAt: time.ends_at,
      details: { ...row.details, segments: time.segments, answered_at: now.toISOString() },
      ...(remindedFor && { remindedFor }),
    },
    now,
  );
  if (time.starts_at < row.starts_at) await deleteListed(trx, clinic.id, id);
  await takeBackMessages(trx, clinic.id, id);
  await takeBackNews(trx, clinic.id, id);
  const moved = await getVisit(trx, clinic.id, id);
  const visit = visitOf(clinic, moved);
  await tell(trx, services, [
    ...confirmations(clinic, visit, services.config.publicUrl),
    ...pickNotices(clinic, visit, row.starts_at, services.config),
  ]);
  return appointmentReply(clinic, moved);
}
