import type { Clinic } from '../../plugins/clinic';
import type { NewMessage } from './outbox';
import { oneLine, renderMail, type Line } from './render';

/** What the clinic is told: an e-mail with a subject and lines, and the same in short as a text message. */
export type Notice = { kind: string; subject: string; lines: readonly Line[]; short: string };

/** The messages of a notice, to where the clinic wants to hear of it (D-218); none where it named nowhere. */
export function clinicNotice({ id: clinicId, shop }: Clinic, { kind, subject, lines, short }: Notice): NewMessage[] {
  return [
    ...(shop.notify_email ? [{ clinicId, kind, channel: 'email' as const, recipient: shop.notify_email, subject: oneLine(subject), ...renderMail(lines) }] : []),
    ...(shop.notify_phone ? [{ clinicId, kind, channel: 'sms' as const, recipient: shop.notify_phone, text: oneLine(short) }] : []),
  ];
}

type Owner = { first_name: string | null; last_name: string | null; phone: string | null; email: string | null };

export const ownerName = ({ first_name, last_name }: Pick<Owner, 'first_name' | 'last_name'>): string => [first_name, last_name].filter(Boolean).join(' ');

/** 'Jo Miller, +15125550111, jo@example.com': an owner as the clinic's notices name one. */
export const ownerLine = (owner: Owner): string => [ownerName(owner), owner.phone, owner.email].filter(Boolean).join(', ');
