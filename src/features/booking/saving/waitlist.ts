import { ask, type Asked } from '../../../shared/requests/sendRequest';
import type { AppThunk } from '../../../state/store';

/**
 * Requests that the booked appointment joins or leaves the waitlist; without a network the request waits in the outbox
 * (WAIT-04, WAIT-05, D-03).
 */
export const changeWaitlist =
  (isWanted: boolean): AppThunk<Promise<Asked>> =>
  async (dispatch, getState) => {
    const { booked } = getState().booking;
    const item = booked?.items[0];
    if (!booked || !item?.clientId) return 'notSaved';
    const payload = { client_id: item.clientId, appointment_id: booked.id };
    const about = { petName: item.metadata?.patientName ?? null, medication: null };
    return dispatch(ask({ kind: isWanted ? 'joinWaitlist' : 'leaveWaitlist', payload, about }));
  };
