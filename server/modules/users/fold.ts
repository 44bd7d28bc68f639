import { sql } from 'kysely';
import type { Trx } from '../../db/transaction';
import { lockIdentifier, lockUser, moveIdempotencyKeys, type UserRow } from './repository';

/** Making several accounts of one person into one, where the clinic has said that their records are one (D-214). */

const kinds = ['email', 'phone'] as const;

/** An account's contacts that a code has proved. */
export const verifiedOf = (user: UserRow | undefined): Record<'email' | 'phone', string | null> => ({
  email: user?.email_verified_at ? user.email : null,
  phone: user?.phone_verified_at ? user.phone : null,
});

/** Waits for sign-ins by the accounts' proved contacts that are under way, and holds later ones up until the end. */
export async function lockSignIns(trx: Trx, clinicId: string, ids: readonly string[]): Promise<void> {
  const users = await trx
    .selectFrom('users')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', ids)
    .execute();
  const proved = users.flatMap((user) => kinds.flatMap((kind) => verifiedOf(user)[kind] ?? []));
  for (const identifier of [...new Set(proved)].sort()) await lockIdentifier(trx, clinicId, identifier);
}

/** The account of several that stays: the first that may sign in, else the first. */
export async function accountThatStays(trx: Trx, clinicId: string, ids: readonly string[]): Promise<string | null> {
  for (const id of ids) if ((await lockUser(trx, clinicId, id))?.deactivated_at === null) return id;
  return ids[0] ?? null;
}

/**
 * Moves the sign-in of the account `from` into the account `into`: its proved contacts and those that wait for their
 * code, as far as `into` has none of the kind, its password where `into` has none, and what it has asked and paid for.
 * The devices where it was signed in are signed out, since what they keep is the former account's, and the next sign-in
 * there is told as one on a new device (D-406). An account that the clinic has closed keeps all of it and stays closed.
 * Returns the proved contacts that `into` did not take.
 */
export async function foldUser(
  trx: Trx,
  clinicId: string,
  { into, from, now }: { into: string; from: string; now: Date },
): Promise<Partial<Record<'email' | 'phone', string>>> {
  const [kept, gone] = [await lockUser(trx, clinicId, into), await lockUser(trx, clinicId, from)];
  if (into === from || !kept || !gone || gone.deactivated_at !== null) return {};
  const change = (id: string) => trx.updateTable('users').where('clinic_id', '=', clinicId).where('id', '=', id);
  // First, since no two accounts may have proved one contact.
  await change(from)
    .set({
      email: null,
      email_verified_at: null,
      pending_email: null,
      phone: null,
      phone_verified_at: null,
      pending_phone: null,
      password_hash: null,
    })
    .execute();
  const takesEmail = kept.email_verified_at === null && gone.email_verified_at !== null;
  const takesPhone = kept.phone_verified_at === null && gone.phone_verified_at !== null;
  await change(into)
    .set({
      first_name: kept.first_name ?? gone.first_name,
      avatar: kept.avatar ?? gone.avatar,
      password_hash: kept.password_hash ?? gone.password_hash,
      pending_email: kept.pending_email ?? gone.pending_email,
      pending_phone: kept.pending_phone ?? gone.pending_phone,
      ...(takesEmail && { email: gone.email, email_verified_at: gone.email_verified_at }),
      ...(takesPhone && { phone: gone.phone, phone_verified_at: gone.phone_verified_at }),
    })
    .execute();
  await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', from)
    .where('ended_at', 'is', null)
    .execute();
  await moveIdempotencyKeys(trx, clinicId, from, into);
  for (const table of ['payment_requests', 'text_requests', 'messages'] as const)
    await sql`update ${sql.table(table)} set user_id = ${into} where clinic_id = ${clinicId} and user_id = ${from}`.execute(
      trx,
    );
  return {
    ...(gone.email !== null && gone.email_verified_at !== null && !takesEmail && { email: gone.email }),
    ...(gone.phone !== null && gone.phone_verified_at !== null && !takesPhone && { phone: gone.phone }),
  };
}
