import type { UserMetadata } from '../../db/documents';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../../db/schema';
import type { Db } from '../../db/transaction';
import type { Identifier } from '../contacts/identifiers';

export type UserRow = Selectable<Database['users']>;

export async function insertUser(db: Db, clinicId: string, id: string, now: Date): Promise<void> {
  await db
    .insertInto('users')
    .values({
      clinic_id: clinicId,
      id,
      first_name: null,
      email: null,
      email_verified_at: null,
      phone: null,
      phone_verified_at: null,
      avatar: null,
      metadata: JSON.stringify({}),
      password_hash: null,
      is_admin: false,
      deactivated_at: null,
      created_at: now,
    })
    .execute();
}

export async function findUser(db: Db, clinicId: string, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('clinic_id', '=', clinicId).where('id', '=', id).executeTakeFirst();
}

const columns = {
  email: ['email', 'email_verified_at', 'pending_email'],
  sms: ['phone', 'phone_verified_at', 'pending_phone'],
} as const;

/** Finds the user who has verified this identifier at this clinic. */
export async function findVerifiedUser(
  db: Db,
  clinicId: string,
  { channel, value }: Identifier,
): Promise<UserRow | undefined> {
  const [column, verifiedAt] = columns[channel];
  return db
    .selectFrom('users')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where(column, '=', value)
    .where(verifiedAt, 'is not', null)
    .executeTakeFirst();
}

export async function markVerified(
  db: Db,
  clinicId: string,
  userId: string,
  { channel, value }: Identifier,
  now: Date,
): Promise<void> {
  const [column, verifiedAt, pending] = columns[channel];
  await db
    .updateTable('users')
    .set({ [column]: value, [verifiedAt]: now, [pending]: null })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', userId)
    .execute();
}

/** Fills in the given fields that a user does not have yet; the others stay (D-206). */
export async function fillUser(
  db: Db,
  clinicId: string,
  userId: string,
  given: { first_name: string | null; email: string | null; phone: string | null },
): Promise<void> {
  await db
    .updateTable('users')
    .set((set) => ({
      first_name: set.fn.coalesce('first_name', sql.val(given.first_name)),
      email: set.fn.coalesce('email', sql.val(given.email)),
      phone: set.fn.coalesce('phone', sql.val(given.phone)),
    }))
    .where('clinic_id', '=', clinicId)
    .where('id', '=', userId)
    .execute();
}

export async function setName(db: Db, clinicId: string, userId: string, name: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ first_name: name })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', userId)
    .execute();
}

/** Reads a user and locks the row until the transaction ends. */
export async function lockUser(db: Db, clinicId: string, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export type UserChange = Partial<
  Pick<UserRow, 'first_name' | 'avatar' | 'email' | 'phone' | 'pending_email' | 'pending_phone'>
> & { metadata?: UserMetadata };

export async function changeUser(
  db: Db,
  clinicId: string,
  id: string,
  { metadata, ...change }: UserChange,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, ...(metadata && { metadata: JSON.stringify(metadata) }) })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}

/** Sets a user's password, or takes it away, and ends all their sessions but `keptSession`. */
export async function setPassword(
  db: Db,
  clinicId: string,
  userId: string,
  passwordHash: string | null,
  keptSession: string | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', userId)
    .execute();
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('id', 'is distinct from', keptSession)
    .where('ended_at', 'is', null)
    .execute();
}

/** Finds the users other than `userId` who have this identifier and have not verified it. */
export async function unverifiedHolders(
  db: Db,
  clinicId: string,
  userId: string,
  { channel, value }: Identifier,
): Promise<UserRow[]> {
  const [column, verifiedAt] = columns[channel];
  return db
    .selectFrom('users')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('id', '<>', userId)
    .where(column, '=', value)
    .where(verifiedAt, 'is', null)
    .execute();
}

/** Removes an unverified identifier from a user. */
export async function dropUnverified(
  db: Db,
  clinicId: string,
  userId: string,
  channel: Identifier['channel'],
): Promise<void> {
  await db
    .updateTable('users')
    .set({ [columns[channel][0]]: null })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', userId)
    .execute();
}

/** Removes an identifier from all users for whom it waits to be verified. */
export async function dropPending(db: Db, clinicId: string, { channel, value }: Identifier): Promise<void> {
  const pending = columns[channel][2];
  await db
    .updateTable('users')
    .set({ [pending]: null })
    .where('clinic_id', '=', clinicId)
    .where(pending, '=', value)
    .execute();
}

/** Reads the clinic's client records that have the contact and locks them until the transaction ends. */
export async function recordsWith(db: Db, clinicId: string, kind: 'email' | 'phone', value: string) {
  return db
    .selectFrom('clients')
    .select(['id', 'user_id', 'metadata'])
    .where('clinic_id', '=', clinicId)
    .where(kind, '=', value)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Returns which of these spellings of an e-mail are stored, as verified by a user or in a client record. */
export async function spellingsOf(db: Db, clinicId: string, spellings: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('clinic_id', '=', clinicId)
    .where('email', 'in', spellings)
    .where('email_verified_at', 'is not', null)
    .union(db.selectFrom('clients').select('email').where('clinic_id', '=', clinicId).where('email', 'in', spellings))
    .execute();
  return new Set(rows.flatMap(({ email }) => email ?? []));
}

/** Waits for other transactions that decide whose the identifier is, and locks it until this one ends. */
export async function lockIdentifier(db: Db, clinicId: string, identifier: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identifier:${clinicId}:${identifier}`}, 0))`.execute(db);
}

/** Whether the clinic has blocked one of these contacts from booking (D-16). */
export async function isBlocked(db: Db, clinicId: string, identifiers: string[]): Promise<boolean> {
  if (identifiers.length === 0) return false;
  const row = await db
    .selectFrom('access_blocks')
    .select('identifier')
    .where('clinic_id', '=', clinicId)
    .where('identifier', 'in', identifiers)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a user who verified one of these contacts is deactivated (D-17). */
export async function isDeactivated(
  db: Db,
  clinicId: string,
  email: string | null,
  phone: string | null,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('deactivated_at', 'is not', null)
    .where((where) =>
      where.or([
        where.and([where('email', '=', email), where('email_verified_at', 'is not', null)]),
        where.and([where('phone', '=', phone), where('phone_verified_at', 'is not', null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Moves a guest's idempotency keys to the owner that the guest turned out to be (D-18), except keys that the owner has
 * too. They are detached from their holds, so that they are kept as long as an owner's (D-404).
 */
export async function moveIdempotencyKeys(db: Db, clinicId: string, from: string, to: string): Promise<void> {
  const guests = db.updateTable('idempotency_keys').where('clinic_id', '=', clinicId).where('user_id', '=', from);
  if (from === to) return void (await guests.set({ hold_id: null }).where('hold_id', 'is not', null).execute());
  await guests
    .set({ user_id: to, hold_id: null })
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('idempotency_keys as taken')
            .select('taken.key')
            .where('taken.clinic_id', '=', clinicId)
            .where('taken.user_id', '=', to)
            .whereRef('taken.key', '=', 'idempotency_keys.key'),
        ),
      ),
    )
    .execute();
}
