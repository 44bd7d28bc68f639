import { randomUUID } from 'node:crypto';
import { hashToken, newToken } from '../../server/system/secrets';
import type { TestServer } from './server';

/** A signed-in member of a clinic's staff: the token goes with `server.api(call, input, { token, clinicId })`. */
export type StaffMember = { token: string; personId: string; email: string; name: string };

/**
 * Makes a person who is a member of a clinic and signed in at its desk. With `personId` the same person joins another
 * clinic.
 */
export async function staffMember(
  { db, clock, clinicId }: Pick<TestServer, 'db' | 'clock' | 'clinicId'>,
  given: {
    name?: string;
    role?: 'admin' | 'staff';
    providerId?: string | null;
    clinicId?: string;
    personId?: string;
  } = {},
): Promise<StaffMember> {
  const now = clock.now();
  const personId = given.personId ?? randomUUID();
  const name = given.name ?? 'Ana';
  const email = `${name.toLowerCase().replace(/\W/g, '')}.${personId.slice(0, 8)}@clinic.example`;
  if (given.personId === undefined)
    await db.insertInto('people').values({ id: personId, email, name, created_at: now }).execute();
  await db
    .insertInto('memberships')
    .values({
      clinic_id: given.clinicId ?? clinicId,
      person_id: personId,
      role: given.role ?? 'staff',
      provider_id: given.providerId ?? null,
      invited_at: now,
      joined_at: now,
    })
    .execute();
  const token = newToken();
  await db
    .insertInto('staff_sessions')
    .values({
      id: randomUUID(),
      person_id: personId,
      token_hash: hashToken(token),
      device_label: 'Chrome on Windows',
      address: null,
      created_at: now,
      last_used_at: now,
    })
    .execute();
  return { token, personId, email, name };
}
