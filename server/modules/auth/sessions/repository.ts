import { fixed, prepared, run } from '../../../db/statements';
import type { Db } from '../../../db/transaction';

/** The browser that signs in: the hash of its cookie's value, and its name, such as 'Chrome on Android'. */
export type SigningDevice = { hash: string; label: string };

/**
 * Finds a token's live session at this clinic, with the user's verified identifiers; null for none. The session is
 * looked for first, by its token: left to itself, a database that has not counted its rows yet walks through all users
 * of the clinic.
 */
export async function findSession(db: Db, clinicId: string, tokenHash: string, now: Date, graceSince: Date) {
  const [row] = await run(db, live({ clinicId, tokenHash, now, graceSince }));
  return row ?? null;
}

const live = fixed(
  'session',
  (
    { clinicId, tokenHash, now, graceSince }: { clinicId: string; tokenHash: string; now: Date; graceSince: Date },
    db,
  ) =>
    db
      .with(
        (named) => named('named').materialized(),
        (query) =>
          query
            .selectFrom('sessions')
            .select(['id', 'user_id', 'last_used_at'])
            .where('clinic_id', '=', clinicId)
            .where((where) =>
              where.or([
                where('token_hash', '=', tokenHash),
                where.and([where('previous_token_hash', '=', tokenHash), where('rotated_at', '>', graceSince)]),
              ]),
            )
            .where('ended_at', 'is', null)
            .where('expires_at', '>', now),
      )
      .selectFrom('named')
      .innerJoin('users', (join) => join.on('users.clinic_id', '=', clinicId).onRef('users.id', '=', 'named.user_id'))
      .select([
        'named.id',
        'named.user_id',
        'named.last_used_at',
        'users.email',
        'users.email_verified_at',
        'users.phone',
        'users.phone_verified_at',
      ])
      .where('users.deactivated_at', 'is', null),
);

/**
 * Whether the token belonged to a session of this clinic that nobody ended: it expired, or was replaced too long ago.
 */
export async function hasRunOut(db: Db, clinicId: string, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.clinic_id', '=', 'sessions.clinic_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .select('sessions.id')
    .where('sessions.clinic_id', '=', clinicId)
    .where((where) =>
      where.or([where('sessions.token_hash', '=', tokenHash), where('sessions.previous_token_hash', '=', tokenHash)]),
    )
    .where('sessions.ended_at', 'is', null)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the token is valid at another clinic. */
export async function tokenIsKnownElsewhere(db: Db, clinicId: string, tokenHash: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('clinic_id', '<>', clinicId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type NewSession = {
  clinicId: string;
  id: string;
  tokenHash: string;
  userId: string;
  address: string;
  now: Date;
  expiresAt: Date;
};

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      clinic_id: session.clinicId,
      id: session.id,
      token_hash: session.tokenHash,
      previous_token_hash: null,
      user_id: session.userId,
      address: session.address,
      created_at: session.now,
      rotated_at: session.now,
      expires_at: session.expiresAt,
      ended_at: null,
    })
    .execute();
}

/** Finds the session of a token by the token's hash, also one that was replaced; null for none at this clinic. */
export async function sessionOfHash(db: Db, clinicId: string, tokenHash: string): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where((where) => where.or([where('token_hash', '=', tokenHash), where('previous_token_hash', '=', tokenHash)]))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Locks a session until the transaction ends, so that its calls run one after the other. */
export async function lockSession(db: Db, clinicId: string, id: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'token_hash', 'previous_token_hash', 'rotated_at'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Replaces a session's token and, if given, its user. The old token stays valid for a short time only where
 * `keepPrevious` says for what.
 */
export async function rotateSession(
  db: Db,
  session: {
    clinicId: string;
    id: string;
    userId: string;
    tokenHash: string;
    keepPrevious: string | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      token_hash: session.tokenHash,
      previous_token_hash: session.keepPrevious,
      user_id: session.userId,
      rotated_at: session.now,
      expires_at: session.expiresAt,
    })
    .where('clinic_id', '=', session.clinicId)
    .where('id', '=', session.id)
    .execute();
}

/** Stores the device on which an owner's session began. */
export async function nameSession(
  db: Db,
  { clinicId, id, device, now }: { clinicId: string; id: string; device: SigningDevice; now: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ device_hash: device.hash, device_label: device.label, last_used_at: now })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}

/** Ends an owner's other sessions in the same browser, which keeps only the newest token (D-26). */
export async function endOthersOnDevice(
  db: Db,
  { clinicId, id, userId, hash, now }: { clinicId: string; id: string; userId: string; hash: string; now: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('device_hash', '=', hash)
    .where('id', '<>', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Stores that a session is in use, unless that was done after `since`. */
export async function touchSession(db: Db, clinicId: string, id: string, now: Date, since: Date): Promise<void> {
  await run(
    db,
    prepared(
      'touch_session',
      db
        .updateTable('sessions')
        .set({ last_used_at: now })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', since)])),
    ),
  );
}

export async function endSession(db: Db, clinicId: string, id: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}
