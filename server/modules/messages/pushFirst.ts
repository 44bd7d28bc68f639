import { randomUUID } from 'node:crypto';
import type { Insertable, Kysely, Selectable } from 'kysely';
import { pushTurn } from '../../../src/domain/messages/pushFirst';
import { SECOND } from '../../../src/limits';
import type { NewMessage, PushFirst } from '../../calls/messages';
import type { Database } from '../../db/schema';
import { inTransaction, type Db, type Trx } from '../../db/transaction';
import type { OutgoingPush } from '../../gateways/gateway';
import { newToken } from '../../system/secrets';

/**
 * Push as the first way to tell an owner of a change (D-441): the change's push messages are rows of the outbox, one for
 * each of the owner's devices, and its text message and e-mail wait beside them.
 */

type Row = Insertable<Database['messages']>;
type Stored = Selectable<Database['messages']>;

/** The most devices that are told of a change: those used last. */
const devicesMost = 5;

/** The subscriptions of live sessions. A session that ended or ran out, or whose user may not sign in, has none. */
const liveSubscriptions = (db: Db, clinicId: string, now: Date) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', (join) =>
      join
        .onRef('sessions.clinic_id', '=', 'push_subscriptions.clinic_id')
        .onRef('sessions.id', '=', 'push_subscriptions.session_id'),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.clinic_id', '=', 'sessions.clinic_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .where('push_subscriptions.clinic_id', '=', clinicId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.deactivated_at', 'is', null);

/**
 * Adds the push messages of the changes among the messages to their rows, and lets the others wait. Without a device
 * that takes push, nothing changes.
 */
export async function withPush(
  trx: Trx,
  messages: readonly NewMessage[],
  rows: readonly Row[],
  now: Date,
): Promise<Row[]> {
  const changes = new Set(messages.flatMap(({ push }) => push ?? []));
  let all = [...rows];
  for (const change of changes) {
    const mine = all.filter((_, index) => messages[index]?.push === change);
    const turn = pushTurn(now, (mine[0]?.expires_at as Date | null | undefined) ?? null);
    const devices = turn === null ? [] : await devicesOf(trx, mine[0]!.clinic_id, change.clientId, now);
    if (turn === null || devices.length === 0) {
      // What still waits for an earlier push would tell of it after this.
      await releaseTo(
        trx,
        mine[0]!.clinic_id,
        mine.map(({ recipient }) => recipient),
        now,
      );
      continue;
    }
    const change_id = randomUUID();
    const waiting = all.map((row) =>
      mine.includes(row) ? { ...row, change_id, next_attempt_at: turn.followsAt } : row,
    );
    const told = devices.map((recipient) => ({
      ...pushRow(mine[0]!, change),
      recipient,
      change_id,
      expires_at: turn.endsAt,
      next_attempt_at: now,
    }));
    all = [...waiting, ...told];
  }
  return all;
}

/** A row of the outbox that tells a change by push, made from one of the others. */
const pushRow = (row: Row, { title, says, opens }: PushFirst): Row => ({
  ...row,
  id: randomUUID(),
  channel: 'push',
  subject: title,
  body_text: says,
  body_html: null,
  attachment: null,
  opens,
  receipt: newToken(),
});

/** Returns the sessions that are told, by their last use. */
async function devicesOf(trx: Db, clinicId: string, clientId: string, now: Date): Promise<string[]> {
  const rows = await liveSubscriptions(trx, clinicId, now)
    .innerJoin('clients', (join) =>
      join.onRef('clients.clinic_id', '=', 'sessions.clinic_id').onRef('clients.user_id', '=', 'sessions.user_id'),
    )
    .select('push_subscriptions.session_id')
    .where('clients.id', '=', clientId)
    .orderBy('sessions.last_used_at', (order) => order.desc().nullsLast())
    .limit(devicesMost)
    .execute();
  return rows.map(({ session_id }) => session_id);
}

/** Whether the owner has a device that takes push, so that changes are told there first. */
export const takesPush = async (db: Db, clinicId: string, clientId: string, now: Date): Promise<boolean> =>
  (await devicesOf(db, clinicId, clientId, now)).length > 0;

/** Returns what goes to the session's push service; null when the session has no subscription any more. */
export async function outgoingPush(db: Db, message: Stored, now: Date): Promise<OutgoingPush | null> {
  const {
    clinic_id: clinicId,
    recipient,
    change_id: changeId,
    subject,
    body_text,
    opens,
    receipt,
    expires_at,
  } = message;
  const to = await liveSubscriptions(db, clinicId, now)
    .select(['endpoint', 'p256dh', 'push_subscriptions.auth'])
    .where('push_subscriptions.session_id', '=', recipient)
    .executeTakeFirst();
  if (!to || changeId === null || expires_at === null) return null;
  return {
    ...to,
    payload: JSON.stringify({ clinicId, title: subject, body: body_text, opens, tag: changeId, receipt }),
    topic: changeId.replaceAll('-', ''),
    ttlSeconds: Math.max(0, Math.floor((expires_at.getTime() - now.getTime()) / SECOND)),
  };
}

/** The text messages and e-mails that wait for a push to be seen, to go out now. */
const released = (db: Db, clinicId: string, now: Date) =>
  db
    .updateTable('messages')
    .set({ next_attempt_at: now })
    .where('clinic_id', '=', clinicId)
    .where('change_id', 'is not', null)
    .where('channel', '<>', 'push')
    .where('attempts', '=', 0)
    .where('delivered_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_attempt_at', '>', now);

/** Lets all that waits for these recipients go out, before something newer does (D-424: states only move forward). */
const releaseTo = (db: Db, clinicId: string, recipients: readonly string[], now: Date) =>
  released(db, clinicId, now).where('recipient', 'in', recipients).execute();

/**
 * Lets go out at once what waits of the changes that this session's device was to show and has not, where no other device
 * is left that could (D-441). To be called when the session is signed out, or has no subscription any more.
 */
export const releaseUnseen = (db: Db, clinicId: string, sessionId: string, now: Date) =>
  released(db, clinicId, now)
    .where('change_id', 'in', (of) =>
      of
        .selectFrom('messages as told')
        .select('told.change_id')
        .where('told.clinic_id', '=', clinicId)
        .where('told.channel', '=', 'push')
        .where('told.recipient', '=', sessionId)
        .where('told.seen_at', 'is', null),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('messages as others')
            .innerJoin('push_subscriptions as left', (join) =>
              join.onRef('left.clinic_id', '=', 'others.clinic_id').onRef('left.session_id', '=', 'others.recipient'),
            )
            .innerJoin('sessions', (join) =>
              join.onRef('sessions.clinic_id', '=', 'left.clinic_id').onRef('sessions.id', '=', 'left.session_id'),
            )
            .select('others.id')
            .whereRef('others.clinic_id', '=', 'messages.clinic_id')
            .whereRef('others.change_id', '=', 'messages.change_id')
            .where('others.channel', '=', 'push')
            .where('others.recipient', '<>', sessionId)
            .where('sessions.ended_at', 'is', null),
        ),
      ),
    )
    .execute();

/**
 * Takes a push message back that is not delivered and will not be. With the last one of a change, its text message and
 * e-mail go out at once, after what waits of earlier changes.
 */
export async function giveUpPush(db: Db, message: Stored, now: Date): Promise<void> {
  const { clinic_id: clinicId, id, change_id: changeId } = message;
  await db.deleteFrom('messages').where('clinic_id', '=', clinicId).where('id', '=', id).execute();
  const going = await released(db, clinicId, now)
    .where('change_id', '=', changeId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('messages as others')
            .select('others.id')
            .where('others.clinic_id', '=', clinicId)
            .where('others.change_id', '=', changeId)
            .where('others.channel', '=', 'push'),
        ),
      ),
    )
    .returning('recipient')
    .execute();
  if (going.length === 0) return;
  await releaseTo(
    db,
    clinicId,
    going.map(({ recipient }) => recipient),
    now,
  );
}

/** Deletes the subscription that a push message went to: its push service knows it no more. */
export async function forgetSubscription(
  db: Db,
  { clinic_id: clinicId, recipient }: Stored,
  { endpoint }: OutgoingPush,
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('clinic_id', '=', clinicId)
    .where('endpoint', '=', endpoint)
    .execute();
  await releaseUnseen(db, clinicId, recipient, now);
}

/**
 * Notes that a device has shown a push message. What has not gone out of the same change goes out no more, by no way and
 * to no other device.
 */
export const noteShown = (db: Kysely<Database>, clinicId: string, receipt: string, now: Date): Promise<void> =>
  inTransaction(db, async (trx) => {
    const shown = await trx
      .updateTable('messages')
      .set((set) => ({ seen_at: now, delivered_at: set.fn.coalesce('delivered_at', set.val(now)) }))
      .where('clinic_id', '=', clinicId)
      .where('receipt', '=', receipt)
      .where('seen_at', 'is', null)
      .returning(['id', 'change_id'])
      .executeTakeFirst();
    if (!shown) return;
    await trx
      .deleteFrom('messages')
      .where('clinic_id', '=', clinicId)
      .where('change_id', '=', shown.change_id)
      .where('id', '<>', shown.id)
      .where('delivered_at', 'is', null)
      .where((where) => where.or([where('channel', '=', 'push'), where('attempts', '=', 0)]))
      .execute();
  });
