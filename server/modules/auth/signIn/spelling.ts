import { isEmailName } from '../../../../src/domain/validation/email';
import type { Db } from '../../../db/transaction';
import type { Identifier } from '../../contacts/identifiers';
import { spellingsOf } from '../../users/repository';

/** Returns an e-mail's older stored spelling; null if that equals the present one, or for a phone. */
function oldSpelling(typed: string, { channel, value }: Identifier): string | null {
  const old = typed.trim().toLowerCase();
  return channel === 'email' && old !== value && isEmailName(old) ? old : null;
}

/**
 * Returns the identifier in the spelling this clinic has: an address stored only in an older spelling can still sign in
 * (D-410). Known and unknown identifiers run the same queries.
 */
export async function asStored(db: Db, clinicId: string, identifier: Identifier, typed: string): Promise<Identifier> {
  const old = oldSpelling(typed, identifier);
  if (old === null) return identifier;
  const stored = await spellingsOf(db, clinicId, [old, identifier.value]);
  return stored.has(old) && !stored.has(identifier.value) ? { channel: 'email', value: old } : identifier;
}

/** Whether an address that today's rule refuses is stored at this clinic. */
export const standsHere = async (db: Db, clinicId: string, email: string): Promise<boolean> =>
  (await spellingsOf(db, clinicId, [email])).has(email);
