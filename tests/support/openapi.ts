import Ajv2020 from 'ajv/dist/2020';
import type { AnySchema, ValidateFunction } from 'ajv';
import { isCalendarDate } from '../../src/contract/wire';
import type { OpenApiDocument, Operation } from '../../server/plugins/openapi/document';

type Part = 'params' | 'query' | 'body';
export type Judge = {
  /** The faults of one part of a call's input, in the document's words; empty where it is as documented. */
  input(call: string, part: Part, value: unknown): string[];
  /** The faults of a reply with this status. */
  reply(call: string, status: number, body: unknown): string[];
};

/** Judges what calls are given and answered by the document alone, as a stranger's client would. */
export function judgeBy(document: OpenApiDocument): Judge {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    // JSON has no largest number; beyond its own JavaScript reads an infinity.
    strictNumbers: false,
    formats: { uuid: true, date: isCalendarDate, 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) },
  });
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'api', components: document.components } as AnySchema);
  const compiled = new Map<string, ValidateFunction>();
  const faults = (name: string, schema: () => unknown, value: unknown): string[] => {
    const check = compiled.get(name) ?? ajv.compile(absolute(schema()) as AnySchema);
    compiled.set(name, check);
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  const operations = new Map(
    Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .map((one) => [one.operationId, one]),
  );
  const operation = (call: string): Operation => {
    const found = operations.get(call);
    if (!found) throw new Error(`The document has no ${call}.`);
    return found;
  };
  return {
    input: (call, part, value) => faults(`${call} ${part}`, () => inputSchema(operation(call), part), value),
    reply: (call, status, body) =>
      faults(`${call} ${status}`, () => replySchema(document, operation(call), status), body),
  };
}

/** One schema for all parameters of a place, as they are together in a call. */
function inputSchema({ parameters, requestBody }: Operation, part: Part): unknown {
  if (part === 'body') return requestBody?.content['application/json'].schema ?? false;
  const own = parameters.flatMap((one) =>
    'in' in one && one.in === (part === 'params' ? 'path' : 'query') ? [one] : [],
  );
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
}

function replySchema(document: OpenApiDocument, { responses }: Operation, status: number): unknown {
  const given = responses[status];
  if (!given) return false;
  const { $ref } = given as { $ref?: string };
  const kept = document.components.responses as Record<string, unknown>;
  const whole = $ref === undefined ? given : kept[$ref.split('/').at(-1)!];
  return (whole as { content: { 'application/json': { schema: unknown } } }).content['application/json'].schema;
}

/** References of the document lead into its components, wherever the schema stands by itself. */
const absolute = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'));
