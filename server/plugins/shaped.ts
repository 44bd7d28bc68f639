import type { Struct } from 'superstruct';

/** What `shaped` reads of a struct: its type, its fields or items, and whether it accepts a value. */
export type Shape = Pick<Struct<unknown, unknown>, 'type' | 'schema' | 'is'>;

type Say = (path: string, fault: string) => void;

/**
 * Stands for a list or an object where the contract has none. The struct refuses it with its own message, and the value
 * that was sent is never printed: it could be nested too deeply to print, or define itself how it is printed.
 */
const outOfShape = Symbol('out of shape');

/**
 * The years within which birthdays and appointments lie. Calendars, clocks and databases each read years beyond them in
 * their own way.
 */
const years = { from: 1000, to: 9000 };
const dated: ReadonlySet<string> = new Set(['instant', 'calendar date']);

/**
 * Cuts a value that came in to the shape of a struct: fields that the struct does not have are dropped, and an empty
 * text in an optional field is the same as none (D-412). Calls `say` for a text that no database can store, and for a
 * date outside the supported years.
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
