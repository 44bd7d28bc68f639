import { openWeek, requestDue, type OpenWeek } from '../../../src/domain/desk/due';
import { minuteOfClock } from '../../../src/domain/minuteOfDay';
import type { Clinic } from '../../calls/clinic';

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

/** When the next answer to a refill is due; null where the clinic states no hours, and for one that waits not for it. */
export const refillDueOf = (clinic: Clinic, { state, state_at }: { state: string; state_at: Date }): Date | null =>
  state === 'received' || state === 'approved'
    ? requestDue({ askedAt: state_at, startsAt: null }, answerHours(clinic), openWeekOf(clinic))
    : null;
