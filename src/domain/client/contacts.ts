/** Which of an owner's contacts is used, and which waits for a code (D-401, D-402). */

import { ROLE_CUSTOMER, type User, type WaitingContact } from '../../contract/auth';
import type { ClientRecord } from '../../contract/clients';
import { emailForm } from '../validation/email';
import { e164Of, phoneSent, phoneShown } from '../validation/phone';
import { splitPhone } from '../validation/phoneCodes';
import type { ContactKind } from './tie';

/** Contacts in the parts that calls take: an e-mail, and a phone as country code and number. */
type Contacts = { email: string | null; phoneCode?: string | null; phoneNumber?: string | null };
type Record = Pick<ClientRecord, 'email' | 'phone'>;

/**
 * A contact in the form in which contacts are compared: a phone in E.164, an e-mail in its one spelling; null for none.
 */
function comparable(kind: ContactKind, { email, phoneCode, phoneNumber }: Contacts): string | null {
  if (kind === 'email') return email ? (emailForm(email) ?? email.toLowerCase()) : null;
  return phoneNumber ? e164Of(phoneNumber, phoneCode ?? '') : null;
}

const waitingOf = (owner: User, kind: ContactKind): WaitingContact | null =>
  owner.waiting?.find(({ email }) => (email !== null) === (kind === 'email')) ?? null;

/** The contacts of the clinic's record in parts. The record's own phone is in E.164. */
const partsOf = ({ email, phone }: Record): Contacts => ({
  email,
  ...(phone ? splitPhone(phone) : { phoneCode: null, phoneNumber: null }),
});

const only = (kind: ContactKind, { email, phoneCode = null, phoneNumber = null }: Contacts): WaitingContact =>
  kind === 'email' ? { email, phoneCode: null, phoneNumber: null } : { email: null, phoneCode, phoneNumber };

/**
 * The phone or the e-mail that messages go to: the account's, unless that one still waits for its code, else the one in
 * the clinic's record; null for none.
 */
export function usedContact(owner: User, client: Record | null, kind: ContactKind): WaitingContact | null {
  const waiting = waitingOf(owner, kind);
  const awaited = waiting && comparable(kind, waiting);
  const used = [owner, ...(client ? [partsOf(client)] : [])].find(
    (each) => comparable(kind, each) !== null && comparable(kind, each) !== awaited,
  );
  return used ? only(kind, used) : null;
}

/** A contact that the owner has put in place of the used one and that still waits for its code. */
export type ChangedContact = { kind: ContactKind; changed: WaitingContact; used: WaitingContact };

const kinds: readonly ContactKind[] = ['phone', 'email'];

/**
 * The first of the given contacts that the owner has changed and not verified yet, the phone before the e-mail; null
 * for none (D-402).
 */
export function changedContact(owner: User, client: Record | null, given: Contacts): ChangedContact | null {
  for (const kind of kinds) {
    const changed = waitingOf(owner, kind);
    const used = usedContact(owner, client, kind);
    if (changed && used && comparable(kind, changed) === comparable(kind, given)) return { kind, changed, used };
  }
  return null;
}

/** Whether the given contact is the one that is used already, so that the owner is not changing it. */
export const isUsed = (owner: User, client: Record | null, kind: ContactKind, given: Contacts): boolean => {
  const used = usedContact(owner, client, kind);
  return used !== null && comparable(kind, used) === comparable(kind, given);
};

/** A contact as it is shown to its owner. */
export const shownContact = (contact: Contacts): string =>
  contact.email ?? phoneShown(comparable('phone', contact) ?? '');

/** The part of a body that names one contact, for the calls that send or check a code. */
export const codeBodyOf = (contact: WaitingContact) => ({
  role: ROLE_CUSTOMER as typeof ROLE_CUSTOMER,
  ...(contact.email === null
    ? { phoneNumber: phoneSent(comparable('phone', contact) ?? ''), phoneCode: contact.phoneCode ?? '' }
    : { email: contact.email }),
});
