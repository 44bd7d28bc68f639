import { setTimeout as wait } from 'node:timers/promises';
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import { inTransaction, type Trx } from '../../db/transaction';
import { emailForm } from '../../../src/domain/validation/email';
import type { Database } from '../../db/schema';
import { DeliveryFailed, deliveriesAtOnce, type Gateways, type Outgoing } from '../../gateways/gateway';
import { countOne } from '../../calls/counters';
import { leased, leaseMs } from '../../calls/leases';
import { startRounds, type Rounds } from '../../system/rounds';
import { messageTried } from '../../system/topics';
import type { Services } from '../../calls/services';
import { hashIdentifier } from '../../system/secrets';
import { withoutTokens } from './answerLinks';
import { gatherDue } from './gather';
import { forgetSubscription, giveUpPush, outgoingPush } from './pushFirst';
import { HOUR, SECOND } from '../../../src/limits';

type Outside = Pick<Services, 'db' | 'clock' | 'log' | 'caps' | 'config'> & {
  gateways: Gateways;
  /** Whether delivered secrets stay readable: in the demo inbox only. */
  keepSecrets: boolean;
};

/** Milliseconds after which a gateway's silence counts as failure. */
const tryMs = 45 * SECOND;
/** How long the result of a delivery is tried to be stored, milliseconds: its lease is not renewed meanwhile. */
const notingMs = leaseMs - 15 * SECOND;
const firstRetryMs = 30 * SECOND;
const longestRetryMs = HOUR;
/** The most tries of a message; with their waits they take about three days. */
const mostTries = 84;
const pollMs = SECOND;
/** The number of parallel deliveries reserved for messages that expire, such as codes. */
const keptForUrgent = 2;
/** The number of rows to read at a time: more than are taken, since some wait for others to the same recipient. */
const readAtOnce = 100;

type Channel = keyof Gateways;
const channels: readonly Channel[] = ['email', 'sms', 'push'];

/**
 * Delivers due messages until none is left and returns how many were tried. Each is delivered at least once (D-211).
 */
export async function deliverDue(outside: Outside): Promise<number> {
  const counts = await Promise.all(
    lanesOf(outside).map(async (lane) => {
      let tried = 0;
      for (;;) {
        const begun = await lane.begin();
        if (begun === 0) return tried;
        tried += begun;
        await lane.idle();
      }
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Runs the delivering round until it is stopped. Stopping waits for the messages under way. */
export function startDelivery(outside: Outside): Rounds {
  const lanes = lanesOf(outside);
  const rounds = lanes.map((lane) =>
    startRounds(
      async () => {
        if ((await lane.begin()) === 0) return 'done';
        // Any delivery that ends makes room, so that a new code does not wait for the slowest one.
        await Promise.race([lane.anyDone(), wait(pollMs)]);
        return 'more';
      },
      pollMs,
      () => outside.log.warn('the outbox could not be read'),
    ),
  );
  return {
    stop: async () => {
      await Promise.all(rounds.map((one) => one.stop()));
      await Promise.all(lanes.map((lane) => lane.idle()));
    },
  };
}

const lanesOf = (outside: Outside) =>
  channels.flatMap((channel) => (outside.gateways[channel] ? [laneOf(outside, channel)] : []));

/**
 * Runs one channel's deliveries: several at once, so that a recipient's slow mailbox delays nobody else, but those to
 * one recipient in their order. Any number of processes may run it: each takes rows that nobody else has.
 */
function laneOf(outside: Outside, channel: Channel) {
  const underWay = new Map<string, { recipient: string; done: Promise<void> }>();
  return {
    /** Starts due deliveries while there is room; returns how many. */
    async begin(): Promise<number> {
      await gatherDue(outside.db, channel, outside.clock.now());
      const taken = await takeDue(
        outside,
        channel,
        [...underWay.values()].map(({ recipient }) => recipient),
      );
      for (const message of taken) {
        if (message.failed_at !== null) {
          messageTried.tell({ channel, outcome: 'given_up' });
          continue;
        }
        const done = deliverOne(outside, message).finally(() => underWay.delete(message.id));
        underWay.set(message.id, { recipient: message.recipient, done });
      }
      return taken.length;
    },
    anyDone: () => Promise.race([...underWay.values()].map(({ done }) => done)),
    idle: () => Promise.all([...underWay.values()].map(({ done }) => done)),
  };
}

type Taken = Selectable<Database['messages']>;

/** Messages that expire are urgent, so codes go before reminders. Push messages all do, and keep their order. */
const isUrgent = ({ expires_at, channel }: Pick<Taken, 'expires_at' | 'channel'>): boolean =>
  expires_at !== null && channel !== 'push';

/** How often the due rows are read anew where other processes were faster. */
const readings = 5;

/**
 * Takes the due rows to start now by postponing their next try, so that no lock is held while waiting for a gateway.
 * What is due is read from all clinics without a lock, and taken clinic by clinic (docs/operations.md, Many servers).
 */
async function takeDue(outside: Outside, channel: Channel, busy: readonly string[]): Promise<Taken[]> {
  for (let reading = 0; reading < readings; reading += 1) {
    const now = outside.clock.now();
    const begun = withRoom(await readDue(outside.db, channel, busy, now), busy);
    if (begun.length === 0) return [];
    const taken: Taken[] = [];
    for (const clinicId of new Set(begun.map(({ clinic_id }) => clinic_id))) {
      const ids = begun.filter(({ clinic_id }) => clinic_id === clinicId).map(({ id }) => id);
      taken.push(...(await take(outside, clinicId, ids, now)));
    }
    if (taken.length > 0) return taken.sort((a, b) => a.position - b.position);
  }
  return [];
}

const readDue = (db: Kysely<Database>, channel: Channel, busy: readonly string[], now: Date) =>
  db
    .selectFrom('messages')
    .select(['clinic_id', 'id', 'channel', 'recipient', 'expires_at'])
    .where(isDue(now))
    .where('channel', '=', channel)
    .$if(busy.length > 0, (query) =>
      query.where((where) => where.or([where('recipient', 'not in', busy), where('expires_at', 'is not', null)])),
    )
    .orderBy('expires_at', (order) => order.asc().nullsLast())
    .orderBy('next_attempt_at')
    .orderBy('position')
    .limit(readAtOnce)
    .execute();

const isDue = (now: Date) => (where: ExpressionBuilder<Database, 'messages'>) =>
  where.and([
    where('delivered_at', 'is', null),
    where('failed_at', 'is', null),
    where('next_attempt_at', '<=', now),
    where('waiting', 'is', null),
  ]);

/** Takes those of a clinic's messages that are still due and that nobody else is taking. */
const take = (outside: Outside, clinicId: string, ids: readonly string[], now: Date): Promise<Taken[]> =>
  inTransaction(outside.db, async (trx) => {
    const due = await trx
      .selectFrom('messages')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where('id', 'in', ids)
      .where(isDue(now))
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return [];
    const rows = await trx
      .updateTable('messages')
      .set({ attempts: sql`attempts + 1`, next_attempt_at: new Date(now.getTime() + leaseMs) })
      .where('clinic_id', '=', clinicId)
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .returningAll()
      .execute();
    return withholdTooMany(
      trx,
      outside,
      rows.sort((a, b) => a.position - b.position),
      now,
    );
  });

/** Renews the lease of a message under way, unless its result is stored or another process has it. */
function renewal({ db, clock }: Outside, message: Taken): () => Promise<void> {
  let until = message.next_attempt_at;
  return async () => {
    const next = new Date(clock.now().getTime() + leaseMs);
    const { numUpdatedRows } = await ofMessage(db, message)
      .set({ next_attempt_at: next })
      .where('next_attempt_at', '=', until)
      .where('delivered_at', 'is', null)
      .where('failed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) until = next;
  };
}

/** The reason stored with a withheld message; the operator can send it nevertheless. */
export const TOO_MANY = "the recipient has had a day's messages";

/**
 * Counts messages at their first try and withholds those above a recipient's cap per day (D-404): their cause stays
 * done, and the operator sees them. Codes have their own caps and a reserved share of the day's; the clinic's notices
 * are gathered instead; messages that the operator retries are not counted.
 */
async function withholdTooMany(trx: Trx, outside: Outside, rows: Taken[], now: Date): Promise<Taken[]> {
  const { caps, config } = outside;
  const counted = rows
    .filter((row) => row.attempts === 1 && row.last_error === null && row.notice_of === null && row.kind !== 'code')
    .map((row) => ({ row, whose: hashIdentifier(config.secret, emailForm(row.recipient) ?? row.recipient) }))
    // Two servers that count the same recipients must not deadlock.
    .sort((a, b) => a.whose.localeCompare(b.whose));
  const withheld = new Set<Taken>();
  for (const { row, whose } of counted) {
    const { isPast } = await countOne(
      trx,
      outside,
      'messagesPerRecipient',
      { clinicId: row.clinic_id, whose, now },
      caps.codeSendsPerIdentifier.max,
    );
    if (!isPast) continue;
    withheld.add(row);
    if (row.channel === 'push') {
      await giveUpPush(trx, row, now);
      continue;
    }
    await trx
      .updateTable('messages')
      .set({ failed_at: now, last_error: TOO_MANY })
      .where('clinic_id', '=', row.clinic_id)
      .where('id', '=', row.id)
      .execute();
  }
  return rows.map((row) => (withheld.has(row) ? { ...row, failed_at: now } : row));
}

/**
 * Selects due messages to start now, in their order: one per recipient and none for the `busy`, except urgent ones,
 * which start at once.
 */
function withRoom<M extends Pick<Taken, 'recipient' | 'expires_at' | 'channel'>>(
  due: readonly M[],
  busy: readonly string[],
): M[] {
  const recipients = new Set(busy);
  let free = deliveriesAtOnce - busy.length;
  return due.filter((message) => {
    const begins = isUrgent(message) ? free > 0 : free > keptForUrgent && !recipients.has(message.recipient);
    if (begins) free -= 1;
    recipients.add(message.recipient);
    return begins;
  });
}

async function deliverOne(outside: Outside, message: Taken): Promise<void> {
  const { db, clock, log, keepSecrets } = outside;
  const note = (end: () => Promise<unknown>) =>
    noted(end, () =>
      log.warn({ message: message.id, clinic: message.clinic_id }, 'how a delivery ended could not be noted'),
    );
  const tell = (outcome: 'delivered' | 'failed' | 'given_up') =>
    messageTried.tell({ channel: message.channel, outcome });
  const giveUp = (now: Date, last_error: string) => {
    tell('given_up');
    return note(() =>
      message.channel === 'push'
        ? giveUpPush(db, message, now)
        : settle(db, message, { failed_at: now, last_error }, keepSecrets),
    );
  };
  const began = clock.now();
  if (message.expires_at !== null && message.expires_at <= began) {
    await giveUp(began, tooLate);
    return;
  }
  try {
    await leased(renewal(outside, message), () =>
      inTime(message.channel === 'push' ? push(outside, message) : send(outside, message, message.channel)),
    );
    tell('delivered');
    await note(() => settle(db, message, { delivered_at: clock.now(), last_error: null }, keepSecrets));
  } catch (error) {
    const now = clock.now();
    const failure = error instanceof DeliveryFailed ? error : null;
    const next = nextTry(now, message.attempts, failure?.retryAfterMs);
    const isOver =
      failure?.permanent ||
      message.attempts >= mostTries ||
      // Nobody waits for a push that can only come after its time: the other ways take over now.
      (message.channel === 'push' && message.expires_at !== null && next >= message.expires_at);
    const last_error = (error instanceof Error ? error.message : 'unknown').slice(0, 200);
    log.warn(
      {
        message: message.id,
        clinic: message.clinic_id,
        kind: message.kind,
        channel: message.channel,
        attempts: message.attempts,
        givenUp: isOver,
      },
      'a message was not delivered',
    );
    if (isOver) {
      await giveUp(now, last_error);
      return;
    }
    tell('failed');
    await note(() => ofMessage(db, message).set({ next_attempt_at: next, last_error }).execute());
  }
}

const send = async ({ gateways }: Outside, message: Taken, channel: 'email' | 'sms'): Promise<void> =>
  gateways[channel]?.deliver(outgoing(message));

/** Sends a push message to its session's device; deletes a subscription that the push service knows no more. */
async function push({ db, clock, gateways }: Outside, message: Taken): Promise<void> {
  const to = await outgoingPush(db, message, clock.now());
  if (to === null) throw new DeliveryFailed('the session takes no push', true);
  try {
    await gateways.push?.deliver(to);
  } catch (error) {
    if (error instanceof DeliveryFailed && error.isGone) await forgetSubscription(db, message, to, clock.now());
    throw error;
  }
}

const tooLate = 'too late to be of use';

const outgoing = (message: Taken): Outgoing => ({
  id: message.id,
  recipient: message.recipient,
  subject: message.subject,
  text: message.body_text,
  html: message.body_html,
  attachment: message.attachment,
});

/** Makes a delivery fail when it takes longer than a gateway may. */
async function inTime(delivery: Promise<void>): Promise<void> {
  const over = new AbortController();
  const tooLong = wait(tryMs, undefined, { signal: over.signal, ref: false }).then(() =>
    Promise.reject(new DeliveryFailed('no answer', false)),
  );
  tooLong.catch(() => {});
  try {
    await Promise.race([delivery, tooLong]);
  } finally {
    over.abort();
  }
}

/**
 * Stores the result of a delivery, waiting for a database that is briefly away, since a delivery without a result is
 * made again. Never throws.
 */
async function noted(end: () => Promise<unknown>, failed: () => void): Promise<void> {
  for (const until = performance.now() + notingMs; ; await wait(SECOND)) {
    try {
      await end();
      return;
    } catch {
      if (performance.now() < until) continue;
      failed();
      return;
    }
  }
}

/**
 * Returns when the next try is due: the wait is doubled after each failure, up to an hour, with a random part so that
 * many do not retry together, and at least `askedMs` where the other side asked for that.
 */
function nextTry(now: Date, attempts: number, askedMs = 0): Date {
  const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1));
  return new Date(now.getTime() + Math.max(askedMs, wait * (0.8 + Math.random() * 0.4)));
}

const ofMessage = (db: Kysely<Database>, { clinic_id, id }: Taken) =>
  db.updateTable('messages').where('clinic_id', '=', clinic_id).where('id', '=', id);

/**
 * Ends a message. The text of a secret one (it expires) is deleted, and so are a delivered e-mail's attached file and the
 * tokens of a delivered notice's links (D-423).
 */
async function settle(
  db: Kysely<Database>,
  message: Taken,
  end: { delivered_at?: Date; failed_at?: Date; last_error: string | null },
  keepSecrets: boolean,
): Promise<void> {
  const wiped = keepSecrets
    ? {}
    : isUrgent(message)
      ? { subject: null, body_text: '', body_html: null }
      : end.delivered_at && message.notice_of !== null
        ? {
            body_text: withoutTokens(message.body_text),
            body_html: message.body_html === null ? null : withoutTokens(message.body_html),
          }
        : {};
  await ofMessage(db, message)
    .set({ ...end, ...wiped, ...(end.delivered_at && { attachment: null }) })
    .execute();
}
