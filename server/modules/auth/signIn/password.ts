import type { SignedIn } from '../../../../src/contract/auth';
import { PASSWORD_REQUIRED } from '../../../../src/domain/validation/password';
import { inTransaction } from '../../../db/transaction';
import type { Clinic } from '../../../calls/clinic';
import { countWithin, uncount } from '../../../calls/counters';
import type { Device } from '../../../calls/device';
import { ApiError } from '../../../calls/errors';
import type { Services } from '../../../calls/services';
import { countWithShare, isKnownDevice, onDevice } from '../sessions/devices';
import { usernameIdentifier } from '../../contacts/identifiers';
import { nobodysHash, verifyPassword } from '../passwords/passwords';
import { findVerifiedUser, lockUser } from '../../users/repository';
import { noteSignIn, openSession } from './sessions';
import { asStored } from './spelling';
import { hashIdentifier } from '../../../system/secrets';

type Attempt = { clinic: Clinic; username: string; password: string; device: Device; address: string; now: Date };

/**
 * Signs in by a verified identifier and its password. Unknown identifiers run the same queries and the same hash and
 * get the same answer: 401, or 429 after ten failures in 15 minutes, even for the right password (D-204). Five of the
 * ten are reserved for devices on which the owner has signed in before (D-405).
 */
export async function signInByPassword(services: Services, attempt: Attempt): Promise<SignedIn> {
  const { clinic, username, password, now } = attempt;
  const clinicId = clinic.id;
  const asking = { clinicId, device: attempt.device, services };
  const fields = {
    ...(username.trim() === '' && { username: 'Please enter your phone or email' }),
    ...(password === '' && { password: PASSWORD_REQUIRED }),
  };
  if (Object.keys(fields).length > 0) throw new ApiError('validation', { fields });
  await countWithin(services.db, services, 'passwordsPerAddress', { clinicId, whose: attempt.address, now });

  // An invalid identifier is looked up like any other.
  const named = usernameIdentifier(username, clinic.shop.phoneCode);
  const identifier = named
    ? await asStored(services.db, clinicId, named, username)
    : { channel: 'email' as const, value: username.trim().toLowerCase() };
  // Counted before the try, so that parallel tries cannot exceed the cap.
  const asked = { clinicId, whose: hashIdentifier(services.config.secret, identifier.value), now };
  const failure = await countWithShare(services.db, services, 'passwordFailuresPerIdentifier', asked, () =>
    isKnownDevice(asking, services.db, identifier),
  );

  const user = await findVerifiedUser(services.db, clinicId, identifier);
  const passwordHash = user?.password_hash ?? nobodysHash;
  let isRight: boolean;
  try {
    isRight = (await verifyPassword(passwordHash, password)) && user !== undefined;
  } catch (error) {
    // The queue was full and the password was not checked, so the try does not count.
    await uncount(services.db, services, 'passwordFailuresPerIdentifier', failure);
    throw error;
  }
  if (!isRight || user === undefined) throw new ApiError('wrong_password');

  return onDevice(asking, async (device) => {
    const signedIn = await inTransaction(services.db, async (trx) => {
      const current = await lockUser(trx, clinicId, user.id);
      // A password replaced during this check does not sign in.
      if (current?.password_hash !== passwordHash) return 'reset';
      if (current.deactivated_at !== null) return 'deactivated';
      const id = services.ids.next();
      const opened = await openSession(trx, services, { clinicId, userId: user.id, address: attempt.address, now, id });
      await noteSignIn(trx, services, {
        clinic,
        userId: user.id,
        sessionId: id,
        identifier,
        device,
        now,
        isPasswordSet: false,
        isAgain: false,
      });
      return opened;
    });
    if (signedIn === 'reset') throw new ApiError('wrong_password');
    await uncount(services.db, services, 'passwordFailuresPerIdentifier', failure);
    if (signedIn === 'deactivated') throw new ApiError('not_allowed');
    return signedIn;
  });
}
