import { array, enums, optional, string, type, type Infer } from 'superstruct';
import { tidySpaces } from '../validation/name';

type Named = { first_name: string | null; last_name: string | null };
type Tied = { user_id: string | null };

/** A name in the form in which names are compared: letter case and extra spaces say nothing about who somebody is. */
const comparable = (name: string): string => tidySpaces(name).normalize('NFC').toLowerCase();

/**
 * Chooses the clinic's record to which an owner is tied. `records` are all that carry a verified identifier of the
 * owner, also those that somebody has signed in to by another contact: of two the other one is not theirs by that alone
 * (D-214). Returns the only one, or of several the only one with an equal full name, where it is free; else null, and
 * the clinic decides.
 */
export function clientToTie<R extends Named & Tied>(records: readonly R[], fullName: string | null): R | null {
  const chosen = records.length <= 1 ? records[0] : namesakeOf(records, fullName);
  return chosen?.user_id === null ? chosen : null;
}

/** The only record with an equal full name; null for none and for several. */
export function namesakeOf<R extends Named>(records: readonly R[], fullName: string | null): R | null {
  const name = comparable(fullName ?? '');
  const namesakes = records.filter(
    (record) => name !== '' && comparable(`${record.first_name ?? ''} ${record.last_name ?? ''}`) === name,
  );
  return namesakes.length === 1 ? namesakes[0]! : null;
}

export type ContactKind = keyof NonNullable<ContactNotes['pending']>;

/** What the portal keeps in a client record's metadata about its contacts. */
export const contactNotes = {
  /** Contacts of the record that were typed and never verified: they do not show who somebody is. */
  unverified: optional(array(enums(['email', 'phone']))),
  /** Contacts that will replace the record's own once their owner has verified them (D-206). */
  pending: optional(type({ email: optional(string()), phone: optional(string()) })),
};
export const ContactNotes = type(contactNotes);
export type ContactNotes = Infer<typeof ContactNotes>;

/** Whether a record's contact came from the clinic or was verified, so that it may show who somebody is. */
export const isProven = (notes: ContactNotes, kind: ContactKind): boolean => !notes.unverified?.includes(kind);
