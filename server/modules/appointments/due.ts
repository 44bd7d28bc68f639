import { openWeek, requestDue, type OpenWeek } from '../../../src/domain/desk/due';
import { minuteOfClock } from '../../../src/domain/minuteOfDay';
import type { Clinic } from '../../calls/clinic';
import type { AppointmentRow } from './repository';

const weeks = new WeakMap<Clinic, OpenWeek>();

/** The clinic's open hours, in which its answers are due (D-427); worked out once for each version of the clinic. */
export function openWeekOf(clinic: Clinic): OpenWeek {
  const known = weeks.get(clinic);
  if (known) return known;
  const week = openWeek(
    clinic.shop.timezone,
    clinic.shop.metadata.businessHours,
    clinic.providers.flatMap(({ hours }) =>
      hours.map(({ day, start, end }) => ({ day, from: minuteOfClock(start), to: minuteOfClock(end) })),
    ),
  );
  weeks.set(clinic, week);
  return week;
}

/** Within how many open hours the clinic answers; null where it has not stated it. */
export const answerHours = ({ shop }: Pick<Clinic, 'shop'>): number | null =>
  shop.feature_settings.answer_within_hours ?? null;

/** Since when the request waits for the clinic. */
export const waitsSince = ({ details, created_at }: Pick<AppointmentRow, 'details' | 'created_at'>): Date =>
  details.waits_since ? new Date(details.waits_since) : created_at;

/** When the clinic's answer to a request is due; null where it states no hours, and for what waits for its owner. */
export const dueOf = (
  clinic: Clinic,
  row: Pick<AppointmentRow, 'details' | 'created_at' | 'starts_at' | 'status' | 'offer'>,
): Date | null =>
  row.status !== 'REQUESTED' || row.offer !== null
    ? null
    : requestDue({ askedAt: waitsSince(row), startsAt: row.starts_at }, answerHours(clinic), openWeekOf(clinic));
