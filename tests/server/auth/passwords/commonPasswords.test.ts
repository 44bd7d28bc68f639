import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { finishReset, initReset, jwtRegister, signUp, verifyReset } from '../../../../src/contract/auth';
import { commonPasswords } from '../../../../server/modules/auth/passwords/commonPasswords';
import { client, clinicFile } from '../../../support/clinicFile';
import { startTestServer, type TestServer } from '../../../support/server';
import { newPhone, role, tryPassword } from '../support';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [
      clinicFile({
        shop: { name: 'Oakwood Animal Clinic' },
        clients: [
          client({ id: 'riley', email: 'riley.one@example.com', phone: '+15125550142', password: 'password1' }),
        ],
      }),
    ],
  });
});
afterAll(() => server.close());
beforeEach(() =>
  server.db
    .deleteFrom('counters')
    .execute()
    .then(() => undefined),
);

const refused = {
  status: 400,
  body: { code: 'validation', fields: { password: 'Please choose a less common password' } },
};

test('the list is whole: the 10,000 most common ones, and nothing of its notice', () => {
  expect(commonPasswords().size).toBeGreaterThan(9_990);
  expect(commonPasswords().size).toBeLessThanOrEqual(10_000);
  for (const password of ['123456', 'password', 'password1', 'qwertyuiop', '1q2w3e4r'])
    expect(commonPasswords().has(password), password).toBe(true);
  for (const line of ['', '----', 'licence: mit.']) expect(commonPasswords().has(line), line).toBe(false);
});

describe.each([signUp, jwtRegister])('$name', (call) => {
  test("API-05 refuses common passwords, the contacts and the clinic's name, and keeps nothing (D-407)", async () => {
    const { token } = await server.signInGuest();
    const phoneNumber = newPhone();
    for (const password of [
      'password1',
      'PASSWORD1',
      'iloveyou',
      phoneNumber,
      `+1${phoneNumber}`,
      'casey.brown@example.com',
      'Casey.Brown',
      'Oakwood Animal Clinic',
      'oakwoodanimalclinic',
    ]) {
      const body = {
        username: `1;${phoneNumber}`,
        phoneCode: '1',
        phoneNumber,
        email: 'casey.brown@example.com',
        password,
        role,
      } as const;
      expect(await server.send(call, { body }, { token }), password).toMatchObject(refused);
    }
    const foreign = {
      username: '49;15112345678',
      phoneCode: '49',
      phoneNumber: '15112345678',
      email: 'casey.brown@example.com',
      password: '+49 151 12345678',
      role,
    } as const;
    expect(await server.send(call, { body: foreign }, { token }), 'a number that no code reaches').toMatchObject(
      refused,
    );
    expect(await server.db.selectFrom('sign_ups').selectAll().execute()).toEqual([]);
  });
});

test("API-15 a reset refuses them too, by every name of the owner's, and its token is good for another one (D-407)", async () => {
  const { token } = await server.signInGuest();
  await server.api(initReset, { body: { username: 'riley.one@example.com' } }, { token });
  const proof = await server.api(
    verifyReset,
    { body: { username: 'riley.one@example.com', code: await server.codeSentTo('riley.one@example.com') } },
    { token },
  );
  const finish = (password: string) => server.send(finishReset, { body: { token: proof.token, password } }, { token });
  for (const password of ['password1', 'riley.one', 'Riley.One@example.com', '(512) 555-0142', 'OAKWOOD ANIMAL CLINIC'])
    expect(await finish(password), password).toMatchObject(refused);
  expect((await finish('biscuit-and-juniper')).status).toBe(200);
});

test('API-06 one that was set before goes on (D-407)', async () => {
  const fresh = await startTestServer({
    clinicFiles: [
      clinicFile({ clients: [client({ id: 'riley', email: 'riley.one@example.com', password: 'password1' })] }),
    ],
  });
  expect((await tryPassword(fresh, 'riley.one@example.com', 'password1')).status).toBe(200);
  await fresh.close();
});
