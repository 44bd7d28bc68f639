import type { Access } from '../../src/contract/endpoint';
import * as limits from '../../src/limits';
import { MINUTE } from '../../src/limits';
import { hashSpent, hashToken } from '../system/secrets';
import { findSession, hasRunOut, tokenIsKnownElsewhere, touchSession } from '../modules/auth/sessions/repository';
import { isStaff } from '../modules/users/staff';
import { ApiError } from '../calls/errors';
import type { Session } from '../calls/session';
import type { Db } from '../db/transaction';

/** How often the use of an owner's session is stored, milliseconds. */
const lastUsedMs = 10 * MINUTE;

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w.~+/=-]{16,256})$/i.exec(header ?? '')?.[1] ?? null;
}

/**
 * The session at this clinic that the call's token belongs to; null where the call needs none and has none. Throws
 * `invalid_tenant` for another clinic's token (D-201). Throws `unauthorized` without a token, for an ended session, for
 * one that merely ran out, which the error says (D-01), and for a guest's where an owner is needed (D-18).
 */
export async function sessionOfCall(
  db: Db,
  call: {
    clinicId: string;
    access: Access;
    authorization: string | undefined;
    now: Date;
    staffDomain: string | undefined;
    takesReplacedToken?: boolean | undefined;
  },
): Promise<Session | null> {
  const token = bearerToken(call.authorization);
  const session = token === null ? null : await sessionOfToken(db, call.clinicId, token, call);
  if (call.access === 'none') return session;
  if (session === null) {
    if (token !== null && (await tokenIsKnownElsewhere(db, call.clinicId, hashToken(token), call.now)))
      throw new ApiError('invalid_tenant');
    throw new ApiError('unauthorized', {
      hasRunOut: token !== null && (await hasRunOut(db, call.clinicId, hashToken(token))),
    });
  }
  if (call.access === 'owner' && session.guest) throw new ApiError('unauthorized');
  return session;
}

async function sessionOfToken(
  db: Db,
  clinicId: string,
  token: string,
  {
    now,
    staffDomain,
    takesReplacedToken,
  }: { now: Date; staffDomain: string | undefined; takesReplacedToken?: boolean | undefined },
): Promise<Session | null> {
  const graceSince = new Date(now.getTime() - limits.previousTokenMs);
  const named = await findSession(db, clinicId, hashToken(token), now, graceSince);
  const row =
    named ??
    (takesReplacedToken ? await findSession(db, clinicId, hashSpent(hashToken(token)), now, graceSince) : null);
  if (row === null) return null;
  const email = row.email_verified_at === null ? null : row.email;
  const phone = row.phone_verified_at === null ? null : row.phone;
  const since = new Date(now.getTime() - lastUsedMs);
  // Written in the background: the call neither waits for it nor fails with it.
  if ((email ?? phone) !== null && (row.last_used_at === null || row.last_used_at <= since))
    void touchSession(db, clinicId, row.id, now, since).catch(() => undefined);
  return {
    id: row.id,
    userId: row.user_id,
    guest: email === null && phone === null,
    email,
    phone,
    staff: isStaff(email, staffDomain),
    ...(named === null && { isVerifiedAgain: true }),
  };
}
