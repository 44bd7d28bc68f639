import { getAppointment, listAppointments } from '../../contract/appointments';
import { api, contractQuery } from '../../api/api';

export const appointmentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAppointments: contractQuery(build, listAppointments, { providesTags: ['Appointments'] }),
    oneAppointment: contractQuery(build, getAppointment, { providesTags: ['Appointments'] }),
  }),
});
