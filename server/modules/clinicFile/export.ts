import { type Kysely, type Selectable, sql } from 'kysely';
import { inTransaction, type Trx } from '../../db/transaction';
import type { Database } from '../../db/schema';
import { ClinicFile } from './file/file';
import { inOrder } from './file/order';

/**
 * Exports a clinic as a clinic file, with what the portal added to it (D-217) and without credentials; null for an
 * unknown clinic. Records are in a stable order and fields in that of the file, so that two exports can be compared
 * line by line.
 */
export async function exportClinicFile(db: Kysely<Database>, clinicId: string): Promise<ClinicFile | null> {
  return inTransaction(db, async (trx) => {
    // Reads everything as of one moment.
    await sql`set transaction isolation level repeatable read, read only`.execute(trx);
    const clinic = await trx.selectFrom('clinics').select('shop').where('id', '=', clinicId).executeTakeFirst();
    if (!clinic) return null;
    return inOrder(
      {
        shop: clinic.shop,
        ...(await catalogueOf(trx, clinicId)),
        clients: await clientsOf(trx, clinicId),
        appointments: await appointmentsOf(trx, clinicId),
        payment_requests: await paymentsOf(trx, clinicId),
        access_blocks: await blocksOf(trx, clinicId),
        refills: await rowsOf(trx, clinicId, 'refills'),
        waitlist: await rowsOf(trx, clinicId, 'waitlisters'),
      },
      ClinicFile,
    ) as ClinicFile;
  });
}

const lists = {
  location: 'locations',
  room: 'rooms',
  species: 'species',
  breed: 'breeds',
  patient_color: 'patient_colors',
  patient_sex: 'patient_sexes',
  product: 'products',
  provider: 'providers',
  keyword_action: 'keyword_actions',
} as const;

async function catalogueOf(trx: Trx, clinicId: string): Promise<Record<string, unknown[]>> {
  const rows = await trx
    .selectFrom('catalogue')
    .select(['kind', 'id', 'position', 'data'])
    .where('clinic_id', '=', clinicId)
    .execute();
  rows.sort((a, b) => a.position - b.position || byId(a, b));
  return Object.fromEntries(
    Object.entries(lists).map(([kind, list]) => [list, rows.filter((row) => row.kind === kind).map((row) => row.data)]),
  );
}

type Table = 'refills' | 'waitlisters' | 'patients' | 'vaccinations' | 'medications';

/** Compares ids here and not in the database, which orders texts by its own rules. */
const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

/** Reads a table's rows of the clinic, ordered by id. */
async function rowsOf<T extends Table>(trx: Trx, clinicId: string, table: T): Promise<Selectable<Database[T]>[]> {
  const rows = await trx
    .selectFrom(table as Table)
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .execute();
  return rows.sort(byId) as unknown[] as Selectable<Database[T]>[];
}

function byKey<K extends string, R extends Record<K, string>>(rows: readonly R[], key: K): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return groups;
}

async function clientsOf(trx: Trx, clinicId: string): Promise<unknown[]> {
  const clients = await trx
    .selectFrom('clients')
    .leftJoin('users', (join) =>
      join.onRef('users.clinic_id', '=', 'clients.clinic_id').onRef('users.id', '=', 'clients.user_id'),
    )
    .selectAll('clients')
    .select('users.metadata as account')
    .where('clients.clinic_id', '=', clinicId)
    .execute();
  const vaccinations = byKey(await rowsOf(trx, clinicId, 'vaccinations'), 'patient_id');
  const medications = byKey(await rowsOf(trx, clinicId, 'medications'), 'patient_id');
  const patients = byKey(await rowsOf(trx, clinicId, 'patients'), 'client_id');
  return clients.sort(byId).map(({ account, ...client }) => ({
    ...client,
    // Only a client whom the clinic does not know is marked.
    known: client.known ? null : false,
    // The birth day that the owner entered in the account is exported with the record; the account itself is not.
    metadata: { ...client.metadata, ...birthDay(account ?? {}) },
    patients: (patients.get(client.id) ?? []).map((patient) => ({
      ...patient,
      vaccinations: marked(vaccinations.get(patient.id)),
      medications: marked(medications.get(patient.id)),
    })),
  }));
}

/** Marks only what is withdrawn. */
const marked = <R extends { withdrawn: boolean }>(rows: readonly R[] = []) =>
  rows.map((row) => ({ ...row, withdrawn: row.withdrawn || null }));

const birthDay = ({ dateOfBirth, monthOfBirth }: Record<string, unknown>) =>
  dateOfBirth && monthOfBirth ? { dateOfBirth, monthOfBirth } : {};

async function appointmentsOf(trx: Trx, clinicId: string): Promise<unknown[]> {
  const rows = await trx.selectFrom('appointments').selectAll().where('clinic_id', '=', clinicId).execute();
  return rows.sort(byId).map(({ starts_at, ends_at, is_dropoff, ...row }) => ({
    ...row,
    fromDate: starts_at,
    toDate: ends_at,
    isDropoff: is_dropoff,
  }));
}

async function paymentsOf(trx: Trx, clinicId: string): Promise<unknown[]> {
  const rows = await trx.selectFrom('payment_requests').selectAll().where('clinic_id', '=', clinicId).execute();
  const refunds = new Map(
    (await trx.selectFrom('refunds').selectAll().where('clinic_id', '=', clinicId).execute()).map((row) => [
      row.payment_id,
      row,
    ]),
  );
  return rows.sort(byId).map(({ amount_cents, attempt, intent_ref, ...row }) => ({
    ...row,
    amount: amount_cents / 100,
    provider_ref: intent_ref,
    attempt: attempt || null,
    refund: withoutZero(refunds.get(row.id)),
  }));
}

/** Leaves out the round of a refund that is in its first one (0). */
const withoutZero = (refund: Selectable<Database['refunds']> | undefined) =>
  refund && { ...refund, round: refund.round || null };

async function blocksOf(trx: Trx, clinicId: string): Promise<unknown[]> {
  const rows = await trx.selectFrom('access_blocks').select('identifier').where('clinic_id', '=', clinicId).execute();
  return rows
    .map((row) => row.identifier)
    .sort()
    .map((identifier) => (identifier.includes('@') ? { email: identifier } : { phone: identifier }));
}
