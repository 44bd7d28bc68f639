const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount in dollars with two decimals, '$68.00' (CONST-02, D-101). */
export const formatMoney = (amount: number): string => dollars.format(amount);

/** An amount in cents, as premiums come (D-101). */
export const formatCents = (cents: number): string => formatMoney(cents / 100);
