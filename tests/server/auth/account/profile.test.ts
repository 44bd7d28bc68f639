import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getProfile, updateCustomer, updateProfile } from '../../../../src/contract/auth';
import { clientByUser } from '../../../../src/contract/clients';
import { client, clinicFile, knownClient } from '../../../support/clinicFile';
import { startTestServer, type TestServer } from '../../../support/server';
import { member, newPhone, refusal, role, strong, tryPassword } from '../support';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [
      clinicFile({
        clients: [
          knownClient,
          client({
            id: 'kim',
            email: 'kim@example.com',
            phone: '+15125550188',
            password: 'biscuit-and-juniper',
            metadata: { dateOfBirth: 3, monthOfBirth: 7 },
          }),
        ],
      }),
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

type Change = Parameters<typeof server.api<typeof updateProfile>>[1]['body'];
const change = (token: string, body: Change) => server.api(updateProfile, { body }, { token });
const fieldsOf = async (token: string, body: object) => {
  const reply = await server.send(updateProfile, { body: body as Change }, { token });
  return reply.status === 400 ? (reply.body as { fields: Record<string, string> }).fields : reply.status;
};
const stored = (id: string) => server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('API-10 PUT profile', () => {
  test('API-10 changes what is given and answers the user, as the profile does afterwards', async () => {
    const { token, user } = await member(server);
    const changed = await change(token, { firstName: ' Ann  Lee  Park ', avatar: 'https://pictures.example/ann.png' });
    expect(changed).toEqual({ ...user, firstName: 'Ann Lee Park', avatar: 'https://pictures.example/ann.png' });
    expect(await server.api(getProfile, {}, { token })).toEqual(changed);
    expect(await change(token, {})).toEqual(changed);
    expect(await change(token, { firstName: null, email: null, phoneNumber: null, avatar: null })).toEqual({
      ...changed,
      avatar: null,
    });
  });

  test('API-10 merges metadata; 29 February is a birthday (D-117)', async () => {
    const { token, user } = await member(server);
    await server.db
      .updateTable('users')
      .set({ metadata: JSON.stringify({ fromElsewhere: 'stays' }) })
      .where('id', '=', user.id)
      .execute();
    expect((await change(token, { metadata: { dateOfBirth: 29, monthOfBirth: 2 } })).metadata).toEqual({
      dateOfBirth: 29,
      monthOfBirth: 2,
    });
    expect((await change(token, { metadata: { dateOfBirth: 28 } })).metadata).toEqual({
      dateOfBirth: 28,
      monthOfBirth: 2,
    });
    expect((await change(token, { metadata: {} })).metadata).toEqual({ dateOfBirth: 28, monthOfBirth: 2 });
    expect((await stored(user.id)).metadata).toEqual({ fromElsewhere: 'stays', dateOfBirth: 28, monthOfBirth: 2 });
    expect((await change(token, { metadata: { dateOfBirth: null, monthOfBirth: null } })).metadata).toEqual({
      dateOfBirth: null,
      monthOfBirth: null,
    });
    expect((await server.api(getProfile, {}, { token: (await loginKim()).token })).metadata).toEqual({
      dateOfBirth: 3,
      monthOfBirth: 7,
    });
  });

  test('API-10 refuses with 400 half a birthday and a day that the month lacks, also with what is stored', async () => {
    const { token } = await member(server);
    const half = { 'metadata.dateOfBirth': 'Please choose both a day and a month' };
    const missing = { 'metadata.dateOfBirth': 'This month does not have that many days' };
    expect(await fieldsOf(token, { metadata: { dateOfBirth: 3 } })).toEqual(half);
    expect(await fieldsOf(token, { metadata: { monthOfBirth: 3 } })).toEqual(half);
    expect(await fieldsOf(token, { metadata: { dateOfBirth: 30, monthOfBirth: 2 } })).toEqual(missing);
    expect(await fieldsOf(token, { metadata: { dateOfBirth: 31, monthOfBirth: 4 } })).toEqual(missing);
    await change(token, { metadata: { dateOfBirth: 31, monthOfBirth: 1 } });
    expect(await fieldsOf(token, { metadata: { monthOfBirth: 4 } })).toEqual(missing);
    expect(await fieldsOf(token, { metadata: { monthOfBirth: null } })).toEqual(half);
    for (const metadata of [
      { dateOfBirth: 0, monthOfBirth: 1 },
      { dateOfBirth: 32, monthOfBirth: 1 },
      { dateOfBirth: 1, monthOfBirth: 13 },
      { dateOfBirth: 1.5, monthOfBirth: 1 },
    ]) {
      expect(await fieldsOf(token, { metadata })).not.toBe(200);
    }
  });

  test('API-10 two changes at once both arrive', async () => {
    const { token } = await member(server);
    await change(token, { metadata: { dateOfBirth: 1, monthOfBirth: 1 } });
    await Promise.all([
      change(token, { metadata: { dateOfBirth: 9 } }),
      change(token, { metadata: { monthOfBirth: 9 } }),
      change(token, { firstName: 'Both Arrived' }),
    ]);
    expect(await server.api(getProfile, {}, { token })).toMatchObject({
      firstName: 'Both Arrived',
      metadata: { dateOfBirth: 9, monthOfBirth: 9 },
    });
  });

  test('API-10 refuses with 400 and names the field', async () => {
    const { token } = await member(server);
    expect(await fieldsOf(token, { firstName: '  ' })).toEqual({ firstName: 'Name is required' });
    expect(await fieldsOf(token, { email: ' ' })).toEqual({ email: 'Please enter your email' });
    expect(await fieldsOf(token, { email: 'nobody' })).toEqual({ email: 'Please enter correct email format' });
    expect(await fieldsOf(token, { phoneNumber: ' ' })).toEqual({ phoneNumber: 'Phone is required' });
    expect(await fieldsOf(token, { phoneNumber: '555' })).toEqual({ phoneNumber: 'Please enter at least 10 digits' });
    expect(await fieldsOf(token, { phoneNumber: '51255501771' })).toEqual({
      phoneNumber: 'Please enter a valid 10-digit phone number',
    });
    expect(
      await fieldsOf(token, { phoneNumber: '+442079460958' }),
      "another country's than the field's (D-403)",
    ).toEqual({ phoneNumber: 'Please enter a valid 10-digit phone number' });
    expect(await fieldsOf(token, { phoneNumber: '5125550177', phoneCode: 'x' })).toEqual({
      phoneCode: 'must be of a country that sign-up offers',
    });
    for (const avatar of [
      'http://pictures.example/a.png',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'nonsense',
    ])
      expect(await fieldsOf(token, { avatar })).toEqual({ avatar: 'must be an https address' });
    for (const long of [
      { firstName: 'x'.repeat(256) },
      { email: `${'x'.repeat(250)}@example.com` },
      { phoneNumber: '1'.repeat(16) },
    ])
      expect(await fieldsOf(token, long)).toEqual({ [Object.keys(long)[0]!]: expect.any(String) as string });
  });

  test('API-10 leaves what is sent empty as it is (D-412)', async () => {
    const { token } = await member(server);
    const before = await change(token, { firstName: 'Ann Park', avatar: 'https://pictures.example/ann.png' });
    expect(await change(token, { firstName: '', email: '', phoneNumber: '', phoneCode: '', avatar: '' })).toEqual(
      before,
    );
  });

  test('API-10 a changed contact waits for its code: until then the verified one signs in and counts (D-214)', async () => {
    const { token, user, phoneNumber, username } = await member(server);
    const next = newPhone();
    expect(await change(token, { phoneCode: '1', phoneNumber: next })).toMatchObject({ phoneNumber });
    expect((await tryPassword(server, `1;${next}`, strong)).status).toBe(401);
    expect((await tryPassword(server, username, strong)).status).toBe(200);

    const verified = await server.signIn(`+1${next}`, { token });
    expect(verified.user).toMatchObject({ id: user.id, phoneNumber: next });
    expect((await tryPassword(server, `1;${next}`, strong)).status).toBe(200);
    expect((await tryPassword(server, username, strong)).status, "the earlier number is nobody's now").toBe(401);
    expect((await server.signIn(`+1${phoneNumber}`)).user.id).not.toBe(user.id);
  });

  test('API-10 an e-mail that was never verified is told and proves nothing: not staff, not a name to sign in with', async () => {
    const { token, username } = await member(server);
    expect(await change(token, { email: 'Boss@Staff.Example' })).toMatchObject({
      email: 'boss@staff.example',
      is_staff: false,
    });
    expect((await tryPassword(server, 'boss@staff.example', strong)).status).toBe(401);
    await server.signIn('boss@staff.example', { token });
    expect((await tryPassword(server, username, strong)).body).toMatchObject({
      data: { user: { is_staff: true, email: 'boss@staff.example' } },
    });
  });

  test("API-10 one's own contact again ends the change that waited", async () => {
    const { token, user, phoneNumber } = await member(server);
    const next = newPhone();
    await change(token, { phoneNumber: next });
    await change(token, { phoneNumber });
    expect((await stored(user.id)).pending_phone).toBeNull();
    expect((await server.signIn(`+1${next}`, { token })).user.id).not.toBe(user.id);
  });

  test("API-10 says which contacts wait for a code; the clinic's own wait for none, and a proved one brings the record along (D-402)", async () => {
    const { token, user } = await server.signIn('kim@example.com');
    expect(user.waiting).toEqual([]);
    const next = newPhone();
    const told = [
      { email: null, phoneCode: '1', phoneNumber: next },
      { email: 'kim@new.example', phoneCode: null, phoneNumber: null },
    ];
    expect((await change(token, { phoneNumber: next, email: 'kim@new.example' })).waiting).toEqual(told);
    expect((await server.api(getProfile, {}, { token })).waiting).toEqual(told);

    const phoned = await server.signIn(`+1${next}`, { token });
    expect(phoned.user).toMatchObject({ id: user.id, waiting: [told[1]] });
    const proved = await server.signIn('kim@new.example', { token: phoned.token });
    expect(proved.user).toMatchObject({ id: user.id, email: 'kim@new.example', waiting: [] });
    const record = await server.api(clientByUser, { query: { user_id: user.id } }, { token: proved.token });
    expect(record).toMatchObject({ id: 'kim', email: 'kim@new.example', phone: `+1${next}` });
  });

  test('API-10 who verifies a contact first has it; a change that waited for it is void', async () => {
    const waiting = await member(server);
    const contested = newPhone();
    await change(waiting.token, { phoneNumber: contested });
    const first = await server.signIn(`+1${contested}`);
    expect(first.user.id).not.toBe(waiting.user.id);
    expect((await stored(waiting.user.id)).pending_phone).toBeNull();
    expect((await server.send(getProfile, {}, { token: waiting.token })).status).toBe(200);
  });

  test("API-10 a contact of somebody else is refused with 409 AliasAlreadyUsed, whether verified or on the clinic's record", async () => {
    const { token, user } = await member(server);
    const other = await member(server);
    expect(await refusal(change(token, { phoneNumber: other.phoneNumber }))).toEqual([409, 'AliasAlreadyUsed']);
    const jo = await server.signIn(knownClient.phone);
    expect((await server.api(clientByUser, { query: { user_id: jo.user.id } }, { token: jo.token }))?.id).toBe(
      knownClient.id,
    );
    expect(await refusal(change(token, { firstName: 'Not Saved', email: knownClient.email }))).toEqual([
      409,
      'AliasAlreadyUsed',
    ]);
    expect(await stored(user.id)).toMatchObject({ first_name: null, email: null, pending_phone: null });
  });

  test('API-10 an owner may ask for twenty contacts a day, refused ones too, then 429', async () => {
    const { token } = await member(server);
    const other = await member(server);
    for (let asked = 0; asked < 20; asked++)
      expect(await refusal(change(token, { phoneNumber: other.phoneNumber }))).toEqual([409, 'AliasAlreadyUsed']);
    expect(await refusal(change(token, { phoneNumber: other.phoneNumber }))).toEqual([429, 'too_many_requests']);
    expect((await change(token, { firstName: 'Still Works' })).firstName).toBe('Still Works');
  });

  test('API-10 takes nothing else: neither rank nor verification nor another user', async () => {
    const { token, user } = await member(server);
    const other = await member(server);
    const sneaky = {
      id: other.user.id,
      isAdmin: true,
      is_admin: true,
      is_staff: true,
      is_guest: true,
      email_verified_at: '2026-01-01',
      password_hash: 'x',
      metadata: { role: 'ROLE_ADMIN' },
    };
    expect(await change(token, sneaky as Change)).toEqual(user);
    expect(await stored(user.id)).toMatchObject({ is_admin: false, email_verified_at: null, metadata: {} });
    expect(await server.api(getProfile, {}, { token: other.token })).toEqual(other.user);
  });

  test('API-10 a guest is refused with 401', async () => {
    const { token } = await server.signInGuest();
    expect(await refusal(change(token, { firstName: 'Some Body' }))).toEqual([401, 'unauthorized']);
  });
});

describe('API-11 PUT customers/{id}', () => {
  test("API-11 is the profile of the token's own user", async () => {
    const { token, user } = await member(server);
    const changed = await server.api(
      updateCustomer,
      {
        params: { id: user.id },
        body: { firstName: 'Ann Park', metadata: { dateOfBirth: 29, monthOfBirth: 2 }, role },
      },
      { token },
    );
    expect(changed).toEqual({ ...user, firstName: 'Ann Park', metadata: { dateOfBirth: 29, monthOfBirth: 2 } });
    expect(await server.api(getProfile, {}, { token })).toEqual(changed);
  });

  test("API-11 does not trust the id: another's is 404, and nothing changes", async () => {
    const { token } = await member(server);
    const other = await member(server);
    const call = server.api(
      updateCustomer,
      { params: { id: other.user.id }, body: { firstName: 'Not Yours', role } },
      { token },
    );
    expect(await refusal(call)).toEqual([404, 'not_found']);
    expect(await server.api(getProfile, {}, { token: other.token })).toEqual(other.user);
  });

  test('API-11 refuses another role, a bad field, a taken contact and a guest, as the profile does', async () => {
    const { token, user } = await member(server);
    const other = await member(server);
    const put = (body: object, by = token) =>
      refusal(
        server.api(
          updateCustomer,
          { params: { id: user.id }, body: { role, ...body } as { role: typeof role } },
          { token: by },
        ),
      );
    expect(await put({ role: 'ROLE_ADMIN' })).toEqual([400, 'validation']);
    expect(await put({ metadata: { dateOfBirth: 31, monthOfBirth: 6 } })).toEqual([400, 'validation']);
    expect(await put({ phoneNumber: other.phoneNumber })).toEqual([409, 'AliasAlreadyUsed']);
    expect(await put({}, (await server.signInGuest()).token)).toEqual([401, 'unauthorized']);
    for (let asked = 0; asked < 20; asked++) await put({ phoneNumber: other.phoneNumber });
    expect(await put({ phoneNumber: other.phoneNumber })).toEqual([429, 'too_many_requests']);
  });
});

async function loginKim() {
  return server.signIn('kim@example.com');
}
