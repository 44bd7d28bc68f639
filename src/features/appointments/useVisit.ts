import { useState } from 'react';
import { useSelector } from 'react-redux';
import { selectClockOffset } from '../../api/connection';
import { useClientRecord, useCopies, useSpeciesRecords } from '../../api/records';
import type { Appointment } from '../../contract/appointments';
import type { Changeable } from '../../domain/appointment/change';
import { copyOf } from '../../offline/records';
import { animalOf, type Animal } from '../../ui/animal';
import { appointmentsApi } from './api';

/** The server's time, as of the screen's opening or the last time it was asked for (D-125). */
export function useServerTime(): [now: Date, look: () => Date] {
  const offset = useSelector(selectClockOffset);
  const [now, setNow] = useState(() => new Date(Date.now() + offset));
  const look = () => {
    const at = new Date(Date.now() + offset);
    setNow(at);
    return at;
  };
  return [now, look];
}

/** An appointment from the server, else from the lists on the device, with when those were saved (D-02). */
export function useVisit(id: string) {
  const { currentData, isError, isFetching, refetch } = appointmentsApi.useOneAppointmentQuery({ params: { id } }, { refetchOnMountOrArgChange: true });
  const copies = useCopies();
  const copy = currentData || !copies ? null : visitAmong(copies, id);
  return {
    data: currentData ?? copy?.value,
    savedAt: copy?.savedAt ?? null,
    isLoading: !currentData && !copy && (isFetching || copies === undefined),
    hasFailed: isError && !isFetching,
    reload: () => void refetch(),
  };
}

function visitAmong(copies: NonNullable<ReturnType<typeof useCopies>>, id: string): { value: Appointment; savedAt: string } | null {
  for (const tab of ['upcoming', 'history']) {
    const list = copyOf(copies, 'appointments', tab);
    const value = list?.value.find((each) => each.id === id);
    if (list && value) return { value, savedAt: list.savedAt };
  }
  return null;
}

/** The owner's id at this clinic: null where the clinic does not know them, undefined until that is known (D-115). */
export function useViewer(): string | null | undefined {
  const { data, isLoading } = useClientRecord();
  return isLoading ? undefined : (data?.id ?? null);
}

/** What decides whether an appointment may be called off or moved. */
export const changeable = ({ status, fromDate, items }: Appointment): Changeable => ({ status, startsAt: new Date(fromDate), clientId: items[0]?.clientId ?? '' });

/** The appointment's type, as far as the clinic still offers it. */
export function useVisitType(appointment: Appointment | undefined) {
  const { data } = appointmentsApi.useVisitTypesQuery({ query: {} }, { skip: !appointment });
  return data?.find(({ id }) => id === appointment?.items[0]?.metadata.productId);
}

/** The animal of the appointment's pet, a heart while it is not known (PETS-04). */
export function useVisitAnimal(appointment: Appointment | undefined): Animal {
  const { data: client } = useClientRecord();
  const { data: species } = useSpeciesRecords();
  const name = appointment?.items[0]?.metadata.patientName;
  const pet = client?.patients.find((patient) => patient.name === name);
  return animalOf(species?.find(({ id }) => id === pet?.species_id)?.name);
}
