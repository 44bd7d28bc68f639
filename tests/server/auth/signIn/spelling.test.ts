import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { initCode, initReset, ROLE_CUSTOMER, signIn, verifyCode } from '../../../../src/contract/auth';
import { hashPassword } from '../../../../server/modules/auth/passwords/passwords';
import { startTestServer, type TestServer } from '../../../support/server';

const role = ROLE_CUSTOMER;
const password = 'biscuit-and-juniper';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const password_hash = await hashPassword(password);
  const account = (email: string) => ({
    clinic_id: server.clinicId,
    id: `user ${email}`,
    first_name: 'Old Friend',
    email,
    email_verified_at: server.clock.now(),
    phone: null,
    phone_verified_at: null,
    avatar: null,
    metadata: '{}',
    password_hash,
    is_admin: false,
    deactivated_at: null,
    created_at: server.clock.now(),
  });
  await server.db
    .insertInto('users')
    .values(['<old@example.com>', 'old@münchen.de', 'josé@example.com'].map(account))
    .execute();
});
afterAll(() => server.close());

const codesTo = async (recipient: string) =>
  (await server.db.selectFrom('messages').select('id').where('recipient', '=', recipient).execute()).length;

/** Accounts of before each mailbox had one spelling (D-410). */
describe('an account with an older spelling', () => {
  test.each(['<old@example.com>', 'old@münchen.de', 'josé@example.com', ' Old@München.de '])(
    '%s signs in with its password',
    async (username) => {
      expect((await server.api(signIn, { body: { username, password, role } })).user.firstName).toBe('Old Friend');
    },
  );

  test.each(['<old@example.com>', 'old@münchen.de'])(
    '%s signs in by a code to the address that it has',
    async (email) => {
      const { token } = await server.signInGuest();
      await server.api(initCode, { body: { email, role } }, { token });
      const { user } = await server.api(
        verifyCode,
        { body: { email, code: await server.codeSentTo(email), role } },
        { token },
      );
      expect(user.id).toBe(`user ${email}`);
    },
  );

  test('resets the password also where the address is none any more; nobody else gets a code at such a one, with the same answer', async () => {
    const { token } = await server.signInGuest();
    const known = await server.send(initReset, { body: { username: 'José@example.com' } }, { token });
    const stranger = await server.send(initReset, { body: { username: 'rené@example.com' } }, { token });
    expect([known.status, known.text]).toEqual([stranger.status, stranger.text]);
    expect([await codesTo('josé@example.com'), await codesTo('rené@example.com')]).toEqual([1, 0]);
    expect(
      (await server.send(initCode, { body: { email: 'josé@example.com', role } }, { token })).status,
      'no new address is one',
    ).toBe(400);
  });
});
