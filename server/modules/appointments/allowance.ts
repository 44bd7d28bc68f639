import { sql } from 'kysely';
import type { Trx } from '../../db/transaction';
import { mostUpcoming } from '../../../src/domain/appointment/upcoming';
import type { CapName } from '../../calls/caps';
import { prepared, run } from '../../db/statements';
import type { Clinic } from '../../calls/clinic';
import { capReached, countOne, countWithin, mustHaveRoom } from '../../calls/counters';
import type { Services } from '../../calls/services';
import type { ClientRow } from '../clients/repository';

/**
 * Caps on booking, moving and canceling (D-404). They are counted in the write's transaction, so that a failed write
 * does not count.
 */

type Asked = { clinic: Clinic; session: { userId: string }; now: Date; services: Services };

const counted = ({ clinic, session, now }: Asked) => ({ clinicId: clinic.id, whose: session.userId, now });

/**
 * Adds one to an owner's count and throws `too_many_requests` above the cap. The owner's next write waits for this
 * transaction to end.
 */
export const countOwners = (trx: Trx, name: CapName, asked: Asked): Promise<void> =>
  countWithin(trx, asked.services, name, counted(asked));

/**
 * Counts a booking; throws `too_many_requests` above the cap per day, and above the number of upcoming appointments
 * that the clinic allows this owner. A paid booking is counted and never refused, since it was checked when the deposit
 * was opened.
 */
export async function countBooking(trx: Trx, asked: Asked, client: ClientRow, isPaid: boolean): Promise<void> {
  if (isPaid) return void (await countOne(trx, asked.services, 'bookingsPerOwner', counted(asked)));
  // Sent in one round trip: the count waits for the owner's other bookings, so the query after it sees them.
  const [, ends] = await Promise.all([
    countOwners(trx, 'bookingsPerOwner', asked),
    upcomingEnds(trx, asked.clinic.id, client.id, asked.now),
  ]);
  await mustHaveFewerUpcoming(trx, asked, client, ends);
}

/** Makes the same checks before a deposit is opened for a booking; counts nothing. */
export async function mustHaveRoomToBook(trx: Trx, asked: Asked, client: ClientRow): Promise<void> {
  await mustHaveRoom(trx, asked.services, 'bookingsPerOwner', counted(asked));
  await mustHaveFewerUpcoming(trx, asked, client, await upcomingEnds(trx, asked.clinic.id, client.id, asked.now));
}

async function mustHaveFewerUpcoming(
  trx: Trx,
  { clinic, now, services }: Asked,
  client: ClientRow,
  ends: readonly Date[],
): Promise<void> {
  const { upcomingPerOwner, upcomingPerNewOwner } = services.caps;
  const most = (isKnown: boolean): number =>
    mostUpcoming(clinic.shop.feature_settings, isKnown, {
      known: upcomingPerOwner.max,
      unknown: upcomingPerNewOwner.max,
    });
  if (ends.length < most(false)) return;
  const isKnown = client.known || (await hasBeenHere(trx, clinic.id, client.id, now));
  if (ends.length < most(isKnown)) return;
  // The cap opens when enough of them have begun to leave one fewer than the limit.
  const opens = ends[ends.length - most(isKnown)]!;
  throw capReached(services, isKnown ? 'upcomingPerOwner' : 'upcomingPerNewOwner', opens.getTime() - now.getTime());
}

/**
 * Returns, in order, when each upcoming appointment of the client begins, and when each time kept for one of their
 * payments is released.
 */
async function upcomingEnds(trx: Trx, clinicId: string, clientId: string, now: Date): Promise<Date[]> {
  const rows = await run(
    trx,
    prepared(
      'upcoming',
      sql<{ at: Date }>`
    select starts_at as at from appointments
      where clinic_id = ${clinicId} and client_id = ${clientId} and starts_at > ${now} and status not in ('DECLINED', 'DELETED', 'DONE')
    union all
    select expires_at from payment_requests
      where clinic_id = ${clinicId} and client_id = ${clientId} and expires_at > ${now} and appointment_id is null and booking is not null
        and status in ('pending', 'processing', 'requires_action', 'failed')
    order by at`,
    ),
  );
  return rows.map(({ at }) => at);
}

/** Whether the client has had an accepted appointment that is over. */
async function hasBeenHere(trx: Trx, clinicId: string, clientId: string, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('appointments')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('client_id', '=', clientId)
    .where('starts_at', '<', now)
    .where('status', 'in', ['ACCEPTED', 'CONFIRMED', 'DONE'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
