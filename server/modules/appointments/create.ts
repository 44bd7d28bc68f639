import type { AppointmentDetails } from '../../db/appointmentDetails';
import { ChangedMeanwhile } from '../../db/faults';
import { defer, together } from '../../db/statements';
import type { Trx } from '../../db/transaction';
import type { Appointment, CreateAppointment } from '../../../src/contract/appointments';
import { isReturningClient } from '../../../src/domain/client/clientType';
import { isDepositRequired } from '../../../src/domain/booking/deposit';
import { dateInZone } from '../../../src/domain/clinicTime';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import type { Session } from '../../calls/session';
import type { Services } from '../../calls/services';
import { removalOfSignUp } from '../auth/codes/signUpRepository';
import { placeAmong, placeQueries, type Place } from '../schedule/place';
import { insertClaims } from '../schedule/repository';
import { bookingRule, narrowed } from '../schedule/rule';
import { findBooker, type Booker, type ClientRow } from '../clients/repository';
import { lockPaidDeposit, tieToAppointment } from '../deposits/repository';
import { bookingCount, mustBeAllowed, upcomingOf } from './allowance';
import { bookingNotices } from './clinicMessages';
import { newAnswerLink } from '../messages/answerLinks';
import { confirmations } from './ownerMessages';
import { mustBeBookable, patientFor, worded } from './patient';
import { planBooking, type DepositState, type Plan } from './plan';
import { appointmentReply } from './reply';
import { getVisit, insertAppointment, listedNames, type VisitRow } from './repository';
import { remindedBy } from './reminders';
import { tell, visitOf } from './visit';

export type BookingRequest = {
  clinic: Clinic;
  session: Pick<Session, 'id' | 'userId' | 'email' | 'phone'>;
  body: CreateAppointment;
  now: Date;
  services: Services;
  /** The clinic itself chose the time, so that nobody is left to accept it. */
  isClinics?: boolean;
};
type Request = BookingRequest;

/** Returns the client who books: the session's owner, with a record at this clinic (D-201). */
export async function bookerOf(trx: Trx, { clinic, session }: Pick<Request, 'clinic' | 'session'>): Promise<Booker> {
  const booker = await findBooker(trx, clinic.id, session.userId, [session.email, session.phone]);
  if (!booker) throw new ApiError('not_allowed', { message: 'Please tell us who you are before you book.' });
  // A blocked owner gets the answer for a time that is gone, so that nothing reveals the block (D-16).
  if (booker.isBlocked) throw new ApiError('slot_gone');
  return booker;
}

/** Refuses with `not_found` a breed, color or sex that the clinic's lists of the species do not have. */
async function mustBeListed(trx: Trx, clinicId: string, { details, speciesId }: Plan['pet']): Promise<void> {
  const rows = (
    [
      ['breed', details.breed_id],
      ['patient_color', details.patient_color_id],
      ['patient_sex', details.patient_sex_id],
    ] as const
  ).flatMap(([kind, id]) => (id ? [{ kind, id }] : []));
  if ((await listedNames(trx, clinicId, rows, speciesId)).size < rows.length) throw new ApiError('not_found');
}

/** Makes all checks that come before a place is looked for. */
export async function planned(
  trx: Trx,
  { clinic, body, now, isClinics }: Request,
  { client, patients }: Pick<Booker, 'client' | 'patients'>,
  deposit: DepositState,
): Promise<Plan> {
  const plan = planBooking(clinic, body, client, dateInZone(now, clinic.shop.timezone), now, deposit);
  mustBeBookable(patients, plan.pet);
  await mustBeListed(trx, clinic.id, plan.pet);
  return isClinics ? { ...plan, status: 'ACCEPTED' } : plan;
}

/** Finds the paid deposit for this booking: the given payment, or one of the client's without an appointment (D-96). */
async function depositFor(
  trx: Trx,
  { clinic, body, now }: Request,
  client: ClientRow,
  paymentId: string | undefined,
): Promise<string | null> {
  const product = clinic.products.find((one) => one.id === body.products[0]!.id);
  const isAsked =
    product &&
    isDepositRequired(clinic.shop.feature_settings, product, isReturningClient(client.created_at.toISOString(), now));
  return isAsked ? lockPaidDeposit(trx, clinic.id, { clientId: client.id, productId: product.id, paymentId }) : null;
}

/**
 * Books or requests an appointment in the caller's transaction; the session's own hold becomes its claims (D-203). With
 * `paymentId` the booking follows that payment's success; otherwise a paid deposit is looked up, whatever the body says
 * (D-207).
 */
export async function createBooking(trx: Trx, request: Request, paymentId?: string): Promise<Appointment> {
  const { clinic, session, body, now, services } = request;
  const booker = await bookerOf(trx, request);
  const { client } = booker;
  defer(trx, removalOfSignUp(clinic.id, session.id));
  const deposit = await depositFor(trx, request, client, paymentId);
  const plan = await planned(trx, request, booker, deposit !== null ? 'paid' : services.cards ? 'open' : 'closed');
  const wanted = {
    clinicId: clinic.id,
    rule: narrowed(bookingRule(clinic, plan.wish), plan.picked),
    at: Date.parse(body.date),
    sessionId: session.id,
    paymentId: deposit,
    now,
    newId: services.ids.next,
    locks: [`client:${client.id}`],
  };
  const [counts, , , busy, upcoming] = await together(trx, [
    bookingCount(request),
    ...placeQueries(wanted),
    upcomingOf(request, client),
  ]);
  // Behind the lock, which a merge takes too: the record was found before it.
  if (upcoming[0]?.user_id !== session.userId) throw new ChangedMeanwhile('The record was merged into another.');
  // A paid booking is counted and never refused, since it was checked when the deposit was opened.
  if (deposit === null) await mustBeAllowed(trx, request, client, counts, upcoming);
  const place = placeAmong(wanted, busy);
  const row = await save(trx, request, booker, plan, place);
  if (deposit === null) return appointmentReply(clinic, row);
  await tieToAppointment(trx, clinic.id, deposit, row.id);
  return appointmentReply(clinic, await getVisit(trx, clinic.id, row.id));
}

async function save(
  trx: Trx,
  { clinic, body, now, services }: Request,
  { client, patients }: Booker,
  plan: Plan,
  place: Place,
): Promise<VisitRow> {
  const patient = await patientFor(trx, clinic.id, client.id, patients, plan.pet, now, services.ids.next);
  const [product] = plan.wish.products;
  const [pick] = place.picks;
  const row: VisitRow = {
    id: services.ids.next(),
    client_id: client.id,
    product_id: product!.id,
    provider_id: pick!.providerId,
    room_id: pick!.roomId,
    starts_at: new Date(pick!.at),
    ends_at: new Date(place.end),
    status: plan.status,
    note: plan.note,
    is_dropoff: plan.wish.isDropoff,
    details: {
      ...detailsOf(body, plan, place),
      ...(patient.corrections.length > 0 && { pet_corrections: await worded(trx, clinic.id, patient.corrections) }),
    },
    patient_id: patient.id,
    patient_name: patient.name,
    species_id: patient.species_id,
    first_name: client.first_name,
    last_name: client.last_name,
    email: client.email,
    phone: client.phone,
    client_metadata: client.metadata,
    is_waitlisted: false,
    deposit: null,
    created_at: now,
    changed_at: now,
    offer: null,
  };
  insertAppointment(trx, clinic.id, row, { remindedFor: remindedBy(row.starts_at, now), now });
  const visit = visitOf(clinic, row);
  const answerToken = row.status === 'REQUESTED' ? newAnswerLink(trx, clinic, row.id, now) : null;
  await tell(trx, services, [
    ...confirmations(clinic, visit, services.config.publicUrl),
    ...bookingNotices(clinic, visit, { publicUrl: services.config.publicUrl, answerToken }),
  ]);
  insertClaims(trx, clinic.id, place.claims, { appointmentId: row.id });
  return row;
}

/** Makes the details that are stored beside the appointment's own columns. */
const detailsOf = (body: CreateAppointment, plan: Plan, place: Place): AppointmentDetails => ({
  label: plan.wish.products[0]!.name,
  productIds: plan.wish.products.map((one) => one.id),
  anyone: body.products[0]!.anyone,
  specific_doctor_requested: body.specific_doctor_requested === true,
  segments: place.picks.map(({ at, ...pick }) => ({ ...pick, at: new Date(at).toISOString() })),
  location_id: body.location_id ?? null,
  species_id: body.speciesId,
  isReturningClient: plan.isReturning,
  isReminderSMS: body.isReminderSMS,
  isReminderEmail: body.isReminderEmail,
  isSendConfirmation: body.isSendConfirmation,
  deposit_due: plan.isDepositDue,
  client_dob: body.client_dob ?? null,
  confirmed_keyword_action: body.confirmed_keyword_action ?? null,
  referral_source: body.referral_source ?? null,
  has_wellness_plan: body.has_wellness_plan ?? null,
});
