import type { Item } from '../../../src/contract/desk/inbox';
import { subtract, union, type Span } from '../../../src/domain/booking/spans';
import { daySpan } from '../../../src/domain/booking/openTimes';
import { dateInZone, dayClock, msAtOrAfter, type DayClock } from '../../../src/domain/clinicTime';
import { dayFit } from '../../../src/domain/desk/dayFit';
import { dayTimes } from '../../../src/domain/desk/dayLine';
import { minuteOfClock } from '../../../src/domain/minuteOfDay';
import { DAY } from '../../../src/limits';
import type { ServerProvider } from '../../calls/clinic';
import type { Db } from '../../db/transaction';
import { slotLimit } from '../schedule/rule';
import type { VisitRow } from '../appointments/repository';
import { clinicianOf } from './about';
import type { Reading } from './kind';

/** When the clinician works on the date, without time off: instants in milliseconds, in order and apart. */
function workingOn(provider: ServerProvider, clock: DayClock, locationId: string | null): Span[] {
  const hours = provider.hours
    .filter(
      ({ day, location_id }) =>
        day === clock.weekday && (locationId === null || !location_id || location_id === locationId),
    )
    .map(({ start, end }) => ({
      from: msAtOrAfter(clock, minuteOfClock(start)),
      to: msAtOrAfter(clock, minuteOfClock(end)),
    }));
  return subtract(
    union(hours),
    provider.time_off.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
  );
}

/** The clinician's day around a visit; null for a drop-off, which has no time of its own, and without a clinician. */
export async function dayOf(db: Db, { clinic, now }: Reading, row: VisitRow, owner: string): Promise<Item['day']> {
  const provider = clinic.providers.find(({ id }) => id === row.provider_id);
  if (row.is_dropoff || !provider) return null;
  const zone = clinic.shop.timezone;
  const date = dateInZone(row.starts_at, zone);
  const clock = dayClock(date, zone);
  const day = daySpan(clock);
  const claims = await db
    .selectFrom('claims')
    .select(['starts_at', 'ends_at', 'hold_id', 'appointment_id', 'offered_time_id'])
    .where('clinic_id', '=', clinic.id)
    .where('resource', '=', `provider:${provider.id}`)
    .where('starts_at', '>', new Date(day.from - DAY))
    .where('starts_at', '<', new Date(day.to))
    .where('ends_at', '>', new Date(day.from))
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('starts_at')
    .execute();
  const times = dayTimes(date, zone);
  const minutes = ({ from, to }: Span): Span => ({ from: times.minuteOf(from), to: times.minuteOf(to) });
  return {
    date,
    clinician: clinicianOf(clinic, provider.id),
    ...dayFit({
      working: workingOn(provider, clock, row.details.location_id ?? null).map(minutes),
      taken: claims
        .filter(({ appointment_id }) => appointment_id !== row.id)
        .map(({ starts_at, ends_at, hold_id, offered_time_id }) => ({
          ...minutes({ from: starts_at.getTime(), to: ends_at.getTime() }),
          kind: hold_id ? ('held' as const) : offered_time_id ? ('offered' as const) : ('visit' as const),
        })),
      asked: minutes({ from: row.starts_at.getTime(), to: row.ends_at.getTime() }),
      isHeld: claims.some(({ appointment_id }) => appointment_id === row.id),
      times,
      clinician: clinicianOf(clinic, provider.id) ?? 'The clinician',
      owner,
      lanes: slotLimit(clinic),
    }),
  };
}
