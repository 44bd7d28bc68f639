import type { Kysely } from 'kysely';
import * as limits from '../src/limits';
import { DAY, HOUR } from '../src/limits';
import type { Clock } from './system/clock';
import type { Database } from './db/schema';

/** How long things that are no longer needed are kept, milliseconds. The README tells the operator the same. */
const kept = {
  codesMs: DAY,
  countersMs: 2 * DAY,
  devicesMs: 400 * DAY,
  endedSessionsMs: 7 * DAY,
  expiredSessionsMs: 400 * DAY,
  messagesMs: 90 * DAY,
  answerLinksMs: 30 * DAY,
  failedFilesMs: 7 * DAY,
  textRequestsMs: 90 * DAY,
  paymentEventsMs: 90 * DAY,
  visitsMs: 400 * DAY,
  presenceMs: HOUR,
};

/**
 * Deletes what has been kept long enough: idempotency keys, codes, sessions of staff, answer links, passkeys' ceremonies, waiting
 * sign-ups, devices, counters, sessions, push subscriptions of sessions that ran out, guests, holds, payment events, messages
 * whether delivered or not, text-us requests, visits of the booking page and who is at the desk's items.
 */
export async function tidyUp(db: Kysely<Database>, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', ago(limits.idempotencyMs)).execute();
  await db.deleteFrom('desk_presence').where('seen_at', '<', ago(kept.presenceMs)).execute();
  await db.deleteFrom('codes').where('expires_at', '<', ago(kept.codesMs)).execute();
  await db.deleteFrom('answer_links').where('expires_at', '<', ago(kept.answerLinksMs)).execute();
  await db.deleteFrom('staff_codes').where('expires_at', '<', ago(kept.codesMs)).execute();
  await db.deleteFrom('staff_sessions').where('last_used_at', '<', ago(kept.endedSessionsMs)).execute();
  await db.deleteFrom('passkey_ceremonies').where('expires_at', '<', now).execute();
  await db.deleteFrom('sign_ups').where('expires_at', '<', now).execute();
  await db.deleteFrom('devices').where('last_used_at', '<', ago(kept.devicesMs)).execute();
  await db.deleteFrom('counters').where('window_start', '<', ago(kept.countersMs)).execute();
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([
        where('expires_at', '<', ago(kept.expiredSessionsMs)),
        where('ended_at', '<', ago(kept.endedSessionsMs)),
      ]),
    )
    .execute();
  // A session that was ended has lost it already.
  await db
    .deleteFrom('push_subscriptions')
    .where((where) =>
      where.exists(
        where
          .selectFrom('sessions')
          .select('sessions.id')
          .whereRef('sessions.clinic_id', '=', 'push_subscriptions.clinic_id')
          .whereRef('sessions.id', '=', 'push_subscriptions.session_id')
          .where('sessions.expires_at', '<', now),
      ),
    )
    .execute();
  // A guest's session goes soon after it ran out. An owner's is kept long, so that the device is told that it ran out
  // and nobody ended it (D-01).
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', ago(kept.endedSessionsMs))
    .where((where) =>
      where.exists(
        where
          .selectFrom('users')
          .select('users.id')
          .whereRef('users.clinic_id', '=', 'sessions.clinic_id')
          .whereRef('users.id', '=', 'sessions.user_id')
          .where('users.email_verified_at', 'is', null)
          .where('users.phone_verified_at', 'is', null),
      ),
    )
    .execute();
  await db
    .deleteFrom('users')
    .where('email_verified_at', 'is', null)
    .where('phone_verified_at', 'is', null)
    .where('created_at', '<', ago(kept.endedSessionsMs))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.clinic_id', '=', 'users.clinic_id')
            .whereRef('sessions.user_id', '=', 'users.id'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('clients')
            .select('clients.id')
            .whereRef('clients.clinic_id', '=', 'users.clinic_id')
            .whereRef('clients.user_id', '=', 'users.id'),
        ),
      ),
    )
    .execute();
  await db.deleteFrom('holds').where('expires_at', '<', ago(HOUR)).where('pinned', '=', false).execute();
  await db.deleteFrom('payment_events').where('created_at', '<', ago(kept.paymentEventsMs)).execute();
  await db.deleteFrom('messages').where('created_at', '<', ago(kept.messagesMs)).execute();
  await db
    .deleteFrom('messages')
    .where('failed_at', '<', ago(kept.failedFilesMs))
    .where('attachment', 'is not', null)
    .execute();
  await db.deleteFrom('text_requests').where('created_at', '<', ago(kept.textRequestsMs)).execute();
  await db.deleteFrom('booking_sessions').where('recorded_at', '<', ago(kept.visitsMs)).execute();
}

/** Tidies up every hour until stopped. A round that fails is left to the next one. */
export function startHousekeeping({ db, clock }: { db: Kysely<Database>; clock: Clock }): { stop(): void } {
  const timer = setInterval(() => void tidyUp(db, clock.now()).catch(() => {}), HOUR);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
