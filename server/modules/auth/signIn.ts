import type { SignedIn } from '../../../src/contract/auth';
import { PASSWORD_REQUIRED } from '../../../src/domain/validation/password';
import { inTransaction } from '../../db/connection';
import { countWithin, uncount } from '../../plugins/counters';
import { ApiError } from '../../plugins/errors';
import type { Services } from '../../services';
import { usernameIdentifier } from './identifiers';
import { nobodysHash, verifyPassword } from './passwords';
import { findVerifiedUser, lockUser } from './repository';
import { openSession } from './sessions';
import { asStored } from './spelling';
import { hashIdentifier } from './tokens';

type Attempt = { clinicId: string; phoneCode: string; username: string; password: string; address: string; now: Date };

/**
 * Signs in by a verified identifier and its password. Unknown names cost the same queries and the same hash, and are
 * answered alike: 401, and 429 after ten failures in 15 minutes, when the right password waits as well (D-204).
 */
export async function signInByPassword(services: Services, attempt: Attempt): Promise<SignedIn> {
  const { clinicId, username, password, now } = attempt;
  const fields = { ...(username.trim() === '' && { username: 'Please enter your phone or email' }), ...(password === '' && { password: PASSWORD_REQUIRED }) };
  if (Object.keys(fields).length > 0) throw new ApiError('validation', { fields });
  await countWithin(services.db, services, 'passwordsPerAddress', { clinicId, whose: attempt.address, now });

  // A name that can be nobody's is looked for like any other.
  const named = usernameIdentifier(username, attempt.phoneCode);
  const identifier = named ? await asStored(services.db, clinicId, named, username) : { channel: 'email' as const, value: username.trim().toLowerCase() };
  // Counted before it is tried, so that a crowd of tries cannot overtake the count.
  const failure = { clinicId, whose: hashIdentifier(services.config.secret, identifier.value), now };
  await countWithin(services.db, services, 'passwordFailuresPerIdentifier', failure);

  const user = await findVerifiedUser(services.db, clinicId, identifier);
  const passwordHash = user?.password_hash ?? nobodysHash;
  let isRight: boolean;
  try {
    isRight = (await verifyPassword(passwordHash, password)) && user !== undefined;
  } catch (error) {
    // Not tried at all, since the line was too long.
    await uncount(services.db, services, 'passwordFailuresPerIdentifier', failure);
    throw error;
  }
  if (!isRight || user === undefined) throw new ApiError('wrong_password');

  const signedIn = await inTransaction(services.db, async (trx) => {
    const current = await lockUser(trx, clinicId, user.id);
    // A password that was reset while this one was looked at opens nothing.
    if (current?.password_hash !== passwordHash) return 'reset';
    return current.deactivated_at === null ? openSession(trx, services, { clinicId, userId: user.id, address: attempt.address, now }) : 'deactivated';
  });
  if (signedIn === 'reset') throw new ApiError('wrong_password');
  await uncount(services.db, services, 'passwordFailuresPerIdentifier', failure);
  if (signedIn === 'deactivated') throw new ApiError('not_allowed');
  return signedIn;
}
