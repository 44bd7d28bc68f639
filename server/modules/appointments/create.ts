import type { Transaction } from 'kysely';
import type { Appointment, CreateAppointment } from '../../../src/contract/appointments';
import { dateInZone } from '../../../src/domain/clinicTime';
import type { Database } from '../../db/schema';
import type { Clinic } from '../../plugins/clinic';
import { ApiError } from '../../plugins/errors';
import type { Session } from '../../plugins/handlers';
import type { Services } from '../../services';
import { orSlotGone } from '../availability/hold';
import { findPlace, type Place } from '../availability/place';
import { insertClaims } from '../availability/repository';
import { bookingRule, narrowed } from '../availability/rule';
import { findClientOf, type ClientRow } from '../clients/repository';
import { clinicNotices, confirmations } from './messages';
import { patientFor } from './patient';
import { planBooking, type Plan } from './plan';
import { appointmentReply } from './reply';
import { countCatalogue, findAppointment, insertAppointment, isBlocked } from './repository';

type Trx = Transaction<Database>;
type Request = { clinic: Clinic; session: Session; body: CreateAppointment; now: Date; services: Services };

/** Who books: the token's owner, with a record at this clinic (D-201). */
async function bookingClient(trx: Trx, { clinic, session }: Request): Promise<ClientRow> {
  const client = await findClientOf(trx, clinic.id, session.userId);
  if (!client) throw new ApiError('not_allowed', { message: 'Please tell us who you are before you book.' });
  // Whoever may not book here meets a time that is gone, like everybody who is late: no hint of a block (D-16).
  if (await isBlocked(trx, clinic.id, [session.email, session.phone, client.email, client.phone])) throw new ApiError('slot_gone');
  return client;
}

/** Refuses with `not_found` a breed, color or sex that the clinic's lists do not have. */
async function mustBeListed(trx: Trx, clinicId: string, { details }: Plan['pet']): Promise<void> {
  const rows = [{ kind: 'breed', id: details.breed_id }, { kind: 'patient_color', id: details.patient_color_id }, { kind: 'patient_sex', id: details.patient_sex_id }]
    .flatMap(({ kind, id }) => (id ? [{ kind, id }] : []));
  if ((await countCatalogue(trx, clinicId, rows)) < rows.length) throw new ApiError('not_found');
}

/** Books or requests an appointment in the caller's transaction; the session's own hold becomes its claims (D-203). */
export async function createBooking(trx: Trx, request: Request): Promise<Appointment> {
  const { clinic, session, body, now, services } = request;
  const client = await bookingClient(trx, request);
  const plan = planBooking(clinic, body, client, dateInZone(now, clinic.shop.timezone), now);
  await mustBeListed(trx, clinic.id, plan.pet);
  const place = await findPlace(trx, {
    clinicId: clinic.id, rule: narrowed(bookingRule(clinic, plan.wish), plan.picked), at: Date.parse(body.date),
    sessionId: session.id, now, newId: services.ids.next, locks: [`client:${client.id}`],
  });
  const id = await save(trx, request, client, plan, place);
  return appointmentReply(clinic, (await findAppointment(trx, clinic.id, client.id, id))!);
}

async function save(trx: Trx, { clinic, body, now, services }: Request, client: ClientRow, plan: Plan, place: Place): Promise<string> {
  const id = services.ids.next();
  const patient = await patientFor(trx, clinic.id, client.id, plan.pet, now, services.ids.next);
  const [product] = plan.wish.products;
  const [pick] = place.picks;
  const startsAt = new Date(pick!.at);
  await insertAppointment(trx, clinic.id, {
    id, clientId: client.id, patientId: patient.id, productId: product!.id, providerId: pick!.providerId, roomId: pick!.roomId,
    startsAt, endsAt: new Date(place.end), status: plan.status, note: plan.note, isDropoff: plan.wish.isDropoff, details: detailsOf(body, plan, place), now,
  });
  await orSlotGone(() => insertClaims(trx, clinic.id, place.claims, { appointmentId: id }));

  const booked = {
    id, status: plan.status, startsAt, patientName: patient.name, client, note: plan.note, isDepositDue: plan.isDepositDue, consent: body,
    productName: plan.wish.products.map((one) => one.name).join(', '),
    isVirtual: plan.wish.products.some((one) => one.is_telemedicine),
    providerName: clinic.providers.find((one) => one.id === pick!.providerId)?.firstName ?? null,
    speciesName: clinic.species.find((one) => one.id === body.speciesId)?.name ?? '',
  };
  for (const message of [...confirmations(clinic, booked, services.config.publicUrl), ...clinicNotices(clinic, booked)]) {
    await services.messages.enqueue(trx, message);
  }
  return id;
}

/** What later calls and the clinic need to know of the booking beyond its own columns. */
const detailsOf = (body: CreateAppointment, plan: Plan, place: Place): Record<string, unknown> => ({
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
