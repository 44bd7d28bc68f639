import type { Transaction } from 'kysely';
import type { SignedIn } from '../../../src/contract/auth';
import { limits } from '../../../src/limits';
import type { Database } from '../../db/schema';
import { countWithin } from '../../plugins/counters';
import { ApiError } from '../../plugins/errors';
import type { Session } from '../../plugins/handlers';
import type { Services } from '../../services';
import { tryCode, type CodeTried, type Purpose } from './codes';
import type { Identifier } from './identifiers';
import { findUser, insertUser, setPassword } from './repository';
import { insertSession, lockSession, rotateSession } from './sessionRepository';
import { hashSpent, hashToken, newToken } from './tokens';
import { userReply } from './user';
import { takeSignUp } from './signUpRepository';
import { settleVerified, type Given } from './whose';

type Trx = Transaction<Database>;

const expiry = (now: Date) => new Date(now.getTime() + limits.sessionMs);

type Opening = { clinicId: string; address: string; now: Date; /** The session's id, where the caller needs to know it. */ id?: string };

/** A session for somebody who has told nothing yet (D-18). Capped by address (D-204). */
export async function openGuestSession(trx: Trx, services: Services, { clinicId, address, now, id }: Opening): Promise<SignedIn> {
  await countWithin(trx, services, 'guestSessionsPerAddress', { clinicId, whose: address, now });
  const userId = services.ids.next();
  await insertUser(trx, clinicId, userId, now);
  return openSession(trx, services, { clinicId, userId, address, now, ...(id && { id }) });
}

/** A new session of a user. */
export async function openSession(trx: Trx, services: Services, { clinicId, userId, address, now, id = services.ids.next() }: Opening & { userId: string }): Promise<SignedIn> {
  const token = newToken();
  await insertSession(trx, { clinicId, id, tokenHash: hashToken(token), userId, address, now, expiresAt: expiry(now) });
  return signedIn(trx, services, clinicId, userId, token);
}

type Trying = { clinicId: string; session: Session; identifier: Identifier; code: string; now: Date };

/**
 * Tries a code that the session asked for; calls of one session wait for each other. Signing in takes a used code only
 * from the token that it replaced (D-18); a reset, which replaces none, from the session. The caller commits, whatever the answer.
 */
export async function tryCodeOfSession(trx: Trx, services: Services, purpose: Purpose, { clinicId, session, identifier, code, now }: Trying): Promise<CodeTried> {
  if ((await lockSession(trx, clinicId, session.id)) === undefined) throw new ApiError('unauthorized');
  const again = session.isVerifiedAgain ? 'alone' : purpose === 'reset' ? 'taken' : 'refused';
  return tryCode(trx, services.config.secret, code, { clinicId, purpose, identifier: identifier.value, sessionId: session.id }, now, again);
}

type Proved = { clinicId: string; session: Session; identifier: Identifier; given: Given; now: Date; /** A password set with this proof. */ passwordHash?: string };

/**
 * Makes the session that of the identifier's owner and gives it another token, so that what a guest held goes on and
 * a token that leaked before is worth nothing but the same verification again (D-18). A password set with this proof, or by the session's sign-up for
 * the identifier, is the owner's from now on and ends the owner's other sessions.
 */
export async function signInProved(trx: Trx, services: Services, { clinicId, session, identifier, given, now, passwordHash }: Proved): Promise<SignedIn> {
  const signUp = await takeSignUp(trx, clinicId, session.id, identifier, now);
  const told = { ...given, email: given.email ?? signUp?.email ?? null, phone: given.phone ?? signUp?.phone ?? null };
  const userId = await settleVerified(trx, { clinicId, session, identifier, given: told, now });
  const newHash = passwordHash ?? signUp?.password_hash;
  if (newHash !== undefined) await setPassword(trx, clinicId, userId, newHash, session.id, now);
  const token = newToken();
  const before = await lockSession(trx, clinicId, session.id);
  if (before === undefined) throw new ApiError('unauthorized');
  const keepPrevious = session.isVerifiedAgain ? before.previous_token_hash : hashSpent(before.token_hash);
  await rotateSession(trx, { clinicId, id: session.id, userId, tokenHash: hashToken(token), keepPrevious, now, expiresAt: expiry(now) });
  return signedIn(trx, services, clinicId, userId, token);
}

/** Tries a code to sign in with; the right one signs the session in. */
export async function verifySession(trx: Trx, services: Services, verifying: Trying & { given: Given }): Promise<SignedIn | 'wrong' | 'exceeded'> {
  const tried = await tryCodeOfSession(trx, services, 'sign-in', verifying);
  return tried === 'right' ? signInProved(trx, services, verifying) : tried;
}

/** Slides a session: past half of its life, or asked with the token before, it gets a new token; else the same is good (D-26). */
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
  await rotateSession(trx, { clinicId, id: session.id, userId: row.user_id, tokenHash: hashToken(next), keepPrevious: presented, now, expiresAt: expiry(now) });
  return signedIn(trx, services, clinicId, row.user_id, next);
}

async function signedIn(trx: Trx, { config }: Services, clinicId: string, userId: string, token: string): Promise<SignedIn> {
  const user = await findUser(trx, clinicId, userId);
  if (user === undefined) throw new ApiError('unauthorized');
  return { token, user: await userReply(trx, user, config.internalEmailDomain) };
}
