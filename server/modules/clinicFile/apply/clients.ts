import { sql, type Insertable } from 'kysely';
import type { Database } from '../../../db/schema';
import type { Trx } from '../../../db/transaction';
import { emailForm } from '../../../../src/domain/validation/email';
import type { ClinicFile, ClientInFile } from '../file/file';
import { inChunks, mergeRows, type Merge } from './merge';

export type Applied = { changed: boolean; conflicts: string[] };

/**
 * Writes clients, their patients, these patients' vaccinations and medications, and the access blocks. What the portal
 * changed later stays (D-217).
 */
export async function applyClients(trx: Trx, file: ClinicFile, now: Date): Promise<Applied> {
  const clinicId = file.shop.id;
  const clients = file.clients ?? [];
  const patients = clients.flatMap((client) => (client.patients ?? []).map((patient) => ({ client, patient })));

  const changedClients = changedAt(clients);
  const unknown = new Set(clients.filter((client) => client.known === false).map(({ id }) => id));
  const changedPatients = changedAt(patients.map(({ patient }) => patient));

  const clientMerge = mergeRows(clients.map(clientRow), await storedRows(trx, clinicId, 'clients', clients));
  for (const chunk of inChunks(clientMerge.inserts)) {
    await trx
      .insertInto('clients')
      .values(
        chunk.map((row) => ({
          ...row,
          clinic_id: clinicId,
          metadata: JSON.stringify(row.metadata),
          created_at: row.created_at ?? now,
          known: !unknown.has(row.id),
          ...changedClients(row.id),
        })),
      )
      .execute();
  }
  await countAnew(trx, 'clients', clientMerge.inserts);
  for (const { id, metadata, created_at, ...row } of clientMerge.updates) {
    await trx
      .updateTable('clients')
      .set({ ...row, metadata: JSON.stringify(metadata), ...(created_at && { created_at }), ...changedClients(id) })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .execute();
  }

  const patientMerge = mergeRows(
    patients.map(({ client, patient }) => ({
      id: patient.id,
      client_id: client.id,
      name: patient.name,
      species_id: patient.species_id ?? null,
      sex: patient.sex ?? null,
      birthdate: patient.birthdate ?? null,
      breed: patient.breed ?? null,
      breed_id: patient.breed_id ?? null,
      patient_color_id: patient.patient_color_id ?? null,
      patient_sex_id: patient.patient_sex_id ?? null,
      deceased_at: patient.deceased_at ?? null,
    })),
    await storedRows(
      trx,
      clinicId,
      'patients',
      patients.map(({ patient }) => patient),
    ),
  );
  for (const chunk of inChunks(patientMerge.inserts)) {
    await trx
      .insertInto('patients')
      .values(chunk.map((row) => ({ ...row, clinic_id: clinicId, ...changedPatients(row.id) })))
      .execute();
  }
  await countAnew(trx, 'patients', patientMerge.inserts);
  for (const { id, ...row } of patientMerge.updates) {
    await trx
      .updateTable('patients')
      .set({ ...row, ...changedPatients(id) })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .execute();
  }

  const met = await applyKnown(
    trx,
    clinicId,
    clients.filter(({ id }) => !unknown.has(id)),
  );
  const records = await applyRecords(
    trx,
    clinicId,
    patients.map(({ patient }) => patient),
  );
  const blocks = await applyBlocks(trx, file);
  return {
    changed:
      met ||
      records ||
      blocks ||
      [clientMerge, patientMerge].some(({ inserts, updates }) => inserts.length + updates.length > 0),
    conflicts: [...keptTexts('client', clientMerge), ...keptTexts('patient', patientMerge)],
  };
}

const many = 1000;

/**
 * Has the database count a table that has grown by much. What it keeps in mind of how to look up a row's owner, since
 * the table was small, would else read all of it for each row that follows.
 */
async function countAnew(trx: Trx, table: 'clients' | 'patients', inserts: readonly unknown[]): Promise<void> {
  // Where somebody else is counting, that will do.
  if (inserts.length >= many) await sql`analyze (skip_locked) ${sql.table(table)}`.execute(trx);
}

/**
 * Marks the clients of the file as known to the clinic, even those that the portal changed (D-404). Returns whether one
 * was unknown before.
 */
async function applyKnown(trx: Trx, clinicId: string, clients: readonly { id: string }[]): Promise<boolean> {
  let changed = false;
  for (const chunk of inChunks(clients)) {
    const { numUpdatedRows } = await trx
      .updateTable('clients')
      .set({ known: true })
      .where('clinic_id', '=', clinicId)
      .where(
        'id',
        'in',
        chunk.map(({ id }) => id),
      )
      .where('known', '=', false)
      .executeTakeFirstOrThrow();
    changed ||= numUpdatedRows > 0n;
  }
  return changed;
}

/**
 * Returns a reader, by id, of when the portal changed a row, if the file is an export that tells it. This instant is
 * stored but not compared.
 */
function changedAt(
  rows: { id: string; changed_at?: string | undefined }[],
): (id: string) => { changed_at: Date | null } {
  const known = new Map(
    rows.flatMap((row) => (row.changed_at === undefined ? [] : [[row.id, new Date(row.changed_at)] as const])),
  );
  return (id) => ({ changed_at: known.get(id) ?? null });
}

/** Makes one sentence for each row that stays as the portal left it. */
export const keptTexts = (kind: string, { kept }: Merge<{ id: string }>): string[] =>
  kept.map(
    ({ row, fields }) =>
      `${kind} "${row.id}": was changed in the portal and stays as it is there (${fields.join(', ')})`,
  );

/**
 * Returns an e-mail in the form in which it is stored and compared. An older spelling, as an export may have it, is
 * only put in lower case (D-410).
 */
export const storedEmail = (email: string | undefined): string | null =>
  email === undefined ? null : (emailForm(email) ?? email.toLowerCase());

/**
 * Makes the stored row of a client, with contacts in the form in which they are compared: e-mails in their one
 * spelling, phones in E.164.
 */
const clientRow = (client: ClientInFile) => ({
  id: client.id,
  first_name: client.first_name ?? null,
  last_name: client.last_name ?? null,
  email: storedEmail(client.email),
  phone: client.phone ?? null,
  address1: client.address1 ?? null,
  address2: client.address2 ?? null,
  city: client.city ?? null,
  state: client.state ?? null,
  country: client.country ?? null,
  zip: client.zip ?? null,
  metadata: client.metadata ?? {},
  created_at: client.created_at === undefined ? undefined : new Date(client.created_at),
});

async function storedRows(
  trx: Trx,
  clinicId: string,
  table: 'clients' | 'patients' | 'vaccinations' | 'medications',
  rows: { id: string }[],
) {
  const found = [];
  for (const chunk of inChunks(rows)) {
    found.push(
      ...(await trx
        .selectFrom(table)
        .selectAll()
        .where('clinic_id', '=', clinicId)
        .where(
          'id',
          'in',
          chunk.map((row) => row.id),
        )
        .execute()),
    );
  }
  return found;
}

/**
 * Writes vaccinations and medications. The portal never changes them, so the file decides. One that the file marks as
 * withdrawn is shown nowhere, until a file has it without the mark (D-415). One that the file lacks stays as it is.
 */
async function applyRecords(
  trx: Trx,
  clinicId: string,
  patients: NonNullable<ClientInFile['patients']>,
): Promise<boolean> {
  const vaccinations = patients.flatMap((patient) =>
    (patient.vaccinations ?? []).map((row) => ({
      id: row.id,
      patient_id: patient.id,
      description: row.description,
      issue_date: row.issue_date ?? null,
      expiration_date: row.expiration_date ?? null,
      withdrawn: row.withdrawn ?? false,
    })),
  );
  const medications = patients.flatMap((patient) =>
    (patient.medications ?? []).map((row) => ({
      id: row.id,
      patient_id: patient.id,
      description: row.description,
      issue_date: row.issue_date ?? null,
      instructions: row.instructions ?? null,
      withdrawn: row.withdrawn ?? false,
    })),
  );
  const parts = [
    await applyRows(trx, clinicId, 'vaccinations', vaccinations),
    await applyRows(trx, clinicId, 'medications', medications),
  ];
  return parts.includes(true);
}

/** Writes the rows that are not stored like this; returns whether there were any. */
async function applyRows<Table extends 'vaccinations' | 'medications'>(
  trx: Trx,
  clinicId: string,
  table: Table,
  rows: readonly (Insertable<Omit<Database[Table], 'clinic_id'>> & { id: string })[],
): Promise<boolean> {
  let changed = false;
  for (const chunk of inChunks(rows)) {
    const { inserts, updates } = mergeRows(chunk, await storedRows(trx, clinicId, table, chunk));
    for (const { id, ...row } of updates)
      await trx
        .updateTable(table as 'vaccinations')
        .set(row)
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .execute();
    if (inserts.length > 0)
      await trx
        .insertInto(table as 'vaccinations')
        // Of the right table by the types of `rows`, which Kysely cannot follow.
        .values(inserts.map((row) => ({ ...row, clinic_id: clinicId })) as never)
        .execute();
    changed ||= inserts.length + updates.length > 0;
  }
  return changed;
}

async function applyBlocks(trx: Trx, file: ClinicFile): Promise<boolean> {
  const identifiers = (file.access_blocks ?? []).flatMap(({ email, phone }) => storedEmail(email) ?? phone ?? []);
  let changed = false;
  for (const chunk of inChunks(identifiers)) {
    const [result] = await trx
      .insertInto('access_blocks')
      .values(chunk.map((identifier) => ({ clinic_id: file.shop.id, identifier })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    changed ||= (result?.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  return changed;
}
