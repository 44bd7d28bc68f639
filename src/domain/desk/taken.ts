import { dateInZone } from '../clinicTime';
import type { Picked } from './halfWritten';
import { timeKey } from './offer';

/** What a clinic's openings say of picked times; `provider_id` is whose they are, null for any clinician's. */
type Read = {
  date: string;
  times: readonly { at: string }[];
  days: readonly { date: string; count: number }[];
  provider_id?: string | null | undefined;
};

/**
 * The picked times that are certainly not free any more, by their keys: of the date that was read those that its list
 * lacks, of the other dates those on one with no opening left. Of a clinician whose times were not read nothing is known.
 */
export function takenSince(picked: readonly Picked[], { date, times, days, provider_id: whose }: Read, zone: string) {
  const isRead = ({ provider_id }: Picked) => whose !== undefined && (whose === null || whose === provider_id);
  const isTaken = ({ at }: Picked): boolean => {
    const on = dateInZone(new Date(at), zone);
    return on === date
      ? !times.some((time) => Date.parse(time.at) === Date.parse(at))
      : days.some((day) => day.date === on && day.count === 0);
  };
  return picked
    .filter((time) => !time.is_gone && isRead(time) && isTaken(time))
    .map(({ at, provider_id }) => timeKey(at, provider_id));
}
