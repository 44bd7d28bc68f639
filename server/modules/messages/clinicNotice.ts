import { nameInMessage } from '../../../src/domain/messageText';
import type { WaitingNotice } from '../../db/documents';
import type { Clinic } from '../../calls/clinic';
import type { NewMessage } from '../../calls/messages';
import { oneLine, renderMail, type Line } from './render';
import { answerLink, deskLink, type AtDesk } from './deskLinks';
import { hasProved, type Owner } from './toOwner';

/** A notice to the clinic: an e-mail with a subject and lines, and a short form as a text message. */
export type Notice = {
  kind: string;
  /** The owner that it is about; too many notices about one within an hour are gathered (D-404). */
  of: { id: string; name: string };
  subject: string;
  lines: readonly Line[];
  short: string;
  /** What waits for an answer at the desk; null where nothing does, and the notice leads to the inbox (D-423). */
  desk: AtDesk | null;
  /** The token of the link by which a request is answered without signing in. */
  answerToken?: string | null;
};

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/**
 * Makes the messages of a notice, to the addresses that the clinic has set (D-218); none without one. They end with links
 * to the desk and to the answer page (D-423). A notice that is gathered with others (D-404) has the inbox's instead.
 */
export function clinicNotice(
  { id: clinicId, shop }: Clinic,
  { kind, of, subject, lines, short, desk, answerToken }: Notice,
  publicUrl: string,
): NewMessage[] {
  const [title, text] = [oneLine(subject), oneLine(short)];
  const [atDesk, answer] = [
    deskLink(publicUrl, clinicId, desk),
    answerToken ? answerLink(publicUrl, answerToken) : null,
  ];
  const notice = (waiting: DistributiveOmit<WaitingNotice, 'name' | 'desk'>) => ({
    of: of.id,
    waiting: { name: oneLine(of.name) || 'a visitor', desk: deskLink(publicUrl, clinicId), ...waiting },
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
            ...renderMail([
              ...lines,
              '',
              ...(answer === null ? [] : [{ words: 'Accept or decline', link: answer }]),
              { words: desk ? 'Open it at the desk' : 'Open the desk', link: atDesk },
            ]),
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
            text: `${text}${answer === null ? '' : ` Accept or decline: ${answer}`} Desk: ${atDesk}`,
            notice: notice({ short: text }),
          },
        ]
      : []),
  ];
}

type Named = Pick<Owner, 'first_name' | 'last_name'>;

/** Returns an owner's full name from the record. */
export const fullName = ({ first_name, last_name }: Named): string => [first_name, last_name].filter(Boolean).join(' ');

/** Returns the full name in a form that is safe in messages (D-401). */
export const ownerName = (owner: Named): string => nameInMessage(fullName(owner)) || 'an owner';

/** Returns a contact for the clinic, marked unless a code has proved that it is the owner's (D-401). */
export const told = (contact: string, isProved: boolean): string => (isProved ? contact : `${contact} (not confirmed)`);

/** Lists an owner's contacts for the clinic, the phone first. */
const contactsTold = (owner: Pick<Owner, 'phone' | 'email' | 'metadata'>): string[] =>
  (['phone', 'email'] as const).flatMap((kind) => (owner[kind] ? [told(owner[kind], hasProved(owner, kind))] : []));

/** Returns the first of an owner's contacts for the clinic. */
export const contactTold = (owner: Pick<Owner, 'phone' | 'email' | 'metadata'>): string => contactsTold(owner)[0] ?? '';

/** Returns an owner as a line of the clinic's notices: 'Jo Miller, +15125550111, jo@example.com (not confirmed)'. */
export const ownerLine = (owner: Owner): string => [ownerName(owner), ...contactsTold(owner)].join(', ');

/** Returns the name for a text message, marked where the phone is not proved, since anybody can type a name. */
export const ownerInShort = (owner: Owner): string =>
  `${ownerName(owner)}${owner.phone && !hasProved(owner, 'phone') ? ', phone not confirmed' : ''}`;
