import { sql } from 'kysely';
import type { ClientNotes } from '../../db/documents';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ClientRecord, Patient } from '../../../src/contract/clients';
import { isProven, type ContactKind } from '../../../src/domain/client/tie';
import { recordNow, stillProves } from './merged';
import { fixed, run, type Statement } from '../../db/statements';
import type { Db, Trx } from '../../db/transaction';

const columns = [
  'id',
  'user_id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'address1',
  'address2',
  'city',
  'state',
  'country',
  'zip',
  'metadata',
  'known',
  'created_at',
] as const;

const patientColumns = [
  'id',
  'name',
  'species_id',
  'sex',
  'birthdate',
  'breed',
  'breed_id',
  'patient_color_id',
  'patient_sex_id',
  'deceased_at',
] as const;

export type ClientRow = NonNullable<Awaited<ReturnType<typeof findClientOf>>>;

/** Reads the user's client record at this clinic, or null. */
export async function findClientOf(db: Db, clinicId: string, userId: string) {
  const row = await db
    .selectFrom('clients')
    .select(columns)
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Who asks for a booking: their record at this clinic, its pets, and whether one of their contacts may not book here
 * (D-16).
 */
export type Booker = { client: ClientRow; patients: Patient[]; isBlocked: boolean };

/**
 * Reads what a booking needs to know about the user; null without a client record. `contacts` are the verified ones of
 * the session: they are checked for a block beside those of the record.
 */
export async function findBooker(
  db: Db,
  clinicId: string,
  userId: string,
  contacts: readonly (string | null)[],
): Promise<Booker | null> {
  const [row] = await run(db, booker({ clinicId, userId, contacts }));
  if (!row) return null;
  const { clinic_id: _, is_blocked: isBlocked, patients, ...client } = row;
  return { client, patients, isBlocked };
}

const booker = fixed(
  'booker',
  ({ clinicId, userId, contacts }: { clinicId: string; userId: string; contacts: readonly (string | null)[] }, db) =>
    db
      .selectFrom('clients')
      // With the clinic, which an error about the row's documents names.
      .select(['clinic_id', ...columns])
      .select(({ selectFrom, exists, ref }) => [
        exists(
          selectFrom('access_blocks')
            .select('identifier')
            .where('clinic_id', '=', clinicId)
            .where(
              sql<boolean>`(identifier in (${ref('clients.email')}, ${ref('clients.phone')}) or identifier = any(${contacts}::text[]))`,
            ),
        )
          .$castTo<boolean>()
          .as('is_blocked'),
        jsonArrayFrom(
          selectFrom('patients')
            .select(patientColumns)
            .where('patients.clinic_id', '=', clinicId)
            .whereRef('patients.client_id', '=', 'clients.id')
            .orderBy('name')
            .orderBy('id'),
        ).as('patients'),
      ])
      .where('clinic_id', '=', clinicId)
      .where('user_id', '=', userId),
);

/** Reads whose the record is now; one that was merged into another is nobody's. */
export const signInOf = (clinicId: string, clientId: string): Statement<{ user_id: string | null }> =>
  signIn({ clinicId, clientId });

const signIn = fixed(
  'sign_in_of',
  ({ clinicId, clientId }: { clinicId: string; clientId: string }) =>
    sql<{ user_id: string | null }>`select user_id from clients where clinic_id = ${clinicId} and id = ${clientId}`,
);

const isProvenIn = ({ metadata }: Pick<ClientRow, 'metadata'>, kind: ContactKind): boolean => isProven(metadata, kind);

/**
 * Reads the records that carry one of these verified contacts, unless that contact was only typed; in place of a record
 * that was merged into a free one, that one. They stay locked until the transaction ends.
 */
export async function clientsWith(
  trx: Trx,
  clinicId: string,
  contacts: { email: string | null; phone: string | null },
): Promise<ClientRow[]> {
  const rows = await trx
    .selectFrom('clients')
    .select(columns)
    .where('clinic_id', '=', clinicId)
    .where((where) => where.or([where('email', '=', contacts.email), where('phone', '=', contacts.phone)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const agreeing = (isShown: typeof isProvenIn) =>
    rows.filter((row) =>
      (['email', 'phone'] as const).some(
        (kind) => row[kind] !== null && row[kind] === contacts[kind] && isShown(row, kind),
      ),
    );
  const found = agreeing(isProvenIn);
  for (const merged of agreeing(stillProves)) {
    const into = await recordNow(trx, clinicId, merged);
    if (!into || into.user_id !== null || found.some(({ id }) => id === into.id)) continue;
    const row = await trx
      .selectFrom('clients')
      .select(columns)
      .where('clinic_id', '=', clinicId)
      .where('id', '=', into.id)
      .where('user_id', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (row) found.push(row);
  }
  return found;
}

/** Reads a client's pets by name, including deceased ones. */
export async function patientsOf(db: Db, clinicId: string, clientId: string): Promise<Patient[]> {
  return db
    .selectFrom('patients')
    .select(patientColumns)
    .where('clinic_id', '=', clinicId)
    .where('client_id', '=', clientId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export type ClientChange = Partial<
  Pick<
    ClientRow,
    | 'user_id'
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'phone'
    | 'address1'
    | 'address2'
    | 'city'
    | 'state'
    | 'country'
    | 'zip'
  >
> & {
  metadata?: ClientNotes;
};

/** Writes a change made in the portal; `changed_at` keeps the next import from overwriting it (D-217). */
export async function changeClient(
  trx: Trx,
  clinicId: string,
  id: string,
  { metadata, ...change }: ClientChange,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ ...change, ...(metadata && { metadata: JSON.stringify(metadata) }), changed_at: now })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}

export async function tieClient(trx: Trx, clinicId: string, id: string, userId: string): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ user_id: userId })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .execute();
}

export type NewClient = Required<Omit<ClientChange, 'metadata' | 'user_id'>> & {
  id: string;
  user_id: string;
  metadata: ClientNotes;
};

/**
 * Inserts a record that the portal made. Its contacts are what the owner typed, so `metadata` must list those that no
 * code has proved.
 */
export async function insertClient(
  trx: Trx,
  clinicId: string,
  { metadata, ...client }: NewClient,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('clients')
    .values({ ...client, metadata: JSON.stringify(metadata), clinic_id: clinicId, created_at: now, changed_at: now })
    .execute();
}

/** Makes the reply: the record as its owner sees it. */
export function clientReply(row: ClientRow, patients: Patient[]): ClientRecord {
  const { user_id: _, metadata: __, known: ___, created_at: createdAt, ...shown } = row;
  return { ...shown, created_at: createdAt.toISOString(), patients };
}
