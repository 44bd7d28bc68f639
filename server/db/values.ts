/** Makes both databases return the same JavaScript values: int8 → number, date → text, timestamptz → Date. */

/** PostgreSQL's type ids. */
export const oids = { int8: 20, date: 1082, timestamptz: 1184 };
export const toNumber = (value: string) => Number(value);
export const toText = (value: string) => value;
export const toDate = (value: string) => new Date(value);
