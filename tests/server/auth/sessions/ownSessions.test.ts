import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getProfile, guestSignIn, initCode, signIn } from '../../../../src/contract/auth';
import { endOwnSession, endOwnSessions, listSessions } from '../../../../src/contract/sessions';
import { clinicFile } from '../../../support/clinicFile';
import { startTestServer, type TestServer } from '../../../support/server';
import { sentBy } from '../../booking/support';
import { browser, member, newPhone, refusal, role, safariOnIphone } from '../support';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clinicFiles: [clinicFile(), clinicFile({ shop: { id: 'elsewhere' } })] });
});
afterAll(() => server.close());
beforeEach(() =>
  server.db
    .deleteFrom('counters')
    .execute()
    .then(() => undefined),
);

const minute = 60_000;
const list = (token: string | null) => server.api(listSessions, {}, { token });
const standing = async (token: string) => (await server.send(getProfile, {}, { token })).status;

/** An owner with a phone and a tablet. */
async function twoDevices() {
  const phone = `+1${newPhone()}`;
  const [mobile, tablet] = [browser(server), browser(server, safariOnIphone)];
  const here = await mobile.signIn(phone);
  const there = await tablet.signIn(phone);
  return { phone, mobile, tablet, here: here.token, there: there.token, user: here.user };
}

describe("the list of one's own sessions (D-407)", () => {
  test('names the devices, this one first, with when each was used last', async () => {
    const start = server.clock.now();
    const { here, there } = await twoDevices();
    const [mine, other, ...more] = await list(there);
    expect(more).toEqual([]);
    expect(mine).toMatchObject({ device: 'Safari on iPhone', is_current: true, last_used_at: start.toISOString() });
    expect(other).toMatchObject({ device: 'Chrome on Android', is_current: false, last_used_at: start.toISOString() });
    expect((await list(here)).map(({ device }) => device)).toEqual(['Chrome on Android', 'Safari on iPhone']);
    expect(
      JSON.stringify(await server.db.selectFrom('sessions').select('device_label').execute()),
      'of the header nothing else is kept',
    ).not.toContain('Mozilla');
  });

  test('last used is noted at most every ten minutes, by any call, and no call fails with it', async () => {
    const start = server.clock.now();
    const { here } = await twoDevices();
    const at = async () => (await list(here))[0]?.last_used_at;
    server.clock.advance(10 * minute - 1);
    await server.api(getProfile, {}, { token: here });
    expect(await at()).toBe(start.toISOString());
    server.clock.advance(1);
    await server.api(getProfile, {}, { token: here });
    await vi.waitFor(async () => expect(await at()).toBe(server.clock.now().toISOString()));
    server.clock.set(start);
  });

  test('leaves out what has ended or run out, and guests have none', async () => {
    const { here, there, tablet } = await twoDevices();
    await server.db
      .updateTable('sessions')
      .set({ expires_at: server.clock.now() })
      .where('device_label', '=', 'Safari on iPhone')
      .execute();
    expect(await list(here)).toHaveLength(1);
    expect(await standing(there)).toBe(401);
    const guest = await tablet.api(guestSignIn, {});
    expect(await refusal(list(guest.token))).toEqual([401, 'unauthorized']);
  });

  test("has one row for a browser: a sign-in there takes the place of its last session, and of no other owner's", async () => {
    const owner = await member(server);
    const shared = browser(server);
    const byPassword = () => shared.api(signIn, { body: { username: owner.username, password: owner.password, role } });
    const first = await byPassword();
    const other = await shared.signIn(`+1${newPhone()}`);
    const second = await byPassword();
    expect(await standing(first.token)).toBe(401);
    expect(await standing(other.token)).toBe(200);
    expect((await list(second.token)).filter(({ device }) => device === 'Chrome on Android')).toHaveLength(1);
    expect(await standing(owner.token), 'a browser that keeps nothing is one of its own').toBe(200);
  });
});

describe("ending one's own sessions (D-407)", () => {
  test('one: its next call is refused as ended, the others go on, and again is fine', async () => {
    const { here, there } = await twoDevices();
    const id = (await list(here))[1]!.id;
    expect(await server.api(endOwnSession, { params: { id } }, { token: here })).toEqual({ ended: true });
    expect(await refusal(server.api(getProfile, {}, { token: there }))).toEqual([401, 'unauthorized']);
    expect(await list(here)).toHaveLength(1);
    expect(await server.api(endOwnSession, { params: { id } }, { token: here })).toEqual({ ended: true });
  });

  test('everywhere: all of them, this one too', async () => {
    const { here, there } = await twoDevices();
    expect(await server.api(endOwnSessions, {}, { token: here })).toEqual({ ended: true });
    for (const token of [here, there])
      expect(await refusal(server.api(getProfile, {}, { token }))).toEqual([401, 'unauthorized']);
  });

  test('a device that was signed out is new to the account: it has no share, and its next sign-in is told of (D-405, D-406)', async () => {
    for (const end of [endOwnSession, endOwnSessions]) {
      const { here, phone, tablet, user } = await twoDevices();
      if (end === endOwnSession)
        await server.api(endOwnSession, { params: { id: (await list(here))[1]!.id } }, { token: here });
      else await server.api(endOwnSessions, {}, { token: here });
      expect(
        await server.db.selectFrom('devices').select('device_hash').where('user_id', '=', user.id).execute(),
      ).toHaveLength(end === endOwnSession ? 1 : 0);
      await server.db.deleteFrom('messages').execute();
      await tablet.signIn(phone);
      expect((await sentBy(server, { kind: 'sign_in_notice' })).map(({ to }) => to)).toEqual([`sms ${phone}`]);
      await server.db.deleteFrom('counters').execute();
    }
  });

  test("nobody ends another owner's session, nor one of another clinic, nor a guest any (D-201)", async () => {
    const [victim, attacker] = [await twoDevices(), await twoDevices()];
    const { id } = (await list(victim.here))[0]!;
    expect(await refusal(server.api(endOwnSession, { params: { id } }, { token: attacker.here }))).toEqual([
      404,
      'not_found',
    ]);
    expect(await refusal(server.api(endOwnSession, { params: { id: 'none' } }, { token: attacker.here }))).toEqual([
      404,
      'not_found',
    ]);

    // The same phone at another clinic is another account.
    const abroad = { clinicId: 'elsewhere' };
    const { token } = await server.signIn(victim.phone, abroad);
    expect(await refusal(server.api(endOwnSession, { params: { id } }, { ...abroad, token }))).toEqual([
      404,
      'not_found',
    ]);
    await server.api(endOwnSessions, {}, { ...abroad, token });
    await server.api(endOwnSessions, {}, { token: attacker.here });
    const guest = await server.signInGuest();
    expect(await refusal(server.api(endOwnSession, { params: { id } }, { token: guest.token }))).toEqual([
      401,
      'unauthorized',
    ]);
    expect(await refusal(server.api(endOwnSessions, {}, { token: guest.token }))).toEqual([401, 'unauthorized']);
    for (const each of [victim.here, victim.there]) expect(await standing(each)).toBe(200);
    expect(
      (await server.send(initCode, { body: { email: 'still@example.com', role } }, { token: guest.token })).status,
    ).toBe(200);
  });
});
