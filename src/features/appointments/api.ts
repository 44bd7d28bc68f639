import { cancelAppointment, rescheduleAppointment } from '../../contract/appointments';
import { api, contractMutation } from '../../api/api';

export const appointmentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    cancelAppointment: contractMutation(build, cancelAppointment, { invalidatesTags: (reply) => (reply ? ['Appointments'] : []) }),
    rescheduleAppointment: contractMutation(build, rescheduleAppointment, { invalidatesTags: (reply) => (reply ? ['Appointments'] : []) }),
  }),
});
