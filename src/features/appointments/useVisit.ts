import { useState } from 'react';
import { useSelector } from 'react-redux';
import { authApi } from '../../api/auth';
import { selectClockOffset } from '../../api/connection';
import { selectOwner } from '../../api/session';
import type { Appointment } from '../../contract/appointments';
import type { Changeable } from '../../domain/appointment/change';
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

/** The owner's id at this clinic: null where the clinic does not know them, undefined until that is known (D-115). */
export function useViewer(): string | null | undefined {
  const owner = useSelector(selectOwner);
  const { data, isError } = authApi.useClientByUserQuery({ query: { user_id: owner?.id ?? '' } }, { skip: !owner });
  return data?.id ?? (data === null || isError ? null : undefined);
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
  const owner = useSelector(selectOwner);
  const client = authApi.useClientByUserQuery({ query: { user_id: owner?.id ?? '' } }, { skip: !owner }).data;
  const species = appointmentsApi.useVisitSpeciesQuery({}, { skip: !appointment }).data;
  const name = appointment?.items[0]?.metadata.patientName;
  const pet = client?.patients.find((patient) => patient.name === name);
  return animalOf(species?.data.find(({ id }) => id === pet?.species_id)?.name);
}
