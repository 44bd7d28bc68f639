import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addPasskey,
  listPasskeys,
  newPasskeyOptions,
  passkeyOptions,
  passkeySignIn,
  removePasskey,
} from '../../../src/contract/desk/passkeys';
import { passkeySettings } from '../../../server/config/passkeys';
import { tidyUp } from '../../../server/housekeeping';
import { Authenticator, type Twist } from '../../support/authenticator';
import { clinicFile } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';
import { staffMember, type StaffMember } from '../../support/staff';

const origin = 'https://portal.example';
const MINUTE = 60_000;
let server: TestServer;
let ana: StaffMember;
let device: Authenticator;
beforeAll(async () => {
  server = await startTestServer({
    env: { PUBLIC_URL: origin },
    clinicFiles: [
      clinicFile(),
      clinicFile({ shop: { id: 'chatham', name: 'Chatham Vets', timezone: 'Pacific/Chatham' } }),
    ],
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  ana = await staffMember(server);
  device = new Authenticator(origin);
});

const begin = (who = ana) => server.api(newPasskeyOptions, {}, { token: who.token });
const add = async (who = ana, from = device, twist: Twist = {}) => {
  const { ceremony_id, options } = await begin(who);
  return server.send(
    addPasskey,
    { body: { ceremony_id, answer: from.make(options, twist), label: 'Chrome on Windows' } },
    { token: who.token },
  );
};
const ask = () => server.api(passkeyOptions, {}, { token: null });
const signIn = async (from = device, twist: Twist = {}) => {
  const { ceremony_id, options } = await ask();
  return server.send(passkeySignIn, { body: { ceremony_id, answer: from.use(options, twist) } }, { token: null });
};
const mine = (who = ana) => server.api(listPasskeys, {}, { token: who.token });
const mails = (who = ana) =>
  server.db
    .selectFrom('messages')
    .select(['kind', 'subject', 'body_text', 'recipient'])
    .where('recipient', '=', who.email)
    .orderBy('position')
    .execute();
const sessions = async (who = ana) =>
  (await server.db.selectFrom('staff_sessions').select('id').where('person_id', '=', who.personId).execute()).length;

describe('whom passkeys are made for', () => {
  test.each([
    ['https://portal.example', 'portal.example'],
    ['https://portal.example:8443', 'portal.example'],
    ['http://localhost:3000', 'localhost'],
    ['http://127.0.0.1:3000', null],
    ['https://203.0.113.7', null],
    ['https://[2001:db8::1]', null],
    ['http://portal.example', null],
  ])('at %s: %s', (publicUrl, rpId) => {
    expect(passkeySettings(publicUrl)?.rpId ?? null).toBe(rpId);
  });

  test('at an IP address there are none, in plain words', async () => {
    const other = await startTestServer({ env: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
    const reply = await other.send(passkeyOptions, {}, { token: null });
    expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((reply.body as { message: string }).message).toMatch(/^Passkeys need .* Please sign in with a code\.$/);
    await other.close();
  });
});

describe('a passkey', () => {
  test('is made at the desk and signs in; both are told', async () => {
    const { options } = await begin();
    expect(options).toMatchObject({
      rp: { id: 'portal.example' },
      user: { name: ana.email, id: Buffer.from(ana.personId).toString('base64url') },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(await add()).toMatchObject({
      status: 200,
      body: { data: { label: 'Chrome on Windows', last_used_at: null } },
    });
    expect((await ask()).options).toMatchObject({ rpId: 'portal.example', userVerification: 'required' });
    const reply = await signIn();
    expect(reply).toMatchObject({ status: 200, body: { data: { person: { id: ana.personId, email: ana.email } } } });
    const { token } = (reply.body as { data: { token: string } }).data;
    expect(await server.api(listPasskeys, {}, { token })).toMatchObject([
      { label: 'Chrome on Windows', last_used_at: server.clock.now().toISOString() },
    ]);
    expect(await mails()).toMatchObject([{ kind: 'passkey_added', subject: 'A passkey was added to your sign-in' }]);
    const audit = await server.db
      .selectFrom('audit_lines')
      .select(['what', 'way', 'clinic_id'])
      .where('person_id', '=', ana.personId)
      .execute();
    expect(audit).toContainEqual({ what: 'added a passkey', way: 'desk', clinic_id: server.clinicId });
  });

  test('signs in again and again, also where the browser does not say whose it is', async () => {
    await add();
    for (let n = 0; n < 3; n++) expect((await signIn()).status).toBe(200);
    expect((await signIn(device, { userHandle: null })).status).toBe(200);
  });

  test('of an authenticator that counts nothing signs in', async () => {
    await add();
    expect((await signIn(device, { counter: 0 })).status).toBe(200);
    expect((await signIn(device, { counter: 0 })).status).toBe(200);
  });

  test('that was removed signs in no more, and the person is told', async () => {
    await add();
    const [one] = await mine();
    await server.api(removePasskey, { params: { id: one!.id } }, { token: ana.token });
    expect(await mine()).toEqual([]);
    expect((await signIn()).status).toBe(401);
    expect((await mails()).map(({ kind }) => kind)).toEqual(['passkey_added', 'passkey_removed']);
  });

  test('is told of by the clock of each of the person’s clinics, named where they differ', async () => {
    server.clock.set('2026-11-26T19:32:34Z');
    ana = await staffMember(server);
    await add();
    await staffMember(server, { personId: ana.personId, clinicId: 'chatham' });
    const [one] = await mine();
    await server.api(removePasskey, { params: { id: one!.id } }, { token: ana.token });
    const [alone, both] = (await mails()).map(({ body_text: text }) => text.split('\n')[0]);
    expect(alone).toBe('A passkey (Chrome on Windows) was added, Thu Nov 26, 2026, 1:32pm.');
    expect(both).toMatch(/ was removed, Fri Nov 27, 2026, 9:17am Chatham.*; Thu Nov 26, 2026, 1:32pm Central Time\.$/);
  });

  test('is removed by its person alone', async () => {
    await add();
    const ben = await staffMember(server, { name: 'Ben' });
    const [one] = await mine();
    expect((await server.send(removePasskey, { params: { id: one!.id } }, { token: ben.token })).status).toBe(404);
    expect((await signIn()).status).toBe(200);
    expect(await mine(ben)).toEqual([]);
  });

  test('of who works nowhere any more signs in no more', async () => {
    await add();
    await server.db
      .updateTable('memberships')
      .set({ removed_at: server.clock.now() })
      .where('person_id', '=', ana.personId)
      .execute();
    expect((await signIn()).status).toBe(401);
  });

  test('is added once', async () => {
    await add();
    const ben = await staffMember(server, { name: 'Ben' });
    expect((await add(ben)).status).toBe(400);
    expect(await mine(ben)).toEqual([]);
    expect((await begin()).options).toMatchObject({ excludeCredentials: [{ id: device.id }] });
  });

  test('is one of twenty at most', async () => {
    const now = server.clock.now();
    await server.db
      .insertInto('passkeys')
      .values(
        Array.from({ length: 19 }, (_, n) => ({
          id: randomUUID(),
          person_id: ana.personId,
          credential_id: `${ana.personId}-${n}`,
          public_key: '',
          counter: 0,
          transports: '',
          label: 'Old',
          created_at: now,
        })),
      )
      .execute();
    const two = [await begin(), await begin()];
    const replies = await Promise.all(
      two.map(({ ceremony_id, options }) =>
        server.send(
          addPasskey,
          { body: { ceremony_id, answer: new Authenticator(origin).make(options), label: 'New' } },
          { token: ana.token },
        ),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect((await server.send(newPasskeyOptions, {}, { token: ana.token })).status).toBe(422);
  });
});

describe('what proves nothing', () => {
  const faults: [string, Twist][] = [
    ['another origin', { origin: 'https://portal.example.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.from('another challenge altogether').toString('base64url') }],
    ['another ceremony', { type: 'webauthn.other' }],
    ['a person who was not verified', { isUserVerified: false }],
    ['nobody present', { isUserPresent: false, isUserVerified: false }],
  ];

  test.each(faults)('adding with %s', async (_name, twist) => {
    expect(await add(ana, device, twist)).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect(await mine()).toEqual([]);
  });

  test.each<[string, Twist]>([...faults, ['the handle of another person', { userHandle: 'c29tZWJvZHk' }]])(
    'signing in with %s',
    async (_name, twist) => {
      await add();
      const before = await sessions();
      expect(await signIn(device, twist)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
      expect(await sessions()).toBe(before);
    },
  );

  test('a counter that went back, or stands still: a copy of the passkey', async () => {
    await add();
    expect((await signIn(device, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) expect((await signIn(device, { counter })).status).toBe(401);
    expect((await signIn(device, { counter: 8 })).status).toBe(200);
  });

  test('an answer that is sent again', async () => {
    const made = await begin();
    const body = { ceremony_id: made.ceremony_id, answer: device.make(made.options), label: 'Once' };
    expect((await server.send(addPasskey, { body }, { token: ana.token })).status).toBe(200);
    expect((await server.send(addPasskey, { body }, { token: ana.token })).status).toBe(400);

    const asked = await ask();
    const used = { ceremony_id: asked.ceremony_id, answer: device.use(asked.options) };
    const replies = await Promise.all([1, 2, 3].map(() => server.send(passkeySignIn, { body: used }, { token: null })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  test('a ceremony after a wrong answer to it', async () => {
    await add();
    const { ceremony_id, options } = await ask();
    const wrong = { ceremony_id, answer: device.use(options, { origin: 'https://evil.example' }) };
    expect((await server.send(passkeySignIn, { body: wrong }, { token: null })).status).toBe(401);
    const right = { ceremony_id, answer: device.use(options) };
    expect((await server.send(passkeySignIn, { body: right }, { token: null })).status).toBe(401);
  });

  test('a ceremony that is five minutes old', async () => {
    await add();
    const { ceremony_id, options } = await ask();
    const made = await begin();
    server.clock.advance(5 * MINUTE);
    expect(
      (await server.send(passkeySignIn, { body: { ceremony_id, answer: device.use(options) } }, { token: null }))
        .status,
    ).toBe(401);
    const answer = new Authenticator(origin).make(made.options);
    expect(
      (
        await server.send(
          addPasskey,
          { body: { ceremony_id: made.ceremony_id, answer, label: 'Late' } },
          { token: ana.token },
        )
      ).status,
    ).toBe(400);
    await begin();
    server.clock.advance(5 * MINUTE + 1);
    await tidyUp(server.db, server.clock.now());
    expect(await server.db.selectFrom('passkey_ceremonies').select('id').execute()).toEqual([]);
  });

  test("another person's ceremony, and a sign-in's for a new passkey", async () => {
    const ben = await staffMember(server, { name: 'Ben' });
    const his = await begin(ben);
    const asked = await ask();
    for (const { ceremony_id, options } of [his, { ...asked, options: { ...his.options, ...asked.options } }]) {
      const body = { ceremony_id, answer: device.make(options), label: 'Mine?' };
      expect((await server.send(addPasskey, { body }, { token: ana.token })).status).toBe(400);
    }
    await add();
    const hers = await begin();
    const body = { ceremony_id: hers.ceremony_id, answer: device.use({ ...hers.options, rpId: 'portal.example' }) };
    expect((await server.send(passkeySignIn, { body }, { token: null })).status).toBe(401);
  });

  test('a passkey that nobody has, another key under its id, and what is none', async () => {
    await add();
    expect((await signIn(new Authenticator(origin))).status).toBe(401);
    const forged = new Authenticator(origin);
    Object.defineProperty(forged, 'credentialId', { value: device.credentialId });
    forged.userHandle = device.userHandle;
    expect((await signIn(forged)).status).toBe(401);
    const empty = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', attestationObject: 'oA' };
    for (const response of [empty, { ...empty, clientDataJSON: '!' }, { ...empty, attestationObject: '!' }]) {
      const answer = { id: device.id, rawId: device.id, type: 'public-key' as const, response };
      const { ceremony_id } = await ask();
      expect((await server.send(passkeySignIn, { body: { ceremony_id, answer } }, { token: null })).status).toBe(401);
      const made = await begin();
      const body = { ceremony_id: made.ceremony_id, answer, label: 'None' };
      expect((await server.send(addPasskey, { body }, { token: ana.token })).status).toBe(400);
    }
  });

  test('nobody who is not signed in at the desk makes, lists or removes passkeys', async () => {
    const guest = await server.signInGuest();
    for (const token of [null, guest.token, 'x'.repeat(43)]) {
      expect((await server.send(newPasskeyOptions, {}, { token })).status).toBe(401);
      expect((await server.send(listPasskeys, {}, { token })).status).toBe(401);
      expect((await server.send(removePasskey, { params: { id: 'any' } }, { token })).status).toBe(401);
    }
  });
});
