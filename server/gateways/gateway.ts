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

/** The gateway of each channel; null where none is set up, and then the channel's messages wait (D-216). */
export type Gateways = Record<'email' | 'sms', Gateway | null>;

/** The other side did not accept a message. A permanent failure is not tried again. */
export class DeliveryFailed extends Error {
  override readonly name = 'DeliveryFailed';
  constructor(
    message: string,
    readonly permanent: boolean,
  ) {
    super(message);
  }
}
