import { randomUUID } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import type { Clock } from '../../system/clock';
import { prepared, withTheNext, withTransaction } from '../../db/connection';
import type { Caps } from '../../calls/caps';
import type { Database, MessageAttachment, WaitingNotice } from '../../db/schema';
import type { Db } from '../../calls/handlers';
import { withDepartures } from './gather';

/** What a module asks to have sent. `recipient` is an e-mail address or a phone in E.164. */
export type NewMessage = {
  clinicId: string;
  channel: 'email' | 'sms';
  recipient: string;
  /** E-mails only. */
  subject?: string | null;
  text: string;
  html?: string | null;
  /** E-mails only. */
  attachment?: { name: string; type: string; content: Uint8Array } | null;
  /** What it is about, such as `code` or `booking_confirmation`; for logs and the operator. */
  kind: string;
  /** The code inside, for the demo inbox; never stored outside demo mode. */
  demoCode?: string | null;
  /** After this it helps nobody and is not sent. */
  expiresAt?: Date | null;
  /** The appointment that it is about, where moving or calling that off makes it untrue. */
  appointmentId?: string | null;
  /** Of a clinic's notice: whom it is of, and what it says, should it have to wait for others (D-404). */
  notice?: { of: string; waiting: WaitingNotice };
};

type MessageRow = Insertable<Database['messages']>;

/** Writes messages into the outbox. Give the transaction of the change that causes them (D-211). */
export type Messages = {
  /** The message's id. */
  enqueue(db: Db, message: NewMessage): Promise<string>;
  /** Several, in their order. */
  enqueueAll(db: Db, messages: readonly NewMessage[]): Promise<void>;
};

const stored = ({ name, type, content }: NonNullable<NewMessage['attachment']>): MessageAttachment => ({
  name,
  type,
  content: Buffer.from(content).toString('base64'),
});

/** The outbox's writer. With `keepCodes` the demo inbox can show a code beside its message (D-216). */
export function outbox(clock: Clock, { keepCodes, caps }: { keepCodes: boolean; caps: Caps }): Messages {
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
      notice_of: message.notice?.of ?? null,
      leaves_at: null,
      waiting: message.notice ? JSON.stringify(message.notice.waiting) : null,
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
        await trx
          .insertInto('messages')
          .values(timed)
          .modifyEnd(sql`${prepared(`messages_${messages.length}`)} ${withTheNext}`)
          .execute();
      });
    },
  };
}
