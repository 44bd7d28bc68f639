import { sql, type ExpressionBuilder } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { OfferedSegments } from '../../db/documents';
import type { Database } from '../../db/schema';
import type { Db, Trx } from '../../db/transaction';
import { insertClaims, type NewClaim } from '../schedule/repository';

/**
 * Other times that the clinic offers for a request (D-425). An offer is kept while its answer can be taken back, open
 * once it has left, and then picked or ended. As long as it is kept or open, its claims hold its times. Who changes one
 * has locked its appointment.
 */

export type NewTime = {
  id: string;
  startsAt: Date;
  endsAt: Date;
  providerId: string | null;
  roomId: string | null;
  segments: OfferedSegments;
  claims: readonly NewClaim[];
};

/** Stores an offer without times, kept until it is opened. */
export async function keepOffer(
  trx: Trx,
  clinicId: string,
  { id, appointmentId, until, now }: { id: string; appointmentId: string; until: Date; now: Date },
): Promise<void> {
  await trx
    .insertInto('offers')
    .values({ clinic_id: clinicId, id, appointment_id: appointmentId, state: 'kept', until, created_at: now })
    .execute();
}

/** Adds a time with its claims to an offer. The next statement throws `slot_gone` where it is taken. */
export async function keepTime(trx: Trx, clinicId: string, offerId: string, time: NewTime): Promise<void> {
  await trx
    .insertInto('offered_times')
    .values({
      clinic_id: clinicId,
      id: time.id,
      offer_id: offerId,
      starts_at: time.startsAt,
      ends_at: time.endsAt,
      provider_id: time.providerId,
      room_id: time.roomId,
      segments: JSON.stringify(time.segments),
    })
    .execute();
  insertClaims(trx, clinicId, time.claims, { offeredTimeId: time.id });
}

/** The appointment's offer that is kept or open, with its times, or null. */
export async function liveOffer(db: Db, clinicId: string, appointmentId: string) {
  const offer = await db
    .selectFrom('offers')
    .select(['id', 'state', 'until', 'created_at'])
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .where('state', 'in', ['kept', 'open'])
    .executeTakeFirst();
  if (!offer) return null;
  return { ...offer, times: await timesOf(db, clinicId, offer.id) };
}

/** The times of an offer, in order. */
const timesOf = (db: Db, clinicId: string, offerId: string) =>
  db
    .selectFrom('offered_times')
    .select(['id', 'starts_at', 'ends_at', 'provider_id', 'room_id', 'segments'])
    .where('clinic_id', '=', clinicId)
    .where('offer_id', '=', offerId)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();

/** Tells that the owner may pick now. False where the offer is not kept any more. */
export async function openOffer(trx: Trx, clinicId: string, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('offers')
    .set({ state: 'open' })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('state', '=', 'kept')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps that the clinic has offered other times for a request, as it cannot be then (D-414, D-425). */
export async function noteOthers(trx: Trx, clinicId: string, appointmentId: string, now: Date): Promise<void> {
  await trx
    .updateTable('appointments')
    .set((column) => ({
      details: sql`${column.ref('details')} || ${JSON.stringify({ offered_others: now.toISOString() })}::jsonb`,
    }))
    .where('clinic_id', '=', clinicId)
    .where('id', '=', appointmentId)
    .execute();
}

/**
 * Ends what is offered for the appointment, whatever is kept or open, and frees its times; with `picked` that time's
 * claims become the appointment's. Returns whether anything was offered.
 */
export async function endOffer(
  trx: Trx,
  clinicId: string,
  appointmentId: string,
  now: Date,
  picked?: string,
): Promise<boolean> {
  const ended = await trx
    .updateTable('offers')
    .set({ state: picked === undefined ? 'ended' : 'picked', ended_at: now })
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .where('state', 'in', ['kept', 'open'])
    .returning('id')
    .executeTakeFirst();
  if (!ended) return false;
  await takeBackOffers(trx, clinicId, appointmentId);
  if (picked !== undefined)
    await trx
      .updateTable('claims')
      .set({ appointment_id: appointmentId, offered_time_id: null })
      .where('clinic_id', '=', clinicId)
      .where('offered_time_id', '=', picked)
      .execute();
  await trx
    .deleteFrom('claims')
    .where('clinic_id', '=', clinicId)
    .where('offered_time_id', 'in', (times) =>
      times.selectFrom('offered_times').select('id').where('clinic_id', '=', clinicId).where('offer_id', '=', ended.id),
    )
    .execute();
  return true;
}

/** Deletes waiting messages that offer times for the appointment, which are not held any more. */
export async function takeBackOffers(trx: Trx, clinicId: string, appointmentId: string): Promise<void> {
  await trx
    .deleteFrom('messages')
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .where('kind', '=', 'offer')
    .where('delivered_at', 'is', null)
    .execute();
}

/** The open offer as a column of an appointment's row; null where the owner has nothing to pick from. */
export const offerColumn = (row: ExpressionBuilder<Database, 'appointments'>) =>
  jsonObjectFrom(
    row
      .selectFrom('offers')
      .select((offer) => [
        'offers.until',
        jsonArrayFrom(
          offer
            .selectFrom('offered_times')
            .select(['offered_times.id', 'offered_times.starts_at', 'offered_times.provider_id'])
            .whereRef('offered_times.clinic_id', '=', 'offers.clinic_id')
            .whereRef('offered_times.offer_id', '=', 'offers.id')
            .orderBy('offered_times.starts_at')
            .orderBy('offered_times.id'),
        ).as('times'),
      ])
      .whereRef('offers.clinic_id', '=', 'appointments.clinic_id')
      .whereRef('offers.appointment_id', '=', 'appointments.id')
      .where('offers.state', '=', 'open'),
  )
    .$castTo<OfferColumn>()
    .as('offer');

/** The open offer in an appointment's row; instants as the database writes them in JSON. */
export type OfferColumn = {
  until: string;
  times: { id: string; starts_at: string; provider_id: string | null }[];
} | null;
