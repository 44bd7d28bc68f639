import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/schema';
import { DeliveryFailed, type Gateways } from '../../gateways/gateway';
import { inTransaction } from '../../db/connection';
import { startRounds, type Rounds } from '../../rounds';
import type { Services } from '../../services';

type Outside = Pick<Services, 'db' | 'clock' | 'log'> & {
  gateways: Gateways;
  /** Whether delivered secrets stay readable: in the demo inbox only. */
  keepSecrets: boolean;
};

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** How long one try may take before another process may try: longer than any gateway's patience. */
const leaseMs = 60 * SECOND;
const firstRetryMs = 30 * SECOND;
const longestRetryMs = HOUR;
const giveUpAfterMs = 72 * HOUR;
const pollMs = SECOND;
const atATime = 20;

/**
 * Delivers what is due, at most once round; gives how many messages were tried. Any number of processes may do so at
 * once: each takes rows that nobody else has. A message is delivered at least once (D-211).
 */
export async function deliverDue(outside: Outside): Promise<number> {
  const { db, clock, gateways } = outside;
  const channels = (['email', 'sms'] as const).filter((channel) => gateways[channel] !== null);
  if (channels.length === 0) return 0;
  const taken = await takeDue(db, channels, clock.now());
  for (const message of taken) await deliverOne(outside, message);
  return taken.length;
}

type Taken = Awaited<ReturnType<typeof takeDue>>[number];

/** Takes due rows by putting their next try off; no lock is held while a gateway is waited for. */
function takeDue(db: Kysely<Database>, channels: ('email' | 'sms')[], now: Date) {
  return inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('messages')
      .select(['clinic_id', 'id'])
      .where('delivered_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('next_attempt_at', '<=', now)
      .where('channel', 'in', channels)
      .orderBy('next_attempt_at')
      .orderBy('position')
      .limit(atATime)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return [];
    const rows = await trx
      .updateTable('messages')
      .set({ attempts: sql`attempts + 1`, next_attempt_at: new Date(now.getTime() + leaseMs) })
      .where((where) => where.or(due.map(({ clinic_id, id }) => where.and({ clinic_id, id }))))
      .returningAll()
      .execute();
    return rows.sort((a, b) => a.position - b.position);
  });
}

async function deliverOne({ db, clock, gateways, log, keepSecrets }: Outside, message: Taken): Promise<void> {
  const gateway = gateways[message.channel];
  if (gateway === null) return;
  const began = clock.now();
  if (message.expires_at !== null && message.expires_at <= began) {
    await settle(db, message, { failed_at: began, last_error: 'too late to be of use' }, keepSecrets);
    return;
  }
  try {
    await gateway.deliver({ id: message.id, recipient: message.recipient, subject: message.subject, text: message.body_text, html: message.body_html, attachment: message.attachment });
    await settle(db, message, { delivered_at: clock.now(), last_error: null }, keepSecrets);
  } catch (error) {
    const now = clock.now();
    const isOver = (error instanceof DeliveryFailed && error.permanent) || now.getTime() - message.created_at.getTime() > giveUpAfterMs;
    const last_error = (error instanceof Error ? error.message : 'unknown').slice(0, 200);
    log.warn({ message: message.id, clinic: message.clinic_id, kind: message.kind, channel: message.channel, attempts: message.attempts, givenUp: isOver }, 'a message was not delivered');
    if (isOver) await settle(db, message, { failed_at: now, last_error }, keepSecrets);
    else await ofMessage(db, message).set({ next_attempt_at: nextTry(now, message.attempts), last_error }).execute();
  }
}

/** Waits twice as long after each failure, up to an hour, with some chance so that a crowd does not come back at once. */
function nextTry(now: Date, attempts: number): Date {
  const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1));
  return new Date(now.getTime() + wait * (0.8 + Math.random() * 0.4));
}

const ofMessage = (db: Kysely<Database>, { clinic_id, id }: Taken) =>
  db.updateTable('messages').where('clinic_id', '=', clinic_id).where('id', '=', id);

/** Ends a message. One that holds a secret (it expires) is not kept readable; a file is the receiver's alone from now on. */
async function settle(db: Kysely<Database>, message: Taken, end: { delivered_at?: Date; failed_at?: Date; last_error: string | null }, keepSecrets: boolean): Promise<void> {
  const wiped = message.expires_at !== null && !keepSecrets ? { subject: null, body_text: '', body_html: null } : {};
  await ofMessage(db, message).set({ ...end, ...wiped, attachment: null }).execute();
}

/** Delivers until stopped. */
export const startDelivery = (outside: Outside): Rounds =>
  startRounds(
    async () => ((await deliverDue(outside)) === atATime ? 'more' : 'done'),
    pollMs,
    () => outside.log.warn('the outbox could not be read'),
  );
