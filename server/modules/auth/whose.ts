import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { clientToTie, isProven, type ContactNotes } from '../../../src/domain/client/tie';
import type { Database } from '../../db/schema';
import { ApiError } from '../../plugins/errors';
import type { Session } from '../../plugins/handlers';
import { findClientOf, freeClientsWith, tieClient } from '../clients/repository';
import type { Identifier } from './identifiers';
import {
  dropPending,
  fillUser,
  findUser,
  findVerifiedUser,
  insertUser,
  lockIdentifier,
  markVerified,
  moveIdempotencyKeys,
  recordsWith,
  shutOut,
  unverifiedHolders,
  type UserRow,
} from './repository';

type Trx = Transaction<Database>;
type Verified = { clinicId: string; session: Session; identifier: Identifier; given: { firstName: string | null; email: string | null }; now: Date };

/**
 * Whose an identifier is that was just verified, and everything that follows from it (D-18, D-214): the user who has
 * verified it before, else the owner of the clinic's record that it stands on, else the one who asks. Ties the user
 * to the clinic's client record. The id of the user whom the session belongs to from now on.
 */
export async function settleVerified(trx: Trx, verified: Verified): Promise<string> {
  const { clinicId, session, identifier, given, now } = verified;
  await lockIdentifier(trx, clinicId, identifier.value);
  const known = (await findVerifiedUser(trx, clinicId, identifier)) ?? (await ownerByRecord(trx, clinicId, identifier));
  if (known?.deactivated_at) throw new ApiError('not_allowed');
  const userId = known?.id ?? (await userForNewIdentifier(trx, verified));

  const user = known ?? (await findUser(trx, clinicId, userId));
  const verifiedColumn = identifier.channel === 'email' ? user?.email_verified_at : user?.phone_verified_at;
  if (!verifiedColumn) {
    await markVerified(trx, clinicId, userId, identifier, now);
    await dropUnverifiedClaims(trx, clinicId, userId, identifier, now);
  }
  await fillUser(trx, clinicId, userId, { first_name: given.firstName, email: known ? null : given.email });
  await tieToRecord(trx, clinicId, userId);
  if (userId !== session.userId && session.guest) await moveIdempotencyKeys(trx, clinicId, session.userId, userId);
  return userId;
}

/** A guest becomes the owner. A signed-in owner only for a change that waited; any other identifier is somebody else's. */
async function userForNewIdentifier(trx: Trx, { clinicId, session, identifier, now }: Verified): Promise<string> {
  if (session.guest) return session.userId;
  const self = await findUser(trx, clinicId, session.userId);
  const pending = identifier.channel === 'email' ? self?.email : self?.phone;
  if (pending === identifier.value) return session.userId;
  const id = randomUUID();
  await insertUser(trx, clinicId, id, now);
  return id;
}

/**
 * The owner whose record carries the identifier as the clinic wrote it down: one who signed in by phone before and
 * now by e-mail is the same. A contact that an owner typed and never verified proves nothing.
 */
async function ownerByRecord(trx: Trx, clinicId: string, { channel, value }: Identifier): Promise<UserRow | undefined> {
  const kind = channel === 'email' ? 'email' : 'phone';
  const [record, ...others] = await recordsWith(trx, clinicId, kind, value);
  if (record === undefined || others.length > 0 || record.user_id === null || !isProven(record.metadata as ContactNotes, kind)) return undefined;
  return findUser(trx, clinicId, record.user_id);
}

/** The first verification voids what others set on the identifier without verifying it (D-214). */
async function dropUnverifiedClaims(trx: Trx, clinicId: string, userId: string, identifier: Identifier, now: Date): Promise<void> {
  for (const holder of await unverifiedHolders(trx, clinicId, userId, identifier)) {
    await dropPending(trx, clinicId, holder.id, identifier.channel);
    if (holder.email_verified_at === null && holder.phone_verified_at === null) await shutOut(trx, clinicId, holder.id, now);
  }
}

async function tieToRecord(trx: Trx, clinicId: string, userId: string): Promise<void> {
  if ((await findClientOf(trx, clinicId, userId)) !== null) return;
  const user = await findUser(trx, clinicId, userId);
  if (user === undefined) return;
  const email = user.email_verified_at === null ? null : user.email;
  const phone = user.phone_verified_at === null ? null : user.phone;
  const record = clientToTie(await freeClientsWith(trx, clinicId, { email, phone }), user.first_name);
  if (record !== null) await tieClient(trx, clinicId, record.id, userId);
}
