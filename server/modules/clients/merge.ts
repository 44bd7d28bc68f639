import type { Db, Trx } from '../../db/transaction';
import type { ClientNotes } from '../../db/documents';
import { ChangedMeanwhile } from '../../db/faults';
import { locksOn } from '../../db/locks';
import { run } from '../../db/statements';
import { isProven } from '../../../src/domain/client/tie';
import { ApiError } from '../../calls/errors';
import { kinds, notesWith, type Contacts } from './contacts';
import { accountThatStays, foldUser, lockSignIns } from '../users/fold';
import { changeClient, type ClientChange } from './repository';

/** Merging client records that are one owner's: all that belongs to one is moved into another (D-214). */

/** Every table whose rows belong to a client record. */
const tables = ['patients', 'appointments', 'payment_requests', 'insurance_quotes', 'refills', 'waitlisters'] as const;

/**
 * What the records have, as a merge would move it: `pets` by name with how many are called so, `namesakes` those whose
 * name the record then has more than once.
 */
export type Moving = Record<(typeof tables)[number], number> & {
  pets: ReadonlyMap<string, number>;
  namesakes: ReadonlyMap<string, number>;
  signIns: number;
};

/** Reads what a merge of the records `from` into the record `into` would move; nothing without records. */
export async function whatMoves(
  db: Db,
  clinicId: string,
  { into, from }: { into: string | null; from: readonly string[] },
): Promise<Moving> {
  const moving: Moving = {
    patients: 0,
    appointments: 0,
    payment_requests: 0,
    insurance_quotes: 0,
    refills: 0,
    waitlisters: 0,
    pets: new Map(),
    namesakes: new Map(),
    signIns: 0,
  };
  if (from.length === 0) return moving;
  for (const table of tables) {
    const { count } = await db
      .selectFrom(table)
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('clinic_id', '=', clinicId)
      .where('client_id', 'in', from)
      .executeTakeFirstOrThrow();
    moving[table] = Number(count);
  }
  const pets = await db
    .selectFrom('patients')
    .select(['name', 'client_id'])
    .where('clinic_id', '=', clinicId)
    .where('client_id', 'in', into === null ? from : [into, ...from])
    .orderBy('name')
    .orderBy('id')
    .execute();
  const signIns = await db
    .selectFrom('clients')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', from)
    .where('user_id', 'is not', null)
    .execute();
  const named = pets.map(({ name }) => name);
  return {
    ...moving,
    pets: counts(pets.filter(({ client_id }) => client_id !== into).map(({ name }) => name)),
    namesakes: new Map([...counts(named)].filter(([, count]) => count > 1)),
    signIns: signIns.length,
  };
}

/** How often each name occurs, in the order of the first. */
function counts(names: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

const details = ['first_name', 'last_name', 'phone', 'email'] as const;
const address = ['address1', 'address2', 'city', 'state', 'country', 'zip'] as const;

/**
 * Moves all that belongs to the records `from` into the record `into`: pets, visits, payments, insurance, refills,
 * places on the waitlist and the sign-in; several sign-ins become one. What `into` does not say is filled from them, the
 * first one first. The emptied records stay, for the audit and so that an import does not bring them back; they are
 * nobody's any more, and contacts that were proved in them identify the owner of `into`. Throws `not_found` for a record
 * that the clinic does not have.
 */
export async function mergeClients(
  trx: Trx,
  clinicId: string,
  { into, from, now }: { into: string; from: readonly string[]; now: Date },
): Promise<void> {
  const ids = [into, ...from];
  const accounts = await accountsOf(trx, clinicId, ids);
  if (accounts.length > 1) await lockSignIns(trx, clinicId, accounts);
  await run(
    trx,
    locksOn(
      clinicId,
      ids.map((id) => `client:${id}`),
    ),
  );
  const rows = await trx
    .selectFrom('clients')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const target = rows.find(({ id }) => id === into);
  const sources = from.map((id) => rows.find((row) => row.id === id));
  if (!target || from.includes(into) || sources.some((row) => !row || row.metadata.merged_into !== undefined))
    throw new ApiError('not_found');
  const signIns = [target, ...sources.map((row) => row!)].flatMap(({ user_id }) => user_id ?? []);
  if (signIns.some((id) => !accounts.includes(id))) throw new ChangedMeanwhile('A record was signed in to.');
  const userId = signIns.length > 1 ? await accountThatStays(trx, clinicId, signIns) : signIns[0];

  const change: ClientChange = {};
  const unverified = new Set(target.metadata.unverified ?? []);
  let birthday: ClientNotes = {};
  for (const source of sources.map((row) => row!)) {
    for (const field of details) {
      if ((change[field] ?? target[field]) !== null || source[field] === null) continue;
      change[field] = source[field];
      for (const kind of kinds) if (kind === field && !isProven(source.metadata, kind)) unverified.add(kind);
    }
    if (address.every((field) => (change[field] ?? target[field]) === null))
      for (const field of address) if (source[field] !== null) change[field] = source[field];
    const { dateOfBirth, monthOfBirth } = source.metadata;
    birthday = {
      ...(typeof dateOfBirth === 'number' && { dateOfBirth }),
      ...(typeof monthOfBirth === 'number' && { monthOfBirth }),
      ...birthday,
    };
  }
  const { possible_duplicates: duplicates, ...notes } = target.metadata;
  const open = (duplicates ?? []).filter((id) => !from.includes(id));
  change.metadata = notesWith(
    { ...birthday, ...notes, ...(open.length > 0 && { possible_duplicates: open }) },
    {
      pending: Object.assign({}, ...sources.map((row) => row!.metadata.pending).reverse(), target.metadata.pending),
      unverified: [...unverified],
    },
  );

  for (const table of tables) {
    const changesAt = table === 'patients' || table === 'appointments' ? { changed_at: now } : {};
    await trx
      .updateTable(table)
      .set({ client_id: into, ...changesAt })
      .where('clinic_id', '=', clinicId)
      .where('client_id', 'in', from)
      .execute();
  }
  await trx
    .updateTable('messages')
    .set({ notice_of: into })
    .where('clinic_id', '=', clinicId)
    .where('notice_of', 'in', from)
    .execute();
  const left = new Map<string, Partial<Contacts>>();
  for (const gone of signIns)
    if (userId) left.set(gone, await foldUser(trx, clinicId, { into: userId, from: gone, now }));
  for (const source of sources.map((row) => row!)) {
    const { possible_duplicates: _, pending: __, ...rest } = source.metadata;
    // A contact of an account that is no more goes on to sign in, also where the record had another one by now.
    const contacts = { email: source.email, phone: source.phone, ...(source.user_id && left.get(source.user_id)) };
    const proven = kinds.filter(
      (kind) => contacts[kind] !== null && (contacts[kind] !== source[kind] || isProven(source.metadata, kind)),
    );
    await changeClient(
      trx,
      clinicId,
      source.id,
      {
        ...contacts,
        user_id: null,
        metadata: { ...rest, unverified: [...kinds], merged_into: into, merged_proven: proven },
      },
      now,
    );
  }
  await changeClient(trx, clinicId, into, { ...change, ...(userId && { user_id: userId }) }, now);
}

/** The accounts that sign in to the records, in the order of the records. */
export async function accountsOf(db: Db, clinicId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'user_id'])
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', ids)
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id)?.user_id ?? []);
}
