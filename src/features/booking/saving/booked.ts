import { once } from '../../../api/once';
import type { Appointment } from '../../../contract/appointments';
import type { AppThunk } from '../../../state/store';
import { bookingApi } from '../api';
import { appointmentBooked } from '../store/slice';

/** Reads an appointment of the owner; null where the clinic does not answer or does not have it. */
export const readAppointment =
  (id: string): AppThunk<Promise<Appointment | null>> =>
  async (dispatch) => {
    const answer = await once(
      dispatch(bookingApi.endpoints.getAppointment.initiate({ params: { id } }, { forceRefetch: true })),
    );
    return answer.data ?? null;
  };

/**
 * Reads the booking's stored appointment: a reload has left only its id (D-38), and since it was stored the clinic may
 * have declined it, or the owner canceled it in another tab. Null where nothing is stored, and without an answer.
 */
export const readBooked = (): AppThunk<Promise<Appointment | null>> => async (dispatch, getState) => {
  const { appointmentId } = getState().booking.draft;
  const found = appointmentId === null ? null : await dispatch(readAppointment(appointmentId));
  if (found && getState().booking.draft.appointmentId === found.id) dispatch(appointmentBooked(found));
  return found;
};
