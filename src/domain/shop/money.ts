/**
 * Made with the first amount: the browser's number formats take a phone tens of milliseconds, and the first screen has
 * no amount.
 */
let dollars: Intl.NumberFormat | undefined;

/** An amount in dollars with two decimals, '$68.00' (CONST-02, D-101). */
export const formatMoney = (amount: number): string =>
  (dollars ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })).format(amount);

/** An amount in cents, as premiums come (D-101). */
export const formatCents = (cents: number): string => formatMoney(cents / 100);
