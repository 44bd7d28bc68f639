import type { Person, StaffSessionRow } from '../../../src/contract/desk/staff';
import * as limits from '../../../src/limits';
import { newToken, hashToken } from '../../system/secrets';
import type { Db, Trx } from '../../db/transaction';

/** Returns the person with this e-mail, in lower case; undefined for none. */
export const findPerson = (db: Db, email: string) =>
  db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst();

/** Lists the person's clinics by id, with role and clinician. */
export const membershipsOf = (db: Db, personId: string) =>
  db
    .selectFrom('memberships')
    .selectAll()
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .orderBy('clinic_id')
    .execute();

/** What others are told of a person. */
export const personReply = ({ id, name, email }: Person): Person => ({ id, name, email });

/** Opens a session for the person and returns its token (D-421). Notes that the person has come to their clinics. */
export async function openSession(
  trx: Trx,
  session: { id: string; personId: string; device: string; address: string; now: Date },
): Promise<string> {
  const token = newToken();
  await trx
    .insertInto('staff_sessions')
    .values({
      id: session.id,
      person_id: session.personId,
      token_hash: hashToken(token),
      device_label: session.device,
      address: session.address,
      created_at: session.now,
      last_used_at: session.now,
    })
    .execute();
  // Clinic by clinic: no statement writes at several.
  for (const { clinic_id: clinicId, joined_at } of await membershipsOf(trx, session.personId))
    if (joined_at === null)
      await trx
        .updateTable('memberships')
        .set({ joined_at: session.now })
        .where('clinic_id', '=', clinicId)
        .where('person_id', '=', session.personId)
        .execute();
  return token;
}

/** Lists the person's live sessions, the one that asks first, then by last use. */
export async function sessionsOf(
  db: Db,
  personId: string,
  asking: string | null,
  now: Date,
): Promise<StaffSessionRow[]> {
  const rows = await db
    .selectFrom('staff_sessions')
    .selectAll()
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('last_used_at', '>', new Date(now.getTime() - limits.staffIdleMs))
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      device: row.device_label,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      is_current: row.id === asking,
    }))
    .toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
}

/** Ends sessions of the person: the one named, or all. Returns how many were live. */
export async function endSessions(db: Db, personId: string, id: string | null, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('staff_sessions')
    .set({ ended_at: now })
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .executeTakeFirst();
  // Nobody waits for what the person was about to answer; where they still are on another device, it soon says so again.
  if (numUpdatedRows > 0n)
    for (const { clinic_id: clinicId } of await membershipsOf(db, personId))
      await db
        .deleteFrom('desk_presence')
        .where('clinic_id', '=', clinicId)
        .where('person_id', '=', personId)
        .execute();
  return Number(numUpdatedRows);
}
