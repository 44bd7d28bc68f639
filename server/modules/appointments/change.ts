import type { Trx } from '../../db/transaction';
import type { Appointment, cancelAppointment, rescheduleAppointment } from '../../../src/contract/appointments';
import type { Input } from '../../../src/contract/endpoint';
import { mayCancel, mayReschedule } from '../../../src/domain/appointment/change';
import { dateInZone } from '../../../src/domain/clinicTime';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import type { Session } from '../../calls/session';
import type { Services } from '../../calls/services';
import { findPlace, type Place } from '../schedule/place';
import { insertClaims, releaseClaims } from '../schedule/repository';
import { bookingRule, narrowed, pickedFor } from '../schedule/rule';
import { mustBeOffered, mustExist } from '../schedule/wish';
import { countOwners } from './allowance';
import { cancelNotices, moveNotices } from './clinicMessages';
import { newAnswerLink } from '../messages/answerLinks';
import { cancelConfirmations, moveConfirmations } from './ownerMessages';
import { ownVisit, wishToMove } from './access';
import { endOffer } from './offers';
import { remindedBy } from './reminders';
import { ownerCancels } from './refunds';
import { appointmentReply } from './reply';
import {
  changeAppointment,
  getVisit,
  isBlocked,
  setDetails,
  takeBackMessages,
  takeBackNews,
  type VisitRow,
} from './repository';
import { tell, visitOf } from './visit';

/** How many of an appointment's moves are kept for the clinic to read, the latest ones. */
const movesKept = 20;

/** What owners do with their appointments: cancel, move, set reminders. */

type Request = { clinic: Clinic; session: Session; id: string; now: Date; services: Services };

const changeable = (row: VisitRow) => ({ status: row.status, startsAt: row.starts_at, clientId: row.client_id });

type CancelBody = Input<typeof cancelAppointment>['body'];

/**
 * Cancels the owner's appointment, frees its time and deals with its deposit (CANCEL-01 to CANCEL-03, D-414). Throws
 * 404 for another's, 422 where the clinic wants a call, and 409 where its deposit would fare worse than its owner was
 * told. Canceling it again changes nothing (D-412).
 */
export async function cancel(trx: Trx, request: Omit<Request, 'id'> & { body: CancelBody }): Promise<Appointment> {
  const { clinic, now, services, body } = request;
  const { id } = body;
  const row = await ownVisit(trx, request, id);
  if (row.status === 'DELETED') return appointmentReply(clinic, row);
  if (!mayCancel(changeable(row), row.client_id, clinic.shop.feature_settings, now)) throw new ApiError('not_allowed');
  await countOwners(trx, 'cancellationsPerOwner', request);
  const deposit = await ownerCancels(trx, clinic, row, body.deposit_on_cancel, now);
  await changeAppointment(
    trx,
    clinic.id,
    id,
    { status: 'DELETED', ...(deposit && { details: { ...row.details, deposit_on_cancel: deposit.outcome } }) },
    now,
  );
  await endOffer(trx, clinic.id, id, now);
  await releaseClaims(trx, clinic.id, id);
  await takeBackMessages(trx, clinic.id, id);
  await takeBackNews(trx, clinic.id, id);
  const canceled = await getVisit(trx, clinic.id, id);
  const visit = visitOf(clinic, canceled);
  await tell(trx, services, [
    ...cancelConfirmations(clinic, visit, services.config.publicUrl, deposit?.toOwner ?? null),
    ...cancelNotices(clinic, visit, deposit?.toClinic ?? null, services.config),
  ]);
  return appointmentReply(clinic, canceled);
}

type MoveBody = Input<typeof rescheduleAppointment>['body'];

/**
 * Moves the owner's appointment (D-42): the new time is found while the old one is still claimed, and both claims
 * change in this transaction, so a refusal changes nothing. The session's own hold becomes the claim. A move to where
 * the appointment is changes nothing and tells nobody, unless it answers times that the clinic offered.
 */
export async function reschedule(trx: Trx, request: Request & { body: MoveBody }): Promise<Appointment> {
  const { clinic, session, id, body, now, services } = request;
  const row = await ownVisit(trx, request, id);
  if (!mayReschedule(changeable(row), row.client_id, clinic.shop.feature_settings, now))
    throw new ApiError('not_allowed');
  if (await isBlocked(trx, clinic.id, [session.email, session.phone, row.email, row.phone]))
    throw new ApiError('slot_gone');

  const picked = pickedFor(body, body.providerId, body.roomId);
  const providers = picked.flatMap(({ providerId }) => providerId ?? []);
  mustExist(clinic, { providers, rooms: picked.map(({ roomId }) => roomId) });
  const wish = wishToMove(clinic, row, [], dateInZone(now, clinic.shop.timezone));
  mustBeOffered(clinic, wish, providers, row.is_dropoff);
  await countOwners(trx, 'movesPerOwner', request);
  // The owner answers the clinic's offer with a time of their own; what it held counts as free.
  const isAnswer = await endOffer(trx, clinic.id, id, now);
  const place = await findPlace(trx, {
    clinicId: clinic.id,
    rule: narrowed(bookingRule(clinic, wish), picked),
    at: Date.parse(body.dateTime),
    sessionId: session.id,
    appointmentId: id,
    now,
    newId: services.ids.next,
    locks: [`client:${row.client_id}`],
  });
  if (!isAnswer && isAt(row, place)) return appointmentReply(clinic, row);
  const [pick] = place.picks;
  const startsAt = new Date(pick!.at);
  const remindedFor = remindedBy(startsAt, now);
  await releaseClaims(trx, clinic.id, id);
  insertClaims(trx, clinic.id, place.claims, { appointmentId: id });
  await changeAppointment(
    trx,
    clinic.id,
    id,
    {
      status: movedStatus(clinic, row),
      providerId: pick!.providerId,
      roomId: pick!.roomId,
      startsAt,
      endsAt: new Date(place.end),
      details: {
        ...row.details,
        segments: place.picks.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() })),
        waits_since: now.toISOString(),
        offered_others: null,
        moves: [
          ...(row.details.moves ?? []),
          { at: now.toISOString(), from: row.starts_at.toISOString(), to: startsAt.toISOString() },
        ].slice(-movesKept),
      },
      ...(remindedFor && { remindedFor }),
    },
    now,
  );
  await takeBackMessages(trx, clinic.id, id);
  await takeBackNews(trx, clinic.id, id);

  const moved = await getVisit(trx, clinic.id, id);
  const visit = visitOf(clinic, moved);
  const answerToken = moved.status === 'REQUESTED' ? newAnswerLink(trx, clinic, id, now) : null;
  await tell(trx, services, [
    ...moveConfirmations(clinic, visit, row.starts_at, services.config.publicUrl),
    ...moveNotices(clinic, visit, row.starts_at, { publicUrl: services.config.publicUrl, answerToken }),
  ]);
  return appointmentReply(clinic, moved);
}

/** Whether the appointment is at this time and with these clinicians already. */
function isAt(row: VisitRow, { picks, end }: Place): boolean {
  const segments = row.details.segments ?? [{ providerId: row.provider_id, at: row.starts_at.toISOString() }];
  const said = (all: readonly { providerId?: string | null | undefined; at: string | number }[]) =>
    all.map(({ providerId, at }) => `${providerId ?? ''} ${new Date(at).getTime()}`).join();
  return row.ends_at.getTime() === end && said(segments) === said(picks);
}

/** Returns the status after a move: a clinic that does not accept at once must confirm again; a request stays one. */
const movedStatus = (clinic: Clinic, row: VisitRow): string =>
  clinic.shop.metadata.isAutoAccept === true && row.status !== 'REQUESTED' ? 'ACCEPTED' : 'REQUESTED';

/** Turns reminders on or off for the owner (API-41, D-126). */
export async function setReminders(
  trx: Trx,
  request: Pick<Request, 'clinic' | 'session' | 'id'>,
  isOn: boolean,
): Promise<Appointment> {
  const { clinic, id } = request;
  const row = await ownVisit(trx, request, id);
  await setDetails(trx, clinic.id, id, { ...row.details, isReminderSMS: isOn, isReminderEmail: isOn });
  if (!isOn) await takeBackMessages(trx, clinic.id, id);
  return appointmentReply(clinic, row);
}
