/** Calls that have no handler yet; each leaves this list with its module. */
export const unbuilt: ReadonlySet<string> = new Set([
  'buyInsurance', 'completeInsurance', 'findInsuranceQuote', 'getInsurerClientId', 'offerInsurance',
]);
