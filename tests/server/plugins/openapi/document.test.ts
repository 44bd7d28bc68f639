import { Validator } from '@seriousme/openapi-schema-validator';
import type { Struct } from 'superstruct';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../../../src/contract';
import { getProfile } from '../../../../src/contract/auth';
import type { Endpoint } from '../../../../src/contract/endpoint';
import { errorReplies, type ErrorCode } from '../../../../src/contract/errors';
import type { ApiError } from '../../../../server/calls/errors';
import { inputOf } from '../../../../server/plugins/input';
import { openApiDocument, type OpenApiDocument } from '../../../../server/plugins/openapi/document';
import { ask, inject } from '../../../support/border/ask';
import { fieldsOfCall, parts, withField } from '../../../support/border/fields';
import { hostileJson } from '../../../support/border/hostile';
import { samples, type Given } from '../../../support/border/samples';
import { makeScene, type Scene } from '../../../support/border/scene';
import { judgeBy } from '../../../support/openapi';

let scene: Scene;
beforeAll(async () => void (scene = await makeScene()));
afterAll(() => scene.close());

const document = openApiDocument();
const judge = judgeBy(document);
const calls = endpoints.map((one) => [one.name, one] as const);

/** What the server says to an input; null where it takes it. */
function faultOf(call: Endpoint, given: Given): string | null {
  try {
    inputOf(call, { params: given.params, query: given.query, body: given.body });
    return null;
  } catch (error) {
    return Object.values((error as ApiError).details.fields ?? {}).join();
  }
}

/** What JSON Schema has no words for, and the document tells in its own. */
const saidInWords = (fault: string, literal: string): boolean =>
  /must not contain|must lie between/.test(fault) ||
  (fault.includes('a length') && /\p{Extended_Pictographic}/u.test(literal));

describe('the OpenAPI document', () => {
  it('is one of OpenAPI 3.1, by a validator that also refuses', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>)).toMatchObject({
      valid: true,
    });
    expect(validator.version).toBe('3.1');
    const broken = JSON.parse(JSON.stringify(document)) as OpenApiDocument;
    delete (broken.paths['/products']!.get as { responses?: unknown }).responses;
    broken.info = {};
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('has every call of the contract and no other, each with a line about it', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [one.operationId, `${method.toUpperCase()} ${path}`] as const),
    );
    expect(Object.fromEntries(operations)).toEqual(
      Object.fromEntries(
        endpoints.map((call) => [call.name, `${call.method} ${call.path.replace(/:(\w+)/g, '{$1}')}`]),
      ),
    );
    const lines = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ summary }) => summary));
    expect(lines.filter((line) => typeof line !== 'string' || line === '' || line.length > 90)).toEqual([]);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('says of each call who may make it, at which clinic and with which key', () => {
    const said = (path: string, method: string) => {
      const { security, parameters } = document.paths[path]![method]!;
      return { security, parameters: parameters.map((one) => ('$ref' in one ? one.$ref : one.name)) };
    };
    const shared = '#/components/parameters/';
    expect(said('/appointments', 'post')).toEqual({
      security: [{ owner: [] }],
      parameters: [`${shared}clinic`, `${shared}idempotencyKey`],
    });
    expect(said('/tenant/v2/shops/{id}', 'get')).toEqual({ security: [{}, { session: [] }], parameters: ['id'] });
    expect(said('/payment_requests/ppid/{paymentId}', 'get').security).toEqual([{ session: [] }]);
  });

  it('has each failed reply with its codes', () => {
    const responses = document.components.responses as Record<string, unknown>;
    for (const [code, { status, message }] of Object.entries(errorReplies)) {
      const body = { success: false, code, message };
      expect([code, judge.reply('getProfile', status, body)]).toEqual([code, []]);
      const another = Object.values(errorReplies).find((one) => one.status !== status)!.status;
      expect([code, judge.reply('getProfile', another, body)]).not.toEqual([code, []]);
    }
    expect(Object.keys(responses).map(Number)).toEqual([400, 401, 404, 409, 415, 422, 429, 500, 503]);
  });

  it('is served at its address, and again only where it has changed', async () => {
    const { app } = scene.server;
    const first = await app.inject({ url: '/api/openapi.json' });
    expect([first.statusCode, first.headers['content-type'], first.headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-cache',
    ]);
    expect(first.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const etag = String(first.headers.etag);
    const again = await app.inject({ url: '/api/openapi.json', headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  });
});

describe('what the tests send and get', () => {
  it.each(calls)('of %s is as documented, and something else is not', async (name, call) => {
    const given = await samples[name]!(scene, scene.jo);
    for (const part of parts) {
      if (call[part] === undefined) continue;
      expect([part, judge.input(name, part, given[part] ?? {})]).toEqual([part, []]);
    }
    for (const { part, path, shape } of fieldsOfCall(call)) {
      const put = (value: unknown) => judge.input(name, part, withField(given[part], path, value) ?? {});
      expect([path, put([{}]).length > 0]).toEqual([path, true]);
      if (path.length === 1) expect([path, put(undefined).length > 0]).toEqual([path, !shape.is(undefined)]);
    }

    const answer = await ask(scene.server, call, given, given.token === undefined ? scene.jo.token : given.token);
    expect([answer.status, judge.reply(name, answer.status, answer.body)]).toEqual([200, []]);
    expect(judge.reply(name, 200, { ...answer.body, data: 4711 })).not.toEqual([]);
    expect(judge.reply(name, 200, { data: answer.body?.data })).not.toEqual([]);
    const { data } = answer.body ?? {};
    const fields = call.response as Struct<unknown, Record<string, Struct<unknown>>>;
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return;
    for (const field of Object.keys(data).filter((one) => !fields.schema[one]?.is(undefined))) {
      const { [field]: _, ...rest } = data as Record<string, unknown>;
      if (fields.schema[field])
        expect([field, judge.reply(name, 200, { success: true, data: rest })]).not.toEqual([field, []]);
    }
  });

  it.each(calls)('of %s is taken by the document where the server takes it, field by field', async (name, call) => {
    const given = await samples[name]!(scene, scene.jo);
    for (const { part, path, shape } of fieldsOfCall(call)) {
      for (const literal of hostileJson) {
        const put = { ...given, [part]: withField(given[part], path, JSON.parse(literal)) };
        const fault = faultOf(call, put);
        const isInWords = fault === null ? literal === '""' && shape.is(undefined) : saidInWords(fault, literal);
        const isTaken = judge.input(name, part, put[part]).length === 0;
        expect([path, literal, fault, isTaken]).toEqual([path, literal, fault, isInWords ? isTaken : fault === null]);
      }
    }
  });

  it('of a refused call is as documented', async () => {
    const { server, jo } = scene;
    const shop = { url: '/api/tenant/v2/shops/nowhere' };
    const post = { method: 'POST' as const, headers: { 'x-client-id': server.clinicId } };
    const refused: [string, ErrorCode, Promise<{ status: number; body: unknown }>][] = [
      ['getShop', 'not_found', inject(server, shop)],
      ['getProfile', 'unauthorized', ask(server, getProfile, {}, null)],
      ['getProfile', 'invalid_tenant', ask(server, getProfile, {}, jo.token, { clinicId: 'othervets' })],
      ['openTimes', 'validation', inject(server, { ...post, url: '/api/providers/open_times', payload: {} })],
      [
        'openTimes',
        'unsupported_media_type',
        inject(server, {
          ...post,
          url: '/api/providers/open_times',
          headers: { ...post.headers, 'content-type': 'text/plain' },
          payload: 'x',
        }),
      ],
    ];
    for (const [name, code, asked] of refused) {
      const { status, body } = await asked;
      expect([(body as { code: string }).code, judge.reply(name, status, body)]).toEqual([code, []]);
    }
  });
});
