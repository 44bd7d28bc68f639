import { limits } from '../../../../src/limits';
import type { Db, Trx } from '../../../db/transaction';
import type { Identifier } from '../../contacts/identifiers';

/** What a sign-up names, normalised; at least one of them. */
export type Contacts = { email: string | null; phone: string | null };

/**
 * Keeps a password in its session until the code that this sign-up asks for proves one of the contacts. A later sign-up
 * of the session takes its place, and what the earlier one asked for proves nothing for it (D-214, D-406).
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

/** Ends the sign-up of a session: its password is gone, and its codes are worth nothing (D-406). */
export async function dropSignUp(db: Db, clinicId: string, sessionId: string): Promise<void> {
  await db.deleteFrom('sign_ups').where('clinic_id', '=', clinicId).where('session_id', '=', sessionId).execute();
  await db
    .deleteFrom('codes')
    .where('clinic_id', '=', clinicId)
    .where('session_id', '=', sessionId)
    .where('purpose', '=', 'sign-up')
    .where('used_at', 'is', null)
    .execute();
}

/** Lets the session's sign-up wait as long as the code that it asks for now; false where none names the identifier any more. */
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
 * The session's own sign-up for an identifier that its code has just proved, if it is not too old. The session's sign-up and
 * every other one for the identifier are gone afterwards: what others set on it unverified is void (D-214).
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
