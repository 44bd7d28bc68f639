import type { Appointment } from '../../../contract/appointments';
import { once } from '../../../api/once';
import { bookingApi } from '../api';
import { appointmentBooked } from '../store/slice';
import type { AppThunk } from '../../../state/store';

/**
 * Reads the booking's stored appointment: a reload has only its id, and since it was stored the clinic may have declined
 * it, or the owner canceled it in another tab. Null where nothing is stored, and without an answer.
 */
export const readBooked = (): AppThunk<Promise<Appointment | null>> => async (dispatch, getState) => {
  const { appointmentId: id } = getState().booking.draft;
  if (id === null) return null;
  const answer = await once(
    dispatch(bookingApi.endpoints.getAppointment.initiate({ params: { id } }, { forceRefetch: true })),
  );
  if (answer.data) dispatch(appointmentBooked(answer.data));
  return answer.data ?? null;
};
