/**
 * What is read of a superstruct struct: `schema` is another struct for a list, and one struct per field for an object.
 */
export type Shape = { type: string; schema: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a value in the form of the file that the struct describes: fields in the struct's order, without those that
 * the struct does not have (open objects keep theirs, sorted by name), without nulls and empty objects, with instants
 * as ISO text. Control characters in texts become blanks.
 */
export function inOrder(value: unknown, struct: Shape | undefined): unknown {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return value.replace(unsayable, ' ');
  if (Array.isArray(value))
    return value.map((one) => inOrder(one, struct?.type === 'array' ? (struct.schema as Shape) : undefined));
  if (!isRecord(value)) return value;
  const known = struct?.type === 'object' || struct?.type === 'type' ? (struct.schema as Record<string, Shape>) : {};
  const more =
    struct?.type === 'object'
      ? []
      : Object.keys(value)
          .filter((key) => !(key in known))
          .sort();
  const fields = [...Object.keys(known), ...more].flatMap((key) => {
    const one = inOrder(value[key], known[key]);
    return one === undefined || one === null || (isRecord(one) && Object.keys(one).length === 0)
      ? []
      : [[key, one] as const];
  });
  return Object.fromEntries(fields);
}

/** Control characters, which an owner's text can contain and a clinic file cannot. */
const unsayable = /[^\P{Cc}\n\r\t]/gu;

/** Yields the file's JSON text in lines, one per record, so that two files can be compared line by line. */
export function* fileLines(file: object): Generator<string> {
  const parts = Object.entries(file);
  yield '{';
  for (const [index, [name, value]] of parts.entries()) {
    const comma = index + 1 < parts.length ? ',' : '';
    const key = `  ${JSON.stringify(name)}: `;
    if (!Array.isArray(value)) yield* indented(`${key}${JSON.stringify(value, null, 2)}${comma}`);
    else if (value.length === 0) yield `${key}[]${comma}`;
    else {
      yield `${key}[`;
      for (const [row, one] of value.entries()) yield `    ${JSON.stringify(one)}${row + 1 < value.length ? ',' : ''}`;
      yield `  ]${comma}`;
    }
  }
  yield '}';
}

function* indented(text: string): Generator<string> {
  for (const [index, line] of text.split('\n').entries()) yield index === 0 ? line : `  ${line}`;
}
