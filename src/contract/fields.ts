import { define, optional, refine, type Struct } from 'superstruct';

/**
 * The structs of fields that people write by hand, such as a clinic's settings. Each says what it takes in words that
 * follow the field's path: "bookingSlotInterval: must be a whole number from 5 to 240".
 */

/** A field that accepts values for which `holds` is true; for any other value the fault is `message`. */
export const rule = <T>(name: string, message: string, holds: (value: unknown) => boolean): Struct<T, null> =>
  define<T>(name, (value) => (value === undefined ? 'is required' : holds(value) || message));

/**
 * Whether a value is a text whose only control characters are line ends and tabs: databases cannot store U+0000, and no
 * field needs the others.
 */
export const isText = (value: unknown): value is string => typeof value === 'string' && !/[^\P{Cc}\n\r\t]/u.test(value);

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Adds limits to a struct, as a refinement, so that other code can find them out from the struct. */
const limited = <T>(struct: Struct<T, null>, message: string, holds: (value: T) => boolean): Struct<T, null> =>
  refine(struct, 'limits', (value) => holds(value) || message);

/** Text of at most `max` characters. */
export function text(max = 255): Struct<string, null> {
  const message = `must be a text of at most ${max} characters without control characters`;
  return limited(rule<string>('string', message, isText), message, ({ length }) => length <= max);
}

export const flag = () => rule<boolean>('boolean', 'must be true or false', (value) => typeof value === 'boolean');

/** An id. Ids are part of addresses and comma-separated lists, so they contain no blanks, commas or slashes. */
export const id = () =>
  rule<string>(
    'id',
    'must be 1 to 128 characters without blanks, commas or slashes',
    (value) => isText(value) && /^[^\s,/]{1,128}$/.test(value),
  );

export function number(from: number, to: number): Struct<number, null> {
  const message = `must be a number from ${from} to ${to}`;
  return limited(rule<number>('number', message, isNumber), message, (value) => value >= from && value <= to);
}

export function whole(from: number, to: number): Struct<number, null> {
  const message = `must be a whole number from ${from} to ${to}`;
  return limited(rule<number>('integer', message, Number.isInteger), message, (value) => value >= from && value <= to);
}

/** An https address: the portal leads to no others (D-208). */
export const https = () =>
  rule<string>(
    'https address',
    'must be an https address',
    (value) => isText(value) && /^https:\/\//i.test(value) && value.length <= 2048 && URL.canParse(value),
  );

export const color = () =>
  rule<string>('colour', 'must be a colour, #rrggbb', (value) => isText(value) && /^#[0-9a-f]{6}$/i.test(value));

/**
 * A switch that is on or off: `true`, `false` or `{ "enabled": true }` (D-75). Other parts that such an object has are
 * not checked.
 */
export const toggle = <Part extends string = never>() =>
  rule<boolean | ({ enabled: boolean } & { [P in Part]?: unknown })>(
    'setting',
    'must be true, false or { "enabled": true or false }',
    (value) =>
      typeof value === 'boolean' ||
      (typeof value === 'object' && value !== null && typeof Reflect.get(value, 'enabled') === 'boolean'),
  );

/** A struct for each field of V. */
export type Fields<V> = { [K in keyof V]: Struct<V[K], unknown> };

/** The same fields, each of which may be missing. */
export const optionals = <V extends object>(fields: Fields<V>) =>
  eachField(fields, optional) as Fields<{ [K in keyof V]: V[K] | undefined }>;

/** The fields' structs, each made into another. */
export const eachField = (fields: object, make: (struct: Struct<unknown, unknown>) => unknown): object =>
  Object.fromEntries(Object.entries(fields).map(([name, struct]) => [name, make(struct)]));
