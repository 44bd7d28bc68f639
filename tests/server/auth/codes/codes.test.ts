import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getProfile, initCode, ROLE_CUSTOMER, verifyCode } from '../../../../src/contract/auth';
import * as limits from '../../../../src/limits';
import { capTable } from '../../../../server/calls/caps';
import { clinicFile, knownClient } from '../../../support/clinicFile';
import { CallFailed, startTestServer, type TestServer } from '../../../support/server';

const role = ROLE_CUSTOMER;
const day = 24 * 60 * 60 * 1000;
/** What is left of the day's ten to devices that nobody knows. */
const openSends = limits.codeSendsPerIdentifierPerDay - capTable.codeSendsPerIdentifier.setAside;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [clinicFile({ access_blocks: [{ phone: '+15125550199' }, { email: 'blocked@example.com' }] })],
  });
});
afterAll(() => server.close());

let lastNumber = 5125551000;
const newPhone = () => String(++lastNumber);
const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111');
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof CallFailed ? [error.status, error.code] : error),
  );

async function guestWithCode(phoneNumber = newPhone()) {
  const { token } = await server.signInGuest();
  await server.api(initCode, { body: { phoneNumber, phoneCode: '1', role } }, { token });
  const code = await server.codeSentTo(`+1${phoneNumber}`);
  const verify = (tried: string, at: TestServer = server) =>
    at.api(verifyCode, { body: { phoneNumber, phoneCode: '1', code: tried, role } }, { token });
  return { token, phoneNumber, code, verify };
}

describe('asking for a code', () => {
  test('API-07 needs a phone or an e-mail, and says which is wrong', async () => {
    const { token } = await server.signInGuest();
    const ask = (body: object) => server.send(initCode, { body: { role, ...body } }, { token });
    expect(await ask({})).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: { email: 'is required without a phone' } },
    });
    expect(await ask({ email: 'nobody' })).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: { email: 'Please enter a valid email' } },
    });
    expect(await ask({ phoneNumber: '555' })).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: { phoneNumber: 'must be ten digits, or + with a country code' } },
    });
    expect(await ask({ phoneNumber: newPhone(), role: 'ROLE_ADMIN' })).toMatchObject({
      status: 400,
      body: { code: 'validation' },
    });
    expect(await ask({ phoneNumber: newPhone(), phoneCode: 'x' })).toMatchObject({
      status: 400,
      body: { fields: { phoneCode: 'must be of a country that sign-up offers' } },
    });
  });

  test.each([
    [{ phoneNumber: '1234567890', phoneCode: '881' }, { phoneCode: 'must be of a country that sign-up offers' }],
    [
      { phoneNumber: '1234567890', phoneCode: '979', email: 'both@example.com' },
      { phoneCode: 'must be of a country that sign-up offers' },
    ],
    [{ phoneNumber: '+8811234567890' }, { phoneNumber: 'must be of a country that sign-up offers' }],
    [{ phoneNumber: '+1512555014' }, { phoneNumber: 'Please enter a valid 10-digit phone number' }],
  ])('API-07 sends no text message where sign-up offers no country: %o (D-25, D-204)', async (body, fields) => {
    const { token } = await server.signInGuest();
    const before = await server.db.selectFrom('messages').select('id').execute();
    expect(await server.send(initCode, { body: { role, ...body } }, { token })).toMatchObject({
      status: 400,
      body: { code: 'validation', fields },
    });
    expect(await server.db.selectFrom('messages').select('id').execute()).toEqual(before);
  });

  test('API-07 sends to the countries that sign-up offers', async () => {
    const { token } = await server.signInGuest();
    await server.api(initCode, { body: { phoneNumber: '2079460958', phoneCode: '44', role } }, { token });
    expect(await server.codeSentTo('+442079460958')).toMatch(/^\d{6}$/);
    for (const phoneNumber of ['+442079460959', '+4915112345678', '+35312345678']) {
      await server.api(initCode, { body: { phoneNumber, phoneCode: '1', role } }, { token });
      expect(await server.codeSentTo(phoneNumber), 'a number with + names its own country (D-403)').toMatch(/^\d{6}$/);
    }
  });

  test.each([
    ['<mailbox@example.com>', 200],
    ['mailbox@example.com;', 200],
    [' Mailbox@EXAMPLE.com ', 200],
    ['mailbox@ｅｘａｍｐｌｅ．ｃｏｍ', 200],
    ['mailbox@example。com', 200],
    ['"mailbox"@example.com', 400],
    ['ｍailbox@example.com', 400],
    ['mail..box@example.com', 400],
    ['mailbox@example.com,a@example.com', 400],
    ['mailbox@[127.0.0.1]', 400],
  ])('API-07 %j is one mailbox or none (D-410)', async (email, status) => {
    await server.db.deleteFrom('counters').execute();
    const { token } = await server.signInGuest();
    const known = server.db.selectFrom('messages').select((count) => count.fn.countAll<string>().as('count'));
    const before = Number((await known.where('recipient', '=', 'mailbox@example.com').executeTakeFirstOrThrow()).count);
    const all = Number((await known.executeTakeFirstOrThrow()).count);
    expect((await server.send(initCode, { body: { email, role } }, { token })).status).toBe(status);
    expect(
      Number((await known.where('recipient', '=', 'mailbox@example.com').executeTakeFirstOrThrow()).count) - before,
    ).toBe(status === 200 ? 1 : 0);
    expect(Number((await known.executeTakeFirstOrThrow()).count) - all).toBe(status === 200 ? 1 : 0);
  });

  test('API-07 sends one mailbox no more codes a day, in whatever spellings (D-204, D-410)', async () => {
    await server.db.deleteFrom('counters').execute();
    const spellings = [
      'flood@example.com',
      '<flood@example.com>',
      'FLOOD@example.com',
      'flood@ｅxample.com',
      'flood@exa\u00admple.com',
      'flood@example。com',
      'flood@example.com,',
    ];
    const statuses = [];
    for (let sent = 0; sent < 21; sent++)
      statuses.push(
        (
          await server.send(
            initCode,
            { body: { email: spellings[sent % spellings.length]!, role } },
            { token: (await server.signInGuest()).token },
          )
        ).status,
      );
    expect(statuses.filter((status) => status === 200)).toHaveLength(openSends);
    await server.db.deleteFrom('counters').execute();
  });

  test('API-07 sends to the phone where both are given (D-29), in six digits', async () => {
    const { token } = await server.signInGuest();
    const phoneNumber = newPhone();
    expect(await server.api(initCode, { body: { phoneNumber, email: 'both@example.com', role } }, { token })).toEqual({
      sent: true,
    });
    expect(await server.codeSentTo(`+1${phoneNumber}`)).toMatch(/^\d{6}$/);
    await expect(server.codeSentTo('both@example.com')).rejects.toThrow();
  });

  test('API-07 answers and writes alike for somebody the clinic knows and for a stranger (D-204)', async () => {
    const { token } = await server.signInGuest();
    const known = await server.send(initCode, { body: { email: knownClient.email, role } }, { token });
    const stranger = await server.send(initCode, { body: { email: 'stranger@example.com', role } }, { token });
    expect(stranger.text).toBe(known.text);
    const rows = await server.db
      .selectFrom('messages')
      .select(['kind', 'subject', 'body_text', 'demo_code'])
      .where('recipient', 'in', [knownClient.email, 'stranger@example.com'])
      .execute();
    const shapes = rows.map((row) =>
      [row.kind, row.subject, row.body_text].join().replaceAll(row.demo_code ?? '', '#'),
    );
    expect(shapes).toHaveLength(2);
    expect(shapes[0]).toBe(shapes[1]);
  });

  test('API-07 is answered to listed contacts as to everybody, but no code is sent and none will do (D-16, D-204)', async () => {
    const { token } = await server.signInGuest();
    const fine = await server.send(initCode, { body: { phoneNumber: newPhone(), role } }, { token });
    const before = (await server.db.selectFrom('messages').select('id').execute()).length;
    const phoneNumber = newPhone();
    for (const body of [
      { phoneNumber: '5125550199' },
      { email: 'Blocked@Example.com' },
      { phoneNumber, email: 'blocked@example.com' },
    ]) {
      const listed = await server.send(initCode, { body: { ...body, role } }, { token });
      expect([listed.status, listed.text]).toEqual([fine.status, fine.text]);
    }
    expect(await server.db.selectFrom('messages').select('id').execute()).toHaveLength(before);

    const tried = (code: string) =>
      refusal(server.api(verifyCode, { body: { phoneNumber: '5125550199', code, role } }, { token }));
    for (let count = 0; count < limits.codeAttempts; count++)
      expect(await tried(String(100000 + count))).toEqual([401, 'InvalidCode']);
    expect(await tried('123456'), "the tries are counted as everybody's").toEqual([400, 'VerificationMaximumExceeded']);
  });

  test("API-07 counts the sends to listed contacts as everybody's (D-16)", async () => {
    const { token } = await server.signInGuest();
    const ask = async () =>
      (await server.send(initCode, { body: { email: 'blocked@example.com', role } }, { token })).status;
    await server.db.deleteFrom('counters').execute();
    for (let sent = 0; sent < openSends; sent++) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
    await server.db.deleteFrom('counters').execute();
  });

  test('API-07 is capped by day for an identifier, from any session, at ten but for what the devices of its owner keep (D-405), and opens again the next day', async () => {
    const phoneNumber = newPhone();
    const ask = async () =>
      server.send(initCode, { body: { phoneNumber, role } }, { token: (await server.signInGuest()).token });
    for (let sent = 0; sent < openSends; sent++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const start = server.clock.now();
    server.clock.advance(day + 1000);
    expect((await ask()).status).toBe(200);
    server.clock.set(start);
  });

  test('API-07 is capped by address, by clinic and in total; parallel sends are all counted', async () => {
    const cap = { max: 3, windowMs: day };
    for (const caps of [{ codeSendsPerAddress: cap }, { codeSendsPerClinic: cap }, { codeSendsInTotal: cap }]) {
      const strict = await server.another({ caps });
      await server.db.deleteFrom('counters').execute();
      const { token } = await strict.signInGuest();
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => strict.send(initCode, { body: { phoneNumber: newPhone(), role } }, { token })),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
      await strict.close();
    }
    await server.db.deleteFrom('counters').execute();
  });
});

describe('trying a code', () => {
  test('API-08 signs the guest in under the same session with another token (D-18)', async () => {
    const { token, phoneNumber, code, verify } = await guestWithCode();
    const before = await server.db.selectFrom('sessions').select('id').execute();
    const signedIn = await verify(code);
    expect(signedIn.user).toMatchObject({ is_guest: false, phoneCode: '1', phoneNumber });
    expect(signedIn.token).not.toBe(token);
    expect(await server.db.selectFrom('sessions').select('id').execute()).toHaveLength(before.length);
    expect(await refusal(server.api(getProfile, {}, { token })), 'the guest token is void').toEqual([
      401,
      'unauthorized',
    ]);
  });

  test('API-08 answers the same verification again to the token that it replaced, for a while: its reply was lost (D-01, D-18)', async () => {
    const { token, code, verify } = await guestWithCode();
    const profile = (of: string) => refusal(server.api(getProfile, {}, { token: of }));
    const lost = await verify(code);
    expect(await refusal(verify(wrongFor(code)))).toEqual([401, 'InvalidCode']);
    const again = await verify(code);
    expect(again.user).toEqual(lost.user);
    expect(await profile(again.token)).toBe('no refusal');
    expect(await profile(lost.token), 'nobody has the lost one').toEqual([401, 'unauthorized']);
    expect(await profile(token), 'good for nothing else').toEqual([401, 'unauthorized']);
    expect(await refusal(server.api(initCode, { body: { phoneNumber: newPhone(), role } }, { token }))).toEqual([
      401,
      'unauthorized',
    ]);
    expect(
      await refusal(server.api(verifyCode, { body: { phoneNumber: newPhone(), code, role } }, { token })),
      'nor for another contact',
    ).toEqual([401, 'InvalidCode']);
    expect(
      await refusal(
        server.api(verifyCode, { body: { phoneNumber: lost.user.phoneNumber, code, role } }, { token: again.token }),
      ),
      'a used code, by the token it gave',
    ).toEqual([401, 'InvalidCode']);
    const start = server.clock.now();
    server.clock.advance(5 * 60_000);
    expect(await refusal(verify(code))).toEqual([401, 'unauthorized']);
    server.clock.set(start);
  });

  test('API-08 the replaced token takes no other code of its session, neither an unused one nor an earlier one (D-18)', async () => {
    const { token, phoneNumber, code, verify } = await guestWithCode();
    const email = `other.${phoneNumber}@example.com`;
    await server.api(initCode, { body: { email, role } }, { token });
    const otherCode = await server.codeSentTo(email);
    const withEmail = (of: string) => server.api(verifyCode, { body: { email, code: otherCode, role } }, { token: of });
    const first = await verify(code);
    expect(await refusal(withEmail(token)), 'an unused one').toEqual([401, 'InvalidCode']);
    const start = server.clock.now();
    server.clock.advance(1000);
    const second = await withEmail(first.token);
    expect(await refusal(verify(code)), 'two verifications ago').toEqual([401, 'unauthorized']);
    const earlier = server.api(
      verifyCode,
      { body: { phoneNumber, phoneCode: '1', code, role } },
      { token: first.token },
    );
    expect(await refusal(earlier), 'an earlier one').toEqual([401, 'InvalidCode']);
    expect((await withEmail(first.token)).user.id, 'its own').toBe(second.user.id);
    server.clock.set(start);
  });

  test('API-08 the replaced token is good for five minutes in all, however often it is answered (D-18)', async () => {
    const { code, verify } = await guestWithCode();
    const start = server.clock.now();
    await verify(code);
    server.clock.advance(limits.previousTokenMs - 1);
    await verify(code);
    server.clock.advance(1);
    expect(await refusal(verify(code))).toEqual([401, 'InvalidCode']);
    server.clock.set(start);
  });

  test('API-08 refuses with 400 a body without a usable contact, with another role, or without a code', async () => {
    const { token } = await server.signInGuest();
    const ask = async (body: object) =>
      (await server.send(verifyCode, { body: { code: '123456', phoneNumber: newPhone(), role, ...body } }, { token }))
        .status;
    expect(await ask({ phoneNumber: null })).toBe(400);
    expect(await ask({ phoneNumber: '555' })).toBe(400);
    expect(await ask({ phoneNumber: null, email: 'nobody' })).toBe(400);
    expect(await ask({ role: 'ROLE_ADMIN' })).toBe(400);
    expect(await ask({ code: undefined })).toBe(400);
    expect(await ask({})).toBe(401);
  });

  test('API-08 does not trust the other customer fields: they verify nothing and change nobody', async () => {
    const known = await server.signIn('told-before@example.com', { firstName: 'Known Owner' });
    const { token } = await server.signInGuest();
    const phoneNumber = newPhone();
    await server.api(initCode, { body: { phoneNumber, role } }, { token });
    const code = await server.codeSentTo(`+1${phoneNumber}`);
    const more: object = { userId: known.user.id, is_admin: true, isAdmin: true };
    const { user } = await server.api(
      verifyCode,
      { body: { phoneNumber, email: 'told-before@example.com', firstName: 'Some Body', code, role, ...more } },
      { token },
    );
    expect(user).toMatchObject({ phoneNumber, firstName: 'Some Body', isAdmin: false, is_staff: false });
    expect(user.id).not.toBe(known.user.id);
    const again = await server.signIn('told-before@example.com');
    expect(again.user).toMatchObject({ id: known.user.id, firstName: 'Known Owner', phoneNumber: null });
  });

  test('API-08 takes a pasted hyphen', async () => {
    const { code, verify } = await guestWithCode();
    expect((await verify(`${code.slice(0, 3)}-${code.slice(3)}`)).user.is_guest).toBe(false);
  });

  test('API-08 counts five wrong ones, then refuses the right one too, also in another process (D-204)', async () => {
    const { code, verify } = await guestWithCode();
    for (let tried = 0; tried < limits.codeAttempts; tried++)
      expect(await refusal(verify(wrongFor(code)))).toEqual([401, 'InvalidCode']);
    expect(await refusal(verify(code))).toEqual([400, 'VerificationMaximumExceeded']);
    const restarted = await server.another();
    expect(await refusal(verify(code, restarted))).toEqual([400, 'VerificationMaximumExceeded']);
    await restarted.close();
  });

  test('API-08 counts parallel tries: of twenty wrong ones five are answered as wrong', async () => {
    const { code, verify } = await guestWithCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refusal(verify(wrongFor(code)))));
    expect(answers.filter((answer) => String(answer) === '401,InvalidCode')).toHaveLength(limits.codeAttempts);
    expect(answers.filter((answer) => String(answer) === '400,VerificationMaximumExceeded')).toHaveLength(
      20 - limits.codeAttempts,
    );
  });

  test('API-08 of two parallel right tries one token is good', async () => {
    const { code, verify } = await guestWithCode();
    const answers = await Promise.allSettled([verify(code), verify(code)]);
    const tokens = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.token] : []));
    const standings = await Promise.all(tokens.map((token) => refusal(server.api(getProfile, {}, { token }))));
    expect(standings.filter((standing) => standing === 'no refusal')).toHaveLength(1);
  });

  test('API-08 a new code has tries of its own, and the earlier one is void', async () => {
    const { token, phoneNumber, code, verify } = await guestWithCode();
    for (let tried = 0; tried < limits.codeAttempts; tried++) await refusal(verify(wrongFor(code)));
    await server.api(initCode, { body: { phoneNumber, role } }, { token });
    const newer = await server.codeSentTo(`+1${phoneNumber}`);
    if (newer !== code) expect(await refusal(verify(code))).toEqual([401, 'InvalidCode']);
    expect((await verify(newer)).user.is_guest).toBe(false);
  });

  test('API-08 a code is good for ten minutes', async () => {
    const late = await guestWithCode();
    const intime = await guestWithCode();
    const start = server.clock.now();
    server.clock.advance(limits.codeMs - 1);
    expect((await intime.verify(intime.code)).user.is_guest).toBe(false);
    server.clock.advance(1);
    expect(await refusal(late.verify(late.code))).toEqual([401, 'InvalidCode']);
    server.clock.set(start);
  });

  test('API-08 a code is worth nothing in another session, for another identifier, or without one asked for', async () => {
    const { phoneNumber, code } = await guestWithCode();
    const other = await guestWithCode();
    const inOther = server.api(
      verifyCode,
      { body: { phoneNumber, phoneCode: '1', code, role } },
      { token: other.token },
    );
    expect(await refusal(inOther)).toEqual([401, 'InvalidCode']);
    if (other.code !== code) expect(await refusal(other.verify(code))).toEqual([401, 'InvalidCode']);
  });

  test('API-08 codes are not stored readable, but for the demo inbox', async () => {
    const production = await startTestServer({ env: { NODE_ENV: 'production' } });
    const { token } = await production.signInGuest();
    const phoneNumber = newPhone();
    await production.api(initCode, { body: { phoneNumber, role } }, { token });
    const message = await production.db
      .selectFrom('messages')
      .selectAll()
      .where('recipient', '=', `+1${phoneNumber}`)
      .executeTakeFirstOrThrow();
    expect(message.demo_code).toBeNull();
    const code = /^\d{6}/.exec(message.body_text)?.[0] ?? '';
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(await production.db.selectFrom('codes').selectAll().execute())).not.toContain(code);
    await production.close();
  });
});
