/** Which of an owner's contacts is used, and which waits for a code (D-401, D-402). */

import { ROLE_CUSTOMER, type User, type WaitingContact } from '../../contract/auth';
import type { ClientRecord } from '../../contract/clients';
import { emailForm } from '../validation/email';
import { e164Of, phoneSent, phoneShown } from '../validation/phone';
import { splitPhone } from '../validation/phoneCodes';
import type { ContactKind } from './tie';

/** Contacts in the parts that calls take: an e-mail, and a phone in its two. */
type Contacts = { email: string | null; phoneCode?: string | null; phoneNumber?: string | null };
type Record = Pick<ClientRecord, 'email' | 'phone'>;

/** A contact as it is compared: a phone in E.164, an e-mail in its one spelling; null for none. */
function comparable(kind: ContactKind, { email, phoneCode, phoneNumber }: Contacts): string | null {
  if (kind === 'email') return email ? (emailForm(email) ?? email.toLowerCase()) : null;
  return phoneNumber ? e164Of(phoneNumber, phoneCode ?? '') : null;
}

const waitingOf = (owner: User, kind: ContactKind): WaitingContact | null =>
  owner.waiting?.find(({ email }) => (email !== null) === (kind === 'email')) ?? null;

/** A record's contacts in parts; its phone is E.164. */
const partsOf = ({ email, phone }: Record): Contacts => ({
  email,
  ...(phone ? splitPhone(phone) : { phoneCode: null, phoneNumber: null }),
});

const only = (kind: ContactKind, { email, phoneCode = null, phoneNumber = null }: Contacts): WaitingContact =>
  kind === 'email' ? { email, phoneCode: null, phoneNumber: null } : { email: null, phoneCode, phoneNumber };

/**
 * The contact of a kind that messages go to: the account's unless a code is awaited for it, else the clinic's record's;
 * null for none.
 */
export function usedContact(owner: User, client: Record | null, kind: ContactKind): WaitingContact | null {
  const waiting = waitingOf(owner, kind);
  const awaited = waiting && comparable(kind, waiting);
  const used = [owner, ...(client ? [partsOf(client)] : [])].find(
    (each) => comparable(kind, each) !== null && comparable(kind, each) !== awaited,
  );
  return used ? only(kind, used) : null;
}

/** A contact that was put in the place of the used one and waits for its code. */
export type ChangedContact = { kind: ContactKind; changed: WaitingContact; used: WaitingContact };

const kinds: readonly ContactKind[] = ['phone', 'email'];

/**
 * The first contact of these that its owner has changed and not proved, the phone before the e-mail; null for none
 * (D-402).
 */
export function changedContact(owner: User, client: Record | null, given: Contacts): ChangedContact | null {
  for (const kind of kinds) {
    const changed = waitingOf(owner, kind);
    const used = usedContact(owner, client, kind);
    if (changed && used && comparable(kind, changed) === comparable(kind, given)) return { kind, changed, used };
  }
  return null;
}

/** Whether the owner may leave these contacts as they are: what is used already is no change. */
export const isUsed = (owner: User, client: Record | null, kind: ContactKind, given: Contacts): boolean => {
  const used = usedContact(owner, client, kind);
  return used !== null && comparable(kind, used) === comparable(kind, given);
};

/** A contact as owners read it. */
export const shownContact = (contact: Contacts): string =>
  contact.email ?? phoneShown(comparable('phone', contact) ?? '');

/** What the calls of codes say of one contact. */
export const codeBodyOf = (contact: WaitingContact) => ({
  role: ROLE_CUSTOMER as typeof ROLE_CUSTOMER,
  ...(contact.email === null
    ? { phoneNumber: phoneSent(comparable('phone', contact) ?? ''), phoneCode: contact.phoneCode ?? '' }
    : { email: contact.email }),
});
