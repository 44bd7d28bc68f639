import type { Infer } from 'superstruct';
import type { TakenOff } from '../../../src/contract/desk/staff';
import type { Endpoint } from '../../../src/contract/endpoint';
import * as limits from '../../../src/limits';
import { MINUTE } from '../../../src/limits';
import { ApiError, type ApiErrorDetails } from '../../calls/errors';
import type { Member, StaffPerson } from '../../calls/member';
import type { Db } from '../../db/transaction';
import { hashToken } from '../../system/secrets';

/** How often the use of a session is stored, milliseconds. */
const lastUsedMs = MINUTE;

/**
 * The person whose desk session the token belongs to. Throws `unauthorized` without a live session: ended, or twelve
 * hours without use, or of who works at no clinic any more (D-421); the error says the last two.
 */
export async function personOfCall(db: Db, token: string | null, now: Date): Promise<StaffPerson> {
  const idleSince = new Date(now.getTime() - limits.staffIdleMs);
  const row =
    token === null
      ? undefined
      : await db
          .selectFrom('staff_sessions')
          .innerJoin('people', 'people.id', 'staff_sessions.person_id')
          .select([
            'staff_sessions.id',
            'staff_sessions.last_used_at',
            'people.id as person_id',
            'people.name',
            'people.email',
          ])
          .where('staff_sessions.token_hash', '=', hashToken(token))
          .where('staff_sessions.ended_at', 'is', null)
          .where('staff_sessions.last_used_at', '>', idleSince)
          .where((where) =>
            where.exists(
              where
                .selectFrom('memberships')
                .select('memberships.clinic_id')
                .whereRef('memberships.person_id', '=', 'people.id')
                .where('memberships.removed_at', 'is', null),
            ),
          )
          .executeTakeFirst();
  if (!row) throw new ApiError('unauthorized', token === null ? {} : await lossOf(db, token, idleSince));
  // Written in the background: the call neither waits for it nor fails with it.
  if (row.last_used_at.getTime() + lastUsedMs <= now.getTime())
    void db
      .updateTable('staff_sessions')
      .set({ last_used_at: now })
      .where('id', '=', row.id)
      .where('ended_at', 'is', null)
      .execute()
      .catch(() => undefined);
  return { personId: row.person_id, sessionId: row.id, name: row.name, email: row.email };
}

const takenOff: Infer<typeof TakenOff> = { membership: 'removed' };

/** What became of the token's session: its person was taken off every clinic, or it ran out and nobody ended it. */
async function lossOf(db: Db, token: string, idleSince: Date): Promise<ApiErrorDetails> {
  const row = await db
    .selectFrom('staff_sessions')
    .select(['person_id', 'ended_at', 'last_used_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) return {};
  const works = await db
    .selectFrom('memberships')
    .select('removed_at')
    .where('person_id', '=', row.person_id)
    .execute();
  if (works.length > 0 && works.every(({ removed_at }) => removed_at !== null)) return { fields: takenOff };
  return { hasRunOut: row.ended_at === null && row.last_used_at <= idleSince };
}

/**
 * The person's membership at the clinic. Throws `not_found` for who is no member there, as if there were nothing, and
 * `not_allowed` where the call is for admins (D-421, D-422). Notes the first call: who is signed in already when they are
 * invited signs in no more before they come.
 */
export async function memberOfCall(
  db: Db,
  clinicId: string,
  person: StaffPerson,
  { isForAdmins }: Pick<Endpoint, 'isForAdmins'>,
  now: Date,
): Promise<Member> {
  const row = await db
    .selectFrom('memberships')
    .select(['role', 'provider_id', 'joined_at'])
    .where('clinic_id', '=', clinicId)
    .where('person_id', '=', person.personId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new ApiError('not_found');
  if (isForAdmins && row.role !== 'admin')
    throw new ApiError('not_allowed', { message: 'Only an admin of the clinic can do this.' });
  if (row.joined_at === null)
    await db
      .updateTable('memberships')
      .set({ joined_at: now })
      .where('clinic_id', '=', clinicId)
      .where('person_id', '=', person.personId)
      .where('joined_at', 'is', null)
      .execute();
  return { ...person, role: row.role, providerId: row.provider_id };
}
