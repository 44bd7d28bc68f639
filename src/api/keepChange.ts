import type { Appointment } from '../contract/appointments';
import type { AppDispatch } from '../state/store';

type Started = { dispatch: AppDispatch; queryFulfilled: Promise<{ data: Appointment }> };

/**
 * For calls that change an owner's appointment: it is shown at once as the clinic has answered, and afterwards the device
 * has all of them as the clinic has them now (D-02).
 */
export async function keepChange(_: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  try {
    const { data } = await queryFulfilled;
    const { appointmentChanged, loadRecords } = await import('./records/records');
    await dispatch(appointmentChanged(data));
    await dispatch(loadRecords(true));
  } catch {
    // Refused, or no network any more: what is on the device still holds.
  }
}
