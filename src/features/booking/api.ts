import { acceptRequest, createAppointment, enableReminders, getAppointment } from '../../contract/appointments';
import { checkTimeSlot, createHold, extendHold, openTimes } from '../../contract/availability';
import {
  listBreeds,
  listKeywordActions,
  listLocations,
  listPatientColors,
  listPatientSexes,
  listProducts,
  listProviders,
  listSpecies,
} from '../../contract/catalogue';
import {
  buyInsurance,
  completeInsurance,
  findInsuranceQuote,
  getInsurerClientId,
  offerInsurance,
} from '../../contract/insurance';
import { chargePaymentMethod, getPayment, linkPayment, startPayment } from '../../contract/payments';
import { api, contractMutation, contractQuery } from '../../api/api';
import { keepChange } from '../../api/keepChange';

const minutes = (count: number) => count * 60;

/** The booking's calls. Open times are never cached, since another owner may take one at any moment. */
export const bookingApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSpecies: contractQuery(build, listSpecies, { keepUnusedDataFor: minutes(60) }),
    listProducts: contractQuery(build, listProducts, { keepUnusedDataFor: minutes(60) }),
    listProviders: contractQuery(build, listProviders, { keepUnusedDataFor: minutes(60) }),
    listLocations: contractQuery(build, listLocations, { keepUnusedDataFor: minutes(60) }),
    listBreeds: contractQuery(build, listBreeds, { keepUnusedDataFor: minutes(60) }),
    listPatientColors: contractQuery(build, listPatientColors, { keepUnusedDataFor: minutes(60) }),
    listPatientSexes: contractQuery(build, listPatientSexes, { keepUnusedDataFor: minutes(60) }),
    listKeywordActions: contractQuery(build, listKeywordActions, { keepUnusedDataFor: minutes(5) }),
    openTimes: contractQuery(build, openTimes, { keepUnusedDataFor: 0 }),
    createHold: contractMutation(build, createHold),
    checkTimeSlot: contractMutation(build, checkTimeSlot),
    extendHold: contractMutation(build, extendHold),
    createAppointment: contractMutation(build, createAppointment, {
      invalidatesTags: ['Appointments'],
      onQueryStarted: keepChange,
    }),
    getAppointment: contractQuery(build, getAppointment),
    acceptRequest: contractMutation(build, acceptRequest, {
      invalidatesTags: ['Appointments'],
      onQueryStarted: keepChange,
    }),
    enableReminders: contractMutation(build, enableReminders, { invalidatesTags: ['Appointments'] }),
    startPayment: contractMutation(build, startPayment),
    chargePaymentMethod: contractMutation(build, chargePaymentMethod),
    linkPayment: contractMutation(build, linkPayment, { invalidatesTags: ['Appointments'] }),
    getPayment: contractQuery(build, getPayment, { keepUnusedDataFor: 0 }),
    getInsurerClientId: contractQuery(build, getInsurerClientId),
    findInsuranceQuote: contractQuery(build, findInsuranceQuote, { keepUnusedDataFor: 0 }),
    offerInsurance: contractMutation(build, offerInsurance),
    buyInsurance: contractMutation(build, buyInsurance),
    completeInsurance: contractMutation(build, completeInsurance),
  }),
});
