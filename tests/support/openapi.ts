import Ajv2020 from 'ajv/dist/2020';
import type { AnySchema, ValidateFunction } from 'ajv';
import { isCalendarDate } from '../../src/contract/wire';
import type { OpenApiDocument, Operation } from '../../server/plugins/openapi/document';

type Part = 'params' | 'query' | 'body';
export type Judge = {
  /** Returns the faults of one part of a call's input, in the document's words; empty for none. */
  input(call: string, part: Part, value: unknown): string[];
  /** Returns the faults of a reply with this status. */
  reply(call: string, status: number, body: unknown): string[];
};

/** Checks inputs and replies by the OpenAPI document alone, as another client would. */
export function judgeBy(document: OpenApiDocument): Judge {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    // JSON allows numbers of any size; JavaScript reads those that are too large as Infinity.
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

/** Combines all parameters of one part of the input into one schema. */
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

/** Makes references of a schema absolute, so that it can be used outside its document. */
const absolute = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'));
