import { createAppointment, getAppointment } from '../../contract/appointments';
import { createHold, extendHold, openTimes } from '../../contract/availability';
import { listProducts, listProviders, listSpecies } from '../../contract/catalogue';
import { api, contractMutation, contractQuery } from '../../api/api';

const minutes = (count: number) => count * 60;

/** What booking reads and writes. Open times are read anew each time: another owner may be faster. */
export const bookingApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSpecies: contractQuery(build, listSpecies, { keepUnusedDataFor: minutes(60) }),
    listProducts: contractQuery(build, listProducts, { keepUnusedDataFor: minutes(60) }),
    listProviders: contractQuery(build, listProviders, { keepUnusedDataFor: minutes(60) }),
    openTimes: contractQuery(build, openTimes, { keepUnusedDataFor: 0 }),
    createHold: contractMutation(build, createHold),
    extendHold: contractMutation(build, extendHold),
    createAppointment: contractMutation(build, createAppointment, { invalidatesTags: ['Appointments', 'Client'] }),
    getAppointment: contractQuery(build, getAppointment),
  }),
});
