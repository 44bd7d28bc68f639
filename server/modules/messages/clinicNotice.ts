import { nameInMessage } from '../../../src/domain/messageText';
import type { WaitingNotice } from '../../db/documents';
import type { Clinic } from '../../calls/clinic';
import type { NewMessage } from '../../calls/messages';
import { oneLine, renderMail, type Line } from './render';
import { hasProved, type Owner } from './toOwner';

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
export function clinicNotice(
  { id: clinicId, shop }: Clinic,
  { kind, of, subject, lines, short }: Notice,
): NewMessage[] {
  const [title, text] = [oneLine(subject), oneLine(short)];
  const notice = (waiting: DistributiveOmit<WaitingNotice, 'name'>) => ({
    of: of.id,
    waiting: { name: oneLine(of.name) || 'a visitor', ...waiting },
  });
  return [
    ...(shop.notify_email
      ? [
          {
            clinicId,
            kind,
            channel: 'email' as const,
            recipient: shop.notify_email,
            subject: title,
            ...renderMail(lines),
            notice: notice({ subject: title, lines: [...lines] }),
          },
        ]
      : []),
    ...(shop.notify_phone
      ? [
          {
            clinicId,
            kind,
            channel: 'sms' as const,
            recipient: shop.notify_phone,
            text,
            notice: notice({ short: text }),
          },
        ]
      : []),
  ];
}

type Named = Pick<Owner, 'first_name' | 'last_name'>;

/** An owner's whole name as the record has it. */
export const fullName = ({ first_name, last_name }: Named): string => [first_name, last_name].filter(Boolean).join(' ');

/** The same, fit for a message (D-401). */
export const ownerName = (owner: Named): string => nameInMessage(fullName(owner)) || 'an owner';

/** A contact as the clinic is told of it: whether it is its owner's is not known before a code has proved it (D-401). */
export const told = (contact: string, isProved: boolean): string => (isProved ? contact : `${contact} (not confirmed)`);

/** An owner's contacts for the clinic's eyes, the phone first. */
const contactsTold = (owner: Pick<Owner, 'phone' | 'email' | 'metadata'>): string[] =>
  (['phone', 'email'] as const).flatMap((kind) => (owner[kind] ? [told(owner[kind], hasProved(owner, kind))] : []));

/** The one to ring or write to first. */
export const contactTold = (owner: Pick<Owner, 'phone' | 'email' | 'metadata'>): string => contactsTold(owner)[0] ?? '';

/** 'Jo Miller, +15125550111, jo@example.com (not confirmed)': an owner as the clinic's notices name one. */
export const ownerLine = (owner: Owner): string => [ownerName(owner), ...contactsTold(owner)].join(', ');

/** The name alone for a text message, with a word where the phone is not known to be theirs: a name can be anybody's. */
export const ownerInShort = (owner: Owner): string =>
  `${ownerName(owner)}${owner.phone && !hasProved(owner, 'phone') ? ', phone not confirmed' : ''}`;
