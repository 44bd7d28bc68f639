import type { Appointment } from '../contract/appointments';
import type { AppDispatch } from '../state/store';

type Started = { dispatch: AppDispatch; queryFulfilled: Promise<{ data: Appointment }> };

/**
 * Handles a call that changes an owner's appointment: shows the clinic's answer at once, then saves all appointments as
 * the clinic has them now (D-02).
 */
export async function keepChange(_: unknown, { dispatch, queryFulfilled }: Started): Promise<void> {
  try {
    const { data } = await queryFulfilled;
    const { appointmentChanged, loadRecords } = await import('./records/records');
    await dispatch(appointmentChanged(data));
    await dispatch(loadRecords(true));
  } catch {
    // The call was refused or the network is gone: the saved appointments are still right.
  }
}
