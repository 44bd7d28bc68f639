import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../db/transaction';
import { clientToTie, isProven } from '../../../../src/domain/client/tie';
import { ApiError } from '../../../calls/errors';
import type { Session } from '../../../calls/session';
import { dropClaims, settleContacts } from '../../clients/contacts';
import { recordNow, stillProves } from '../../clients/merged';
import { findClientOf, clientsWith, tieClient } from '../../clients/repository';
import type { Identifier } from '../../contacts/identifiers';
import { verifiedOf } from '../../users/fold';
import {
  dropPending,
  dropUnverified,
  fillUser,
  findUser,
  findVerifiedUser,
  insertUser,
  lockIdentifier,
  markVerified,
  moveIdempotencyKeys,
  recordsWith,
  setPassword,
  unverifiedHolders,
  type UserRow,
} from '../../users/repository';

/** What the owner entered beside the identifier; it proves nothing. */
export type Given = { firstName: string | null; email: string | null; phone: string | null };
type Verified = { clinicId: string; session: Session; identifier: Identifier; given: Given; now: Date };

/**
 * Decides whose a newly verified identifier is and applies what follows (D-18, D-214): it belongs to the user who
 * verified it before, else to the owner of the clinic's record that contains it, else to the caller. Ties that user to
 * the clinic's client record. Returns the id of the user whom the session belongs to from now on.
 */
export async function settleVerified(trx: Trx, verified: Verified): Promise<string> {
  const { clinicId, session, identifier, given, now } = verified;
  await lockIdentifier(trx, clinicId, identifier.value);
  const merged = session.guest ? await ownerByMerge(trx, clinicId, identifier) : null;
  const known = merged ?? (await ownerOf(trx, clinicId, identifier));
  if (known?.deactivated_at) throw new ApiError('not_allowed');
  const userId = known?.id ?? (await userForNewIdentifier(trx, verified));

  const user = known ?? (await findUser(trx, clinicId, userId));
  const [verifiedAt, waiting] =
    identifier.channel === 'email'
      ? [user?.email_verified_at, user?.pending_email]
      : [user?.phone_verified_at, user?.pending_phone];
  // Only the waiting contact that its owner entered may replace a verified one, or join what a merged record is known by.
  const isTheirs = (!verifiedAt && !merged) || waiting === identifier.value;
  if (isTheirs) await markVerified(trx, clinicId, userId, identifier, now);
  await dropUnverifiedClaims(trx, clinicId, userId, identifier, now);
  await dropPending(trx, clinicId, identifier);
  await fillUser(trx, clinicId, userId, {
    first_name: given.firstName,
    email: known ? null : given.email,
    phone: known ? null : given.phone,
  });
  await tieToRecord(trx, clinicId, userId);
  await bringToRecord(trx, { clinicId, userId, identifier, now }, isTheirs);
  if (session.guest) await moveIdempotencyKeys(trx, clinicId, session.userId, userId);
  return userId;
}

/**
 * Finds the user of an identifier: who verified it, else the owner of the clinic's record that contains it; null for
 * none.
 */
export const ownerOf = async (trx: Trx, clinicId: string, identifier: Identifier): Promise<UserRow | undefined> =>
  (await findVerifiedUser(trx, clinicId, identifier)) ?? (await ownerByRecord(trx, clinicId, identifier));

/**
 * Decides the session's user: a guest becomes the owner. A signed-in owner may verify only their waiting contact; any
 * other identifier counts as somebody else's.
 */
async function userForNewIdentifier(trx: Trx, { clinicId, session, identifier, now }: Verified): Promise<string> {
  if (session.guest) return session.userId;
  const self = await findUser(trx, clinicId, session.userId);
  const waiting =
    identifier.channel === 'email' ? [self?.email, self?.pending_email] : [self?.phone, self?.pending_phone];
  if (waiting.includes(identifier.value)) return session.userId;
  const id = randomUUID();
  await insertUser(trx, clinicId, id, now);
  return id;
}

/**
 * Finds the owner whose record contains the identifier as written by the clinic, so that signing in by phone and later
 * by e-mail leads to one owner. A contact that an owner typed and never verified does not count.
 */
async function ownerByRecord(trx: Trx, clinicId: string, { channel, value }: Identifier): Promise<UserRow | undefined> {
  const kind = channel === 'email' ? 'email' : 'phone';
  const [record, ...others] = (await recordsWith(trx, clinicId, kind, value)).filter(
    ({ metadata }) => metadata.merged_into === undefined,
  );
  if (record === undefined || others.length > 0 || record.user_id === null || !isProven(record.metadata, kind))
    return undefined;
  return findUser(trx, clinicId, record.user_id);
}

/**
 * Finds the owner whose record has by now all of a record that the identifier was proved in, and which the clinic merged
 * into it; null for none, and for an identifier of somebody who has a record of their own.
 */
async function ownerByMerge(trx: Trx, clinicId: string, { channel, value }: Identifier): Promise<UserRow | null> {
  const kind = channel === 'email' ? 'email' : 'phone';
  const records = await recordsWith(trx, clinicId, kind, value);
  const merged = records.filter((one) => stillProves(one, kind));
  if (merged.length === 0) return null;
  const known = await findVerifiedUser(trx, clinicId, { channel, value });
  if (known && (known.deactivated_at !== null || (await findClientOf(trx, clinicId, known.id)) !== null)) return null;
  const into: Awaited<ReturnType<typeof recordNow>>[] = [];
  for (const one of merged) into.push(await recordNow(trx, clinicId, one));
  const ids = new Set([
    ...into.flatMap((one) => one?.id ?? []),
    ...records.flatMap(({ id, metadata }) => (metadata.merged_into === undefined ? [id] : [])),
  ]);
  const [first] = into;
  return ids.size === 1 && first?.user_id ? ((await findUser(trx, clinicId, first.user_id)) ?? null) : null;
}

/** Removes the identifier from other accounts and records in which it was never verified (D-214, D-401). */
async function dropUnverifiedClaims(
  trx: Trx,
  clinicId: string,
  userId: string,
  identifier: Identifier,
  now: Date,
): Promise<void> {
  for (const holder of await unverifiedHolders(trx, clinicId, userId, identifier)) {
    await dropUnverified(trx, clinicId, holder.id, identifier.channel);
    if (holder.email_verified_at === null && holder.phone_verified_at === null)
      await setPassword(trx, clinicId, holder.id, null, null, now);
  }
  await dropClaims(trx, clinicId, userId, identifier.channel === 'email' ? 'email' : 'phone', identifier.value, now);
}

async function tieToRecord(trx: Trx, clinicId: string, userId: string): Promise<void> {
  if ((await findClientOf(trx, clinicId, userId)) !== null) return;
  const user = await findUser(trx, clinicId, userId);
  if (user === undefined) return;
  const record = clientToTie(await clientsWith(trx, clinicId, verifiedOf(user)), user.first_name);
  if (record !== null) await tieClient(trx, clinicId, record.id, userId);
}

/**
 * Marks proved contacts in the owner's record, and stores there a contact that they changed to and have just proved
 * (D-401, D-402).
 */
async function bringToRecord(
  trx: Trx,
  { clinicId, userId, identifier, now }: { clinicId: string; userId: string; identifier: Identifier; now: Date },
  isChange: boolean,
): Promise<void> {
  const user = await findUser(trx, clinicId, userId);
  if (user === undefined) return;
  const none = { email: null, phone: null };
  const given = isChange ? { ...none, [identifier.channel === 'email' ? 'email' : 'phone']: identifier.value } : none;
  await settleContacts(trx, clinicId, userId, given, verifiedOf(user), now);
}
