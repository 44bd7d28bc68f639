import type { Transaction } from 'kysely';
import type { SignedIn } from '../../../src/contract/auth';
import { limits } from '../../../src/limits';
import type { Database } from '../../db/schema';
import { countWithin } from '../../plugins/counters';
import { ApiError } from '../../plugins/errors';
import type { Session } from '../../plugins/handlers';
import type { Services } from '../../services';
import { signInPurpose, tryCode } from './codes';
import type { Identifier } from './identifiers';
import { findUser, insertUser } from './repository';
import { insertSession, lockSession, rotateSession } from './sessionRepository';
import { hashToken, newToken } from './tokens';
import { userReply } from './user';
import { settleVerified } from './whose';

type Trx = Transaction<Database>;

const expiry = (now: Date) => new Date(now.getTime() + limits.sessionMs);

/** A session for somebody who has told nothing yet (D-18). Capped by address (D-204). */
export async function openGuestSession(trx: Trx, services: Services, { clinicId, address, now }: { clinicId: string; address: string; now: Date }): Promise<SignedIn> {
  await countWithin(trx, clinicId, `guest:address:${address}`, services.caps.guestSessionsPerAddress, now);
  const userId = services.ids.next();
  const token = newToken();
  await insertUser(trx, clinicId, userId, now);
  await insertSession(trx, { clinicId, id: services.ids.next(), tokenHash: hashToken(token), userId, address, now, expiresAt: expiry(now) });
  return signedIn(trx, services, clinicId, userId, token);
}

type Verifying = { clinicId: string; session: Session; identifier: Identifier; given: { firstName: string | null; email: string | null }; code: string; now: Date };

/**
 * Tries the code; the right one makes the session its owner's and gives it another token, so that what a guest held
 * goes on and a token that leaked before is worth nothing (D-18).
 */
export async function verifySession(trx: Trx, services: Services, verifying: Verifying): Promise<SignedIn | 'wrong' | 'exceeded'> {
  const { clinicId, session, identifier, code, now } = verifying;
  if ((await lockSession(trx, clinicId, session.id)) === undefined) throw new ApiError('unauthorized');
  const bound = { clinicId, purpose: signInPurpose, identifier: identifier.value, sessionId: session.id };
  const tried = await tryCode(trx, services.config.secret, code, bound, now);
  if (tried !== 'right') return tried;
  const userId = await settleVerified(trx, verifying);
  const token = newToken();
  await rotateSession(trx, { clinicId, id: session.id, userId, tokenHash: hashToken(token), keepPrevious: null, now, expiresAt: expiry(now) });
  return signedIn(trx, services, clinicId, userId, token);
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
  return { token, user: userReply(user, config.internalEmailDomain) };
}
