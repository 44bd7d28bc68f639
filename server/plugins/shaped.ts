import type { Struct } from 'superstruct';

/** What the walk needs of a struct: its kind, its fields or items, and what it takes. */
export type Shape = Pick<Struct<unknown, unknown>, 'type' | 'schema' | 'is'>;

type Say = (path: string, fault: string) => void;

/**
 * A list or an object where the contract has none. The struct refuses it in its own words, and never prints what came:
 * that could be too deep to print, or say itself how it is printed.
 */
const outOfShape = Symbol('out of shape');

/** What birthdays and appointments lie between. Beyond, calendars, clocks and databases read years each in their own way. */
const years = { from: 1000, to: 9000 };
const dated: ReadonlySet<string> = new Set(['instant', 'calendar date']);

/**
 * What came in, no wider and no deeper than the struct: fields that it does not have are dropped, and an empty text in
 * an optional field is the same as none (D-412). Tells of texts that no database keeps, and of years that no calendar has.
 */
export function shaped(value: unknown, shape: Shape, say: Say, path: readonly string[] = []): unknown {
  if (typeof value === 'string') {
    const fault = textFault(value, shape);
    if (fault !== null) say(path.join('.'), fault);
    return value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (shape.type !== 'array') return outOfShape;
    return value.map((one: unknown, index) => shaped(one, shape.schema as Shape, say, [...path, String(index)]));
  }
  const fields = fieldsOf(shape);
  if (fields === null) return outOfShape;
  const given = Object.entries(fields).flatMap(([name, field]) => {
    const one: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    return one === undefined || (one === '' && field.is(undefined))
      ? []
      : [[name, shaped(one, field, say, [...path, name])] as const];
  });
  return Object.fromEntries(given);
}

/** The fields of an object's struct; null for any other. */
export const fieldsOf = ({ type, schema }: Pick<Shape, 'type' | 'schema'>): Record<string, Shape> | null =>
  type === 'object' || type === 'type' ? (schema as Record<string, Shape>) : null;

function textFault(text: string, { type }: Shape): string | null {
  if (text.includes('\0')) return 'must not contain the character U+0000';
  if (/\p{Cs}/u.test(text)) return 'must not contain half a character';
  const year = dated.has(type) ? Number(text.slice(0, 4)) : NaN;
  return year < years.from || year > years.to ? `must lie between the years ${years.from} and ${years.to}` : null;
}
