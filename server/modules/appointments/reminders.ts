import { sql } from 'kysely';
import * as limits from '../../../src/limits';
import { inTransaction } from '../../db/transaction';
import type { Db, Trx } from '../../db/transaction';
import { startRounds, type Rounds } from '../../system/rounds';
import type { Services } from '../../calls/services';
import { loadClinic } from '../clinics/repository';
import { meetingLinks, reminders } from './ownerMessages';
import { getVisit } from './repository';
import { tell, visitOf } from './visit';

type Outside = Pick<Services, 'db' | 'clock' | 'config' | 'messages' | 'log'>;

/**
 * Returns the start to mark as reminded when the owner is told at `now` that the appointment is booked: a start within
 * a day, else null.
 */
export const remindedBy = (startsAt: Date, now: Date): Date | null =>
  startsAt.getTime() - now.getTime() <= limits.reminderMs ? startsAt : null;

/**
 * The messages sent before a start: how long before, in milliseconds, and the column that stores for which start one
 * was sent (D-218). The conditions repeat those of the indexes word for word, so that the indexes are used.
 */
const kinds = [
  {
    leadMs: limits.reminderMs,
    done: 'reminded_for',
    isDue: sql<boolean>`status in ('ACCEPTED', 'CONFIRMED') and reminded_for is distinct from starts_at
      and (details->>'isReminderSMS' = 'true' or details->>'isReminderEmail' = 'true')`,
  },
  {
    leadMs: limits.meetingLinkMs,
    done: 'linked_for',
    isDue: sql<boolean>`status in ('ACCEPTED', 'CONFIRMED') and linked_for is distinct from starts_at and details->'isReminderSMS' is not null`,
  },
] as const;
type Kind = (typeof kinds)[number];
type Due = { clinic_id: string; id: string; starts_at: Date };

const atATime = 50;
const pollMs = 5000;

const dueAppointments = (db: Db, kind: Kind, now: Date) =>
  db
    .selectFrom('appointments')
    .select(['clinic_id', 'id', 'starts_at'])
    .where(kind.isDue)
    .where('starts_at', '>', now)
    .where('starts_at', '<=', new Date(now.getTime() + kind.leadMs));

/**
 * Writes due messages to the outbox, at most one batch of each kind, and returns how many appointments were checked.
 * Any number of processes may run it: mark and message are written together under the row's lock.
 */
export async function remindDue(outside: Outside): Promise<number> {
  let seen = 0;
  for (const kind of kinds) {
    const due = await dueAppointments(outside.db, kind, outside.clock.now())
      .orderBy('starts_at')
      .limit(atATime)
      .execute();
    for (const one of due) {
      try {
        seen += Number(await remind(outside, kind, one));
      } catch {
        outside.log.warn(
          { clinic: one.clinic_id, appointment: one.id, kind: kind.done },
          'a reminder could not be written',
        );
      }
    }
  }
  return seen;
}

/** Reminds of one appointment; false when another process has its row, or it is not due any more. */
async function remind(
  { db, clock, config, messages }: Outside,
  kind: Kind,
  { clinic_id: clinicId, id }: Due,
): Promise<boolean> {
  const clinic = await loadClinic(db, clinicId);
  if (!clinic) return false;
  return inTransaction(db, async (trx) => {
    const mine = await lockDue(trx, kind, clinicId, id, clock.now());
    if (!mine) return false;
    await trx
      .updateTable('appointments')
      .set({ [kind.done]: mine.starts_at })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .execute();
    const visit = visitOf(clinic, await getVisit(trx, clinicId, id));
    await tell(
      trx,
      { messages },
      kind.done === 'reminded_for' ? reminders(clinic, visit, config.publicUrl) : meetingLinks(clinic, visit),
    );
    return true;
  });
}

const lockDue = (trx: Trx, kind: Kind, clinicId: string, id: string, now: Date) =>
  dueAppointments(trx, kind, now)
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/** Runs the round that reminds until it is stopped. */
export const startReminders = (outside: Outside): Rounds =>
  startRounds(
    async () => ((await remindDue(outside)) >= atATime ? 'more' : 'done'),
    pollMs,
    () => outside.log.warn('due reminders could not be read'),
  );
