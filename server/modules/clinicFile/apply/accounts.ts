import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../db/transaction';
import type { ClinicFile, ClientInFile } from '../file/file';
import { storedEmail, type Applied } from './clients';
import { hashPassword, verifyPassword } from '../../auth/passwords/passwords';

/**
 * Writes accounts for the clients that have a password in the file, which is for trying out only (D-216). Their
 * contacts come from the clinic's own records, so they count as verified. A password set in the portal stays (D-217).
 */
export async function applyAccounts(trx: Trx, file: ClinicFile, now: Date): Promise<Applied> {
  const applied: Applied = { changed: false, conflicts: [] };
  for (const client of file.clients ?? []) {
    if (client.password === undefined || (await isMerged(trx, file.shop.id, client.id))) continue;
    const outcome = await applyAccount(trx, file.shop.id, client, client.password, now);
    applied.changed ||= outcome === 'changed';
    if (outcome !== 'changed' && outcome !== 'same') applied.conflicts.push(`client "${client.id}": ${outcome.kept}`);
  }
  return applied;
}

type Outcome = 'changed' | 'same' | { kept: string };

async function applyAccount(
  trx: Trx,
  clinicId: string,
  client: ClientInFile,
  password: string,
  now: Date,
): Promise<Outcome> {
  const email = storedEmail(client.email);
  const phone = client.phone ?? null;
  const user = (await userOf(trx, clinicId, client.id)) ?? (await verifiedUser(trx, clinicId, email, phone));
  if (!user) {
    const id = randomUUID();
    await trx
      .insertInto('users')
      .values({
        clinic_id: clinicId,
        id,
        first_name: [client.first_name, client.last_name].filter(Boolean).join(' ') || null,
        email,
        email_verified_at: email === null ? null : now,
        phone,
        phone_verified_at: phone === null ? null : now,
        avatar: null,
        metadata: JSON.stringify(client.metadata ?? {}),
        password_hash: await hashPassword(password, { patient: true }),
        is_admin: false,
        deactivated_at: null,
        created_at: now,
      })
      .execute();
    await tie(trx, clinicId, client.id, id);
    return 'changed';
  }
  if (user.client_id !== null && user.client_id !== client.id)
    return { kept: `its email or phone already signs in client "${user.client_id}"` };
  if (user.client_id === null) await tie(trx, clinicId, client.id, user.id);
  if (user.password_hash === null) {
    const password_hash = await hashPassword(password, { patient: true });
    await trx
      .updateTable('users')
      .set({ password_hash })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', user.id)
      .execute();
    return 'changed';
  }
  if (!(await verifyPassword(user.password_hash, password, { patient: true })))
    return { kept: 'its password was changed in the portal and stays' };
  return user.client_id === null ? 'changed' : 'same';
}

/** Whether the clinic has made the record one with another, whose account is its owner's (D-214). */
async function isMerged(trx: Trx, clinicId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('clients')
    .select('metadata')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.metadata.merged_into !== undefined;
}

const usersWithClient = (trx: Trx, clinicId: string) =>
  trx
    .selectFrom('users')
    .leftJoin('clients', (join) =>
      join.onRef('clients.clinic_id', '=', 'users.clinic_id').onRef('clients.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.password_hash', 'clients.id as client_id'])
    .where('users.clinic_id', '=', clinicId);

const userOf = (trx: Trx, clinicId: string, clientId: string) =>
  usersWithClient(trx, clinicId).where('clients.id', '=', clientId).executeTakeFirst();

const verifiedUser = (trx: Trx, clinicId: string, email: string | null, phone: string | null) =>
  usersWithClient(trx, clinicId)
    .where((is) =>
      is.or([
        is.and([is('users.email', '=', email), is('users.email_verified_at', 'is not', null)]),
        is.and([is('users.phone', '=', phone), is('users.phone_verified_at', 'is not', null)]),
      ]),
    )
    .executeTakeFirst();

const tie = (trx: Trx, clinicId: string, clientId: string, userId: string) =>
  trx
    .updateTable('clients')
    .set({ user_id: userId })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', clientId)
    .execute();
