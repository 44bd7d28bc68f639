import type { Trx } from '../../db/transaction';
import { canComeEarlier, hasWaitlist } from '../../../src/domain/appointment/waitlist';
import { formatDateTime } from '../../../src/domain/clinicTime';
import { nameInMessage } from '../../../src/domain/messageText';
import type { Clinic } from '../../calls/clinic';
import { countWithin } from '../../calls/counters';
import { ApiError } from '../../calls/errors';
import type { Session } from '../../calls/session';
import type { Services } from '../../calls/services';
import { holdRecord } from '../clients/held';
import { isOwnRecord } from '../clients/merged';
import { findClientOf, type ClientRow } from '../clients/repository';
import { clinicNotice, ownerInShort, ownerLine, ownerName } from '../messages/clinicNotice';
import { deleteListed, findListed, insertListed, lockOwnAppointment, noteLeft, patientName } from './repository';

type Request = {
  clinic: Clinic;
  session: Session;
  body: { client_id: string; appointment_id: string };
  now: Date;
  services: Services;
};
type Receipt = { id: string; created_at: string };
type Own = { client: ClientRow; appointment: NonNullable<Awaited<ReturnType<typeof lockOwnAppointment>>> };

/**
 * Reads the owner's own record and their appointment, which it locks. Throws `not_found` for anybody else's (D-201).
 */
async function ownAppointment(trx: Trx, { clinic, session, body }: Request): Promise<Own> {
  const client = await findClientOf(trx, clinic.id, session.userId);
  if (client) await holdRecord(trx, clinic.id, client.id, session.userId);
  const appointment =
    client && (await isOwnRecord(trx, clinic.id, client.id, body.client_id))
      ? await lockOwnAppointment(trx, clinic.id, client.id, body.appointment_id)
      : null;
  if (!client || !appointment) throw new ApiError('not_found');
  return { client, appointment };
}

/**
 * Puts an appointment on the waitlist (WAIT-04, D-68). One that is on it already keeps its first receipt. Throws
 * `not_allowed` where the type has no waitlist or an earlier time would be of no use.
 */
export async function join(trx: Trx, request: Request): Promise<Receipt> {
  const { clinic, now, services } = request;
  const own = await ownAppointment(trx, request);
  const { id: appointmentId, product_id, status, starts_at: start } = own.appointment;
  const product = clinic.products.find((one) => one.id === product_id);
  if (!hasWaitlist(clinic.shop.feature_settings, product) || !canComeEarlier({ status, start }, now))
    throw new ApiError('not_allowed');

  const known = await findListed(trx, clinic.id, appointmentId);
  if (known) return { id: known.id, created_at: known.created_at.toISOString() };
  await countChange(trx, request);
  const id = services.ids.next();
  await insertListed(trx, clinic.id, { appointmentId, id, clientId: own.client.id, now });
  await tellClinic(trx, request, own, id);
  return { id, created_at: now.toISOString() };
}

/**
 * Takes an appointment off the waitlist (WAIT-05); what is offered stays held (D-425). It never fails because of settings or time that changed since, or
 * because the appointment was not on it.
 */
export async function leave(trx: Trx, request: Request): Promise<Receipt> {
  const own = await ownAppointment(trx, request);
  if (await deleteListed(trx, request.clinic.id, own.appointment.id)) {
    await countChange(trx, request);
    await noteLeft(trx, request.clinic.id, own.appointment.id, request.now);
    await tellClinic(trx, request, own, null);
  }
  return { id: request.services.ids.next(), created_at: request.now.toISOString() };
}

/**
 * Adds one to the owner's count of changes; throws `too_many_requests` above the cap. Calls that change nothing are not
 * counted.
 */
const countChange = (trx: Trx, { clinic, session, now, services }: Request): Promise<void> =>
  countWithin(trx, services, 'waitlistChangesPerOwner', { clinicId: clinic.id, whose: session.userId, now });

/** Tells the clinic that the owner joined the waitlist, by the place's id, or left it. */
async function tellClinic(
  trx: Trx,
  { clinic, services }: Request,
  { client, appointment }: Own,
  joined: string | null,
): Promise<void> {
  const pet = nameInMessage(await patientName(trx, clinic.id, appointment.patient_id)) || 'a pet';
  const product = clinic.products.find((one) => one.id === appointment.product_id)?.name ?? '';
  const when = formatDateTime(appointment.starts_at, clinic.shop.timezone);
  const news = joined !== null ? 'would like an earlier time' : 'no longer waits for an earlier time';
  const notice = {
    kind: 'waitlist_notice',
    desk: joined === null ? null : { kind: 'waitlist' as const, id: joined },
    of: { id: client.id, name: ownerName(client) },
    subject: `Waitlist: ${pet} ${news}`,
    lines: [
      `${ownerName(client)} ${news} than this appointment:`,
      '',
      product,
      `For ${pet}`,
      when,
      '',
      `Owner: ${ownerLine(client)}`,
    ],
    short: `Waitlist: ${pet} (${ownerInShort(client)}) ${news}: ${product}, ${when}.`,
  };
  await services.messages.enqueueAll(trx, clinicNotice(clinic, notice, services.config.publicUrl));
}
