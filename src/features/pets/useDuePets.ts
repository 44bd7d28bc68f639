import { useEffect, useMemo } from 'react';
import { useCopies, useVaccinations } from '../../api/records/records';
import type { Appointment } from '../../contract/appointments';
import type { Patient } from '../../contract/clients';
import { dueVaccines, hasVisitAhead } from '../../domain/pets/due';
import { copyOf } from '../../offline/database/copies';
import { lookOf } from './rowsFreshness';

/**
 * Returns the names of due vaccines by pet id, without pets that have none due or a visit ahead; shows the number of
 * pets on the app's icon where the device supports it (D-307). Reads the device's copies, which hold every pet's rows;
 * without copies, only the rows of the pet that is shown, judged as its list judges them. `today` is the clinic's date
 * at `now`.
 */
export function useDuePets(
  pets: readonly Patient[],
  shownPet: string | undefined,
  appointments: readonly Appointment[] | undefined,
  now: Date,
  today: string,
  zone: string,
): ReadonlyMap<string, readonly string[]> {
  const copies = useCopies();
  const { data: shown, savedAt, asOf } = useVaccinations(shownPet ?? '');
  const due = useMemo(() => {
    const found = new Map<string, readonly string[]>();
    for (const pet of pets) {
      const copy = copies && copyOf(copies, 'vaccinations', pet.id)?.value;
      const isShown = pet.id === shownPet && shown !== undefined && (copy ?? appointments) !== undefined;
      const rows = isShown ? shown : copy;
      const names = rows
        ? dueVaccines(rows, isShown ? lookOf({ savedAt, asOf }, today, zone) : { isCopy: true, today })
        : [];
      if (names.length > 0 && !hasVisitAhead(pet, appointments ?? [], now)) found.set(pet.id, names);
    }
    return found;
  }, [pets, copies, shownPet, shown, savedAt, asOf, appointments, now, today, zone]);
  const count = copies && due.size;
  useEffect(() => {
    if (count !== undefined) showBadge(count);
  }, [count]);
  return due;
}

function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // Rejected where the app is not installed and so has no icon.
  (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}
