import { type ExpressionBuilder, sql } from 'kysely';
import type { AppointmentDetails } from '../../db/appointmentDetails';
import type { Database } from '../../db/schema';
import { defer, insertion } from '../../db/statements';
import type { Db, Trx } from '../../db/transaction';
import { depositColumn } from '../deposits/refunds/repository';
import { offerColumn } from './offers';

/** Whether the appointment waits for an earlier time, as a column of its row. */
const isWaitlisted = (row: ExpressionBuilder<Database, 'appointments'>) =>
  row
    .exists(
      row
        .selectFrom('waitlisters')
        .select('waitlisters.id')
        .whereRef('waitlisters.clinic_id', '=', 'appointments.clinic_id')
        .whereRef('waitlisters.appointment_id', '=', 'appointments.id'),
    )
    .$castTo<boolean>()
    .as('is_waitlisted');

export type AppointmentRow = NonNullable<Awaited<ReturnType<typeof findAppointment>>>;

const appointments = (db: Db, clinicId: string, clientId: string) =>
  db
    .selectFrom('appointments')
    .leftJoin('patients', (join) =>
      join
        .onRef('patients.clinic_id', '=', 'appointments.clinic_id')
        .onRef('patients.id', '=', 'appointments.patient_id'),
    )
    .select([
      'appointments.id',
      'appointments.client_id',
      'appointments.product_id',
      'appointments.provider_id',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.status',
      'appointments.note',
      'appointments.is_dropoff',
      'appointments.details',
      'appointments.created_at',
      'appointments.changed_at',
      'appointments.patient_id',
      'patients.name as patient_name',
    ])
    .select((row) => [isWaitlisted(row), depositColumn(row), offerColumn(row)])
    .where('appointments.clinic_id', '=', clinicId)
    .where('appointments.client_id', '=', clientId);

/** Reads a client's own appointment, or null. */
export async function findAppointment(db: Db, clinicId: string, clientId: string, id: string) {
  const row = await appointments(db, clinicId, clientId).where('appointments.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Reads a client's appointments: upcoming ones, the next first, or past ones, the latest first (D-47). */
export async function listAppointments(
  db: Db,
  clinicId: string,
  clientId: string,
  which: { isHistory: boolean; size: number; now: Date },
): Promise<AppointmentRow[]> {
  const order = which.isHistory ? 'desc' : 'asc';
  return appointments(db, clinicId, clientId)
    .where('appointments.starts_at', which.isHistory ? '<' : '>=', which.now)
    .orderBy('appointments.starts_at', order)
    .orderBy('appointments.id', order)
    .limit(which.size)
    .execute();
}

const clinicsVisits = (db: Db, clinicId: string) =>
  db
    .selectFrom('appointments')
    .innerJoin('clients', (join) =>
      join.onRef('clients.clinic_id', '=', 'appointments.clinic_id').onRef('clients.id', '=', 'appointments.client_id'),
    )
    .leftJoin('patients', (join) =>
      join
        .onRef('patients.clinic_id', '=', 'appointments.clinic_id')
        .onRef('patients.id', '=', 'appointments.patient_id'),
    )
    .select([
      'appointments.id',
      'appointments.client_id',
      'appointments.product_id',
      'appointments.provider_id',
      'appointments.room_id',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.status',
      'appointments.note',
      'appointments.is_dropoff',
      'appointments.details',
      'appointments.created_at',
      'appointments.changed_at',
      'appointments.patient_id',
      'patients.name as patient_name',
      'patients.species_id',
      'clients.first_name',
      'clients.last_name',
      'clients.email',
      'clients.phone',
      'clients.metadata as client_metadata',
    ])
    .select((row) => [isWaitlisted(row), depositColumn(row), offerColumn(row)])
    .where('appointments.clinic_id', '=', clinicId);

const visits = (db: Db, clinicId: string, id: string) => clinicsVisits(db, clinicId).where('appointments.id', '=', id);

/** Reads an appointment of any client with its owner and pet. */
export type VisitRow = Awaited<ReturnType<typeof getVisit>>;

export const getVisit = (db: Db, clinicId: string, id: string) => visits(db, clinicId, id).executeTakeFirstOrThrow();

/** Reads it; null where the clinic has none of that id. */
export const findVisit = async (db: Db, clinicId: string, id: string): Promise<VisitRow | null> =>
  (await visits(db, clinicId, id).executeTakeFirst()) ?? null;

/**
 * Reads the clinic's requests that were not answered, the next first, also those whose time has passed. Of requests that
 * only a clinic file knows, those for times before `since` are left out: the clinic's own program has them.
 */
export const listRequests = (db: Db, clinicId: string, since: Date): Promise<VisitRow[]> =>
  clinicsVisits(db, clinicId)
    .where('appointments.status', '=', 'REQUESTED')
    .where((is) => is.or([is('appointments.changed_at', 'is not', null), is('appointments.starts_at', '>=', since)]))
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .execute();

/** Reads the clinic's next accepted visits. */
export const nextVisits = (db: Db, clinicId: string, now: Date, most: number): Promise<VisitRow[]> =>
  clinicsVisits(db, clinicId)
    .where('appointments.status', 'in', ['ACCEPTED', 'CONFIRMED'])
    .where('appointments.starts_at', '>=', now)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .limit(most)
    .execute();

/** Reads and locks it until the transaction ends; null where there is none, or it is not the given client's. */
export async function lockVisit(trx: Trx, clinicId: string, id: string, clientId?: string): Promise<VisitRow | null> {
  const row = await visits(trx, clinicId, id)
    .$if(clientId !== undefined, (query) => query.where('appointments.client_id', '=', clientId!))
    .forUpdate('appointments')
    .executeTakeFirst();
  return row ?? null;
}

export type AppointmentChange = {
  status?: string;
  providerId?: string;
  roomId?: string | null;
  startsAt?: Date;
  endsAt?: Date;
  details?: AppointmentDetails;
  /** The start to mark as reminded. */
  remindedFor?: Date;
};

/** Writes a change made in the portal; `changed_at` keeps the next import from overwriting it (D-217). */
export async function changeAppointment(
  trx: Trx,
  clinicId: string,
  id: string,
  change: AppointmentChange,
  now: Date,
): Promise<void> {
  const { status, providerId, roomId, startsAt, endsAt, details, remindedFor } = change;
  await trx
    .updateTable('appointments')
    .set({
      ...(status !== undefined && { status }),
      ...(providerId !== undefined && { provider_id: providerId }),
      ...(roomId !== undefined && { room_id: roomId }),
      ...(startsAt !== undefined && { starts_at: startsAt }),
      ...(endsAt !== undefined && { ends_at: endsAt }),
      ...(details !== undefined && { details: JSON.stringify(details) }),
      ...(remindedFor !== undefined && { reminded_for: remindedFor }),
      changed_at: now,
    })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}

/** Stores details without setting `changed_at`, since imports do not write them. */
export async function setDetails(trx: Trx, clinicId: string, id: string, details: AppointmentDetails): Promise<void> {
  await trx
    .updateTable('appointments')
    .set({ details: JSON.stringify(details) })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}

/** What says how an appointment stands, which newer news about the appointment says anew. */
const standing = ['request_confirmation', 'booking_confirmation', 'reschedule_confirmation'];

/**
 * Deletes what waits for a push to be seen and tells how the appointment stood before; what is told now says all of it
 * (D-441). To be called before the owner is told.
 */
export async function takeBackNews(trx: Trx, clinicId: string, appointmentId: string): Promise<void> {
  await behindPush(trx, clinicId).where('visit_id', '=', appointmentId).where('kind', 'in', standing).execute();
}

/** The same for a refill, whose newest state says what the ones before it said. */
export async function takeBackRefillNews(trx: Trx, clinicId: string, refillId: string): Promise<void> {
  await behindPush(trx, clinicId).where('refill_id', '=', refillId).where('kind', '=', 'refill').execute();
}

/** Deletes what would follow a push that was not seen. */
const behindPush = (trx: Trx, clinicId: string) =>
  trx
    .deleteFrom('messages')
    .where('clinic_id', '=', clinicId)
    .where('change_id', 'is not', null)
    .where('channel', '<>', 'push')
    .where('attempts', '=', 0)
    .where('delivered_at', 'is', null)
    .where('failed_at', 'is', null);

/** Deletes waiting messages about the appointment that are not true any more. */
export async function takeBackMessages(trx: Trx, clinicId: string, appointmentId: string): Promise<void> {
  await trx
    .deleteFrom('messages')
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .where('delivered_at', 'is', null)
    .execute();
}

/** Whether a deposit was paid for the appointment. */
export async function hasPaidDeposit(db: Db, clinicId: string, appointmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_requests')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .where('status', '=', 'complete')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Defers inserting a new appointment to the next statement. `remindedFor` is its start if the confirmation comes too
 * late for a reminder. Sets `changed_at`, so that imports leave it (D-217).
 */
export function insertAppointment(
  trx: Trx,
  clinicId: string,
  row: VisitRow,
  { remindedFor, now }: { remindedFor: Date | null; now: Date },
): void {
  defer(
    trx,
    insertion('appointments', [
      {
        clinic_id: clinicId,
        id: row.id,
        client_id: row.client_id,
        patient_id: row.patient_id,
        product_id: row.product_id,
        provider_id: row.provider_id,
        room_id: row.room_id,
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        status: row.status,
        note: row.note,
        is_dropoff: row.is_dropoff,
        details: JSON.stringify(row.details),
        reminded_for: remindedFor,
        created_at: now,
        changed_at: now,
      },
    ]),
  );
}

/** Whether one of the contacts may not book here (D-16). */
export async function isBlocked(db: Db, clinicId: string, contacts: readonly (string | null)[]): Promise<boolean> {
  const identifiers = contacts.filter((contact) => contact !== null);
  if (identifiers.length === 0) return false;
  const row = await db
    .selectFrom('access_blocks')
    .select('identifier')
    .where('clinic_id', '=', clinicId)
    .where('identifier', 'in', identifiers)
    .executeTakeFirst();
  return row !== undefined;
}

/** A row of the clinic's lists about pets. */
export type ListRow = { kind: 'breed' | 'patient_color' | 'patient_sex'; id: string };

/**
 * Reads the clinic's names of these rows by kind and id; unknown rows are left out. With `speciesId`, only rows of that
 * species count.
 */
export async function listedNames(
  db: Db,
  clinicId: string,
  rows: readonly ListRow[],
  speciesId?: string,
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const found = await db
    .selectFrom('catalogue')
    .select(['kind', 'id', sql<string>`coalesce(data->>'display_name', data->>'name')`.as('name')])
    .where('clinic_id', '=', clinicId)
    .where((where) => where.or(rows.map(({ kind, id }) => where.and([where('kind', '=', kind), where('id', '=', id)]))))
    .$if(speciesId !== undefined, (query) => query.where(sql`data->>'species_id'`, '=', speciesId!))
    .execute();
  return new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
}
