import type { Kysely } from 'kysely';
import { HOUR, MINUTE } from '../src/limits';
import { jobDone, takeJob } from './db/jobs';
import type { Clock } from './system/clock';
import { kept, type KeptName } from './system/kept';
import type { Database } from './db/schema';

/**
 * Deletes what has been kept long enough (system/kept.ts): idempotency keys, codes, sessions of staff, answer links, passkeys' ceremonies, waiting
 * sign-ups, devices, counters, sessions, push subscriptions of sessions that ran out, guests, holds, payment events, messages
 * whether delivered or not, text-us requests, visits of the booking page and who is at the desk's items.
 */
export async function tidyUp(db: Kysely<Database>, now: Date): Promise<void> {
  const before = (name: KeptName) => new Date(now.getTime() - kept[name].ms);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before('replies')).execute();
  await db.deleteFrom('desk_presence').where('seen_at', '<', before('presence')).execute();
  await db.deleteFrom('codes').where('expires_at', '<', before('codes')).execute();
  await db.deleteFrom('answer_links').where('expires_at', '<', before('answerLinks')).execute();
  await db.deleteFrom('staff_codes').where('expires_at', '<', before('staffCodes')).execute();
  await db.deleteFrom('staff_sessions').where('last_used_at', '<', before('staffSessions')).execute();
  await db.deleteFrom('passkey_ceremonies').where('expires_at', '<', before('ceremonies')).execute();
  await db.deleteFrom('sign_ups').where('expires_at', '<', before('signUps')).execute();
  await db.deleteFrom('devices').where('last_used_at', '<', before('devices')).execute();
  await db.deleteFrom('counters').where('window_start', '<', before('counters')).execute();
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([where('expires_at', '<', before('expiredSessions')), where('ended_at', '<', before('endedSessions'))]),
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
          .where('sessions.expires_at', '<', before('pushSubscriptions')),
      ),
    )
    .execute();
  // A guest's session goes soon after it ran out. An owner's is kept long, so that the device is told that it ran out
  // and nobody ended it (D-01).
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', before('guestSessions'))
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
    .where('created_at', '<', before('guests'))
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
  await db.deleteFrom('holds').where('expires_at', '<', before('holds')).where('pinned', '=', false).execute();
  await db.deleteFrom('payment_events').where('created_at', '<', before('paymentEvents')).execute();
  await db.deleteFrom('messages').where('created_at', '<', before('messages')).execute();
  await db
    .deleteFrom('messages')
    .where('failed_at', '<', before('failedFiles'))
    .where('attachment', 'is not', null)
    .execute();
  await db.deleteFrom('text_requests').where('created_at', '<', before('textRequests')).execute();
  await db.deleteFrom('booking_sessions').where('recorded_at', '<', before('visits')).execute();
}

/** Each server asks every hour, at its own minute; one of them tidies up in each, as if it were alone. */
const dueAfterMs = HOUR - 5 * MINUTE;
/** How long a server that died while it tidied up keeps the others from it, milliseconds. */
const tidyingMs = 10 * MINUTE;

/** Tidies up unless some server has done so within the hour, or does; returns whether it did. */
export async function tidyUpIfDue(db: Kysely<Database>, now: Date): Promise<boolean> {
  const due = { due: new Date(now.getTime() - dueAfterMs), now, leaseMs: tidyingMs };
  if (!(await takeJob(db, 'tidying', due))) return false;
  await tidyUp(db, now);
  await jobDone(db, 'tidying', now, '');
  return true;
}

/** Tidies up every hour until stopped. A round that fails is left to the next one. */
export function startHousekeeping({ db, clock }: { db: Kysely<Database>; clock: Clock }): { stop(): void } {
  const timer = setInterval(() => void tidyUpIfDue(db, clock.now()).catch(() => {}), HOUR);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
