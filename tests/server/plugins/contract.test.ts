import { array, boolean, enums, integer, literal, max, min, number, object, size, string, type } from 'superstruct';
import type { Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../../src/contract';
import { SignedIn, updateName, verifyCode } from '../../../src/contract/auth';
import { endpoint, type Endpoint } from '../../../src/contract/endpoint';
import { textUs } from '../../../src/contract/messages';
import { getShop } from '../../../src/contract/shop';
import { calendarDate, instant } from '../../../src/contract/wire';
import { buildApp } from '../../../server/app';
import { loadConfig } from '../../../server/config/config';
import { ApiError } from '../../../server/calls/errors';
import { handle, type Call, type RouteTerms } from '../../../server/calls/handlers';
import type { Database } from '../../../server/db/schema';
import { startTestServer, type TestServer } from '../../support/server';

const ping = endpoint({
  name: 'ping',
  method: 'POST',
  path: '/ping/:id',
  access: 'none',
  params: object({ id: string() }),
  body: object({ text: string(), inner: object({ kind: literal('a') }) }),
  response: type({ got: string() }),
});
const pong = endpoint({
  name: 'pong',
  method: 'GET',
  path: '/pong',
  access: 'none',
  response: type({ got: string() }),
});
const answerPing = handle(ping, async ({ params, body }) => ({
  got: `${params.id} ${Object.keys(body).join()} ${body.text}`,
}));
const answerPong = handle(pong, async () => ({ got: 'pong' }));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A server with calls of its own beside the one database. */
const withCalls = (calls: Endpoint[], routes = [answerPing, answerPong]) => server.another({ calls, routes });

describe('the start', () => {
  const config = loadConfig({ NODE_ENV: 'test', SECRET: 'x'.repeat(40), DATA_DIR: '/nonexistent' });
  const build = (calls: readonly Endpoint[], routes = [answerPing]) =>
    buildApp(config, { db: server.db, calls, routes });

  test('fails when a call has no handler', async () => {
    await expect(build([ping, pong])).rejects.toThrow('The contract has calls without a handler: pong');
  });
  test('fails when a call has two', async () => {
    await expect(build([ping], [answerPing, answerPing])).rejects.toThrow(
      'The contract has calls with two handlers: ping',
    );
  });
  test('fails when a handler has no call', async () => {
    await expect(build([ping], [answerPing, answerPong])).rejects.toThrow(
      'handlers for calls that the contract does not have: pong',
    );
  });
  test('fails when a creating write asks for no transaction', async () => {
    const create = endpoint({ ...ping, name: 'create', idempotent: true, access: 'session' });
    const handler = async () => ({ got: '' });
    await expect(build([create], [handle(create, handler)])).rejects.toThrow(
      'creating writes whose route asks for no transaction: create',
    );
  });
  test("fails when a cap needs to be told whose count it is and isn't, or is told without need", async () => {
    const of = (call: Endpoint, terms: RouteTerms<Endpoint>) =>
      build([call], [handle(call, async () => ({}), { ...terms, transaction: true })]);
    const message = 'routes that do not say whose count a cap of theirs is: textUs';
    await expect(of(textUs, {})).rejects.toThrow(message);
    await expect(
      of(textUs, { caps: { textRequestsPerPhone: () => '', textRequestsPerAddress: () => '' } }),
    ).rejects.toThrow(message);
    await expect(of(getShop, { caps: { textRequestsPerPhone: () => '' } })).rejects.toThrow('theirs is: getShop');
  });
  test('succeeds with the whole contract, whose names and addresses are each there once', () => {
    expect(new Set(endpoints.map((one) => one.name)).size).toBe(endpoints.length);
    expect(new Set(endpoints.map((one) => `${one.method} ${one.path}`)).size).toBe(endpoints.length);
    expect(endpoints.every((one) => server.app.hasRoute({ method: one.method, url: `/api${one.path}` }))).toBe(true);
  });
  test('a creating write needs a session, since keys belong to a user', () => {
    expect(endpoints.filter((one) => one.idempotent && one.access === 'none')).toEqual([]);
  });
});

describe('what comes in', () => {
  let own: TestServer;
  beforeAll(async () => {
    own = await withCalls([ping, pong]);
  });
  afterAll(() => own.app.close());
  const post = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    own.app.inject({
      method: 'POST',
      url: '/api/ping/7',
      headers: { 'x-client-id': server.clinicId, ...headers },
      payload,
    });

  test('API-64 unknown fields are dropped', async () => {
    const reply = await post('{"text":"hi","inner":{"kind":"a","more":1},"admin":true}');
    expect(reply.json()).toEqual({ success: true, data: { got: '7 text,inner hi' } });
  });

  test('API-64 every wrong field is named with what is expected, never with what came', async () => {
    const reply = await post('{"text":5,"inner":{"kind":"secret value"}}');
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      success: false,
      code: 'validation',
      message: 'Please check what you entered.',
      fields: { text: 'must be a string', 'inner.kind': 'must be the literal `"a"`' },
    });
    expect((await post('{}')).json()).toMatchObject({ fields: { text: 'is required', inner: 'is required' } });
    expect((await post('[]')).statusCode).toBe(400);
    expect((await post('"x"')).statusCode).toBe(400);
  });

  test('API-64 what came is in no message, however it is wrong', async () => {
    const strict = endpoint({
      name: 'strict',
      method: 'POST',
      path: '/strict',
      access: 'none',
      response: type({}),
      body: object({
        short: size(string(), 1, 3),
        most: max(number(), 5),
        least: min(integer(), 5),
        kind: enums(['a', 'b']),
        when: calendarDate(),
        list: size(array(string()), 1, 1),
        inner: object({ at: instant() }),
      }),
    });
    const own = await withCalls([strict], [handle(strict, async () => ({}))]);
    const refused = async (body: string) =>
      (
        await own.app.inject({
          method: 'POST',
          url: '/api/strict',
          headers: { 'x-client-id': server.clinicId, 'content-type': 'application/json' },
          payload: body,
        })
      ).json<{ code: string; fields: unknown }>();
    expect(
      await refused(
        '{"short":"4711","most":4711,"least":-4711,"kind":"4711","when":"0000-01-01","list":["4711","4711"],"inner":{"at":"9999-12-31T00:00:00Z"}}',
      ),
    ).toMatchObject({
      code: 'validation',
      fields: {
        short: 'must be a string with a length between `1` and `3`',
        most: 'must be a number less than or equal to 5',
        least: 'must be a integer greater than or equal to 5',
        kind: 'must be one of `"a","b"`',
        when: 'must lie between the years 1000 and 9000',
        list: 'must be a array with a length of `1`',
        'inner.at': 'must lie between the years 1000 and 9000',
      },
    });
    const odd = ['{"toString":1}', '{"toString":"4711"}', `${'['.repeat(5000)}${']'.repeat(5000)}`, '[]', '{}'];
    for (const one of odd) {
      expect(
        await refused(
          `{"short":${one},"most":${one},"least":${one},"kind":${one},"when":${one},"list":"x","inner":[${one}]}`,
        ),
      ).toMatchObject({
        code: 'validation',
        fields: {
          short: 'must be a string',
          most: 'must be a number',
          least: 'must be an integer',
          kind: 'must be one of `"a","b"`',
          when: 'must be a calendar date, YYYY-MM-DD',
          list: 'must be an array value',
          inner: 'must be an object',
        },
      });
    }
    expect(
      await refused(
        String.raw`{"short":"\ud800","most":1,"least":5,"kind":"a","when":"2026-01-01","list":["\u0000"],"inner":{"at":"2026-01-01T00:00:00Z"}}`,
      ),
    ).toMatchObject({
      fields: { short: 'must not contain half a character', 'list.0': 'must not contain the character U+0000' },
    });
    await own.app.close();
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/xml',
    'application/jsonx',
  ])('%s is refused with 415 (D-208)', async (contentType) => {
    const reply = await post('{"text":"hi","inner":{"kind":"a"}}', { 'content-type': contentType });
    expect(reply.statusCode).toBe(415);
    expect(reply.json()).toMatchObject({ success: false, code: 'unsupported_media_type' });
  });

  test('API-03 what is no JSON, a prototype, too much, or cut short is refused with 400', async () => {
    for (const payload of [
      '{',
      '',
      '{"__proto__":{"admin":true},"text":"hi"}',
      JSON.stringify({ text: 'x'.repeat(70_000) }),
    ]) {
      const reply = await post(payload);
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([400, 'validation']);
    }
  });

  test('an address that no call has is not found, in the envelope', async () => {
    for (const url of ['/api/nothing', '/api/ping', '/api/']) {
      const reply = await own.app.inject({ url, headers: { 'x-client-id': server.clinicId } });
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([404, 'not_found']);
    }
  });
});

describe('what goes out', () => {
  test('a reply that breaks the contract is our failure and says nothing', async () => {
    const own = await withCalls([pong], [handle(pong, async () => ({ got: 5 }) as unknown as { got: string })]);
    const reply = await own.send(pong, {});
    expect(reply).toMatchObject({ status: 500, body: { success: false, code: 'internal', message: 'Internal error' } });
    expect(own.logLines.join()).toContain('The reply of pong does not fit the contract: got: must be a string');
    await own.app.close();
  });

  test('an unknown error says nothing; an ApiError says what it is', async () => {
    const failing = await withCalls(
      [pong],
      [handle(pong, async () => Promise.reject(new Error('password of jo@example.com')))],
    );
    const reply = await failing.send(pong, {});
    expect(reply.text).toBe('{"success":false,"code":"internal","message":"Internal error"}');
    await failing.app.close();

    const refusing = await withCalls(
      [pong],
      [handle(pong, async () => Promise.reject(new ApiError('unavailable', { retryAfter: 7 })))],
    );
    const refused = await refusing.send(pong, {});
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refused.headers['retry-after']).toBe('7');
    await refusing.app.close();
  });

  test("replies are not stored, not framed, not sniffed, and tell the server's time", async () => {
    const { headers } = await server.send(getShop, { params: { id: server.clinicId } });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      date: server.clock.now().toUTCString(),
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('long replies are compressed, but for those with a token', async () => {
    const signIn = endpoint({ name: 'signIn', method: 'GET', path: '/sign-in', access: 'none', response: SignedIn });
    const long = 'x'.repeat(5000);
    const { user } = await server.signInGuest();
    const own = await withCalls(
      [pong, signIn],
      [handle(pong, async () => ({ got: long })), handle(signIn, async () => ({ token: long, user }))],
    );
    const encoding = async (url: string) =>
      (await own.app.inject({ url, headers: { 'x-client-id': server.clinicId, 'accept-encoding': 'br, gzip' } }))
        .headers['content-encoding'];
    expect([await encoding('/api/pong'), await encoding('/api/sign-in')]).toEqual(['br', undefined]);
    await own.app.close();
  });

  test('only configured origins may read it (D-208)', async () => {
    const open = await startTestServer({ env: { CORS_ORIGINS: 'https://clinic.example, https://other.example' } });
    const ask = (origin: string) => open.send(getShop, { params: { id: open.clinicId } }, { headers: { origin } });
    expect((await ask('https://other.example')).headers).toMatchObject({
      'access-control-allow-origin': 'https://other.example',
      vary: expect.stringContaining('Origin') as string,
    });
    expect((await ask('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
    const preflight = (origin: string) =>
      open.app.inject({
        method: 'OPTIONS',
        url: '/api/appointments',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    expect((await preflight('https://clinic.example')).headers['access-control-allow-headers']).toContain(
      'Idempotency-Key',
    );
    expect(await preflight('https://clinic.example')).toMatchObject({
      statusCode: 204,
      headers: {
        'access-control-allow-origin': 'https://clinic.example',
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-max-age': '600',
      },
    });
    const refused = await preflight('https://evil.example');
    expect(refused.statusCode).toBe(204);
    expect(Object.keys(refused.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect((await ask('https://other.example')).headers).toMatchObject({
      'access-control-expose-headers': 'Date, Retry-After, WWW-Authenticate, X-Request-Id',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect((await ask('https://evil.example')).headers['cross-origin-resource-policy']).toBe('same-origin');
    await open.close();
  });
});

describe('the shop', () => {
  test('API-02 API-18 needs neither token nor header: its address names the clinic', async () => {
    const reply = await server.app.inject({ url: `/api/tenant/v2/shops/${server.clinicId}` });
    expect(reply.json()).toMatchObject({ success: true, data: { id: server.clinicId } });
    expect((await server.app.inject({ url: '/api/tenant/v2/shops/nowhere' })).statusCode).toBe(404);
  });
});

describe('every call that needs somebody', () => {
  test('the calls with a body refuse an empty one', async () => {
    const { token } = await server.signIn('empty@example.com');
    for (const one of [verifyCode, updateName]) {
      const reply = await server.app.inject({
        method: one.method,
        url: `/api${one.path.replace(/:\w+/g, 'x')}`,
        headers: { 'x-client-id': server.clinicId, authorization: `Bearer ${token}` },
      });
      expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([400, 'validation']);
    }
  });
});

describe('a route that asks for a transaction', () => {
  const write = endpoint({
    name: 'enableReminders',
    method: 'POST',
    path: '/write',
    access: 'owner',
    body: object({ id: string(), isRefused: boolean() }),
    response: type({ id: string() }),
  });
  const insert = (call: Call<typeof write, Transaction<Database>>) =>
    call.db
      .insertInto('text_requests')
      .values({
        clinic_id: call.clinic.id,
        id: call.body.id,
        user_id: call.session.userId,
        phone: '+15125550100',
        created_at: call.now,
      })
      .execute();

  test('keeps nothing of a call that is refused, which counts as a try all the same (D-404)', async () => {
    let runs = 0;
    const writing = await withCalls(
      [write],
      [
        handle(
          write,
          async (call) => {
            runs += 1;
            await insert(call);
            if (call.body.isRefused) throw new ApiError('not_allowed');
            return { id: call.body.id };
          },
          { transaction: true },
        ),
      ],
    );
    const { token, user } = await server.signIn('writes@example.com');
    const key = `appointmentSettingsPerOwner:${user.id}`;
    const kept = async () => [
      (await server.db.selectFrom('text_requests').select('id').where('user_id', '=', user.id).execute()).map(
        ({ id }) => id,
      ),
      (await server.db.selectFrom('counters').select('count').where('key', '=', key).execute()).map(
        ({ count }) => count,
      ),
    ];
    await expect(writing.api(write, { body: { id: 'a', isRefused: true } }, { token })).rejects.toThrow('not_allowed');
    expect([runs, await kept()]).toEqual([1, [[], [1]]]);
    await writing.api(write, { body: { id: 'b', isRefused: false } }, { token });
    expect([runs, await kept()]).toEqual([2, [['b'], [2]]]);
    await writing.app.close();
  });
});
