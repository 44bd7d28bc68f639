import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type as shape } from 'superstruct';
import { endpoints } from '../../../src/contract';
import { checkAccess, initCode, ROLE_CUSTOMER, updateName, verifyCode } from '../../../src/contract/auth';
import { endpoint } from '../../../src/contract/endpoint';
import { textUs } from '../../../src/contract/messages';
import { allRoutes } from '../../../server/app';
import { handle } from '../../../server/calls/handlers';
import { deliverDue } from '../../../server/modules/messages/delivery';
import { startTestServer, type TestServer } from '../../support/server';

const breaking = endpoint({ name: 'breaking', method: 'GET', path: '/breaking', access: 'none', response: shape({}) });
const canary = {
  name: 'Canary Firstlast',
  email: 'canary.bird@example.com',
  phone: '5125557788',
  header: 'canary-header',
  path: 'canarypath',
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    overrides: {
      calls: [...endpoints, breaking],
      routes: [
        ...allRoutes,
        handle(breaking, async ({ db }) => sql`select ${canary.email}::text::integer`.execute(db)),
      ],
    },
  });
});
afterAll(() => server.close());

test('the log tells route, status, time, clinic and request, and nothing about a person (D-210)', async () => {
  const { token, user } = await server.signIn(canary.email, { firstName: canary.name });
  const secrets = [token, await server.codeSentTo(canary.email)];
  const { token: other } = await server.signIn(`+1${canary.phone}`);
  secrets.push(other, await server.codeSentTo(`+1${canary.phone}`));
  const asOwner = { token, headers: { 'user-agent': canary.header, referer: `https://x.example/${canary.header}` } };
  await server.api(updateName, { params: { id: user.id }, body: { firstName: canary.name } }, asOwner);
  await server.api(checkAccess, { body: { email: canary.email, phone: canary.phone } }, asOwner);
  await server.api(textUs, { body: { phone_number: canary.phone } }, asOwner);
  await server.send(
    initCode,
    { body: { email: `${canary.email} `, phoneNumber: '1', role: ROLE_CUSTOMER } as never },
    asOwner,
  );
  await server.send(verifyCode, { body: { email: canary.email, code: '000000', role: ROLE_CUSTOMER } }, asOwner);
  expect((await server.send(breaking, {}, asOwner)).status).toBe(500);
  for (const url of [
    `/api/${canary.path}?email=${canary.email}`,
    `/api/demo/messages?to=${canary.email}`,
    `/${canary.path}/x?${canary.email}`,
    `/api/%E0%A4%A?${canary.path}`,
  ]) {
    await server.app.inject({ url, headers: { 'x-client-id': canary.path, 'x-request-id': canary.header } });
  }
  await server.app.inject({
    method: 'POST',
    url: '/api/user/v1/auth/guest-sign-in',
    headers: { 'content-type': `text/${canary.path}` },
    payload: canary.name,
  });
  await deliverDue({
    ...server.services,
    keepSecrets: false,
    gateways: {
      email: { deliver: () => Promise.reject(new Error(`no mailbox ${canary.email}`)), close: () => {} },
      sms: null,
    },
  });

  const log = server.logLines.join('');
  for (const secret of [...secrets, ...Object.values(canary), ...canary.name.split(' ')])
    expect(log).not.toContain(secret);

  const lines = server.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(
    expect.objectContaining({
      method: 'POST',
      route: '/api/message/v1/messages/text_us',
      status: 200,
      clinic: server.clinicId,
      ms: expect.any(Number) as number,
      reqId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ fault: expect.objectContaining({ code: '22P02' }) as object }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'a message was not delivered', attempts: 1 }));
});
