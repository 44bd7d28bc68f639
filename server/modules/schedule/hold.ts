import type { Trx } from '../../db/transaction';
import type { Hold } from '../../../src/contract/availability';
import { subtract } from '../../../src/domain/booking/spans';
import * as limits from '../../../src/limits';
import { capReached, countWithin } from '../../calls/counters';
import { ApiError } from '../../calls/errors';
import type { Services } from '../../calls/services';
import { findPlace, type PlaceRequest } from './place';
import { claimsOf, holdsFrom, insertClaims, insertHold, lockHold, moveHoldExpiry, type NewClaim } from './repository';
import { locksOn } from '../../db/locks';
import { defer } from '../../db/statements';

/**
 * Returns the parts of the claims that the appointment to be moved does not have already; nobody else can take the
 * parts that it has.
 */
async function besideOwn(
  trx: Trx,
  { clinicId, appointmentId, newId }: PlaceRequest,
  claims: readonly NewClaim[],
): Promise<NewClaim[]> {
  const own = await claimsOf(trx, clinicId, appointmentId!);
  return claims.flatMap((claim) =>
    subtract(
      [claim],
      own.filter(({ resource, lane }) => resource === claim.resource && lane === claim.lane),
    ).map((span) => ({ ...claim, ...span, id: newId() })),
  );
}

/**
 * Holds a start for the session for `limits.holdMs`, in place of its earlier hold (D-61, D-203). Throws `slot_gone`.
 */
export async function holdStart(trx: Trx, request: PlaceRequest & { productId: string | null }): Promise<Hold> {
  const { clinicId, sessionId, now } = request;
  const place = await findPlace(trx, request);
  const claims = request.appointmentId === undefined ? place.claims : await besideOwn(trx, request, place.claims);
  const id = request.newId();
  const expiresAt = new Date(now.getTime() + limits.holdMs);
  insertHold(trx, clinicId, {
    id,
    sessionId,
    productId: request.productId,
    startsAt: new Date(request.at),
    expiresAt,
    now,
  });
  insertClaims(trx, clinicId, claims, { holdId: id, expiresAt });
  return { id, expire: expiresAt.toISOString() };
}

type Asker = { clinicId: string; sessionId: string; address: string; now: Date };

/**
 * Throws `too_many_requests` if, with the hold just made, there are too many live holds from the address, or too many
 * by the session within an hour (D-404). Call it last: then the session's own earlier hold is gone already, and others
 * from the same address wait only for the end of this transaction.
 */
export async function mustHoldFewer(
  trx: Trx,
  { clinicId, sessionId, address, now }: Asker,
  services: Services,
): Promise<void> {
  await countHold(trx, services, { clinicId, sessionId, now });
  defer(trx, locksOn(clinicId, [`holds from ${address}`]));
  const ends = await holdsFrom(trx, clinicId, address, now);
  const { max } = services.caps.liveHoldsPerAddress;
  if (ends.length > max)
    throw capReached(services, 'liveHoldsPerAddress', ends[ends.length - 1 - max]!.getTime() - now.getTime());
}

const countHold = (trx: Trx, services: Services, { clinicId, sessionId, now }: Omit<Asker, 'address'>): Promise<void> =>
  countWithin(trx, services, 'holdWritesPerSession', { clinicId, whose: sessionId, now });

/**
 * Extends a hold by ten minutes, once, in its last minute (D-203). Throws `not_found` for another session's hold,
 * `slot_gone` for one that has ended, `not_allowed` for a second time, too early, or a payment's hold, and
 * `too_many_requests` above the session's cap.
 */
export async function extendHold(
  trx: Trx,
  services: Services,
  { clinicId, id, sessionId, now }: { clinicId: string; id: string; sessionId: string; now: Date },
): Promise<Hold> {
  const hold = await lockHold(trx, clinicId, id, sessionId);
  if (!hold) throw new ApiError('not_found');
  const left = hold.expires_at.getTime() - now.getTime();
  if (left <= 0) throw new ApiError('slot_gone');
  // A hold that belongs to a payment ends with the payment's time (D-215).
  if (hold.payment_id !== null || hold.extended || left > limits.holdUrgentMs)
    throw new ApiError('not_allowed', { message: 'This time cannot be held any longer.' });
  await countHold(trx, services, { clinicId, sessionId, now });
  const expiresAt = new Date(hold.expires_at.getTime() + limits.holdExtensionMs);
  await moveHoldExpiry(trx, clinicId, id, expiresAt);
  return { id, expire: expiresAt.toISOString() };
}
