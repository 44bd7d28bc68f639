import type { WaitingNotice } from '../../db/schema';
import type { Clinic } from '../../plugins/clinic';
import type { NewMessage } from './outbox';
import { oneLine, renderMail, type Line } from './render';

/** What the clinic is told: an e-mail with a subject and lines, and the same in short as a text message. */
export type Notice = {
  kind: string;
  /** Whom it is of: too many of one within an hour leave together (D-404). */
  of: { id: string; name: string };
  subject: string;
  lines: readonly Line[];
  short: string;
};

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The messages of a notice, to where the clinic wants to hear of it (D-218); none where it named nowhere. */
export function clinicNotice({ id: clinicId, shop }: Clinic, { kind, of, subject, lines, short }: Notice): NewMessage[] {
  const [title, text] = [oneLine(subject), oneLine(short)];
  const notice = (waiting: DistributiveOmit<WaitingNotice, 'name'>) => ({ of: of.id, waiting: { name: oneLine(of.name) || 'a visitor', ...waiting } });
  return [
    ...(shop.notify_email ? [{ clinicId, kind, channel: 'email' as const, recipient: shop.notify_email, subject: title, ...renderMail(lines), notice: notice({ subject: title, lines }) }] : []),
    ...(shop.notify_phone ? [{ clinicId, kind, channel: 'sms' as const, recipient: shop.notify_phone, text, notice: notice({ short: text }) }] : []),
  ];
}

type Owner = { first_name: string | null; last_name: string | null; phone: string | null; email: string | null };

export const ownerName = ({ first_name, last_name }: Pick<Owner, 'first_name' | 'last_name'>): string => [first_name, last_name].filter(Boolean).join(' ');

/** 'Jo Miller, +15125550111, jo@example.com': an owner as the clinic's notices name one. */
export const ownerLine = (owner: Owner): string => [ownerName(owner), owner.phone, owner.email].filter(Boolean).join(', ');
