import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { externalSessionToken, getProfile } from '../../../../src/contract/auth';
import { partnerKey } from '../../../../server/modules/auth/signIn/externalToken';
import { clinicFile } from '../../../support/clinicFile';
import { startTestServer, type TestServer } from '../../../support/server';
import { refusal } from '../support';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [clinicFile(), clinicFile({ shop: { id: 'elsewhere' } })],
    env: { PUBLIC_URL: 'http://localhost:3000' },
  });
});
afterAll(() => server.close());

const parsed = (jwt: string) => {
  const [header = '', claims = '', signature = ''] = jwt.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  return { header: read(header), claims: read(claims), signature, signed: `${header}.${claims}` };
};
const signatureBy = (clinicId: string, signed: string) =>
  createHmac('sha256', partnerKey(server.services.config.secret, clinicId)).update(signed).digest('base64url');

test('API-17 tells partners of this clinic for five minutes who is signed in, and nothing more (D-37)', async () => {
  const { token, user } = await server.signIn('owner@example.com', { firstName: 'Ann Park' });
  const { jwtToken } = await server.api(externalSessionToken, {}, { token });
  const { header, claims, signature, signed } = parsed(jwtToken);
  const now = server.clock.now().getTime() / 1000;
  expect(header).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(claims).toEqual({
    iss: 'http://localhost:3000',
    aud: 'partners:testvets',
    clinic_id: 'testvets',
    sub: user.id,
    iat: now,
    exp: now + 300,
    jti: expect.any(String) as string,
  });
  expect(signature).toBe(signatureBy('testvets', signed));
  expect(signature, 'a key of its own for each clinic').not.toBe(signatureBy('elsewhere', signed));
});

test('API-17 the token opens nothing here', async () => {
  const { token } = await server.signIn('owner@example.com');
  const { jwtToken } = await server.api(externalSessionToken, {}, { token });
  expect((await server.send(getProfile, {}, { token: jwtToken })).status).toBe(401);
});

test('API-17 is refused to guests and to nobody with 401, and at another clinic', async () => {
  const { token } = await server.signInGuest();
  expect(await refusal(server.api(externalSessionToken, {}, { token }))).toEqual([401, 'unauthorized']);
  expect(await refusal(server.api(externalSessionToken, {}))).toEqual([401, 'unauthorized']);
  const owner = await server.signIn('owner@example.com');
  expect(await refusal(server.api(externalSessionToken, {}, { token: owner.token, clinicId: 'elsewhere' }))).toEqual([
    500,
    'invalid_tenant',
  ]);
});
