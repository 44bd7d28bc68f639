import type { Trx } from '../../db/transaction';
import type { Hold } from '../../../src/contract/availability';
import { subtract } from '../../../src/domain/booking/spans';
import { limits } from '../../../src/limits';
import { sqlState } from '../../db/faults';
import { capReached, countWithin } from '../../calls/counters';
import { ApiError } from '../../calls/errors';
import type { Services } from '../../calls/services';
import { findPlace, type PlaceRequest } from './place';
import { claimsOf, holdsFrom, insertClaims, insertHold, lockHold, moveHoldExpiry, type NewClaim } from './repository';
import { locksOn } from '../../db/locks';
import { defer } from '../../db/statements';

const exclusionViolation = '23P01';

/** Runs what claims; a claim that the database refuses after all is a time that is gone. */
export async function orSlotGone<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw sqlState(error) === exclusionViolation ? new ApiError('slot_gone') : error;
  }
}

/** What of the claims the appointment that is moved does not have already; that part nobody else can take. */
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

/** Holds a start for the session, in place of its earlier hold (D-61, D-203). */
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
  await orSlotGone(() => insertClaims(trx, clinicId, claims, { holdId: id, expiresAt }));
  return { id, expire: expiresAt.toISOString() };
}

type Asker = { clinicId: string; sessionId: string; address: string; now: Date };

/**
 * Refuses with `too_many_requests` where with the hold that was just made there are too many of the address, or of the
 * session in an hour (D-404). Called last, so that a session's own earlier hold is gone already and that others from the
 * same address wait for no more than the end of this transaction.
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

/** Ten more minutes, once, when asked for in the last minute (D-203). 404 for another session's hold, 409 for one that ended. */
export async function extendHold(
  trx: Trx,
  services: Services,
  { clinicId, id, sessionId, now }: { clinicId: string; id: string; sessionId: string; now: Date },
): Promise<Hold> {
  const hold = await lockHold(trx, clinicId, id, sessionId);
  if (!hold) throw new ApiError('not_found');
  const left = hold.expires_at.getTime() - now.getTime();
  if (left <= 0) throw new ApiError('slot_gone');
  // A payment's time ends with it (D-215).
  if (hold.payment_id !== null || hold.extended || left > limits.holdUrgentMs)
    throw new ApiError('not_allowed', { message: 'This time cannot be held any longer.' });
  await countHold(trx, services, { clinicId, sessionId, now });
  const expiresAt = new Date(hold.expires_at.getTime() + limits.holdExtensionMs);
  await moveHoldExpiry(trx, clinicId, id, expiresAt);
  return { id, expire: expiresAt.toISOString() };
}
