import type { OwnSession } from '../../../../src/contract/sessions';
import { endOwnSession, endOwnSessions, listSessions } from '../../../../src/contract/sessions';
import { ApiError } from '../../../calls/errors';
import { handle, type Handled } from '../../../calls/handlers';
import type { Db } from '../../../db/transaction';
import { releaseUnseen } from '../../messages/pushFirst';
import { forgetDevices } from './devices';

/**
 * Lists an owner's live sessions at this clinic, the caller's first, then by last use (D-407). A session from before
 * devices were stored has no name.
 */
async function ownSessions(
  db: Db,
  { clinicId, userId, sessionId, now }: { clinicId: string; userId: string; sessionId: string; now: Date },
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device_label', 'last_used_at', 'rotated_at'])
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      device: row.device_label,
      at: row.last_used_at ?? row.rotated_at,
      is_current: row.id === sessionId,
    }))
    .sort((a, b) => Number(b.is_current) - Number(a.is_current) || b.at.getTime() - a.at.getTime())
    .map(({ at, ...session }) => ({ ...session, last_used_at: at.toISOString() }));
}

/**
 * Routes for the owner's own sessions. Ending one also deletes its device, so the owner is told of the next sign-in
 * there (D-406).
 */
export const routes: Handled[] = [
  handle(listSessions, ({ clinic, session, db, now }) =>
    ownSessions(db, { clinicId: clinic.id, userId: session.userId, sessionId: session.id, now }),
  ),

  handle(
    endOwnSession,
    async ({ clinic, session, db, params, now }) => {
      const ended = await db
        .updateTable('sessions')
        .set((set) => ({ ended_at: set.fn.coalesce('ended_at', set.val(now)) }))
        .where('clinic_id', '=', clinic.id)
        .where('user_id', '=', session.userId)
        .where('id', '=', params.id)
        .returning('device_hash')
        .executeTakeFirst();
      if (ended === undefined) throw new ApiError('not_found');
      await releaseUnseen(db, clinic.id, params.id, now);
      if (ended.device_hash !== null) await forgetDevices(db, clinic.id, session.userId, ended.device_hash);
      return { ended: true as const };
    },
    { transaction: true },
  ),

  handle(
    endOwnSessions,
    async ({ clinic, session, db, now }) => {
      const ended = await db
        .updateTable('sessions')
        .set({ ended_at: now })
        .where('clinic_id', '=', clinic.id)
        .where('user_id', '=', session.userId)
        .where('ended_at', 'is', null)
        .returning('id')
        .execute();
      for (const { id } of ended) await releaseUnseen(db, clinic.id, id, now);
      await forgetDevices(db, clinic.id, session.userId);
      return { ended: true as const };
    },
    { transaction: true },
  ),
];
