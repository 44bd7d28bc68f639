import { array, Struct } from 'superstruct';
import { version } from '../../system/version';
import { areas, isEndpoint, type CallName } from '../../../src/contract';
import type { Access, AnyStruct, Endpoint } from '../../../src/contract/endpoint';
import { errorCodes, errorReplies, type ErrorCode } from '../../../src/contract/errors';
import { clinicId, uuid } from '../../../src/contract/wire';
import { Shop, ShopLocation } from '../../../src/contract/shop';
import { fieldsOf } from '../shaped';
import { schemaOf, schemaOfContent, type JsonSchema, type Known } from './schema';
import { summaries } from './summaries';

/** An OpenAPI 3.1 document, with those of its parts that code here reads. */
export type OpenApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; [kind: string]: unknown };
  [field: string]: unknown;
};
export type Operation = {
  operationId: string;
  parameters: (Parameter | JsonSchema)[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, JsonSchema>;
  [field: string]: unknown;
};
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema };

const about = `Online appointment booking and the owners' portal of veterinary clinics.

Each call is made at one clinic, which \`X-Client-Id\` names. A reply is \`{"success": true, "data": …}\` or \`{"success": false, "code": …}\` with one of a closed set of codes.

A request's unknown fields are dropped, and an empty text in an optional field is the same as none. A character outside the Basic Multilingual Plane, such as an emoji, counts as two in the length of a text. No text may hold the character U+0000 or half of a surrogate pair.`;

const tellsWho: Readonly<Record<Access, readonly JsonSchema[]>> = {
  none: [{}, { session: [] }],
  session: [{ session: [] }],
  owner: [{ owner: [] }],
  person: [{ person: [] }],
  staff: [{ staff: [] }],
};

/** The structs of objects that become named components: those that the contract exports under a name of their own. */
const components = new Map<unknown, string>();
const sharedStructs = new Map<string, AnyStruct>();
for (const [name, value] of Object.values(areas).flatMap((area) => Object.entries(area) as [string, unknown][])) {
  if (!(value instanceof Struct) || fieldsOf(value) === null || components.has(value.schema)) continue;
  components.set(value.schema, name);
  sharedStructs.set(name, value);
}

const plainly: Known = { components, spelledOut: new Map() };
const known: Known = {
  components,
  // Superstruct's union does not tell which structs it is made of.
  spelledOut: new Map<AnyStruct, JsonSchema>([
    [Shop.schema.location, { anyOf: [schemaOf(array(ShopLocation), plainly), schemaOf(ShopLocation, plainly)] }],
  ]),
};

/** The OpenAPI 3.1 document of every call of the contract. */
export function openApiDocument(): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [area, calls] of Object.entries(areas)) {
    for (const call of Object.values(calls).filter(isEndpoint)) {
      const path = (paths[call.path.replace(/:(\w+)/g, '{$1}')] ??= {});
      path[call.method.toLowerCase()] = operationOf(call, area);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Clinic portal', version, description: about },
    servers: [{ url: '/api' }],
    tags: Object.keys(areas).map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        ...Object.fromEntries([...sharedStructs].map(([name, struct]) => [name, schemaOfContent(struct, known)])),
        ErrorReply: errorSchema(errorCodes),
      },
      parameters: {
        clinic: { name: 'X-Client-Id', in: 'header', required: true, schema: schemaOf(clinicId()) },
        idempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Made by the caller for one write. The same key with the same input gives the first reply again; with another input it is refused.',
          schema: schemaOf(uuid()),
        },
      },
      responses: errorResponses,
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: "The token of a guest's or an owner's session." },
        owner: { type: 'http', scheme: 'bearer', description: 'The token of an owner with a proved contact.' },
        person: { type: 'http', scheme: 'bearer', description: 'The token of somebody who signed in at the desk.' },
        staff: { type: 'http', scheme: 'bearer', description: "The token of a member of the clinic's staff." },
      },
    },
  };
}

function operationOf(call: Endpoint, area: string): Operation {
  const body = call.body as AnyStruct | undefined;
  return {
    operationId: call.name,
    tags: [area],
    summary: summaries[call.name as CallName],
    security: tellsWho[call.access],
    parameters: [
      ...parametersOf('path', call.params),
      ...parametersOf('query', call.query),
      ...(call.clinicParam === undefined ? [{ $ref: '#/components/parameters/clinic' }] : []),
      ...(call.idempotent ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
    ],
    ...(body && {
      requestBody: { required: !body.is({}), content: { 'application/json': { schema: schemaOf(body, known) } } },
    }),
    responses: {
      200: {
        description: 'Done',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { success: { const: true }, data: schemaOf(call.response, known) },
              required: ['success', 'data'],
            },
          },
        },
      },
      ...Object.fromEntries(
        Object.keys(errorResponses).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

const parametersOf = (place: 'path' | 'query', struct: AnyStruct | undefined): Parameter[] =>
  Object.entries((struct && (fieldsOf(struct) as Record<string, AnyStruct> | null)) ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: !field.is(undefined),
    schema: schemaOf(field, known),
  }));

const errorSchema = (codes: readonly ErrorCode[]): JsonSchema => ({
  type: 'object',
  properties: {
    success: { const: false },
    code: { enum: codes },
    message: { type: 'string', description: 'For the owner to read.' },
    ...(codes.includes('validation') && {
      fields: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'What is wrong with which field, by its path.',
      },
    }),
    ...(codes.includes('idempotency_mismatch') && {
      result: { description: "What the key's first use was answered." },
    }),
  },
  required: ['success', 'code', 'message'],
});

const headersOf: Readonly<Record<string, JsonSchema>> = {
  401: { 'WWW-Authenticate': { schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
  503: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
};

/** A failed reply by its status, with the codes that have that status. */
const errorResponses: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  [...new Set(errorCodes.map((code) => errorReplies[code].status))].map((status) => {
    const codes = errorCodes.filter((code) => errorReplies[code].status === status);
    return [
      String(status),
      {
        description: codes.map((code) => `${code}: ${errorReplies[code].message}`).join('\n'),
        ...(headersOf[status] && { headers: headersOf[status] }),
        content: { 'application/json': { schema: errorSchema(codes) } },
      },
    ];
  }),
);
