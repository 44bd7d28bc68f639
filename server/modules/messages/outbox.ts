import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Clock } from '../../system/clock';
import { withTransaction } from '../../db/transaction';
import { defer, insertion } from '../../db/statements';
import type { Messages, NewMessage } from '../../calls/messages';
import type { Caps } from '../../calls/caps';
import type { MessageAttachment } from '../../db/documents';
import type { Database } from '../../db/schema';
import { withDepartures } from './gather';
import { withPush } from './pushFirst';

type MessageRow = Insertable<Database['messages']>;

const stored = ({ name, type, content }: NonNullable<NewMessage['attachment']>): MessageAttachment => ({
  name,
  type,
  content: Buffer.from(content).toString('base64'),
});

/**
 * Makes the writer of the outbox. With `keepCodes` the demo inbox can show a message's code (D-216). Without `pushes`
 * nothing is told by push (D-440).
 */
export function outbox(
  clock: Clock,
  { keepCodes, caps, pushes }: { keepCodes: boolean; caps: Caps; pushes: boolean },
): Messages {
  const rowOf = (message: NewMessage): MessageRow => {
    const now = clock.now();
    return {
      clinic_id: message.clinicId,
      id: randomUUID(),
      channel: message.channel,
      recipient: message.recipient,
      subject: message.subject ?? null,
      body_text: message.text,
      body_html: message.html ?? null,
      attachment: message.attachment ? JSON.stringify(stored(message.attachment)) : null,
      demo_code: keepCodes ? (message.demoCode ?? null) : null,
      kind: message.kind,
      appointment_id: message.appointmentId ?? null,
      visit_id: message.visitId ?? null,
      refill_id: message.refillId ?? null,
      payment_id: message.paymentId ?? null,
      user_id: message.userId ?? null,
      notice_of: message.notice?.of ?? null,
      leaves_at: null,
      waiting: message.notice ? JSON.stringify(message.notice.waiting) : null,
      change_id: null,
      opens: null,
      receipt: null,
      attempts: 0,
      next_attempt_at: now,
      expires_at: message.expiresAt ?? null,
      delivered_at: null,
      failed_at: null,
      last_error: null,
      created_at: now,
    };
  };
  return {
    async enqueue(db, message) {
      if (message.notice) throw new Error('Notices go through enqueueAll.');
      const row = rowOf(message);
      await db.insertInto('messages').values(row).execute();
      return row.id;
    },
    async enqueueAll(db, messages) {
      if (messages.length === 0) return;
      const rows = messages.map(rowOf);
      await withTransaction(db, async (trx) => {
        const timed = await withDepartures(trx, caps, rows, clock.now());
        const all = pushes ? await withPush(trx, messages, timed, clock.now()) : timed;
        defer(trx, insertion('messages', all));
      });
    },
  };
}
