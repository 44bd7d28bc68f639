import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  finishReset,
  guestSignIn,
  initCode,
  initReset,
  signIn,
  signUp,
  verifyCode,
  verifyReset,
} from '../../../../src/contract/auth';
import type { Input } from '../../../../src/contract/endpoint';
import { contactToTell } from '../../../../server/modules/auth/account/ownerNotices';
import { identifierFrom } from '../../../../server/modules/contacts/identifiers';
import { client, clinicFile } from '../../../support/clinicFile';
import { startTestServer, type TestServer } from '../../../support/server';
import { sentBy } from '../../booking/support';
import { browser, member, newPhone, role, safariOnIphone, signUpByPhone, strong } from '../support';

const riley = { email: 'riley@example.com', phone: '+15125550142' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [
      clinicFile({
        clients: [client({ id: 'riley', first_name: 'Riley', ...riley, password: 'biscuit-and-juniper' })],
      }),
    ],
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('counters').execute();
  await server.db.deleteFrom('messages').execute();
});

const told = async () => (await sentBy(server)).map(({ kind, to }) => `${kind} ${to}`);

test("the account's first sign-in is told to nobody, nor one on a device that it knows (D-406)", async () => {
  const home = browser(server);
  const phone = `+1${newPhone()}`;
  await home.signIn(phone);
  await home.signIn(phone);
  expect(await told()).toEqual([]);
});

test('a sign-in on a new device is told to the other proven contact: what, when, where, and what to do (D-406)', async () => {
  const [home, strange] = [browser(server), browser(server, safariOnIphone)];
  await home.signIn(riley.phone);
  await server.db.deleteFrom('messages').execute();
  await strange.signIn(riley.phone);
  const [mail, ...more] = await sentBy(server);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    kind: 'sign_in_notice',
    to: `email ${riley.email}`,
    subject: 'New sign-in to your account at Test Vets',
  });
  expect(mail?.text).toContain('Safari on iPhone\nSat Nov 21, 2026, 9:00am (Central Time)');
  expect(mail?.text).toContain('choose "Sign out everywhere" in your account');
  expect(mail?.text).toContain(`http://localhost:3000/${server.clinicId}/account`);

  await server.db.deleteFrom('messages').execute();
  await browser(server).signIn(riley.email);
  const [text] = await sentBy(server);
  expect(text).toMatchObject({ kind: 'sign_in_notice', to: `sms ${riley.phone}`, subject: null });
  expect(text?.text).toBe(
    `Test Vets: your account was signed in to on a new device (Chrome on Android, Sat Nov 21, 2026, 9:00am). If this wasn't you, choose Sign out everywhere at http://localhost:3000/${server.clinicId}/account or call us at 512-555-0100.`,
  );

  await server.db.deleteFrom('messages').execute();
  const password = browser(server);
  await password.api(signIn, { body: { username: riley.email, password: 'biscuit-and-juniper', role } });
  expect(await told()).toEqual([`sign_in_notice sms ${riley.phone}`]);
  await strange.signIn(riley.phone);
  expect(await told(), 'known by now').toHaveLength(1);
});

test('whoever has one contact is told there (D-406)', async () => {
  for (const identifier of [`+1${newPhone()}`, 'only@example.com']) {
    await server.db.deleteFrom('messages').execute();
    await browser(server).signIn(identifier);
    await browser(server).signIn(identifier);
    expect(await told()).toEqual([`sign_in_notice ${identifier.includes('@') ? 'email' : 'sms'} ${identifier}`]);
  }
});

test('nobody is told at a contact that was only typed (D-401)', async () => {
  const { phoneNumber } = await member(server, { email: 'typed@example.com' });
  await server.db.deleteFrom('messages').execute();
  await browser(server).signIn(`+1${phoneNumber}`);
  expect(await told()).toEqual([`sign_in_notice sms +1${phoneNumber}`]);
});

test('a password that is set or changed is told, once, also on a known device (D-406)', async () => {
  const home = browser(server);
  const phoneNumber = newPhone();
  const { token } = await home.api(guestSignIn, {});
  await (
    await signUpByPhone(server, token, phoneNumber)
  )();
  expect(await told(), 'set by a sign-up').toEqual([`password_notice sms +1${phoneNumber}`]);

  await server.db.deleteFrom('messages').execute();
  const other = await home.api(guestSignIn, {});
  await home.api(initReset, { body: { username: riley.email } }, { token: other.token });
  const proof = await home.api(
    verifyReset,
    { body: { username: riley.email, code: await server.codeSentTo(riley.email) } },
    { token: other.token },
  );
  await home.api(finishReset, { body: { token: proof.token, password: 'another good one' } }, { token: other.token });
  const [text, ...more] = await sentBy(server);
  expect(more).toEqual([]);
  expect(text).toMatchObject({ kind: 'password_notice', to: `sms ${riley.phone}` });
  expect(text?.text).toContain('the password of your account was set (Chrome on Android, Sat Nov 21, 2026, 9:00am)');
});

test('a verification that is answered again, since its reply was lost, tells nobody twice (D-01, D-406)', async () => {
  const phoneNumber = newPhone();
  await server.signIn(`+1${phoneNumber}`);
  const { token } = await server.signInGuest();
  const strange = browser(server);
  const contacts = { phoneNumber, phoneCode: '1' };
  await strange.api(initCode, { body: { ...contacts, role } }, { token });
  const verify: Input<typeof verifyCode> = {
    body: { ...contacts, code: await server.codeSentTo(`+1${phoneNumber}`), role },
  };
  await strange.api(verifyCode, verify, { token });
  strange.forget();
  await strange.api(verifyCode, verify, { token });
  expect(await told()).toEqual([`sign_in_notice sms +1${phoneNumber}`]);
});

test('what is told is written with what it tells of: a sign-in that fails tells nobody (D-211)', async () => {
  const phoneNumber = newPhone();
  const { user } = await server.signIn(`+1${phoneNumber}`);
  await server.db.updateTable('users').set({ deactivated_at: server.clock.now() }).where('id', '=', user.id).execute();
  await expect(browser(server).signIn(`+1${phoneNumber}`)).rejects.toThrow();
  expect(await told()).toEqual([]);
});

test('a sign-up ended by the code of somebody else tells them nothing of its contacts (D-406)', async () => {
  const shared = browser(server);
  const phoneNumber = newPhone();
  const { token } = await shared.api(guestSignIn, {});
  await shared.api(
    signUp,
    {
      body: {
        username: `1;${phoneNumber}`,
        phoneCode: '1',
        phoneNumber,
        email: 'left@example.com',
        password: strong,
        role,
      },
    },
    { token },
  );
  const { user } = await shared.signIn(`+1${phoneNumber}`, { token });
  expect(user).toMatchObject({ phoneNumber, email: null });
});

test('which contact is told: another way first, then another one, then the one used', () => {
  const [mail, phone, other] = ['a@example.com', '+15125550101', 'b@example.com'].map(identifierFrom) as [
    ReturnType<typeof identifierFrom>,
    ReturnType<typeof identifierFrom>,
    ReturnType<typeof identifierFrom>,
  ];
  expect(contactToTell([mail, other, phone], mail)).toEqual(phone);
  expect(contactToTell([mail, other], mail)).toEqual(other);
  expect(contactToTell([phone], phone)).toEqual(phone);
});
