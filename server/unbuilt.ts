/** Calls that have no handler yet; each leaves this list with its module. */
export const unbuilt: ReadonlySet<string> = new Set([
  'signUp', 'signIn', 'jwtLogin', 'jwtRegister', 'initReset', 'verifyReset', 'finishReset', 'updateProfile', 'updateCustomer', 'externalSessionToken',
  'checkTimeSlot', 'cancelAppointment', 'rescheduleAppointment', 'acceptRequest', 'enableReminders',
  'startPayment', 'chargePaymentMethod', 'linkPayment', 'getPayment',
  'buyInsurance', 'completeInsurance', 'findInsuranceQuote', 'getInsurerClientId', 'offerInsurance',
]);
