import type { Trx } from '../../../db/transaction';
import type { SignedIn } from '../../../../src/contract/auth';
import * as limits from '../../../../src/limits';
import type { Clinic } from '../../../calls/clinic';
import { countWithin } from '../../../calls/counters';
import { ApiError } from '../../../calls/errors';
import type { Session } from '../../../calls/session';
import type { Services } from '../../../calls/services';
import { purposeOfCode, tryCode, type CodeTried, type Purpose } from '../codes/codes';
import { noteDevice, wasSignedIn } from '../sessions/devices';
import type { Identifier } from '../../contacts/identifiers';
import { ownerNotice } from '../account/ownerNotices';
import { findUser, insertUser, lockUser, setPassword } from '../../users/repository';
import {
  endOthersOnDevice,
  insertSession,
  lockSession,
  nameSession,
  rotateSession,
  type SigningDevice,
} from '../sessions/repository';
import { hashSpent, hashToken, newToken } from '../../../system/secrets';
import { userReply } from '../account/userReply';
import { takeSignUp } from '../codes/signUpRepository';
import { settleVerified, type Given } from '../account/settleVerified';

const expiry = (now: Date) => new Date(now.getTime() + limits.sessionMs);

type Opening = {
  clinicId: string;
  address: string;
  now: Date;
  /** The session's id, where the caller needs to know it. */ id?: string;
};

/** Makes a guest's session (D-18), capped by address (D-204). */
export async function openGuestSession(
  trx: Trx,
  services: Services,
  { clinicId, address, now, id }: Opening,
): Promise<SignedIn> {
  await countWithin(trx, services, 'guestSessionsPerAddress', { clinicId, whose: address, now });
  const userId = services.ids.next();
  await insertUser(trx, clinicId, userId, now);
  return openSession(trx, services, { clinicId, userId, address, now, ...(id && { id }) });
}

/** Makes a session for a user. */
export async function openSession(
  trx: Trx,
  services: Services,
  { clinicId, userId, address, now, id = services.ids.next() }: Opening & { userId: string },
): Promise<SignedIn> {
  const token = newToken();
  await insertSession(trx, { clinicId, id, tokenHash: hashToken(token), userId, address, now, expiresAt: expiry(now) });
  return signedIn(trx, services, clinicId, userId, token);
}

type Trying = { clinic: Clinic; session: Session; identifier: Identifier; code: string; now: Date };

/**
 * Tries a code that the session asked for, under the session's lock. A used code is accepted once more: for signing in
 * only with the token that was replaced (D-18), for a reset, which replaces none, from the same session. The caller
 * commits, whatever the answer.
 */
export async function tryCodeOfSession(
  trx: Trx,
  services: Services,
  purpose: Purpose,
  { clinic, session, identifier, code, now }: Trying,
): Promise<CodeTried> {
  const clinicId = clinic.id;
  if ((await lockSession(trx, clinicId, session.id)) === undefined) throw new ApiError('unauthorized');
  const again = session.isVerifiedAgain ? 'alone' : purpose === 'reset' ? 'taken' : 'refused';
  return tryCode(
    trx,
    services.config.secret,
    code,
    { clinicId, purpose, identifier: identifier.value, sessionId: session.id },
    now,
    again,
  );
}

type Proved = {
  clinic: Clinic;
  session: Session;
  identifier: Identifier;
  given: Given;
  device: SigningDevice;
  now: Date;
  /** The password that was set together with this code. */
  passwordHash?: string;
  /**
   * True when the code of the session's sign-up was used: its password becomes the owner's, unless they have one
   * (D-406).
   */
  isSignUp?: boolean;
};

/**
 * Gives the session to the identifier's owner and replaces its token, so that a guest's holds go on, and a leaked old
 * token allows nothing but repeating this verification (D-18). A password set with this code becomes the owner's and
 * ends their other sessions.
 */
export async function signInProved(trx: Trx, services: Services, proved: Proved): Promise<SignedIn> {
  const { clinic, session, identifier, given, device, now, isSignUp = false } = proved;
  const waiting = await takeSignUp(trx, clinic.id, session.id, identifier, now);
  const signUp = isSignUp ? waiting : null;
  const told = { ...given, email: given.email ?? signUp?.email ?? null, phone: given.phone ?? signUp?.phone ?? null };
  const userId = await settleVerified(trx, { clinicId: clinic.id, session, identifier, given: told, now });
  const owner = signUp === null ? undefined : await lockUser(trx, clinic.id, userId);
  const keepsPassword = Boolean(owner?.password_hash);
  const newHash = proved.passwordHash ?? (keepsPassword ? undefined : signUp?.password_hash);
  if (newHash !== undefined) await setPassword(trx, clinic.id, userId, newHash, session.id, now);
  const token = newToken();
  const before = await lockSession(trx, clinic.id, session.id);
  if (before === undefined) throw new ApiError('unauthorized');
  const keepPrevious = session.isVerifiedAgain ? before.previous_token_hash : hashSpent(before.token_hash);
  await rotateSession(trx, {
    clinicId: clinic.id,
    id: session.id,
    userId,
    tokenHash: hashToken(token),
    keepPrevious,
    now,
    expiresAt: expiry(now),
  });
  const isPasswordSet = newHash !== undefined;
  await noteSignIn(trx, services, {
    clinic,
    userId,
    sessionId: session.id,
    identifier,
    device,
    now,
    isPasswordSet,
    isAgain: session.isVerifiedAgain === true,
  });
  return {
    ...(await signedIn(trx, services, clinic.id, userId, token)),
    ...(keepsPassword && { password_kept: true as const }),
  };
}

type SigningIn = {
  clinic: Clinic;
  userId: string;
  sessionId: string;
  identifier: Identifier;
  device: SigningDevice;
  now: Date;
  isPasswordSet: boolean;
  isAgain: boolean;
};

/**
 * Stores the device on which an owner's session began and ends earlier sessions of that browser. Tells the owner of a
 * newly set password and of a new device, except the account's first (D-405, D-406).
 */
export async function noteSignIn(trx: Trx, services: Services, signingIn: SigningIn): Promise<void> {
  const { clinic, userId, sessionId, identifier, device, now, isPasswordSet, isAgain } = signingIn;
  const isFirst = !(await wasSignedIn(trx, clinic.id, userId, sessionId));
  const isKnown = await noteDevice(trx, { clinicId: clinic.id, userId, hash: device.hash, now });
  await nameSession(trx, { clinicId: clinic.id, id: sessionId, device, now });
  await endOthersOnDevice(trx, { clinicId: clinic.id, id: sessionId, userId, hash: device.hash, now });
  if (isAgain || (!isPasswordSet && (isKnown || isFirst))) return;
  const user = await findUser(trx, clinic.id, userId);
  if (user === undefined) return;
  const happened = {
    what: isPasswordSet ? ('password' as const) : ('sign-in' as const),
    device: device.label,
    at: now,
  };
  await services.messages.enqueue(
    trx,
    await ownerNotice(trx, clinic, user, identifier, happened, services.config.publicUrl),
  );
}

/** Tries a code for signing in; the right one signs the session in. */
export async function verifySession(
  trx: Trx,
  services: Services,
  verifying: Trying & { given: Given; device: SigningDevice },
): Promise<SignedIn | 'wrong' | 'exceeded'> {
  const { clinic, session, identifier } = verifying;
  // The lock prevents that a new code is made between choosing the code and trying it.
  await lockSession(trx, clinic.id, session.id);
  const purpose = await purposeOfCode(trx, {
    clinicId: clinic.id,
    sessionId: session.id,
    identifier: identifier.value,
  });
  const tried = await tryCodeOfSession(trx, services, purpose, verifying);
  return tried === 'right' ? signInProved(trx, services, { ...verifying, isSignUp: purpose === 'sign-up' }) : tried;
}

/**
 * Prolongs a session: past half of its life, or when called with the previous token, it gets a new token; otherwise the
 * token stays (D-26).
 */
export async function refreshSession(
  trx: Trx,
  services: Services,
  { clinicId, session, token, now }: { clinicId: string; session: Session; token: string; now: Date },
): Promise<SignedIn> {
  const row = await lockSession(trx, clinicId, session.id);
  if (row === undefined) throw new ApiError('unauthorized');
  const presented = hashToken(token);
  const isYoung = now.getTime() - row.rotated_at.getTime() <= limits.sessionMs / 2;
  if (row.token_hash === presented && isYoung) return signedIn(trx, services, clinicId, row.user_id, token);
  const next = newToken();
  await rotateSession(trx, {
    clinicId,
    id: session.id,
    userId: row.user_id,
    tokenHash: hashToken(next),
    keepPrevious: presented,
    now,
    expiresAt: expiry(now),
  });
  return signedIn(trx, services, clinicId, row.user_id, next);
}

async function signedIn(
  trx: Trx,
  { config }: Services,
  clinicId: string,
  userId: string,
  token: string,
): Promise<SignedIn> {
  const user = await findUser(trx, clinicId, userId);
  if (user === undefined) throw new ApiError('unauthorized');
  return { token, user: await userReply(trx, user, config.internalEmailDomain) };
}
