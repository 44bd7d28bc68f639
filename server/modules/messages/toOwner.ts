import { isProven, type ContactKind, type ContactNotes } from '../../../src/domain/client/tie';
import { nameInMessage } from '../../../src/domain/messageText';
import { formatPhone } from '../../../src/domain/validation/phoneFormat';
import type { Clinic } from '../../calls/clinic';
import type { NewMessage } from '../../calls/messages';
import { oneLine, renderMail, type Line } from './render';

/** An owner from the clinic's record; `metadata` tells which contacts nobody has proved. */
export type Owner = {
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  email: string | null;
  metadata: ContactNotes;
};

/** The owner with the record's id, whose devices are told. Not `id`: rows of what is asked carry that of the asking. */
export type Recipient = Owner & { client_id: string };
/** Its columns, where the record is joined. */
export const recipientColumns = [
  'clients.id as client_id',
  'clients.first_name',
  'clients.last_name',
  'clients.phone',
  'clients.email',
  'clients.metadata',
] as const;

/** The ways of messaging that the owner agreed to (D-87). */
export type Ways = { sms: boolean; email: boolean };

export const hasProved = ({ metadata }: Pick<Owner, 'metadata'>, kind: ContactKind): boolean =>
  isProven(metadata, kind);

/**
 * Returns the addresses for messages to an owner; nothing else decides this (D-401). They are contacts proved by a code
 * and the clinic's own. A contact that was only typed, or waits for its code, gets no messages.
 */
export const reachOf = (owner: Owner): { phone: string | null; email: string | null } => ({
  phone: hasProved(owner, 'phone') ? owner.phone : null,
  email: hasProved(owner, 'email') ? owner.email : null,
});

export type Said = {
  kind: string;
  subject: string;
  /** The e-mail between its greeting and the clinic's phone. */
  lines: readonly Line[];
  /** The text message after the clinic's name. */
  short: string;
  expiresAt?: Date;
  /** The appointment of a reminder, if moving or canceling it makes the message untrue. */
  remindsOf?: string;
  /** The appointment, the refill or the payment that it concerns. */
  visitId?: string;
  refillId?: string;
  paymentId?: string;
  /**
   * How the change is told by push first, where the owner's devices take it (D-441): a sentence for a locked screen,
   * without pet or medication, and the path below the clinic's that a tap opens. A message that is of use only by
   * itself, such as one with a link, has none.
   */
  push?: { says: string; opens: string };
};

/**
 * Makes a message to an owner by those of the ways that have an address. Names in `said` must be safe for messages
 * already.
 */
export function toOwner({ id: clinicId, shop }: Clinic, owner: Recipient, ways: Ways, said: Said): NewMessage[] {
  const { phone, email } = reachOf(owner);
  const common = {
    clinicId,
    kind: said.kind,
    expiresAt: said.expiresAt ?? null,
    appointmentId: said.remindsOf ?? null,
    visitId: said.visitId ?? null,
    refillId: said.refillId ?? null,
    paymentId: said.paymentId ?? null,
    push: said.push ? { clientId: owner.client_id, title: oneLine(shop.name), ...said.push } : null,
  };
  const name = nameInMessage(owner.first_name ?? '');
  const lines: Line[] = [
    `Hello${name ? ` ${name}` : ''},`,
    '',
    ...said.lines,
    '',
    `Questions? Call us at ${formatPhone(shop.phoneNumber)}.`,
    '',
    shop.name,
  ];
  return [
    ...(ways.sms && phone
      ? [{ ...common, channel: 'sms' as const, recipient: phone, text: oneLine(`${shop.name}: ${said.short}`) }]
      : []),
    ...(ways.email && email
      ? [
          {
            ...common,
            channel: 'email' as const,
            recipient: email,
            subject: oneLine(said.subject),
            ...renderMail(lines),
          },
        ]
      : []),
  ];
}
