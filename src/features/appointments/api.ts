import { cancelAppointment, getAppointment, rescheduleAppointment } from '../../contract/appointments';
import { listProducts } from '../../contract/catalogue';
import { api, contractMutation, contractQuery } from '../../api/api';

export const appointmentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    oneAppointment: contractQuery(build, getAppointment, { providesTags: ['Appointments'] }),
    cancelAppointment: contractMutation(build, cancelAppointment, { invalidatesTags: (reply) => (reply ? ['Appointments'] : []) }),
    rescheduleAppointment: contractMutation(build, rescheduleAppointment, { invalidatesTags: (reply) => (reply ? ['Appointments'] : []) }),
    // Only says whether the visit is a virtual one and may wait for an earlier time: its failures are silent.
    visitTypes: contractQuery(build, { ...listProducts, silent: true }, { keepUnusedDataFor: 3600 }),
  }),
});
