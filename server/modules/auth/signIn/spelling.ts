import { isEmailName } from '../../../../src/domain/validation/email';
import type { Db } from '../../../db/transaction';
import type { Identifier } from '../../contacts/identifiers';
import { spellingsOf } from '../../users/repository';

/** An e-mail as it was stored before each mailbox had one spelling; null where that is the spelling of today, or no e-mail. */
function oldSpelling(typed: string, { channel, value }: Identifier): string | null {
  const old = typed.trim().toLowerCase();
  return channel === 'email' && old !== value && isEmailName(old) ? old : null;
}

/**
 * The identifier as this clinic has it: an address that stands here in an older spelling alone stays good for signing in
 * (D-410). Asked alike for known and unknown ones.
 */
export async function asStored(db: Db, clinicId: string, identifier: Identifier, typed: string): Promise<Identifier> {
  const old = oldSpelling(typed, identifier);
  if (old === null) return identifier;
  const stored = await spellingsOf(db, clinicId, [old, identifier.value]);
  return stored.has(old) && !stored.has(identifier.value) ? { channel: 'email', value: old } : identifier;
}

/** Whether an address that is none by today's rule stands here all the same. */
export const standsHere = async (db: Db, clinicId: string, email: string): Promise<boolean> =>
  (await spellingsOf(db, clinicId, [email])).has(email);
