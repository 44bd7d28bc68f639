import { isProven, type ContactKind, type ContactNotes } from '../../../src/domain/client/tie';
import { nameInMessage } from '../../../src/domain/messageText';
import { formatPhone } from '../../../src/domain/validation/phoneFormat';
import type { Clinic } from '../../calls/clinic';
import type { NewMessage } from '../../calls/messages';
import { oneLine, renderMail, type Line } from './render';

/** An owner as the clinic's record has them; `metadata` says which contacts nobody has proved. */
export type Owner = {
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  email: string | null;
  metadata: ContactNotes;
};

/** By which ways the owner agreed to hear (D-87). */
export type Ways = { sms: boolean; email: boolean };

export const hasProved = ({ metadata }: Pick<Owner, 'metadata'>, kind: ContactKind): boolean =>
  isProven(metadata, kind);

/**
 * Where messages to an owner may go, the one place that says so (D-401): to contacts that a code has proved and those
 * that are the clinic's own. One that was only typed, or that waits for its code, gets nothing from here.
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
  /** The appointment that it reminds of, where moving that or calling it off makes it untrue. */
  remindsOf?: string;
};

/** A message to an owner, by those of the ways that reach one. Names in `said` are fit for messages already. */
export function toOwner({ id: clinicId, shop }: Clinic, owner: Owner, ways: Ways, said: Said): NewMessage[] {
  const { phone, email } = reachOf(owner);
  const common = {
    clinicId,
    kind: said.kind,
    expiresAt: said.expiresAt ?? null,
    appointmentId: said.remindsOf ?? null,
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
