import type { Context } from 'superstruct';
import type { AnyStruct } from '../../../src/contract/endpoint';
import { clinicIdPattern } from '../../../src/contract/clinicAddress';
import { fieldsOf } from '../shaped';

/** A schema of JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export type Known = {
  /** The names of components by their struct's `schema`, which `optional` and `nullable` copies of the struct share. */
  components: ReadonlyMap<unknown, string>;
  /** Schemas written by hand, for structs that do not tell what they consist of. */
  spelledOut: ReadonlyMap<AnyStruct, JsonSchema>;
};

const nothingKnown: Known = { components: new Map(), spelledOut: new Map() };

/**
 * The JSON Schema of the values that a struct accepts. Throws on a struct that it cannot read, so that no schema
 * silently says less than its struct.
 */
export function schemaOf(struct: AnyStruct, known: Known = nothingKnown): JsonSchema {
  const name = known.components.get(struct.schema);
  const schema = name === undefined ? schemaOfContent(struct, known) : { $ref: `#/components/schemas/${name}` };
  return struct.is(null) ? orNull(schema) : schema;
}

/**
 * Like schemaOf, but the struct itself is spelled out instead of referred to, and null is left out: the schema of a
 * component.
 */
export function schemaOfContent(struct: AnyStruct, known: Known = nothingKnown): JsonSchema {
  const spelledOut = known.spelledOut.get(struct) ?? formats[struct.type];
  if (spelledOut) return spelledOut;
  const fields = fieldsOf(struct) as Record<string, AnyStruct> | null;
  if (fields) return objectSchema(fields, known);
  switch (struct.type) {
    case 'string':
      return {
        type: 'string',
        ...named(
          rangeOf(struct, (length) => 'x'.repeat(length), lengths),
          'Length',
        ),
      };
    case 'array':
      return {
        type: 'array',
        items: schemaOf(struct.schema as AnyStruct, known),
        ...named(
          rangeOf(struct, (length) => Array.from({ length }), lengths),
          'Items',
        ),
      };
    case 'integer':
    case 'number':
      return { type: struct.type, ...numberRange(struct) };
    case 'boolean':
      return { type: 'boolean' };
    case 'literal':
      return { const: struct.schema as unknown };
    case 'enums':
      return { enum: Object.values(struct.schema as Record<string, unknown>) };
    case 'record':
      return { type: 'object', additionalProperties: schemaOf(valuesOf(struct), known) };
    case 'unknown':
      return {};
    default:
      throw new Error(`There is no JSON Schema for a struct of the type "${struct.type}".`);
  }
}

/**
 * The schemas of the formats that `src/contract/wire.ts` and `src/contract/fields.ts` define, by the struct's type.
 * What a pattern cannot say is in the description.
 */
const formats: Readonly<Record<string, JsonSchema>> = {
  uuid: { type: 'string', format: 'uuid', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' },
  'clinic id': { type: 'string', pattern: clinicIdPattern.source },
  instant: {
    type: 'string',
    format: 'date-time',
    pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$`,
    description: 'An instant in UTC. In a request its year is between 1000 and 9000.',
  },
  'calendar date': {
    type: 'string',
    format: 'date',
    pattern: String.raw`^\d{4}-\d\d-\d\d$`,
    description: 'A date that the calendar has. In a request its year is between 1000 and 9000.',
  },
  id: { type: 'string', minLength: 1, maxLength: 128, pattern: String.raw`^[^\s,/]+$` },
  'https address': { type: 'string', maxLength: 2048, pattern: '^[hH][tT][tT][pP][sS]://' },
  colour: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
  setting: {
    type: ['boolean', 'object'],
    properties: { enabled: { type: 'boolean' } },
    required: ['enabled'],
    description: 'On or off, as true, false or an object with enabled.',
  },
  'ten digits': { type: 'string', pattern: String.raw`^\d{10}$` },
  phone: {
    type: 'string',
    pattern: String.raw`^(?:\d{10}|\+[1-9]\d{7,14})$`,
    description: 'Ten digits, or a number in E.164 with its country code.',
  },
};

function objectSchema(fields: Readonly<Record<string, AnyStruct>>, known: Known): JsonSchema {
  const required = Object.keys(fields).filter((name) => !fields[name]!.is(undefined));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field, known)])),
    ...(required.length > 0 && { required }),
  };
}

/** The schema with null allowed too, in the shortest form. */
function orNull(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).length === 0) return schema;
  if (Array.isArray(schema.enum)) return { ...schema, enum: [...(schema.enum as unknown[]), null] };
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}

const context = (value: unknown): Context => ({ branch: [value], path: [] });

/** The struct of a record's values, which the record's own `schema` does not give. */
function valuesOf(record: AnyStruct): AnyStruct {
  const [, value] = [...record.entries({ name: null }, context({}))];
  if (!value) throw new Error('The struct of a record does not tell what the record holds.');
  return value[2] as AnyStruct;
}

type Range = { least: number | null; most: number | null };

const lengths = { from: 0, to: 2 ** 16 };
const wholeNumbers = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };
/** The sizes that are tried to find one within the range; a range that contains none of them is not found. */
const probes = [
  ...Array.from({ length: 300 }, (_, size) => size),
  ...Array.from({ length: 8 }, (_, n) => 2 ** (n + 9)),
];

/**
 * The limits that a struct's refinements set, null where there is none. superstruct does not tell them, so they are
 * found by trying values; `make` gives a value of a length or size. Throws where refinements ask for something other
 * than a range.
 */
function rangeOf(struct: AnyStruct, make: (size: number) => unknown, { from, to }: typeof lengths): Range {
  const takes = (size: number): boolean => [...struct.refiner(make(size) as never, context(make(size)))].length === 0;
  const inside = probes.concat(probes.map((size) => -size)).find((size) => size >= from && size <= to && takes(size));
  if (inside === undefined) throw new Error(`A refinement of the type "${struct.type}" is no range of sizes.`);
  return {
    least: takes(from) ? null : lastOf(inside, from, takes),
    most: takes(to) ? null : lastOf(inside, to, takes),
  };
}

/** The last accepted whole number on the way from `taken`, which is accepted, to `refused`, which is not. */
function lastOf(taken: number, refused: number, takes: (size: number) => boolean): number {
  while (Math.abs(refused - taken) > 1) {
    const middle = Math.trunc(taken + (refused - taken) / 2);
    if (takes(middle)) taken = middle;
    else refused = middle;
  }
  return taken;
}

const named = ({ least, most }: Range, what: string): JsonSchema => ({
  ...(least !== null && { [`min${what}`]: least }),
  ...(most !== null && { [`max${what}`]: most }),
});

function numberRange(struct: AnyStruct): JsonSchema {
  const takes = (value: number): boolean => [...struct.refiner(value, context(value))].length === 0;
  const { least, most } = rangeOf(struct, (size) => size, wholeNumbers);
  if ((least !== null && takes(least - 0.5)) || (most !== null && takes(most + 0.5)))
    throw new Error(`A refinement of the type "${struct.type}" is no range of whole numbers.`);
  return { ...(least !== null && { minimum: least }), ...(most !== null && { maximum: most }) };
}
