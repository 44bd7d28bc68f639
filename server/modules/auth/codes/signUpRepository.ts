import { sql } from 'kysely';
import * as limits from '../../../../src/limits';
import { fixed, run, type Statement } from '../../../db/statements';
import type { Db, Trx } from '../../../db/transaction';
import type { Identifier } from '../../contacts/identifiers';

/** The contacts of a sign-up, normalised; at least one is present. */
export type Contacts = { email: string | null; phone: string | null };

/**
 * Stores a password in its session until the code of this sign-up proves one of the contacts. A session's later sign-up
 * replaces the earlier one, whose code is worth nothing for it (D-214, D-406).
 */
export async function keepSignUp(
  trx: Trx,
  clinicId: string,
  sessionId: string,
  { email, phone }: Contacts,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await dropSignUp(trx, clinicId, sessionId);
  await trx
    .insertInto('sign_ups')
    .values({
      clinic_id: clinicId,
      session_id: sessionId,
      email,
      phone,
      password_hash: passwordHash,
      expires_at: new Date(now.getTime() + limits.signUpMs),
    })
    .execute();
}

/** Deletes a session's sign-up with its password, and voids its codes (D-406). */
export async function dropSignUp(db: Db, clinicId: string, sessionId: string): Promise<void> {
  await run(db, removalOfSignUp(clinicId, sessionId));
}

/** The statement of `dropSignUp`. */
export const removalOfSignUp = (clinicId: string, sessionId: string): Statement<never> =>
  dropping({ clinicId, sessionId });

const dropping = fixed(
  'drop_sign_up',
  ({ clinicId, sessionId }: { clinicId: string; sessionId: string }) => sql<never>`
      with dropped as (delete from sign_ups where clinic_id = ${clinicId} and session_id = ${sessionId})
      delete from codes where clinic_id = ${clinicId} and session_id = ${sessionId} and purpose = 'sign-up' and used_at is null`,
);

/**
 * Prolongs the session's sign-up to the life of its new code; false if the session has no sign-up for the identifier.
 */
export async function prolongSignUp(
  trx: Trx,
  clinicId: string,
  sessionId: string,
  { channel, value }: Identifier,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('sign_ups')
    .set({ expires_at: new Date(now.getTime() + limits.signUpMs) })
    .where('clinic_id', '=', clinicId)
    .where('session_id', '=', sessionId)
    .where(channel === 'email' ? 'email' : 'phone', '=', value)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type SignUp = Contacts & { password_hash: string };

/**
 * Takes the session's sign-up for an identifier that its code has just proved, unless it has expired. Deletes all
 * sign-ups of the session and for the identifier, since unproved passwords of others are void (D-214).
 */
export async function takeSignUp(
  trx: Trx,
  clinicId: string,
  sessionId: string,
  { channel, value }: Identifier,
  now: Date,
): Promise<SignUp | null> {
  const column = channel === 'email' ? 'email' : 'phone';
  const rows = await trx
    .deleteFrom('sign_ups')
    .where('clinic_id', '=', clinicId)
    .where((where) => where.or([where(column, '=', value), where('session_id', '=', sessionId)]))
    .returningAll()
    .execute();
  return rows.find((row) => row.session_id === sessionId && row[column] === value && row.expires_at > now) ?? null;
}
