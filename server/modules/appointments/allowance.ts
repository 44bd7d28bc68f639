import { sql } from 'kysely';
import type { Trx } from '../../db/transaction';
import { mostUpcoming } from '../../../src/domain/appointment/upcoming';
import type { CapName } from '../../calls/caps';
import { fixed, run, type Statement } from '../../db/statements';
import type { Clinic } from '../../calls/clinic';
import { capReached, counting, countWithin, mustBeWithin, mustHaveRoom, type Count } from '../../calls/counters';
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
 * Counts a booking, for `mustBeAllowed`. It waits for the owner's other bookings, so that `upcomingOf` after it sees
 * them.
 */
export const bookingCount = (asked: Asked): Statement<Count> =>
  counting(asked.services, 'bookingsPerOwner', counted(asked));

/**
 * Throws `too_many_requests` where what `bookingCount` and `upcomingOf` returned is above the cap per day, or above the
 * number of upcoming appointments that the clinic allows this owner.
 */
export async function mustBeAllowed(
  trx: Trx,
  asked: Asked,
  client: ClientRow,
  counts: readonly Count[],
  upcoming: readonly Upcoming[],
): Promise<void> {
  mustBeWithin(asked.services, 'bookingsPerOwner', asked, counts);
  await mustHaveFewerUpcoming(trx, asked, client, upcoming);
}

/** Makes the same checks before a deposit is opened for a booking; counts nothing. */
export async function mustHaveRoomToBook(trx: Trx, asked: Asked, client: ClientRow): Promise<void> {
  await mustHaveRoom(trx, asked.services, 'bookingsPerOwner', counted(asked));
  await mustHaveFewerUpcoming(trx, asked, client, await run(trx, upcomingOf(asked, client)));
}

async function mustHaveFewerUpcoming(
  trx: Trx,
  { clinic, now, services }: Asked,
  client: ClientRow,
  upcoming: readonly Upcoming[],
): Promise<void> {
  const ends = upcoming.flatMap(({ at }) => at ?? []);
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

type Upcoming = { user_id: string | null; at: Date | null };

/**
 * Selects, in order, when each upcoming appointment of the client begins, and when each time kept for one of their
 * payments is released: a row each, and one without a time where there is none. Each says whose the record is now; one
 * that was merged into another is nobody's.
 */
export const upcomingOf = (
  { clinic: { id: clinicId }, now }: Asked,
  { id: clientId }: ClientRow,
): Statement<Upcoming> => upcoming({ clinicId, clientId, now });

const upcoming = fixed(
  'upcoming',
  ({ clinicId, clientId, now }: { clinicId: string; clientId: string; now: Date }) => sql<Upcoming>`
    select user_id, at from clients left join (
      select starts_at as at from appointments
        where clinic_id = ${clinicId} and client_id = ${clientId} and starts_at > ${now} and status not in ('DECLINED', 'DELETED', 'DONE')
      union all
      select expires_at from payment_requests
        where clinic_id = ${clinicId} and client_id = ${clientId} and expires_at > ${now} and appointment_id is null and booking is not null
          and status in ('pending', 'processing', 'requires_action', 'failed')) as times on true
    where clinic_id = ${clinicId} and id = ${clientId}
    order by at`,
);

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
