import type { Transaction } from 'kysely';
import { limits } from '../../../src/limits';
import type { Database } from '../../db/schema';
import type { Db } from '../../plugins/handlers';
import type { Identifier } from './identifiers';

type Trx = Transaction<Database>;

/** What a sign-up names, normalised; at least one of them. */
export type Contacts = { email: string | null; phone: string | null };

/** Keeps a password in its session until a code proves one of the contacts. A later sign-up of the session takes its place (D-214). */
export async function keepSignUp(db: Db, clinicId: string, sessionId: string, { email, phone }: Contacts, passwordHash: string, now: Date): Promise<void> {
  const row = { email, phone, password_hash: passwordHash, expires_at: new Date(now.getTime() + limits.signUpMs) };
  await db
    .insertInto('sign_ups')
    .values({ clinic_id: clinicId, session_id: sessionId, ...row })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'session_id']).doUpdateSet(row))
    .execute();
}

export type SignUp = Contacts & { password_hash: string };

/**
 * The session's own sign-up for an identifier that was just proved, if it is not too old. Every sign-up for the
 * identifier is gone afterwards: what others set on it unverified is void (D-214).
 */
export async function takeSignUp(trx: Trx, clinicId: string, sessionId: string, { channel, value }: Identifier, now: Date): Promise<SignUp | null> {
  const rows = await trx
    .deleteFrom('sign_ups')
    .where('clinic_id', '=', clinicId)
    .where(channel === 'email' ? 'email' : 'phone', '=', value)
    .returningAll()
    .execute();
  return rows.find((row) => row.session_id === sessionId && row.expires_at > now) ?? null;
}
