import type { openings } from '../../../src/contract/desk/inbox';
import type { Output } from '../../../src/contract/endpoint';
import { daySpan, openStarts } from '../../../src/domain/booking/openTimes';
import { union } from '../../../src/domain/booking/spans';
import { addDays, dayClock } from '../../../src/domain/clinicTime';

import { ApiError } from '../../calls/errors';
import type { Db } from '../../db/transaction';
import { openWeekOf } from '../clinics/answerDue';
import { resourcesOf } from '../schedule/place';
import { busyByResource, busyWithin } from '../schedule/repository';
import { bookingRule, narrowed } from '../schedule/rule';
import { clinicianOf, todayOf } from './about';
import type { Kind, Reading } from './kind';

const daysShown = 7;

type Asked = { from: string | undefined; date: string | undefined; isAny: boolean };

/**
 * Lists the free times for an item's visit that its answer can name (D-425): seven dates from `from`, today without it,
 * and the times of `date`, the first of them that has any without it. Throws `not_found` for an item without a visit.
 */
export async function openingsFor(
  db: Db,
  reading: Reading,
  { kind, thingId }: { kind: Kind; thingId: string },
  { from, date, isAny }: Asked,
): Promise<Output<typeof openings>> {
  const { clinic, now } = reading;
  const wished = await kind.wish?.(db, reading, thingId);
  if (!wished) throw new ApiError('not_found');
  const { wish, providerId, earliest } = wished;
  const zone = clinic.shop.timezone;
  const narrow = isAny || providerId === null ? null : providerId;
  const rule = narrowed(bookingRule(clinic, wish), [{ providerId: narrow }]);
  const today = todayOf(reading);
  const first = from && from > today ? from : today;
  const dates = Array.from({ length: daysShown }, (_, index) => addDays(first, index));
  const all = date && !dates.includes(date) && date >= today ? [...dates, date] : dates;
  const spans = all.map((one) => daySpan(dayClock(one, zone)));
  const busy = busyByResource(
    await busyWithin(
      db,
      clinic.id,
      resourcesOf(rule),
      { from: Math.min(...spans.map((span) => span.from)), to: Math.max(...spans.map((span) => span.to)) },
      { sessionId: null, now },
    ),
  );
  const minutes = rule.segments.reduce((sum, segment) => sum + segment.minutes, 0);
  const starts = new Map(all.map((one) => [one, openStarts(one, rule, busy, earliest.getTime())]));
  const chosen = date && starts.has(date) ? date : (dates.find((one) => starts.get(one)!.length > 0) ?? first);
  const clinician = clinicianOf(clinic, narrow);
  const isAlone = rule.segments.some(({ providers }) =>
    providers.some(({ resource: { lanes, takes } }) => takes === 'visit' && lanes === 1),
  );
  return {
    days: dates.map((one) => {
      const hours = openWeekOf(clinic).openings.filter(({ day }) => day === dayClock(one, zone).weekday);
      const mine = starts.get(one)!;
      return {
        date: one,
        count: mine.length,
        free: union(mine.map(({ minute }) => ({ from: minute, to: minute + minutes }))),
        opens: hours.length === 0 ? null : Math.min(...hours.map((row) => row.from)),
        closes: hours.length === 0 ? null : Math.max(...hours.map((row) => row.to)),
      };
    }),
    date: chosen,
    provider_id: narrow,
    times: starts.get(chosen)!.map(({ at, picks }) => ({
      at: new Date(at).toISOString(),
      provider_id: picks[0]!.providerId,
      clinician: clinicianOf(clinic, picks[0]!.providerId),
    })),
    says: [`${minutes} min`, ...(wish.isDropoff ? ['drop-off'] : []), clinician ?? 'any clinician'].join(', '),
    ...(isAlone && { apart: minutes }),
  };
}
