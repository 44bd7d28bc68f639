import { toastShown } from '../../api/toasts';
import { bookingApi } from './api';
import type { BookingThunk } from './root';

/** WAIT-04 */
const JOINED = "You've been added to the waitlist!";
/** WAIT-05 */
const LEFT = "You've been removed from the waitlist.";

/** Puts the booked appointment on the waitlist or takes it off; whether the clinic has taken the change. */
export const changeWaitlist =
  (isWanted: boolean): BookingThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const { booked } = getState().booking;
    const clientId = booked?.items[0]?.clientId;
    if (!booked || !clientId) return false;
    const body = { client_id: clientId, appointment_id: booked.id };
    const { joinWaitlist, leaveWaitlist } = bookingApi.endpoints;
    const answer = await dispatch(isWanted ? joinWaitlist.initiate({ body }) : leaveWaitlist.initiate({ body }));
    if (!answer.data) return false;
    dispatch(toastShown(isWanted ? JOINED : LEFT));
    return true;
  };
