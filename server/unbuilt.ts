/** Calls that have no handler yet; each leaves this list with its module. */
export const unbuilt: ReadonlySet<string> = new Set([
  'signUp', 'signIn', 'jwtLogin', 'jwtRegister', 'initReset', 'verifyReset', 'finishReset', 'updateProfile', 'updateCustomer', 'externalSessionToken',
  'listTimezones', 'listLocations', 'listKeywordActions', 'listBreeds', 'listPatientColors', 'listPatientSexes',
  'checkTimeSlot', 'cancelAppointment', 'rescheduleAppointment', 'acceptRequest', 'enableReminders',
  'findAndSyncClient', 'getCustomer', 'listVaccinations', 'listMedications', 'emailVaccinations', 'requestRefill', 'joinWaitlist', 'leaveWaitlist',
  'recordBookingSession', 'startPayment', 'chargePaymentMethod', 'linkPayment', 'getPayment',
  'buyInsurance', 'completeInsurance', 'findInsuranceQuote', 'getInsurerClientId', 'offerInsurance',
]);
