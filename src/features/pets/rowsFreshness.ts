import type { Held } from '../../api/records/records';
import { dateInZone } from '../../domain/clinicTime';
import type { Look } from '../../domain/pets/vaccinations';

/** How rows are looked at: the server's own of `today`, the clinic's date, are fresh; a page that stays open overnight has copies until they are read anew (D-10). */
export const lookOf = (
  { savedAt, asOf }: Pick<Held<unknown>, 'savedAt' | 'asOf'>,
  today: string,
  zone: string,
): Look => ({
  isCopy: savedAt !== null || asOf === null || dateInZone(new Date(asOf), zone) !== today,
  today,
});
