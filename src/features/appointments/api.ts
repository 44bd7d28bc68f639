import { cancelAppointment, rescheduleAppointment } from '../../contract/appointments';
import { api, contractMutation } from '../../api/api';
import { keepChange } from '../../api/keepChange';

export const appointmentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    cancelAppointment: contractMutation(build, cancelAppointment, { invalidatesTags: (reply) => (reply ? ['Appointments'] : []), onQueryStarted: keepChange }),
    rescheduleAppointment: contractMutation(build, rescheduleAppointment, { invalidatesTags: (reply) => (reply ? ['Appointments'] : []), onQueryStarted: keepChange }),
  }),
});
