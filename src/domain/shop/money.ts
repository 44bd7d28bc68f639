/**
 * The format of dollars. It is made when the first amount is shown, because making it takes a phone tens of
 * milliseconds and the first screen shows no amount.
 */
let dollars: Intl.NumberFormat | undefined;

/** An amount in dollars with two decimals, '$68.00' (CONST-02, D-101). */
export const formatMoney = (amount: number): string =>
  (dollars ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })).format(amount);

/** Formats an amount that is given in cents, as premiums are (D-101). */
export const formatCents = (cents: number): string => formatMoney(cents / 100);
