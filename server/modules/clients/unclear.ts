import { isProven } from '../../../src/domain/client/tie';
import type { Db } from '../../db/transaction';
import { kinds } from './contacts';

/**
 * Owners whose verified contacts are in several client records, so that only the clinic can tell which record is whose:
 * owners without a record of their own yet, and owners for whom a new one was made (D-214).
 */
export type Unclear = {
  userId: string | null;
  firstName: string | null;
  email: string | null;
  phone: string | null;
  /** Since when it waits. */
  since: Date;
  /** The new record that was made; null where the owner has none yet. */
  own: { id: string; first_name: string | null; last_name: string | null } | null;
  /** The records that may be theirs. */
  records: string[];
  /** Those of them that somebody has signed in to by another contact. */
  taken: string[];
};

/** Reads them all, owners without a record first; with `userId` that owner alone. */
export const unclearOwners = async (db: Db, clinicId: string, userId?: string): Promise<Unclear[]> => [
  ...(await withoutRecord(db, clinicId, userId)),
  ...(await withNewRecord(db, clinicId, userId)),
];

async function withoutRecord(db: Db, clinicId: string, userId?: string): Promise<Unclear[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.clinic_id', '=', 'users.clinic_id')
        .on((on) =>
          on.or([
            on.and([on('users.email_verified_at', 'is not', null), on('clients.email', '=', on.ref('users.email'))]),
            on.and([on('users.phone_verified_at', 'is not', null), on('clients.phone', '=', on.ref('users.phone'))]),
          ]),
        ),
    )
    .select([
      'users.id as user_id',
      'users.first_name',
      'users.email',
      'users.email_verified_at',
      'users.phone',
      'users.phone_verified_at',
      'users.created_at',
      'clients.id as client_id',
      'clients.user_id as taken_by',
      'clients.email as client_email',
      'clients.phone as client_phone',
      'clients.metadata',
      'clients.created_at as client_created_at',
    ])
    .where('users.clinic_id', '=', clinicId)
    .$if(userId !== undefined, (query) => query.where('users.id', '=', userId!))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('clients as own')
            .select('own.id')
            .whereRef('own.clinic_id', '=', 'users.clinic_id')
            .whereRef('own.user_id', '=', 'users.id'),
        ),
      ),
    )
    .orderBy('users.created_at')
    .orderBy('clients.id')
    .execute();
  const owners = new Map<string, typeof rows>();
  for (const row of rows) {
    const agrees = kinds.some(
      (kind) => row[kind] !== null && row[`client_${kind}`] === row[kind] && isProven(row.metadata, kind),
    );
    if (agrees) owners.set(row.user_id, [...(owners.get(row.user_id) ?? []), row]);
  }
  return [...owners.values()]
    .filter((records) => records.length > 1)
    .map((records) => {
      const [{ user_id, first_name, email, email_verified_at, phone, phone_verified_at, created_at }] = records as [
        (typeof rows)[number],
      ];
      return {
        userId: user_id,
        firstName: first_name,
        email,
        phone,
        since: lastOf([created_at, email_verified_at, phone_verified_at, secondOf(records)]),
        own: null,
        records: records.map((row) => row.client_id),
        taken: records.filter((row) => row.taken_by !== null).map((row) => row.client_id),
      };
    });
}

/** The last of the instants that are known. */
const lastOf = (instants: readonly (Date | null)[]): Date =>
  new Date(Math.max(...instants.map((at) => at?.getTime() ?? 0)));

/** When the second of the records came: until then one alone was the owner's. */
const secondOf = (records: readonly { client_created_at: Date }[]): Date | null =>
  records.map((record) => record.client_created_at).sort((one, other) => one.getTime() - other.getTime())[1] ?? null;

async function withNewRecord(db: Db, clinicId: string, userId?: string): Promise<Unclear[]> {
  const made = await db
    .selectFrom('clients')
    .select(['id', 'user_id', 'first_name', 'last_name', 'email', 'phone', 'metadata', 'created_at'])
    .where('clinic_id', '=', clinicId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .where((is) => is(is.ref('metadata', '->').key('possible_duplicates'), 'is not', null))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const known = made.flatMap(({ metadata }) => metadata.possible_duplicates ?? []);
  if (known.length === 0) return [];
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'user_id', 'metadata'])
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', [...new Set(known)])
    .execute();
  const still = new Map(
    rows.flatMap((row) => (row.metadata.merged_into === undefined ? [[row.id, row.user_id !== null]] : [])),
  );
  return made.flatMap((row) => {
    const records = (row.metadata.possible_duplicates ?? []).filter((id) => still.has(id) && id !== row.id);
    const taken = records.filter((id) => still.get(id));
    // One record, to which somebody signs in by another contact, is that person's.
    if (records.length === 0 || (records.length === 1 && taken.length === 1)) return [];
    return [
      {
        userId: row.user_id,
        firstName: row.first_name,
        email: row.email,
        phone: row.phone,
        since: row.created_at,
        own: { id: row.id, first_name: row.first_name, last_name: row.last_name },
        records,
        taken,
      },
    ];
  });
}
