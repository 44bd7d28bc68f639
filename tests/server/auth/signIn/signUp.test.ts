import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getProfile, guestSignIn, initCode, jwtRegister, signUp, verifyCode } from '../../../../src/contract/auth';
import { clientByUser } from '../../../../src/contract/clients';
import type { Input } from '../../../../src/contract/endpoint';
import * as limits from '../../../../src/limits';
import { passwordQueue } from '../../../../server/modules/auth/passwords/passwords';
import { knownClient } from '../../../support/clinicFile';
import { startTestServer, type TestServer } from '../../../support/server';
import { member, newPhone, refusal, role, signUpByPhone, strong, tryPassword } from '../support';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() =>
  server.db
    .deleteFrom('sign_ups')
    .execute()
    .then(() => undefined),
);

const guest = async () => (await server.signInGuest()).token;
type Body = Input<typeof signUp>['body'];
const bodyOf = (phoneNumber: string, given: Partial<Record<keyof Body, string | null>> = {}): Body =>
  ({
    username: `1;${phoneNumber}`,
    phoneCode: '1',
    phoneNumber,
    password: strong,
    rememberMe: true,
    role,
    ...given,
  }) as Body;
const signUps = () => server.db.selectFrom('sign_ups').selectAll().execute();

describe('API-05 sign-up', () => {
  test('API-05 keeps the password for the code to come: nobody is signed in before (D-214)', async () => {
    const token = await guest();
    const phoneNumber = newPhone();
    expect(await server.api(signUp, { body: bodyOf(phoneNumber, { email: 'Ann@Example.com' }) }, { token })).toEqual({
      pending: true,
    });
    expect(await server.api(getProfile, {}, { token })).toMatchObject({
      is_guest: true,
      email: null,
      phoneNumber: null,
    });
    expect((await tryPassword(server, `1;${phoneNumber}`, strong)).status).toBe(401);

    await server.api(initCode, { body: { phoneNumber, phoneCode: '1', purpose: 'sign-up', role } }, { token });
    const code = await server.codeSentTo(`+1${phoneNumber}`);
    const { user } = await server.api(verifyCode, { body: { phoneNumber, phoneCode: '1', code, role } }, { token });
    expect(user).toMatchObject({ is_guest: false, phoneCode: '1', phoneNumber, email: 'ann@example.com' });
    expect((await tryPassword(server, `1;${phoneNumber}`, strong)).body).toMatchObject({
      data: { user: { id: user.id } },
    });
    expect((await tryPassword(server, 'ann@example.com', strong)).status, 'the e-mail was told and not verified').toBe(
      401,
    );
  });

  test('API-05 takes an e-mail as the username, whose code goes to the e-mail', async () => {
    const token = await guest();
    await server.api(
      signUp,
      { body: { username: 'Bea@example.com', email: 'bea@example.com', password: strong, role } },
      { token },
    );
    await server.signIn('bea@example.com', { token, purpose: 'sign-up' });
    expect((await tryPassword(server, 'BEA@example.com ', strong)).status).toBe(200);
  });

  test("API-05 needs no authorization: who comes without a session gets a guest's, in which the sign-up waits", async () => {
    const phoneNumber = newPhone();
    const reply = await server.api(signUp, { body: bodyOf(phoneNumber) });
    expect(reply).toMatchObject({ pending: true, user: { is_guest: true } });
    await server.signIn(`+1${phoneNumber}`, { token: reply.token ?? null, purpose: 'sign-up' });
    expect((await tryPassword(server, `1;${phoneNumber}`, strong)).status).toBe(200);
  });

  test("API-05 answers alike for a contact that the clinic knows and for a stranger's (D-204)", async () => {
    const known = await member(server);
    const [one, other] = [
      await server.send(signUp, { body: bodyOf(known.phoneNumber) }, { token: await guest() }),
      await server.send(signUp, { body: bodyOf(newPhone()) }, { token: await guest() }),
    ];
    expect([one.status, one.text]).toEqual([other.status, other.text]);
  });

  test('API-05 an owner who has a password keeps it, is told so, and stays signed in elsewhere (D-406)', async () => {
    const before = await member(server);
    const token = await guest();
    const verify = await signUpByPhone(server, token, before.phoneNumber, { password: 'another password' });
    expect((await tryPassword(server, before.username, before.password)).status).toBe(200);
    const after = await verify();
    expect(after).toMatchObject({ user: { id: before.user.id }, password_kept: true });
    expect((await tryPassword(server, before.username, before.password)).status).toBe(200);
    expect((await tryPassword(server, before.username, 'another password')).status).toBe(401);
    expect((await server.send(getProfile, {}, { token: before.token })).status).toBe(200);
  });

  test('API-05 an owner who came by codes alone has the password that they sign up with; other sessions end', async () => {
    const phoneNumber = newPhone();
    const before = await server.signIn(`+1${phoneNumber}`);
    const after = await (await signUpByPhone(server, await guest(), phoneNumber))();
    expect(after.user.id).toBe(before.user.id);
    expect(after).not.toHaveProperty('password_kept');
    expect((await tryPassword(server, `1;${phoneNumber}`, strong)).status).toBe(200);
    expect((await server.send(getProfile, {}, { token: before.token })).status).toBe(401);
  });

  test("API-05 leads a client of the clinic to the clinic's record", async () => {
    const token = await guest();
    const verify = await signUpByPhone(server, token, knownClient.phone.slice(2));
    const { token: owner, user } = await verify();
    expect(await server.api(clientByUser, { query: { user_id: user.id } }, { token: owner })).toMatchObject({
      id: knownClient.id,
    });
  });

  test('API-05 a password that somebody else set on the phone is void once its owner verifies it, in any order', async () => {
    const phoneNumber = newPhone();
    const squatter = await guest();
    await server.api(signUp, { body: bodyOf(phoneNumber, { password: 'squatted password' }) }, { token: squatter });
    const owner = await server.signIn(`+1${phoneNumber}`);
    expect((await tryPassword(server, `1;${phoneNumber}`, 'squatted password')).status).toBe(401);
    expect(await signUps()).toEqual([]);
    expect((await server.signIn(`+1${phoneNumber}`, { token: squatter })).user.id).toBe(owner.user.id);
    expect((await tryPassword(server, `1;${phoneNumber}`, 'squatted password')).status).toBe(401);
  });

  test('API-05 a password waits for its own contact: another one verified in that session does not get it', async () => {
    const token = await guest();
    await server.api(signUp, { body: bodyOf(newPhone()) }, { token });
    const other = newPhone();
    const { user } = await server.signIn(`+1${other}`, { token });
    expect((await tryPassword(server, `1;${other}`, strong)).status).toBe(401);
    expect(
      (await server.db.selectFrom('users').select('password_hash').where('id', '=', user.id).executeTakeFirstOrThrow())
        .password_hash,
    ).toBeNull();
  });

  test('API-05 waits as long as its code, and the last sign-up of a session counts', async () => {
    const start = server.clock.now();
    const late = newPhone();
    const token = await guest();
    await server.api(signUp, { body: bodyOf(late) }, { token });
    server.clock.advance(limits.signUpMs);
    const tooLate = await server.send(initCode, { body: { phoneNumber: late, purpose: 'sign-up', role } }, { token });
    expect(tooLate).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'That took too long. Please sign up again.' },
    });
    await server.signIn(`+1${late}`, { token });
    expect((await tryPassword(server, `1;${late}`, strong)).status).toBe(401);
    server.clock.set(start);

    const twice = newPhone();
    const again = await guest();
    await server.api(signUp, { body: bodyOf(twice, { password: 'the first one' }) }, { token: again });
    await (
      await signUpByPhone(server, again, twice, { password: 'the second one' })
    )();
    expect((await tryPassword(server, `1;${twice}`, 'the first one')).status).toBe(401);
    expect((await tryPassword(server, `1;${twice}`, 'the second one')).status).toBe(200);
  });

  test('API-05 refuses with 400 and names the field', async () => {
    const token = await guest();
    const fieldsOf = async (given: Parameters<typeof bodyOf>[1]) => {
      const { status, body } = await server.send(signUp, { body: bodyOf('5125550177', given) }, { token });
      return status === 400 ? (body as { fields: Record<string, string> }).fields : status;
    };
    expect(await fieldsOf({ password: '' })).toEqual({ password: 'Password is required' });
    expect(await fieldsOf({ password: '1234567' })).toEqual({ password: 'Please enter at least 8 characters' });
    expect(await fieldsOf({ password: 'x'.repeat(256) })).toHaveProperty('password');
    expect(await fieldsOf({ email: 'nobody' })).toEqual({ email: 'Please enter correct email format' });
    expect(await fieldsOf({ phoneNumber: '555', username: '1;555' })).toMatchObject({
      phoneNumber: 'Please enter at least 10 digits',
    });
    expect(await fieldsOf({ phoneNumber: '51255501771', username: '1;51255501771' })).toMatchObject({
      phoneNumber: 'Please enter a valid 10-digit phone number',
    });
    expect(
      await fieldsOf({ phoneNumber: '+442079460958', username: 'both@example.com', email: 'both@example.com' }),
      "another country's than the field's (D-403)",
    ).toEqual({ phoneNumber: 'Please enter a valid 10-digit phone number' });
    expect(await fieldsOf({ phoneNumber: null, username: '1;' })).toMatchObject({ phoneNumber: 'Phone is required' });
    expect(await fieldsOf({ phoneCode: 'x' })).toMatchObject({ phoneCode: 'must be of a country that sign-up offers' });
    expect(await fieldsOf({ role: 'ROLE_ADMIN' })).toHaveProperty('role');
    expect(await signUps()).toEqual([]);
  });

  test('API-05 does not trust the username: it must be one of the contacts that a code will prove', async () => {
    const token = await guest();
    const victim = await member(server);
    for (const username of [victim.username, 'victim@example.com', '44;5125550177', '', ';', '1']) {
      expect(
        await server.send(signUp, { body: bodyOf('5125550177', { username }) }, { token }),
        username,
      ).toMatchObject({ status: 400, body: { fields: { username: expect.any(String) as string } } });
    }
    expect(await server.api(signUp, { body: bodyOf('5125550177', { username: '5125550177' }) }, { token })).toEqual({
      pending: true,
    });
  });

  test('API-05 a foreign number that no code reaches is left out where there is an e-mail (D-24)', async () => {
    const token = await guest();
    await server.api(
      signUp,
      {
        body: {
          username: '49;151123456789012',
          phoneCode: '49',
          phoneNumber: '151123456789012',
          email: 'foreign@example.com',
          password: strong,
          role,
        },
      },
      { token },
    );
    const { user } = await server.signIn('foreign@example.com', { token, purpose: 'sign-up' });
    expect(user).toMatchObject({ email: 'foreign@example.com', phoneNumber: null });
    expect((await tryPassword(server, 'foreign@example.com', strong)).status).toBe(200);
  });

  test('API-05 a number of another country is proved by a code to it, and signs in with its + ever after (D-403)', async () => {
    const token = await guest();
    await server.api(
      signUp,
      { body: { username: '49;15112345678', phoneCode: '49', phoneNumber: '15112345678', password: strong, role } },
      { token },
    );
    await server.api(
      initCode,
      { body: { phoneNumber: '+4915112345678', phoneCode: '49', purpose: 'sign-up', role } },
      { token },
    );
    const { user } = await server.api(
      verifyCode,
      { body: { phoneNumber: '+4915112345678', code: await server.codeSentTo('+4915112345678'), role } },
      { token },
    );
    expect(user).toMatchObject({ phoneCode: '49', phoneNumber: '15112345678' });
    for (const username of ['1;+49 151 12345678', '49;15112345678', '+4915112345678', '1;0049 151 12345678'])
      expect((await tryPassword(server, username, strong)).status, username).toBe(200);
    expect((await tryPassword(server, '1;5112345678', strong)).status, "its last ten digits are nobody's name").toBe(
      401,
    );
  });

  test('API-05 a contact of a deactivated account is refused after its code, and keeps its password', async () => {
    const gone = await member(server);
    await server.db
      .updateTable('users')
      .set({ deactivated_at: server.clock.now() })
      .where('id', '=', gone.user.id)
      .execute();
    const verify = await signUpByPhone(server, await guest(), gone.phoneNumber, { password: 'another password' });
    expect(await refusal(verify())).toEqual([422, 'not_allowed']);
  });

  test('API-05 is answered with 429 and Retry-After when too many passwords wait for their hash (D-205)', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const held = Array.from({ length: 62 }, () => passwordQueue(() => gate));
    const refused = await server.send(signUp, { body: bodyOf(newPhone()) }, { token: await guest() });
    open();
    await Promise.all(held);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await signUps()).toEqual([]);
  });

  test('API-05 is capped by address', async () => {
    const strict = await server.another({ caps: { passwordsPerAddress: { max: 1, windowMs: 60_000 } } });
    await server.db.deleteFrom('counters').execute();
    const token = await guest();
    expect((await strict.send(signUp, { body: bodyOf(newPhone()) }, { token })).status).toBe(200);
    expect((await strict.send(signUp, { body: bodyOf(newPhone()) }, { token })).status).toBe(429);
    await strict.close();
    await server.db.deleteFrom('counters').execute();
  });

  test('API-16 /jwt/register is the same call', async () => {
    const phoneNumber = newPhone();
    const { token } = await server.api(guestSignIn, {});
    expect(await server.api(jwtRegister, { body: bodyOf(phoneNumber) }, { token })).toEqual({ pending: true });
    await server.signIn(`+1${phoneNumber}`, { token, purpose: 'sign-up' });
    expect((await tryPassword(server, `1;${phoneNumber}`, strong)).status).toBe(200);
    expect(
      (await server.send(jwtRegister, { body: bodyOf(phoneNumber, { password: 'short' }) }, { token: await guest() }))
        .status,
    ).toBe(400);
  });
});
