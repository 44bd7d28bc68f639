import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  checkAccess,
  checkAvailability,
  getProfile,
  guestSignIn,
  logout,
  refreshToken,
  updateName,
} from '../../../../src/contract/auth';
import { listSpecies } from '../../../../src/contract/catalogue';
import { RAN_OUT } from '../../../../src/contract/errors';
import * as limits from '../../../../src/limits';
import { clinicFile } from '../../../support/clinicFile';
import { setPassword } from '../../../../server/modules/users/repository';
import { startTestServer, type TestServer } from '../../../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [
      clinicFile({ access_blocks: [{ phone: '+15125550199' }, { email: 'blocked@example.com' }] }),
      clinicFile({ shop: { id: 'elsewhere' } }),
    ],
    env: { INTERNAL_EMAIL_DOMAIN: 'staff.example' },
  });
});
afterAll(() => server.close());

const status = async (token: string, clinicId?: string) =>
  (await server.send(getProfile, {}, { token, ...(clinicId && { clinicId }) })).status;

describe('a session', () => {
  test('API-04 API-09 a guest has a token and a user without name and contacts', async () => {
    const { token, user } = await server.api(guestSignIn, {});
    expect(user).toMatchObject({ is_guest: true, firstName: null, email: null, phoneNumber: null, is_staff: false });
    expect(await server.api(getProfile, {}, { token })).toEqual(user);
  });

  test('API-04 is stored by its hash alone', async () => {
    const { token } = await server.signInGuest();
    expect(JSON.stringify(await server.db.selectFrom('sessions').selectAll().execute())).not.toContain(token);
  });

  test('API-04 guest sessions are capped by address, an owner who is in stays in', async () => {
    const strict = await server.another({ caps: { guestSessionsPerAddress: { max: 2, windowMs: 60_000 } } });
    await server.db.deleteFrom('counters').execute();
    const replies = await Promise.all(Array.from({ length: 5 }, () => strict.send(guestSignIn, {})));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 200, 429, 429, 429]);
    const first = replies.find((reply) => reply.status === 200)?.body as { data: { token: string } };
    expect(await status(first.data.token)).toBe(200);
    await strict.close();
    await server.db.deleteFrom('counters').execute();
  });

  test.each([undefined, 'Bearer', 'Bearer short', 'Basic dXNlcjpwYXNz', `Bearer ${'x'.repeat(43)}`])(
    'API-09 is refused for the header %s',
    async (authorization) => {
      const reply = await server.send(
        getProfile,
        {},
        { headers: authorization === undefined ? {} : { authorization } },
      );
      expect(reply).toMatchObject({ status: 401, body: { success: false, code: 'unauthorized' } });
    },
  );

  test('API-09 at another clinic its token is answered as the product names it (D-201)', async () => {
    const { token } = await server.signInGuest();
    const reply = await server.send(getProfile, {}, { token, clinicId: 'elsewhere' });
    expect(reply).toMatchObject({ status: 500, body: { success: false, message: 'Invalid tenant and user' } });
    expect(await status(token)).toBe(200);
  });

  test('API-09 needs a clinic, and one that exists', async () => {
    const { token } = await server.signInGuest();
    expect(await status(token, 'nowhere')).toBe(404);
    expect(await status(token, "x'; drop")).toBe(404);
    const without = await server.app.inject({
      url: '/api/user/v1/profile',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(without.statusCode).toBe(400);
    expect(without.json()).toMatchObject({ code: 'validation', fields: { 'X-Client-Id': 'is required' } });
  });

  test('API-12 a guest may not do what needs an owner', async () => {
    const { token, user } = await server.signInGuest();
    const reply = await server.send(updateName, { params: { id: user.id }, body: { firstName: 'X Y' } }, { token });
    expect(reply).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  test('a public call needs none and takes a worthless one', async () => {
    expect(await server.api(listSpecies, {})).toMatchObject({ data: [{ id: 'dog' }, { id: 'cat' }] });
    expect((await server.send(listSpecies, {}, { token: 'x'.repeat(43) })).status).toBe(200);
  });

  test('API-16 ends with logout, after its time, and when the account is deactivated', async () => {
    const { token } = await server.signInGuest();
    expect(await server.api(logout, {}, { token })).toEqual({ ended: true });
    expect(await status(token)).toBe(401);

    const old = await server.signInGuest();
    const start = server.clock.now();
    server.clock.advance(limits.sessionMs);
    expect(await status(old.token)).toBe(401);
    server.clock.set(start);

    const owner = await server.signIn('gone@example.com');
    await server.db.updateTable('users').set({ deactivated_at: start }).where('id', '=', owner.user.id).execute();
    expect(await status(owner.token)).toBe(401);
  });

  test('API-16 slides: the token is replaced past half of its life, the earlier one is good for five minutes yet (D-26)', async () => {
    const start = server.clock.now();
    const { token, user } = await server.signInGuest();
    expect(await server.api(refreshToken, {}, { token })).toEqual({ token, user });
    server.clock.advance(limits.sessionMs / 2 + 1);
    const next = await server.api(refreshToken, {}, { token });
    expect(next.token).not.toBe(token);
    expect(await status(token), 'the reply may have been lost').toBe(200);
    const again = await server.api(refreshToken, {}, { token });
    expect(again.token).not.toBe(token);
    server.clock.advance(5 * 60_000);
    expect(await status(token)).toBe(401);
    expect(await status(again.token)).toBe(200);
    server.clock.advance(limits.sessionMs / 2 + 1);
    expect(await status(again.token), 'it lives on past the first end').toBe(200);
    server.clock.set(start);
  });
});

describe('why a session is over (D-01)', () => {
  const why = async (token: string) => {
    const { body, headers } = await server.send(getProfile, {}, { token });
    expect(body).toMatchObject({ code: 'unauthorized' });
    return headers['www-authenticate'] === 'Bearer' ? 'unauthorized' : lossIn(headers);
  };
  const lossIn = (headers: Record<string, unknown>) =>
    String(headers['www-authenticate']).includes(RAN_OUT) ? 'ran out' : 'no challenge';

  test('one that ran out says so, and so does a token that gave way to another', async () => {
    const start = server.clock.now();
    const { token } = await server.signIn('+15125550311');
    server.clock.advance(limits.sessionMs / 2 + 1);
    const next = await server.api(refreshToken, {}, { token });
    server.clock.advance(5 * 60_000);
    expect(await why(token), 'a reply with a newer token was lost').toBe('ran out');
    server.clock.advance(limits.sessionMs);
    expect(await why(next.token)).toBe('ran out');
    server.clock.set(start);
  });

  test('one that was ended does not: signed out elsewhere, password set anew, access withdrawn, never known', async () => {
    const start = server.clock.now();
    const left = await server.signIn('+15125550312');
    await server.api(logout, {}, { token: left.token });
    const shut = await server.signIn('+15125550313');
    await setPassword(server.db, server.clinicId, shut.user.id, 'hash', 'another session', start);
    const withdrawn = await server.signIn('+15125550314');
    await server.db.updateTable('users').set({ deactivated_at: start }).where('id', '=', withdrawn.user.id).execute();
    const unknown = { token: 'x'.repeat(43) };
    for (const { token } of [left, shut, withdrawn, unknown]) expect(await why(token)).toBe('unauthorized');
    // Time alone does not make an ended session one that ran out.
    server.clock.advance(limits.sessionMs + 1);
    for (const { token } of [left, shut, withdrawn]) expect(await why(token)).toBe('unauthorized');
    server.clock.set(start);
  });
});

describe('the profile', () => {
  test('API-12 the owner sets the full name; anybody else is not found (D-201)', async () => {
    const { token, user } = await server.signIn('+15125550301');
    expect(
      await server.api(updateName, { params: { id: user.id }, body: { firstName: '  Jo   Ann Smith ' } }, { token }),
    ).toMatchObject({ firstName: 'Jo Ann Smith' });
    expect(
      (await server.send(updateName, { params: { id: 'other' }, body: { firstName: 'X Y' } }, { token })).status,
    ).toBe(404);
    expect(
      await server.send(updateName, { params: { id: user.id }, body: { firstName: '  ' } }, { token }),
    ).toMatchObject({ status: 400, body: { fields: { firstName: 'is required' } } });
  });

  test('API-09 staff is who verified an e-mail at the configured domain (D-14)', async () => {
    expect((await server.signIn('Vet@Staff.Example'.toLowerCase())).user.is_staff).toBe(true);
    expect((await server.signIn('vet@notstaff.example')).user.is_staff).toBe(false);
    const { token } = await server.signInGuest();
    expect((await server.signIn('+15125550302', { token })).user.is_staff).toBe(false);
  });
});

describe('the two checks before booking', () => {
  test('API-33 access is refused to listed contacts (D-16)', async () => {
    const { token } = await server.signInGuest();
    const pass = async (body: { email?: string; phone?: string }) =>
      (await server.api(checkAccess, { body }, { token })).pass;
    expect(await pass({ email: 'BLOCKED@example.com' })).toBe(false);
    expect(await pass({ phone: '5125550199' })).toBe(false);
    expect(await pass({ phone: '+1 (512) 555-0199', email: 'fine@example.com' })).toBe(false);
    expect(await pass({ phone: '5125550198', email: 'fine@example.com' })).toBe(true);
    expect(await pass({})).toBe(true);
  });

  test('API-32 an account is unavailable only when the clinic deactivated it (D-17)', async () => {
    const { token } = await server.signInGuest();
    const { user } = await server.signIn('account@example.com');
    const available = async () =>
      (await server.api(checkAvailability, { body: { email: 'account@example.com' } }, { token })).available;
    expect(await available()).toBe(true);
    await server.db
      .updateTable('users')
      .set({ deactivated_at: server.clock.now() })
      .where('id', '=', user.id)
      .execute();
    expect(await available()).toBe(false);
    expect((await server.api(checkAvailability, { body: { phone: '5125550000' } }, { token })).available).toBe(true);
  });
});
