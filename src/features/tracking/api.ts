import { api, contractMutation } from '../../api/api';
import { recordBookingSession } from '../../contract/tracking';

export const trackingApi = api.injectEndpoints({
  endpoints: (build) => ({ recordBookingSession: contractMutation(build, recordBookingSession) }),
});
