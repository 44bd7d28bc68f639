import type { WaitingNotice } from '../db/documents';
import type { Db } from '../db/transaction';

/** A message to send. `recipient` is an e-mail address or a phone in E.164. */
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
  /** The kind of message, such as `code` or `booking_confirmation`; for logs and the operator. */
  kind: string;
  /** The code in the text, for the demo inbox; never stored outside demo mode. */
  demoCode?: string | null;
  /** The instant from which the message is useless and is not sent any more. */
  expiresAt?: Date | null;
  /** The appointment that the message is about, if moving or canceling that makes the message untrue. */
  appointmentId?: string | null;
  /** The appointment or the refill that a message to an owner concerns. */
  visitId?: string | null;
  refillId?: string | null;
  paymentId?: string | null;
  /** The account that a message to its owner is about. */
  userId?: string | null;
  /**
   * For notices to the clinic: the owner concerned, and the content to use when the notice is gathered with others
   * (D-404).
   */
  notice?: { of: string; waiting: WaitingNotice };
  /**
   * For messages to an owner about a change: how the change is told by push first (D-441). The messages about one change
   * share the value.
   */
  push?: PushFirst | null;
};

/** A change told by push: the client whose devices are told, what a locked screen shows, and what a tap opens. */
export type PushFirst = {
  clientId: string;
  /** The clinic's name. */
  title: string;
  /** A general sentence: it names neither pet nor medication. */
  says: string;
  /** The path below the clinic's, such as `appointments/ID`. */
  opens: string;
};

/** Writes messages into the outbox. Pass the transaction of the change that causes them (D-211). */
export type Messages = {
  /** Writes one message and returns its id. */
  enqueue(db: Db, message: NewMessage): Promise<string>;
  /** Writes several messages in the given order. */
  enqueueAll(db: Db, messages: readonly NewMessage[]): Promise<void>;
};
