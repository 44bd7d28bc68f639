import type { MessageAttachment } from '../db/documents';

/** A message on its way out. `recipient` is an e-mail address or a phone in E.164. */
export type Outgoing = {
  id: string;
  recipient: string;
  subject: string | null;
  text: string;
  html: string | null;
  attachment: MessageAttachment | null;
};

/**
 * Delivers messages of one channel. `deliver` resolves when the other side has accepted the message and throws
 * DeliveryFailed otherwise.
 */
export type Gateway = {
  deliver(message: Outgoing): Promise<void>;
  close(): void;
};

/** How many messages of a channel are delivered at the same time. */
export const deliveriesAtOnce = 8;

/** A push message on its way out, and the subscription that it goes to. */
export type OutgoingPush = {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** What the worker is told (sw/push.ts). */
  payload: string;
  /** Under which the push service keeps only the newest message: 32 characters of base64url at most. */
  topic: string;
  /** For how long it may keep the message for a device that is off. */
  ttlSeconds: number;
};

/** Delivers push messages, as `Gateway` delivers the others. */
export type PushGateway = { deliver(message: OutgoingPush): Promise<void>; close(): void };

/**
 * The gateway of each channel; null where none is set up, and then the channel's messages wait (D-216). Where there is
 * none for push, no push messages are written (D-440).
 */
export type Gateways = Record<'email' | 'sms', Gateway | null> & { push?: PushGateway | null };

/** The other side did not accept a message. A permanent failure is not tried again. */
export class DeliveryFailed extends Error {
  override readonly name = 'DeliveryFailed';
  constructor(
    message: string,
    readonly permanent: boolean,
    /** For how long it asked not to be asked again. */
    readonly retryAfterMs = 0,
    /** Whether nothing will ever be accepted there. */
    readonly isGone = false,
  ) {
    super(message);
  }
}
