/**
 * The JSON of a value with the fields of every object in the order of their names, so that two values that differ in that
 * order alone have the same text: what a document column gives back has lost the order, and a caller may choose its own.
 * Fields that are undefined are left out, as JSON does; undefined itself gives ''.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (isObject(one) ? byName(one) : one)) ?? '';
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byName = (value: object): object =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
