/**
 * The JSON of a value with the fields of every object sorted by name, so that two values that differ only in the order
 * of their fields give the same text. The order has no meaning: a document column does not keep it, and a caller may
 * choose any. Fields that are undefined are left out, as JSON does; undefined itself gives ''.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (isObject(one) ? byName(one) : one)) ?? '';
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byName = (value: object): object =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
