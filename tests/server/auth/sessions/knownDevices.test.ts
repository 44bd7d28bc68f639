import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guestSignIn, initCode, initReset, refreshToken, signIn, verifyCode } from '../../../../src/contract/auth';
import * as limits from '../../../../src/limits';
import { capTable } from '../../../../server/calls/caps';
import { client, clinicFile } from '../../../support/clinicFile';
import { startTestServer, type TestServer } from '../../../support/server';
import { browser, member, newPhone, role, type Browser } from '../support';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [
      clinicFile({ clients: [client({ id: 'cora', email: 'cora@example.com', phone: '+15125558765' })] }),
      clinicFile({ shop: { id: 'elsewhere' } }),
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

const total = limits.codeSendsPerIdentifierPerDay;
const codeSends = capTable.codeSendsPerIdentifier.setAside;
const passwordTries = capTable.passwordFailuresPerIdentifier.setAside;

/** How many times `ask` is let through before the first 429. */
async function admitted(ask: () => Promise<{ status: number }>, most = total + 2): Promise<number> {
  for (let count = 0; count < most; count++) if ((await ask()).status === 429) return count;
  return most;
}
const asksFor = async (at: Browser, body: { phoneNumber?: string; email?: string }) => {
  const { token } = await at.api(guestSignIn, {});
  return () => at.send(initCode, { body: { ...body, role } }, { token });
};
const asksForReset = async (at: Browser, username: string) => {
  const { token } = await at.api(guestSignIn, {});
  return () => at.send(initReset, { body: { username } }, { token });
};
const tries = (at: Browser, username: string, password: string) => () =>
  at.send(signIn, { body: { username, password, role } });

describe('a stranger who spends what an identifier has (D-405)', () => {
  test("codes: the owner's own device still gets its share, and no more; a strange one nothing", async () => {
    const phoneNumber = newPhone();
    const home = browser(server);
    await home.signIn(`+1${phoneNumber}`);
    await server.db.deleteFrom('counters').execute();
    expect(await admitted(await asksFor(browser(server), { phoneNumber }))).toBe(total - codeSends);
    expect(await admitted(await asksFor(browser(server), { phoneNumber }), 1), 'another strange device').toBe(0);
    const { user } = await home.signIn(`+1${phoneNumber}`);
    expect(user.phoneNumber).toBe(phoneNumber);
    expect(await admitted(await asksFor(home, { phoneNumber }))).toBe(codeSends - 1);
  });

  test("a contact that the clinic has on the owner's record is the owner's as well, though it was never used here", async () => {
    const home = browser(server);
    await home.signIn('cora@example.com');
    await server.db.deleteFrom('counters').execute();
    expect(await admitted(await asksFor(browser(server), { phoneNumber: '5125558765' }))).toBe(total - codeSends);
    expect(await admitted(await asksFor(home, { phoneNumber: '5125558765' }))).toBe(codeSends);
  });

  test('resets: from the same share', async () => {
    const owner = await member(server);
    const home = browser(server);
    await home.signIn(`+1${owner.phoneNumber}`);
    await server.db.deleteFrom('counters').execute();
    expect(await admitted(await asksForReset(browser(server), owner.username))).toBe(total - codeSends);
    expect(await admitted(await asksForReset(home, owner.username))).toBe(codeSends);
    expect(await admitted(await asksFor(home, { phoneNumber: owner.phoneNumber }), 1)).toBe(0);
  });

  test("passwords: the owner's own device still has its tries, and no more; a strange one none", async () => {
    const owner = await member(server);
    const home = browser(server);
    expect((await tries(home, owner.username, owner.password)()).status).toBe(200);
    await server.db.deleteFrom('counters').execute();
    expect(await admitted(tries(browser(server), owner.username, 'wrong password'))).toBe(
      limits.passwordFailures - passwordTries,
    );
    expect(
      (await tries(browser(server), owner.username, owner.password)()).status,
      'the right one from a strange device',
    ).toBe(429);
    expect((await tries(home, owner.username, owner.password)()).status).toBe(200);
    expect(await admitted(tries(home, owner.username, 'wrong password'))).toBe(passwordTries);
    expect((await tries(home, owner.username, owner.password)()).status).toBe(429);
  });

  test("the owner's device has the whole cap where nobody else spends it", async () => {
    const phoneNumber = newPhone();
    const home = browser(server);
    await home.signIn(`+1${phoneNumber}`);
    await server.db.deleteFrom('counters').execute();
    expect(await admitted(await asksFor(home, { phoneNumber }))).toBe(total);
  });

  test('parallel asks of a known device are all counted', async () => {
    const phoneNumber = newPhone();
    const home = browser(server);
    await home.signIn(`+1${phoneNumber}`);
    await server.db.deleteFrom('counters').execute();
    const tokens = await Promise.all(
      Array.from({ length: total + 4 }, async () => (await home.api(guestSignIn, {})).token),
    );
    const replies = await Promise.all(
      tokens.map((token) => home.send(initCode, { body: { phoneNumber, role } }, { token })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(total);
  });

  test('a stranger with a device of their own learns nothing: known and unknown names have the same share set aside (D-204)', async () => {
    const owner = await member(server);
    const strange = browser(server);
    await strange.signIn(`+1${newPhone()}`);
    const answers = async (phoneNumber: string) => {
      await server.db.deleteFrom('counters').execute();
      const ask = await asksFor(strange, { phoneNumber });
      const replies = [];
      for (let sent = 0; sent < total; sent++) replies.push(await ask());
      for (let tried = 0; tried < limits.passwordFailures; tried++)
        replies.push(await tries(strange, `1;${phoneNumber}`, 'wrong password')());
      return replies.map(({ status, text }) => `${status} ${text}`);
    };
    const known = await answers(owner.phoneNumber);
    expect(
      known.filter((answer) => answer.startsWith('429')),
      'both caps were reached',
    ).toHaveLength(codeSends + passwordTries);
    expect(await answers(newPhone())).toEqual(known);
  });

  test('a device is known to the owners who signed in on it, at the clinic where they did', async () => {
    const [one, other] = [newPhone(), newPhone()];
    const shared = browser(server);
    await shared.signIn(`+1${one}`);
    await shared.signIn(`+1${other}`);
    await server.db.deleteFrom('counters').execute();
    for (const phoneNumber of [one, other]) expect(await admitted(await asksFor(shared, { phoneNumber }))).toBe(total);
    const hashes = await server.db.selectFrom('devices').select(['device_hash', 'clinic_id']).execute();
    await shared.api(guestSignIn, {}, { clinicId: 'elsewhere' });
    const { token } = await shared.api(guestSignIn, {}, { clinicId: 'elsewhere' });
    await shared.api(initCode, { body: { email: 'both@example.com', role } }, { token, clinicId: 'elsewhere' });
    await shared.api(
      verifyCode,
      { body: { email: 'both@example.com', code: await server.codeSentTo('both@example.com'), role } },
      { token, clinicId: 'elsewhere' },
    );
    const there = await server.db
      .selectFrom('devices')
      .select('device_hash')
      .where('clinic_id', '=', 'elsewhere')
      .execute();
    expect(there).toHaveLength(1);
    expect(
      hashes.map(({ device_hash }) => device_hash),
      'no clinic tells that it is the same browser',
    ).not.toContain(there[0]?.device_hash);
  });
});

describe('what a browser is given to know itself again by (D-405)', () => {
  test('nothing before a sign-in, and nothing for a refused one; one value for all later ones', async () => {
    const owner = await member(server);
    const here = browser(server);
    const { token } = await here.api(guestSignIn, {});
    await here.send(initCode, { body: { phoneNumber: owner.phoneNumber, role } }, { token });
    await here.send(refreshToken, {}, { token });
    await tries(here, owner.username, 'wrong password')();
    expect(here.cookie()).toBeUndefined();
    await here.signIn(`+1${owner.phoneNumber}`);
    const first = here.cookie();
    expect(first).toMatch(/^device=[\w-]{43}$/);
    await tries(here, owner.username, owner.password)();
    await here.signIn(`+1${newPhone()}`);
    expect(here.cookie()).toBe(first);
  });

  test('no script and no other site can read or send it, and over https nobody on the way', async () => {
    const owner = await member(server);
    const reply = await tries(browser(server), owner.username, owner.password)();
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^device=[\w-]{43}; Path=\/api; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
    const secure = await startTestServer({ env: { PUBLIC_URL: 'https://book.example' } });
    const { token } = await secure.signInGuest();
    await secure.api(initCode, { body: { email: 'safe@example.com', role } }, { token });
    const { body_text } = await secure.db.selectFrom('messages').select('body_text').executeTakeFirstOrThrow();
    const verified = await secure.send(
      verifyCode,
      { body: { email: 'safe@example.com', code: body_text.slice(0, 6), role } },
      { token },
    );
    expect(String(verified.headers['set-cookie'])).toMatch(/; SameSite=Strict; Secure$/);
    await secure.close();
  });

  test("it opens nothing: without the token it is nobody's", async () => {
    const home = browser(server);
    await home.signIn(`+1${newPhone()}`);
    expect((await home.send(refreshToken, {})).status).toBe(401);
  });

  test('it is stored hashed, beside its owner alone', async () => {
    const home = browser(server);
    const { user } = await home.signIn(`+1${newPhone()}`);
    const rows = await server.db.selectFrom('devices').selectAll().where('user_id', '=', user.id).execute();
    expect(rows).toEqual([
      {
        clinic_id: server.clinicId,
        user_id: user.id,
        device_hash: expect.any(String) as string,
        first_used_at: server.clock.now(),
        last_used_at: server.clock.now(),
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(home.cookie()?.slice('device='.length));
  });

  test('a session that goes on keeps its browser known, and one from before devices were noted makes it known', async () => {
    const start = server.clock.now();
    const home = browser(server);
    const { token, user } = await home.signIn(`+1${newPhone()}`);
    server.clock.advance(24 * 60 * 60 * 1000);
    const deviceOf = () =>
      server.db.selectFrom('devices').selectAll().where('user_id', '=', user.id).executeTakeFirst();
    await home.api(refreshToken, {}, { token });
    expect((await deviceOf())?.last_used_at).toEqual(server.clock.now());

    const thief = browser(server);
    await thief.api(refreshToken, {}, { token });
    expect(thief.cookie(), 'the session is of another browser').toBeUndefined();

    await server.db.deleteFrom('devices').where('user_id', '=', user.id).execute();
    await server.db
      .updateTable('sessions')
      .set({ device_hash: null, device_label: null })
      .where('user_id', '=', user.id)
      .execute();
    home.forget();
    await home.api(refreshToken, {}, { token });
    expect(home.cookie()).toMatch(/^device=/);
    expect(await deviceOf()).toMatchObject({ first_used_at: server.clock.now() });
    server.clock.set(start);
  });
});
