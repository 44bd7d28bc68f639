import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/contract';
import { getProfile, guestSignIn, logout } from '../../src/contract/auth';
import type { Endpoint } from '../../src/contract/endpoint';
import { getShop } from '../../src/contract/shop';
import * as limits from '../../src/limits';
import { importClinicFile } from '../../server/modules/clinicFile/import';
import { clinicFile } from '../support/clinicFile';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(
  async () =>
    void (server = await startTestServer({ clinicFiles: [clinicFile(), clinicFile({ shop: { id: 'second' } })] })),
);
afterAll(() => server.close());

const inject = (
  url: string,
  headers: Record<string, string>,
  body?: string,
  method: Endpoint['method'] = body === undefined ? 'GET' : 'POST',
) =>
  server.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: body }),
  });
const told = (reply: { statusCode: number; json<T>(): T }) => [reply.statusCode, reply.json<{ code: string }>().code];

describe('API-01 the bearer token', () => {
  it('API-01 is needed by every call but the open ones', () => {
    expect(
      endpoints
        .filter((one) => one.access === 'none')
        .map((one) => one.name)
        .sort(),
    ).toEqual([
      'endSignedOut',
      'getShop',
      'guestSignIn',
      'jwtLogin',
      'jwtRegister',
      'listBreeds',
      'listKeywordActions',
      'listLocations',
      'listPatientColors',
      'listPatientSexes',
      'listProducts',
      'listProviders',
      'listSpecies',
      'listTimezones',
      'openTimes',
      'passkeyOptions',
      'passkeySignIn',
      'pushShown',
      'sendStaffCode',
      'signIn',
      'signUp',
      'staffSignIn',
    ]);
  });

  it('API-01 counts in its header alone, in its own form, and while its session lives', async () => {
    const { token } = await server.signInGuest();
    const clinic = { 'x-client-id': server.clinicId };
    expect((await inject(getProfile.path, { ...clinic, authorization: `bearer ${token}` })).statusCode).toBe(200);
    for (const authorization of [
      token,
      `Basic ${token}`,
      `Bearer ${token} x`,
      `Bearer ${token.slice(0, -1)}`,
      'Bearer ',
      `Bearer ${'x'.repeat(5000)}`,
    ]) {
      expect(told(await inject(getProfile.path, { ...clinic, authorization }))).toEqual([401, 'unauthorized']);
    }
    expect(told(await inject(`${getProfile.path}?token=${token}`, { ...clinic, cookie: `token=${token}` }))).toEqual([
      401,
      'unauthorized',
    ]);
    await server.api(logout, {}, { token });
    expect(told(await inject(getProfile.path, { ...clinic, authorization: `Bearer ${token}` }))).toEqual([
      401,
      'unauthorized',
    ]);
  });
});

describe('API-02 the clinic', () => {
  it('API-02 must be named, and be one that there is', async () => {
    const missing = await inject(guestSignIn.path, {}, '');
    expect([...told(missing), missing.json<{ fields: unknown }>().fields]).toEqual([
      400,
      'validation',
      { 'X-Client-Id': 'is required' },
    ]);
    for (const id of [
      'nowhere',
      'login',
      'api',
      'TESTVETS',
      'testvets,second',
      '../testvets',
      "' or 1=1",
      'x'.repeat(200),
    ]) {
      expect(told(await inject(guestSignIn.path, { 'x-client-id': id }, ''))).toEqual([404, 'not_found']);
    }
  });

  it("API-02 must be the token's (D-129, D-201)", async () => {
    const { token } = await server.signInGuest();
    const reply = await server.send(getProfile, {}, { token, clinicId: 'second' });
    expect([reply.status, reply.body]).toEqual([
      500,
      { success: false, code: 'invalid_tenant', message: 'Invalid tenant and user' },
    ]);
  });

  it('API-02 is nowhere in an address that no router takes, and neither is that address in the reply', async () => {
    for (const url of [`/appointments/${'x'.repeat(300)}`, '/appointments/%zz', '/%']) {
      const reply = await inject(url, { 'x-client-id': server.clinicId });
      expect([reply.statusCode, reply.json<unknown>()]).toEqual([
        404,
        { success: false, code: 'not_found', message: 'Not found' },
      ]);
    }
    expect(told(await inject(`/appointments/${'x'.repeat(128)}`, { 'x-client-id': server.clinicId }))).toEqual([
      401,
      'unauthorized',
    ]);
  });

  it("API-02 of the header and of the shop's address must agree", async () => {
    expect(await server.send(getShop, { params: { id: 'second' } }, { clinicId: 'second' })).toMatchObject({
      status: 200,
      body: { data: { id: 'second' } },
    });
    expect(await server.send(getShop, { params: { id: 'second' } })).toMatchObject({ status: 404 });
  });
});

describe('API-03 limits', () => {
  it('API-03 the page waits 120 s, and the server never that long for a request to come in', () => {
    expect(limits.apiTimeoutMs).toBe(120_000);
    expect(server.app.server.requestTimeout).toBe(30_000);
    // Node swaps the two where this one is longer: then a body had 60 seconds.
    expect(server.app.server.headersTimeout).toBe(30_000);
    // What is too slow is cut off soon after that.
    expect(server.app.server).toMatchObject({ connectionsCheckingInterval: 5_000 });
  });

  it('API-03 a body has at most 64 kB', async () => {
    const { token } = await server.signInGuest();
    const ask = (size: number) =>
      inject(
        '/bb/access',
        { 'x-client-id': server.clinicId, authorization: `Bearer ${token}` },
        JSON.stringify({ email: null, more: 'x'.repeat(size) }),
      );
    expect([(await ask(60_000)).statusCode, (await ask(66_000)).statusCode]).toEqual([200, 400]);
  });

  it('API-03 too many are told when to come again', async () => {
    const strict = await server.another({ caps: { guestSessionsPerAddress: { max: 0, windowMs: 90_000 } } });
    const reply = await strict.send(guestSignIn, {});
    expect(reply).toMatchObject({
      status: 429,
      body: { success: false, code: 'too_many_requests' },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) as string },
    });
    await strict.app.close();
  });
});

describe("API-63 the shop's phone", () => {
  it('API-63 is + phoneCode + phoneNumber, also at its source', async () => {
    const shop = await server.api(getShop, { params: { id: server.clinicId } });
    expect(shop.phone).toBe(`+${shop.phoneCode}${shop.phoneNumber}`);
    const load = importClinicFile(server.db, clinicFile({ shop: { phoneNumber: '5125550199' } }), {
      now: server.clock.now(),
      demoMode: true,
    });
    await expect(load).rejects.toThrow('shop.phone: must be + followed by phoneCode and phoneNumber');
  });
});
