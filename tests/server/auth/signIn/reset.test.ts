import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { finishReset, getProfile, initCode, initReset, verifyCode, verifyReset } from '../../../../src/contract/auth';
import { clientByUser } from '../../../../src/contract/clients';
import * as limits from '../../../../src/limits';
import { capTable } from '../../../../server/calls/caps';
import { passwordQueue } from '../../../../server/modules/auth/passwords/passwords';
import { clinicFile, knownClient } from '../../../support/clinicFile';
import { startTestServer, type TestServer } from '../../../support/server';
import { member, newPhone, refusal, role, strong, tryPassword } from '../support';

const fresh = 'a fresh password';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clinicFiles: [clinicFile({ access_blocks: [{ email: 'blocked@example.com' }] })] });
});
afterAll(() => server.close());
beforeEach(() =>
  server.db
    .deleteFrom('counters')
    .execute()
    .then(() => undefined),
);

const guest = async () => (await server.signInGuest()).token;
const addressOf = (username: string) =>
  username.includes('@') ? username.toLowerCase() : `+${username.replace(';', '')}`;
const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111');

/** Asks for a reset in a session; gives its code and what proves it. */
async function asked(username: string, token?: string) {
  const session = token ?? (await guest());
  await server.api(initReset, { body: { username } }, { token: session });
  const code = await server.codeSentTo(addressOf(username));
  const prove = (tried = code, at: TestServer = server) =>
    at.api(verifyReset, { body: { username, code: tried } }, { token: session });
  return { token: session, code, prove };
}
const finish = (session: string, token: string, password = fresh) =>
  server.api(finishReset, { body: { token, password } }, { token: session });

describe('API-13 reset-password/init', () => {
  test('API-13 sends a code to the phone or the e-mail that the username names', async () => {
    const token = await guest();
    expect(await server.api(initReset, { body: { username: '1;5125550111' } }, { token })).toEqual({ sent: true });
    expect(await server.codeSentTo('+15125550111')).toMatch(/^\d{6}$/);
    expect(await server.api(initReset, { body: { username: 'Jo@Example.com' } }, { token })).toEqual({ sent: true });
    expect(await server.codeSentTo('jo@example.com')).toMatch(/^\d{6}$/);
  });

  test('API-13 answers and writes alike for somebody known and for a stranger (D-204)', async () => {
    const known = await member(server);
    const token = await guest();
    await server.db.deleteFrom('messages').execute();
    const replies = [known.username, `1;${newPhone()}`].map((username) =>
      server.send(initReset, { body: { username } }, { token }),
    );
    const [one, other] = await Promise.all(replies);
    expect([one?.status, one?.text]).toEqual([other?.status, other?.text]);
    const rows = await server.db
      .selectFrom('messages')
      .select(['kind', 'channel', 'subject', 'body_text', 'demo_code'])
      .execute();
    const shapes = rows.map((row) =>
      [row.kind, row.channel, row.subject, row.body_text].join().replaceAll(row.demo_code ?? '', '#'),
    );
    expect(shapes).toHaveLength(2);
    expect(shapes[0]).toBe(shapes[1]);
    expect(shapes[0]).toContain('to set a new password');
  });

  test("API-13 refuses with 400 what can be nobody's name", async () => {
    const token = await guest();
    for (const username of ['', 'nobody', '1;555', 'a@b', ';', 'x'.repeat(256)]) {
      expect(await server.send(initReset, { body: { username } }, { token }), username).toMatchObject({
        status: 400,
        body: { code: 'validation', fields: { username: expect.any(String) as string } },
      });
    }
  });

  test('API-13 shares the codes of a day with sign-in, then 429 with Retry-After', async () => {
    const phoneNumber = newPhone();
    const token = await guest();
    for (
      let sent = 0;
      sent < limits.codeSendsPerIdentifierPerDay - capTable.codeSendsPerIdentifier.setAside - 1;
      sent++
    )
      await server.api(initReset, { body: { username: `1;${phoneNumber}` } }, { token });
    await server.api(initCode, { body: { phoneNumber, role } }, { token });
    const refused = await server.send(initReset, { body: { username: `1;${phoneNumber}` } }, { token });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('API-14 reset-password/verify', () => {
  test('API-14 changes the right code for a token that sets one password', async () => {
    const { username } = await member(server);
    const { token, prove } = await asked(username);
    const proof = await prove();
    expect(proof).toEqual({ success: true, token: expect.stringMatching(/^[\w-]{43}$/) as string });
    await finish(token, proof.token);
    expect(await refusal(prove()), 'used up').toEqual([401, 'unauthorized']);
  });

  test('API-14 answers again for a while when the reply was lost, with another token in place of the first (D-01)', async () => {
    const start = server.clock.now();
    const { username } = await member(server);
    const { token, code, prove } = await asked(username);
    const lost = await prove();
    expect(await refusal(prove(wrongFor(code)))).toEqual([401, 'InvalidCode']);
    const proof = await prove();
    expect(await refusal(finish(token, lost.token)), 'nobody has the lost one').toEqual([401, 'InvalidCode']);
    const signedIn = await finish(token, proof.token);
    expect(
      await refusal(server.api(verifyReset, { body: { username, code } }, { token: signedIn.token })),
      'the password is set',
    ).toEqual([401, 'InvalidCode']);

    const late = await asked(username);
    await late.prove();
    server.clock.advance(limits.previousTokenMs);
    expect(await refusal(late.prove()), 'late').toEqual([401, 'InvalidCode']);
    server.clock.set(start);
  });

  test('API-14 five wrong codes, then VerificationMaximumExceeded for the right one too', async () => {
    const { username } = await member(server);
    const { code, prove } = await asked(username);
    for (let tried = 0; tried < limits.codeAttempts; tried++)
      expect(await refusal(prove(wrongFor(code)))).toEqual([401, 'InvalidCode']);
    expect(await refusal(prove())).toEqual([400, 'VerificationMaximumExceeded']);
    const restarted = await server.another();
    expect(await refusal(prove(code, restarted))).toEqual([400, 'VerificationMaximumExceeded']);
    await restarted.close();
  });

  test('API-14 a code is worth nothing late, in another session, for another name, or to sign in with; a sign-in code sets no password', async () => {
    const start = server.clock.now();
    const { username, phoneNumber } = await member(server);
    const other = await member(server);
    const { code, prove, token } = await asked(username);
    expect(await refusal(server.api(verifyReset, { body: { username, code } }, { token: await guest() }))).toEqual([
      401,
      'InvalidCode',
    ]);
    expect(await refusal(server.api(verifyReset, { body: { username: other.username, code } }, { token }))).toEqual([
      401,
      'InvalidCode',
    ]);
    expect(await refusal(server.api(verifyCode, { body: { phoneNumber, code, role } }, { token }))).toEqual([
      401,
      'InvalidCode',
    ]);
    server.clock.advance(limits.codeMs);
    expect(await refusal(prove())).toEqual([401, 'InvalidCode']);
    server.clock.set(start);

    const session = await guest();
    await server.api(initCode, { body: { phoneNumber, role } }, { token: session });
    const signInCode = await server.codeSentTo(`+1${phoneNumber}`);
    expect(
      await refusal(server.api(verifyReset, { body: { username, code: signInCode } }, { token: session })),
    ).toEqual([401, 'InvalidCode']);
  });

  test("API-14 refuses with 400 what can be nobody's name", async () => {
    expect(
      await refusal(
        server.api(verifyReset, { body: { username: 'nobody', code: '123456' } }, { token: await guest() }),
      ),
    ).toEqual([400, 'validation']);
  });
});

describe('API-15 reset-password/finish', () => {
  test("API-15 sets the password, signs this session in with another token, and ends the owner's other sessions", async () => {
    const owner = await member(server);
    const elsewhere = await server.signIn(`+1${owner.phoneNumber}`);
    const bystander = await member(server);
    const { token, prove } = await asked(owner.username);
    const sessions = (await server.db.selectFrom('sessions').select('id').execute()).length;

    const signedIn = await finish(token, (await prove()).token);
    expect(signedIn.user).toMatchObject({ id: owner.user.id, is_guest: false });
    expect(await server.api(getProfile, {}, { token: signedIn.token })).toEqual(signedIn.user);
    expect(await server.db.selectFrom('sessions').select('id').execute()).toHaveLength(sessions);
    for (const ended of [token, owner.token, elsewhere.token])
      expect((await server.send(getProfile, {}, { token: ended })).status).toBe(401);
    expect((await server.send(getProfile, {}, { token: bystander.token })).status).toBe(200);
    expect((await tryPassword(server, owner.username, strong)).status).toBe(401);
    expect((await tryPassword(server, owner.username, fresh)).status).toBe(200);
  });

  test("API-15 the owner's own session goes on", async () => {
    const owner = await member(server);
    const { prove } = await asked(owner.username, owner.token);
    const signedIn = await finish(owner.token, (await prove()).token);
    expect((await server.send(getProfile, {}, { token: signedIn.token })).status).toBe(200);
  });

  test('API-15 takes a token once, in time, and in its own session; 401 InvalidCode otherwise', async () => {
    const start = server.clock.now();
    const owner = await member(server);
    const first = await asked(owner.username);
    const proof = await first.prove();
    expect(await refusal(finish(await guest(), proof.token))).toEqual([401, 'InvalidCode']);
    expect(await refusal(finish(first.token, 'x'.repeat(43)))).toEqual([401, 'InvalidCode']);
    const answers = await Promise.all([
      refusal(finish(first.token, proof.token)),
      refusal(finish(first.token, proof.token)),
    ]);
    expect(answers.filter((answer) => answer === 'no refusal')).toHaveLength(1);

    const second = await asked(owner.username);
    const late = await second.prove();
    server.clock.advance(limits.codeMs);
    expect(await refusal(finish(second.token, late.token))).toEqual([401, 'InvalidCode']);
    server.clock.set(start);
  });

  test('API-15 refuses a weak password with 400, and the token is good yet', async () => {
    const { username } = await member(server);
    const { token, prove } = await asked(username);
    const proof = await prove();
    for (const [password, text] of [
      ['', 'Password is required'],
      ['1234567', 'Please enter at least 8 characters'],
    ] as const) {
      expect(await server.send(finishReset, { body: { token: proof.token, password } }, { token })).toMatchObject({
        status: 400,
        body: { fields: { password: text } },
      });
    }
    expect(
      (await server.send(finishReset, { body: { token: proof.token, password: 'x'.repeat(256) } }, { token })).status,
    ).toBe(400);
    expect((await finish(token, proof.token)).user.is_guest).toBe(false);
  });

  test('API-15 a client whom only the clinic knew has a password then, and the record', async () => {
    const { token, prove } = await asked(knownClient.email);
    const signedIn = await finish(token, (await prove()).token);
    expect(
      await server.api(clientByUser, { query: { user_id: signedIn.user.id } }, { token: signedIn.token }),
    ).toMatchObject({ id: knownClient.id });
    expect((await tryPassword(server, knownClient.email, fresh)).status).toBe(200);
  });

  test('API-15 a stranger ends as a new user, as after a sign-up: nothing before tells that nobody was known', async () => {
    const username = `1;${newPhone()}`;
    const { token, prove } = await asked(username);
    const signedIn = await finish(token, (await prove()).token);
    expect(signedIn.user).toMatchObject({ is_guest: false, firstName: null });
    expect((await tryPassword(server, username, fresh)).body).toMatchObject({
      data: { user: { id: signedIn.user.id } },
    });
  });

  test('API-15 a deactivated account is refused with 422', async () => {
    const owner = await member(server);
    await server.db
      .updateTable('users')
      .set({ deactivated_at: server.clock.now() })
      .where('id', '=', owner.user.id)
      .execute();
    const { token, prove } = await asked(owner.username);
    expect(await refusal(finish(token, (await prove()).token))).toEqual([422, 'not_allowed']);
  });

  test('API-15 is answered with 429 when too many passwords wait, and the token is good yet (D-205)', async () => {
    const { username } = await member(server);
    const { token, prove } = await asked(username);
    const proof = await prove();
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const held = Array.from({ length: 62 }, () => passwordQueue(() => gate));
    const refused = await server.send(finishReset, { body: { token: proof.token, password: fresh } }, { token });
    open();
    await Promise.all(held);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    expect((await finish(token, proof.token)).user.is_guest).toBe(false);
  });

  test('API-15 the token is not stored readable', async () => {
    const { username } = await member(server);
    const { prove } = await asked(username);
    const { token } = await prove();
    expect(JSON.stringify(await server.db.selectFrom('codes').selectAll().execute())).not.toContain(token);
  });
});
