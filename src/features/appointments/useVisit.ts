import { useClientRecord, useSpeciesRecords } from '../../api/records/records';
import type { Appointment } from '../../contract/appointments';
import type { Changeable } from '../../domain/appointment/change';
import { animalOf, type Animal } from '../../ui/peek/animal';

/**
 * Returns the owner's client id at this clinic: null where the clinic has none, undefined while that is
 * loading (D-115).
 */
export function useViewer(): string | null | undefined {
  const { data, isLoading } = useClientRecord();
  return isLoading ? undefined : (data?.id ?? null);
}

/** Picks the fields that decide whether an appointment may be cancelled or moved. */
export const changeable = ({ status, fromDate, items }: Appointment): Changeable => ({
  status,
  startsAt: new Date(fromDate),
  clientId: items[0]?.clientId ?? '',
});

/** Returns the animal to draw for the appointment's pet; a heart while it is unknown (PETS-05). */
export function useVisitAnimal(appointment: Appointment | undefined): Animal {
  const { data: client } = useClientRecord();
  const { data: species } = useSpeciesRecords();
  const about = appointment?.items[0]?.metadata;
  const pet = client?.patients.find(({ id, name }) =>
    about?.patientId === undefined ? name === about?.patientName : id === about.patientId,
  );
  return animalOf(species?.find(({ id }) => id === pet?.species_id)?.name);
}
