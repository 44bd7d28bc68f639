import type { WaitingNotice } from '../db/documents';
import type { Db } from '../db/transaction';

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

/** Writes messages into the outbox. Give the transaction of the change that causes them (D-211). */
export type Messages = {
  /** The message's id. */
  enqueue(db: Db, message: NewMessage): Promise<string>;
  /** Several, in their order. */
  enqueueAll(db: Db, messages: readonly NewMessage[]): Promise<void>;
};
