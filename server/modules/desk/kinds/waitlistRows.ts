import { sql } from 'kysely';
import { placeDue } from '../../../../src/domain/desk/due';
import { nearWords } from '../../../../src/domain/desk/words';
import type { Db } from '../../../db/transaction';
import { answerHours } from '../../clinics/answerDue';
import { recipientColumns } from '../../messages/toOwner';
import { ownerWords, petOf, todayOf } from '../about';
import type { Listed, Reading } from '../kind';

type Place = { clinic_id: string; id: string; appointment_id: string; created_at: Date; has_left: boolean };

/**
 * The places on the waitlist, with those whose owner has left it while times are offered that are still held for them
 * (D-425): these are known by the answer that offers.
 */
const allPlaces = (clinicId: string) => sql<Place>`(
  select clinic_id, id, appointment_id, created_at, false as has_left from waitlisters where clinic_id = ${clinicId}
  union all
  select offers.clinic_id, given.thing_id, offers.appointment_id, (given.listed->>'asked_at')::timestamptz, true
  from offers
  join desk_answers as given
    on given.clinic_id = offers.clinic_id and given.id = offers.id and given.kind = 'waitlist'
  where offers.clinic_id = ${clinicId} and offers.state = 'open'
    and not exists (
      select from waitlisters
      where waitlisters.clinic_id = offers.clinic_id and waitlisters.appointment_id = offers.appointment_id))`;

/** The places on the waitlist, whatever became of their appointment, who waits for longest first. */
export const places = (db: Db, clinicId: string) =>
  db
    .selectFrom(allPlaces(clinicId).as('waitlisters'))
    .innerJoin('appointments', (join) =>
      join
        .onRef('appointments.clinic_id', '=', 'waitlisters.clinic_id')
        .onRef('appointments.id', '=', 'waitlisters.appointment_id'),
    )
    .innerJoin('clients', (join) =>
      join.onRef('clients.clinic_id', '=', 'appointments.clinic_id').onRef('clients.id', '=', 'appointments.client_id'),
    )
    .leftJoin('patients', (join) =>
      join
        .onRef('patients.clinic_id', '=', 'appointments.clinic_id')
        .onRef('patients.id', '=', 'appointments.patient_id'),
    )
    .leftJoin('offers', (join) =>
      join
        .onRef('offers.clinic_id', '=', 'appointments.clinic_id')
        .onRef('offers.appointment_id', '=', 'appointments.id')
        .on('offers.state', '=', 'open'),
    )
    .select([
      'waitlisters.id as place_id',
      'waitlisters.created_at',
      'waitlisters.has_left',
      'appointments.id as appointment_id',
      'appointments.starts_at',
      'appointments.status',
      'appointments.changed_at',
      'appointments.product_id',
      'appointments.provider_id',
      'appointments.patient_id',
      'appointments.is_dropoff',
      'offers.until',
      'patients.name as patient',
      'patients.species_id',
      ...recipientColumns,
    ])
    .where('waitlisters.clinic_id', '=', clinicId)
    .orderBy('waitlisters.created_at')
    .orderBy('appointments.id');

/** Those whose appointment is to come. */
export const waitlistRows = (db: Db, clinicId: string, now: Date) =>
  places(db, clinicId)
    .where('appointments.starts_at', '>', now)
    .where('appointments.status', 'in', ['REQUESTED', 'ACCEPTED', 'CONFIRMED']);

export type Row = Awaited<ReturnType<ReturnType<typeof waitlistRows>['execute']>>[number];

export const findPlace = async (db: Db, { clinic, now }: Reading, id: string): Promise<Row | null> =>
  (await waitlistRows(db, clinic.id, now).where('waitlisters.id', '=', id).executeTakeFirst()) ?? null;

export function listedOf(reading: Reading, row: Row): Listed {
  const { clinic } = reading;
  const product = clinic.products.find(({ id }) => id === row.product_id)?.name ?? 'a visit';
  return {
    thingId: row.place_id,
    place: row.until === null ? 'waits' : 'offered',
    pet: petOf(clinic, { id: row.patient_id, name: row.patient, speciesId: row.species_id }),
    owner: ownerWords(row),
    says: 'Waitlist',
    what: `before ${nearWords(row.starts_at, clinic.shop.timezone, todayOf(reading))}, ${product}`,
    asked_at: row.created_at.toISOString(),
    due_at: row.until === null ? (placeDue(row.starts_at, answerHours(clinic))?.toISOString() ?? null) : null,
    urgent_word: null,
    approved_by: null,
    needs_clinician: false,
    offered_until: row.until?.toISOString() ?? null,
    stamp: `${row.has_left ? 'left ' : ''}${row.status} ${row.starts_at.toISOString()} ${row.provider_id ?? ''}`,
  };
}
