import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { initCode, ROLE_CUSTOMER, verifyCode } from '../../../src/contract/auth';
import { limits } from '../../../src/limits';
import { clinicFile, knownClient } from '../../support/clinicFile';
import { CallFailed, startTestServer, type TestServer } from '../../support/server';

const role = ROLE_CUSTOMER;
const day = 24 * 60 * 60 * 1000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clinicFiles: [clinicFile({ access_blocks: [{ phone: '+15125550199' }, { email: 'blocked@example.com' }] })] });
});
afterAll(() => server.close());

let lastNumber = 5125551000;
const newPhone = () => String(++lastNumber);
const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111');
const refusal = (call: Promise<unknown>) => call.then(() => 'no refusal', (error: unknown) => (error instanceof CallFailed ? [error.status, error.code] : error));

async function guestWithCode(phoneNumber = newPhone()) {
  const { token } = await server.signInGuest();
  await server.api(initCode, { body: { phoneNumber, phoneCode: '1', role } }, { token });
  const code = await server.codeSentTo(`+1${phoneNumber}`);
  const verify = (tried: string, at: TestServer = server) => at.api(verifyCode, { body: { phoneNumber, phoneCode: '1', code: tried, role } }, { token });
  return { token, phoneNumber, code, verify };
}

describe('asking for a code', () => {
  test('needs a phone or an e-mail, and says which is wrong', async () => {
    const { token } = await server.signInGuest();
    const ask = (body: object) => server.send(initCode, { body: { ...body, role } }, { token });
    expect(await ask({})).toMatchObject({ status: 400, body: { code: 'validation', fields: { email: 'is required without a phone' } } });
    expect(await ask({ email: 'nobody' })).toMatchObject({ status: 400, body: { code: 'validation', fields: { email: 'must be an e-mail address' } } });
    expect(await ask({ phoneNumber: '555' })).toMatchObject({ status: 400, body: { code: 'validation', fields: { phoneNumber: 'must be ten digits' } } });
    expect(await ask({ phoneNumber: newPhone(), phoneCode: 'x' })).toMatchObject({ status: 400, body: { fields: { phoneCode: 'must be a country code' } } });
  });

  test('sends to the phone where both are given (D-29), in six digits', async () => {
    const { token } = await server.signInGuest();
    const phoneNumber = newPhone();
    expect(await server.api(initCode, { body: { phoneNumber, email: 'both@example.com', role } }, { token })).toEqual({ sent: true });
    expect(await server.codeSentTo(`+1${phoneNumber}`)).toMatch(/^\d{6}$/);
    await expect(server.codeSentTo('both@example.com')).rejects.toThrow();
  });

  test('answers and writes alike for somebody the clinic knows and for a stranger (D-204)', async () => {
    const { token } = await server.signInGuest();
    const known = await server.send(initCode, { body: { email: knownClient.email, role } }, { token });
    const stranger = await server.send(initCode, { body: { email: 'stranger@example.com', role } }, { token });
    expect(stranger.text).toBe(known.text);
    const rows = await server.db.selectFrom('messages').select(['kind', 'subject', 'body_text', 'demo_code']).where('recipient', 'in', [knownClient.email, 'stranger@example.com']).execute();
    const shapes = rows.map((row) => [row.kind, row.subject, row.body_text].join().replaceAll(row.demo_code ?? '', '#'));
    expect(shapes).toHaveLength(2);
    expect(shapes[0]).toBe(shapes[1]);
  });

  test('is refused to listed contacts without saying why (D-16)', async () => {
    const { token } = await server.signInGuest();
    for (const body of [{ phoneNumber: '5125550199' }, { email: 'Blocked@Example.com' }, { phoneNumber: newPhone(), email: 'blocked@example.com' }]) {
      expect(await refusal(server.api(initCode, { body: { ...body, role } }, { token }))).toEqual([422, 'not_allowed']);
    }
  });

  test('is capped at ten a day for an identifier, from any session, and opens again the next day', async () => {
    const phoneNumber = newPhone();
    const ask = async () => server.send(initCode, { body: { phoneNumber, role } }, { token: (await server.signInGuest()).token });
    for (let sent = 0; sent < limits.codeSendsPerIdentifierPerDay; sent++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const start = server.clock.now();
    server.clock.advance(day + 1000);
    expect((await ask()).status).toBe(200);
    server.clock.set(start);
  });

  test('is capped by address, by clinic and in total; parallel sends are all counted', async () => {
    const cap = { max: 3, windowMs: day };
    for (const caps of [{ codeSendsPerAddress: cap }, { codeSendsPerClinic: cap }, { codeSendsInTotal: cap }]) {
      const strict = await server.another({ caps });
      await server.db.deleteFrom('counters').execute();
      const { token } = await strict.signInGuest();
      const replies = await Promise.all(Array.from({ length: 8 }, () => strict.send(initCode, { body: { phoneNumber: newPhone(), role } }, { token })));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
      await strict.close();
    }
    await server.db.deleteFrom('counters').execute();
  });
});

describe('trying a code', () => {
  test('signs the guest in under the same session with another token (D-18)', async () => {
    const { token, phoneNumber, code, verify } = await guestWithCode();
    const before = await server.db.selectFrom('sessions').select('id').execute();
    const signedIn = await verify(code);
    expect(signedIn.user).toMatchObject({ is_guest: false, phoneCode: '1', phoneNumber });
    expect(signedIn.token).not.toBe(token);
    expect(await server.db.selectFrom('sessions').select('id').execute()).toHaveLength(before.length);
    expect(await refusal(verify(code)), 'the guest token is void').toEqual([401, 'unauthorized']);
  });

  test('takes a pasted hyphen', async () => {
    const { code, verify } = await guestWithCode();
    expect((await verify(`${code.slice(0, 3)}-${code.slice(3)}`)).user.is_guest).toBe(false);
  });

  test('counts five wrong ones, then refuses the right one too, also in another process (D-204)', async () => {
    const { code, verify } = await guestWithCode();
    for (let tried = 0; tried < limits.codeAttempts; tried++) expect(await refusal(verify(wrongFor(code)))).toEqual([401, 'InvalidCode']);
    expect(await refusal(verify(code))).toEqual([400, 'VerificationMaximumExceeded']);
    const restarted = await server.another();
    expect(await refusal(verify(code, restarted))).toEqual([400, 'VerificationMaximumExceeded']);
    await restarted.close();
  });

  test('counts parallel tries: of twenty wrong ones five are answered as wrong', async () => {
    const { code, verify } = await guestWithCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refusal(verify(wrongFor(code)))));
    expect(answers.filter((answer) => String(answer) === '401,InvalidCode')).toHaveLength(limits.codeAttempts);
    expect(answers.filter((answer) => String(answer) === '400,VerificationMaximumExceeded')).toHaveLength(20 - limits.codeAttempts);
  });

  test('of two parallel right tries one signs in', async () => {
    const { code, verify } = await guestWithCode();
    const answers = await Promise.all([refusal(verify(code)), refusal(verify(code))]);
    expect(answers.filter((answer) => answer === 'no refusal')).toHaveLength(1);
  });

  test('a new code has tries of its own, and the earlier one is void', async () => {
    const { token, phoneNumber, code, verify } = await guestWithCode();
    for (let tried = 0; tried < limits.codeAttempts; tried++) await refusal(verify(wrongFor(code)));
    await server.api(initCode, { body: { phoneNumber, role } }, { token });
    const newer = await server.codeSentTo(`+1${phoneNumber}`);
    if (newer !== code) expect(await refusal(verify(code))).toEqual([401, 'InvalidCode']);
    expect((await verify(newer)).user.is_guest).toBe(false);
  });

  test('a code is good for ten minutes', async () => {
    const late = await guestWithCode();
    const intime = await guestWithCode();
    const start = server.clock.now();
    server.clock.advance(limits.codeMs - 1);
    expect((await intime.verify(intime.code)).user.is_guest).toBe(false);
    server.clock.advance(1);
    expect(await refusal(late.verify(late.code))).toEqual([401, 'InvalidCode']);
    server.clock.set(start);
  });

  test('a code is worth nothing in another session, for another identifier, or without one asked for', async () => {
    const { phoneNumber, code } = await guestWithCode();
    const other = await guestWithCode();
    const inOther = server.api(verifyCode, { body: { phoneNumber, phoneCode: '1', code, role } }, { token: other.token });
    expect(await refusal(inOther)).toEqual([401, 'InvalidCode']);
    if (other.code !== code) expect(await refusal(other.verify(code))).toEqual([401, 'InvalidCode']);
  });

  test('codes are not stored readable, but for the demo inbox', async () => {
    const production = await startTestServer({ env: { NODE_ENV: 'production' } });
    const { token } = await production.signInGuest();
    const phoneNumber = newPhone();
    await production.api(initCode, { body: { phoneNumber, role } }, { token });
    const message = await production.db.selectFrom('messages').selectAll().where('recipient', '=', `+1${phoneNumber}`).executeTakeFirstOrThrow();
    expect(message.demo_code).toBeNull();
    const code = /^\d{6}/.exec(message.body_text)?.[0] ?? '';
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(await production.db.selectFrom('codes').selectAll().execute())).not.toContain(code);
    await production.close();
  });
});
