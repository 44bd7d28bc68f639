import { cancelAppointment, getAppointment, listAppointments, rescheduleAppointment } from '../../contract/appointments';
import { listProducts, listSpecies } from '../../contract/catalogue';
import { api, contractMutation, contractQuery } from '../../api/api';

const anHour = { keepUnusedDataFor: 3600 };

export const appointmentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAppointments: contractQuery(build, listAppointments, { providesTags: ['Appointments'] }),
    oneAppointment: contractQuery(build, getAppointment, { providesTags: ['Appointments'] }),
    cancelAppointment: contractMutation(build, cancelAppointment, { invalidatesTags: (reply) => (reply ? ['Appointments'] : []) }),
    rescheduleAppointment: contractMutation(build, rescheduleAppointment, { invalidatesTags: (reply) => (reply ? ['Appointments'] : []) }),
    visitTypes: contractQuery(build, listProducts, anHour),
    visitSpecies: contractQuery(build, listSpecies, anHour),
  }),
});
