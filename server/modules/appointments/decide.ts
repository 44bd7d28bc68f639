import { withTransaction, type Db, type Trx } from '../../db/transaction';
import type { Appointment } from '../../../src/contract/appointments';
import type { VisitReason } from '../../../src/contract/desk/inbox';
import { isToCome } from '../../../src/domain/appointment/change';
import { declinedText } from '../../../src/domain/desk/decline';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import type { Session } from '../../calls/session';
import type { Services } from '../../calls/services';
import { releaseClaims } from '../schedule/repository';
import { loadClinic } from '../clinics/repository';
import type { DepositColumn } from '../deposits/refunds/repository';
import { acceptNotices } from './clinicMessages';
import { ownVisit } from './access';
import { endOffer, liveOffer } from './offers';
import { diedOf } from './patient';
import { confirmations, declines } from './ownerMessages';
import { giveBack, paidTooLate } from './refunds';
import { remindedBy } from './reminders';
import { appointmentReply } from './reply';
import {
  changeAppointment,
  getVisit,
  hasPaidDeposit,
  lockVisit,
  setDetails,
  takeBackMessages,
  takeBackNews,
  type VisitRow,
} from './repository';
import { tell, visitOf } from './visit';

/** The end of a request: accepted or declined, by the operator or by a paid deposit. */

/**
 * Turns a locked request into an appointment and returns how many messages tell its owner. What was offered instead ends
 * (D-425); an offer that has not left yet may be of an earlier time, given after the acceptance, and is not touched.
 */
export async function accept(trx: Trx, clinic: Clinic, row: VisitRow, services: Services, now: Date): Promise<number> {
  const remindedFor = remindedBy(row.starts_at, now);
  const offer = await liveOffer(trx, clinic.id, row.id);
  if (offer?.state === 'open' && (await endOffer(trx, clinic.id, row.id, now)))
    await takeBackMessages(trx, clinic.id, row.id);
  await takeBackNews(trx, clinic.id, row.id);
  const details = { ...row.details, answered_at: now.toISOString() };
  await changeAppointment(
    trx,
    clinic.id,
    row.id,
    { status: 'ACCEPTED', details, ...(remindedFor && { remindedFor }) },
    now,
  );
  return tell(
    trx,
    services,
    confirmations(clinic, visitOf(clinic, await getVisit(trx, clinic.id, row.id)), services.config.publicUrl),
  );
}

type Paid = {
  clinic: Clinic;
  session: Session;
  id: string;
  now: Date;
  services: Services;
  enableReminders: boolean | undefined;
};

/**
 * Accepts the owner's appointment after its deposit is paid, at a clinic that accepts at once (API-40, D-95). Throws
 * `not_found` in any other case. If it is accepted already, only its reminders are set.
 */
export async function acceptPaid(trx: Trx, request: Paid): Promise<Appointment> {
  const { clinic, id, now, services, enableReminders } = request;
  const row = await ownVisit(trx, request, id);
  const isPossible =
    clinic.shop.metadata.isAutoAccept === true &&
    isToCome({ status: row.status, startsAt: row.starts_at }, now) &&
    (await hasPaidDeposit(trx, clinic.id, id));
  if (!isPossible) throw new ApiError('not_found');
  const wanted =
    enableReminders === undefined ? {} : { isReminderSMS: enableReminders, isReminderEmail: enableReminders };
  const details = { ...row.details, ...wanted, deposit_due: false };
  await setDetails(trx, clinic.id, id, details);
  if (row.status === 'REQUESTED') {
    await accept(trx, clinic, { ...row, details }, services, now);
    await tell(
      trx,
      services,
      acceptNotices(clinic, visitOf(clinic, await getVisit(trx, clinic.id, id)), services.config),
    );
  }
  return appointmentReply(clinic, await getVisit(trx, clinic.id, id));
}

/**
 * Applies a paid deposit to the appointment saved before it (D-95, D-215): at a clinic that accepts at once the request
 * is booked, even if the page does not ask for it. If it was declined or canceled meanwhile, the deposit is refunded
 * (D-414). True when the clinic was told.
 */
export async function depositPaid(
  trx: Trx,
  clinic: Clinic,
  id: string,
  services: Services,
  now: Date,
): Promise<boolean> {
  const row = await lockVisit(trx, clinic.id, id);
  if (!row) return false;
  const details = { ...row.details, deposit_due: false };
  await setDetails(trx, clinic.id, id, details);
  if (await paidTooLate(trx, clinic, row, services, now)) return true;
  const isBooked =
    clinic.shop.metadata.isAutoAccept === true &&
    row.status === 'REQUESTED' &&
    isToCome({ status: row.status, startsAt: row.starts_at }, now);
  if (!isBooked) return false;
  await accept(trx, clinic, { ...row, details }, services, now);
  await tell(
    trx,
    services,
    acceptNotices(clinic, visitOf(clinic, await getVisit(trx, clinic.id, id)), services.config),
  );
  return true;
}

/** The result of the operator's decision; `told` counts the messages to the owner: with 0 the clinic has to call. */
export type Decided = {
  status: string;
  wasChanged: boolean;
  /** Whether the clinic had accepted it before. */
  wasAccepted?: boolean;
  told: number;
  /** The paid deposit after the decision. */
  deposit: DepositColumn;
};

async function decide(
  db: Db,
  clinicId: string,
  id: string,
  run: (trx: Trx, clinic: Clinic, row: VisitRow) => Promise<Decided>,
): Promise<Decided> {
  const clinic = await loadClinic(db, clinicId);
  if (!clinic) throw new ApiError('not_found', { message: `There is no clinic "${clinicId}".` });
  return withTransaction(db, async (trx) => {
    const row = await lockVisit(trx, clinicId, id);
    if (!row) throw new ApiError('not_found', { message: `${clinic.shop.name} has no appointment "${id}".` });
    return run(trx, clinic, row);
  });
}

const mustBeToCome = (row: VisitRow, now: Date, verb: string): void => {
  if (!isToCome({ status: row.status, startsAt: row.starts_at }, now)) {
    throw new ApiError('not_allowed', {
      message: `The appointment cannot be ${verb}: it is over, declined or canceled.`,
    });
  }
};

/**
 * Accepts a request for the operator and tells its owner. Throws `not_found` and `not_allowed`, with words for the
 * operator.
 */
export function acceptAppointment(db: Db, services: Services, clinicId: string, id: string): Promise<Decided> {
  return decide(db, clinicId, id, async (trx, clinic, row) => {
    const now = services.clock.now();
    mustBeToCome(row, now, 'accepted');
    const { deposit } = row;
    if (row.status !== 'REQUESTED') return { status: row.status, wasChanged: false, told: 0, deposit };
    return { status: 'ACCEPTED', wasChanged: true, told: await accept(trx, clinic, row, services, now), deposit };
  });
}

/** Why the clinic declines: the reason, and its own words (D-424). */
export type Declining = { reason?: VisitReason | undefined; words?: string | undefined };

/**
 * Declines a locked request or cancels an appointment: frees its time and what was offered instead, refunds its deposit
 * (D-414) and tells its owner why. Returns how many messages do so.
 */
export async function decline(
  trx: Trx,
  clinic: Clinic,
  row: VisitRow,
  { reason, words }: Declining,
  services: Services,
  now: Date,
): Promise<number> {
  const details = {
    ...row.details,
    answered_at: now.toISOString(),
    ...(reason && { decline_reason: reason }),
    ...(words && { decline_words: words }),
  };
  await endOffer(trx, clinic.id, row.id, now);
  await changeAppointment(trx, clinic.id, row.id, { status: 'DECLINED', details }, now);
  await releaseClaims(trx, clinic.id, row.id);
  await takeBackMessages(trx, clinic.id, row.id);
  await takeBackNews(trx, clinic.id, row.id);
  const deposit = await giveBack(trx, clinic, row.id, 'declined', now);
  const hasDied = (await diedOf(trx, clinic.id, row.patient_id)) !== null;
  const said = { reason, why: declinedText(reason, words), deposit, hasDied };
  const wasRequest = row.status === 'REQUESTED';
  return tell(trx, services, declines(clinic, visitOf(clinic, row), wasRequest, services.config.publicUrl, said));
}

/** Declines for the operator. Throws as accepting does. */
export function declineAppointment(
  db: Db,
  services: Services,
  clinicId: string,
  id: string,
  why: Declining = {},
): Promise<Decided> {
  return decide(db, clinicId, id, async (trx, clinic, row) => {
    const now = services.clock.now();
    if (row.status === 'DECLINED') return { status: row.status, wasChanged: false, told: 0, deposit: row.deposit };
    // A request that was never answered is answered late, rather than never (D-424).
    if (row.status !== 'REQUESTED') mustBeToCome(row, now, 'declined');
    const told = await decline(trx, clinic, row, why, services, now);
    const before = row.status === 'ACCEPTED' ? { wasAccepted: true } : {};
    return {
      status: 'DECLINED',
      wasChanged: true,
      ...before,
      told,
      deposit: (await getVisit(trx, clinicId, id)).deposit,
    };
  });
}
