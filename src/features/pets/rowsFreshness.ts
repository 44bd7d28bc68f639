import type { Held } from '../../api/records/records';
import { dateInZone } from '../../domain/clinicTime';
import type { Look } from '../../domain/pets/vaccinations';

/**
 * Decides whether rows count as fresh or as a copy. Fresh are those from the server with the date `today` (the
 * clinic's); rows on a page left open overnight count as a copy until they are reloaded (D-10).
 */
export const lookOf = (
  { savedAt, asOf }: Pick<Held<unknown>, 'savedAt' | 'asOf'>,
  today: string,
  zone: string,
): Look => ({
  isCopy: savedAt !== null || asOf === null || dateInZone(new Date(asOf), zone) !== today,
  today,
});
