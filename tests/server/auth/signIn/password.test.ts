import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getProfile, jwtLogin, logout, refreshToken, signIn, type SignedIn } from '../../../../src/contract/auth';
import * as limits from '../../../../src/limits';
import { capTable } from '../../../../server/calls/caps';
import { Connection } from '../../../../server/db/queue';
import { hashPassword, passwordQueue } from '../../../../server/modules/auth/passwords/passwords';
import { client, clinicFile } from '../../../support/clinicFile';
import { startTestServer, type TestServer } from '../../../support/server';
import { member, role, strong, tryPassword } from '../support';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [
      clinicFile({
        clients: [
          client({ id: 'riley', email: 'riley@example.com', phone: '+15125550142', password: 'biscuit-and-juniper' }),
        ],
      }),
      clinicFile({ shop: { id: 'elsewhere' } }),
    ],
    env: { INTERNAL_EMAIL_DOMAIN: 'staff.example' },
  });
});
afterAll(() => server.close());
beforeEach(() =>
  server.db
    .deleteFrom('counters')
    .execute()
    .then(() => undefined),
);

/** What is left of the ten to devices that nobody knows (D-405). */
const openTries = limits.passwordFailures - capTable.passwordFailuresPerIdentifier.setAside;

const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort();
const dataOf = (reply: { body: unknown }) => (reply.body as { data: SignedIn }).data;

describe('API-06 sign-in', () => {
  test('API-06 by phone and by e-mail, however typed, opens a session of its own each time', async () => {
    const names = [
      '1;5125550142',
      '1;512-555-0142',
      '1; (512) 555-0142',
      '1;15125550142',
      '1;+1 512 555 0142',
      '5125550142',
      'riley@example.com',
      ' Riley@Example.com',
    ];
    const replies = [];
    for (const username of names) replies.push(await tryPassword(server, username, 'biscuit-and-juniper'));
    expect(statuses(replies)).toEqual(names.map(() => 200));
    const signedIn = replies.map(dataOf);
    expect(new Set(signedIn.map(({ user }) => user.id)).size).toBe(1);
    expect(new Set(signedIn.map(({ token }) => token)).size).toBe(names.length);
    expect(await server.api(getProfile, {}, { token: signedIn[0]?.token ?? null })).toMatchObject({
      is_guest: false,
      email: 'riley@example.com',
      phoneCode: '1',
      phoneNumber: '5125550142',
    });
  });

  test('API-06 a wrong password, an unknown name and a name without a password are answered alike (D-204)', async () => {
    const passwordless = await server.signIn('codes-only@example.com');
    expect(passwordless.user.is_guest).toBe(false);
    const replies = [
      await tryPassword(server, 'riley@example.com', 'wrong password'),
      await tryPassword(server, 'nobody@example.com', 'biscuit-and-juniper'),
      await tryPassword(server, 'codes-only@example.com', 'biscuit-and-juniper'),
      await tryPassword(server, '1;5125559999', 'biscuit-and-juniper'),
      await tryPassword(server, '1;nonsense', 'biscuit-and-juniper'),
      await tryPassword(server, '2;5125550142', 'biscuit-and-juniper'),
    ];
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([
        `401 ${JSON.stringify({ success: false, code: 'wrong_password', message: 'Wrong email or password' })}`,
      ]),
    );
  });

  test('API-06 costs an unknown name the same queries (D-204)', async () => {
    const held = vi.spyOn(Connection.prototype, 'defer');
    const sent = vi.spyOn(Connection.prototype, 'sendTogether');
    const queriesFor = async (username: string) => {
      for (const watched of [held, sent]) watched.mockClear();
      expect((await tryPassword(server, username, 'wrong password')).status).toBe(401);
      return [...held.mock.calls.map(([query]) => query), ...sent.mock.calls.flatMap(([queries]) => queries)].map(
        ({ sql }) => sql,
      );
    };
    await queriesFor('first@example.com');
    const known = await queriesFor('riley@example.com');
    expect(known.length).toBeGreaterThan(2);
    expect(await queriesFor('nobody@example.com')).toEqual(known);
    for (const watched of [held, sent]) watched.mockRestore();
  });

  test('API-06 refuses with 400 what lacks a name or a password, or asks for another role', async () => {
    expect(await tryPassword(server, ' ', '')).toMatchObject({
      status: 400,
      body: { fields: { username: 'Please enter your phone or email', password: 'Password is required' } },
    });
    expect((await tryPassword(server, 'x'.repeat(256), 'y')).status).toBe(400);
    expect(
      (
        await server.send(signIn, {
          body: { username: 'riley@example.com', password: 'biscuit-and-juniper', role: 'ROLE_ADMIN' as typeof role },
        })
      ).status,
    ).toBe(400);
  });

  test('API-06 the wrong ones that strange devices have in 15 minutes, then 429 for the right one as well, known or not, also in another process', async () => {
    const start = server.clock.now();
    for (const username of ['riley@example.com', 'nobody@example.com']) {
      for (let tried = 0; tried < openTries; tried++)
        expect((await tryPassword(server, username, 'wrong password')).status).toBe(401);
      const refused = await tryPassword(server, username, 'biscuit-and-juniper');
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
      expect(Number(refused.headers['retry-after'])).toBe(limits.passwordFailuresMs / 1000);
    }
    const restarted = await server.another();
    expect(
      (await tryPassword(restarted, 'Riley@example.com', 'biscuit-and-juniper')).status,
      'another spelling is the same name',
    ).toBe(429);
    await restarted.close();
    expect(
      (await tryPassword(server, '1;5125550142', 'biscuit-and-juniper')).status,
      'the phone has its own count',
    ).toBe(200);
    server.clock.advance(limits.passwordFailuresMs);
    expect((await tryPassword(server, 'riley@example.com', 'biscuit-and-juniper')).status).toBe(200);
    server.clock.set(start);
  });

  test('API-06 counts parallel tries: of twenty-five wrong ones five are answered as wrong', async () => {
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => tryPassword(server, 'riley@example.com', 'wrong password')),
    );
    expect(statuses(replies)).toEqual([
      ...Array<number>(openTries).fill(401),
      ...Array<number>(25 - openTries).fill(429),
    ]);
  });

  test('API-06 a right password does not count, and an owner who is in stays in', async () => {
    const inside = dataOf(await tryPassword(server, 'riley@example.com', 'biscuit-and-juniper'));
    for (let tried = 0; tried < openTries + 2; tried++)
      expect((await tryPassword(server, 'riley@example.com', 'biscuit-and-juniper')).status).toBe(200);
    for (let tried = 0; tried < openTries; tried++) await tryPassword(server, 'riley@example.com', 'wrong password');
    expect((await tryPassword(server, 'riley@example.com', 'biscuit-and-juniper')).status).toBe(429);
    expect((await server.send(getProfile, {}, { token: inside.token })).status).toBe(200);
    expect((await server.signIn('riley@example.com')).user.id, 'a code still signs in').toBe(inside.user.id);
  });

  test('API-06 is answered with 429 when too many passwords wait, which is no failed try (D-205)', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const held = Array.from({ length: 62 }, () => passwordQueue(() => gate));
    const refused = await Promise.all(
      Array.from({ length: openTries }, () => tryPassword(server, 'riley@example.com', 'biscuit-and-juniper')),
    );
    const unknown = await tryPassword(server, 'nobody@example.com', 'biscuit-and-juniper');
    open();
    await Promise.all(held);
    expect(new Set(statuses(refused))).toEqual(new Set([429]));
    expect(unknown.status, 'an unknown name waits for the same work').toBe(429);
    expect(Number(refused[0]?.headers['retry-after'])).toBe(2);
    expect((await tryPassword(server, 'riley@example.com', 'biscuit-and-juniper')).status).toBe(200);
  });

  test('API-06 is capped by address', async () => {
    const strict = await server.another({ caps: { passwordsPerAddress: { max: 1, windowMs: 60_000 } } });
    expect(
      statuses([await tryPassword(strict, 'a@example.com', 'x'), await tryPassword(strict, 'b@example.com', 'x')]),
    ).toEqual([401, 429]);
    await strict.close();
  });

  test('API-06 an account and its password belong to one clinic', async () => {
    const body = { username: 'riley@example.com', password: 'biscuit-and-juniper', role } as const;
    expect((await server.send(signIn, { body }, { clinicId: 'elsewhere' })).status).toBe(401);
    expect((await server.send(signIn, { body }, { clinicId: 'nowhere' })).status).toBe(404);
  });

  test('API-06 an unverified contact is no name, though a password stands beside it', async () => {
    const { user } = await member(server, { email: 'told@example.com' });
    expect(user.email).toBe('told@example.com');
    expect((await tryPassword(server, 'told@example.com', strong)).status).toBe(401);
  });

  test('API-06 a deactivated account is refused with 422 to who knows its password, and to nobody else', async () => {
    const gone = await member(server);
    await server.db
      .updateTable('users')
      .set({ deactivated_at: server.clock.now() })
      .where('id', '=', gone.user.id)
      .execute();
    expect(await tryPassword(server, gone.username, strong)).toMatchObject({
      status: 422,
      body: { code: 'not_allowed' },
    });
    expect((await tryPassword(server, gone.username, 'wrong password')).status).toBe(401);
  });

  test('API-06 staff are known by the verified e-mail alone (D-14)', async () => {
    const told = await member(server, { email: 'vet@staff.example' });
    expect(told.user.is_staff).toBe(false);
    const token = (await server.signInGuest()).token;
    const { user } = await server.signIn('nurse@staff.example', { token });
    expect(user.is_staff).toBe(true);
  });

  test('API-05 API-06 no log line holds a name or a password (D-210)', async () => {
    await member(server, { password: 'canary password', email: 'canary@example.com' });
    await tryPassword(server, 'canary@example.com', 'canary attempt');
    expect(server.logLines.length).toBeGreaterThan(3);
    expect(server.logLines.join('')).not.toMatch(/canary|argon2/);
  });

  test('passwords are compared by their characters, not by how a keyboard writes them', async () => {
    const hash = await hashPassword('cafe\u0301-cafe\u0301');
    const owner = await server.signIn('accents@example.com');
    await server.db.updateTable('users').set({ password_hash: hash }).where('id', '=', owner.user.id).execute();
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await tryPassword(server, 'accents@example.com', 'caf\u00e9-caf\u00e9')).status).toBe(200);
  });
});

describe('API-16 the JWT calls', () => {
  test('API-16 /jwt/login is sign-in: the same success, the same failures, the same count', async () => {
    const login = (password: string) =>
      server.send(jwtLogin, { body: { username: 'riley@example.com', password, rememberMe: true, role } });
    expect(await login('biscuit-and-juniper')).toMatchObject({
      status: 200,
      body: { data: { user: { email: 'riley@example.com' } } },
    });
    for (let tried = 0; tried < openTries; tried++) expect((await login('wrong password')).status).toBe(401);
    expect((await tryPassword(server, 'riley@example.com', 'biscuit-and-juniper')).status).toBe(429);
    expect((await server.send(jwtLogin, { body: { username: '', password: '', role } })).status).toBe(400);
  });

  test('API-16 a session by password is refreshed and ended like any other', async () => {
    const start = server.clock.now();
    const { token, user } = dataOf(await tryPassword(server, 'riley@example.com', 'biscuit-and-juniper'));
    server.clock.advance(limits.sessionMs / 2 + 1);
    const next = await server.api(refreshToken, {}, { token });
    expect(next.user.id).toBe(user.id);
    expect(next.token).not.toBe(token);
    await server.api(logout, {}, { token: next.token });
    expect((await server.send(getProfile, {}, { token: next.token })).status).toBe(401);
    expect((await server.send(refreshToken, {}, { token })).status).toBe(401);
    server.clock.set(start);
  });
});
