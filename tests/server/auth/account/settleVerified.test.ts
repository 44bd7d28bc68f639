import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getProfile, initCode, ROLE_CUSTOMER, verifyCode } from '../../../../src/contract/auth';
import { client, clinicFile, knownClient } from '../../../support/clinicFile';
import { startTestServer, type TestServer } from '../../../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [
      clinicFile({
        clients: [
          knownClient,
          client({ id: 'twin-a', first_name: 'Ann', last_name: 'Lee', phone: '+15125550120' }),
          client({ id: 'twin-b', first_name: 'Bob', last_name: 'Lee', phone: '+15125550120' }),
        ],
      }),
    ],
  });
});
afterAll(() => server.close());

const recordOf = async (userId: string) =>
  (await server.db.selectFrom('clients').select('id').where('user_id', '=', userId).executeTakeFirst())?.id ?? null;

describe('whose a verified identifier is (D-18, D-214)', () => {
  test('API-08 the same owner comes back as the same user, from any session', async () => {
    const first = await server.signIn('+15125550150');
    const second = await server.signIn('+15125550150');
    expect(second.user.id).toBe(first.user.id);
    expect(second.token).not.toBe(first.token);
    expect(await server.api(getProfile, {}, { token: first.token }), 'the other device stays signed in').toMatchObject({
      id: first.user.id,
    });
  });

  test('API-08 two sessions that verify a new phone at once end as one user', async () => {
    const signIns: { token: string; code: string }[] = [];
    for (let count = 0; count < 4; count++) {
      const { token } = await server.signInGuest();
      await server.api(initCode, { body: { phoneNumber: '5125550151', role: ROLE_CUSTOMER } }, { token });
      signIns.push({ token, code: await server.codeSentTo('+15125550151') });
    }
    const verified = await Promise.all(
      signIns.map(({ token, code }) =>
        server.api(verifyCode, { body: { phoneNumber: '5125550151', code, role: ROLE_CUSTOMER } }, { token }),
      ),
    );
    expect(new Set(verified.map(({ user }) => user.id)).size).toBe(1);
  });

  test('API-08 the one record with the phone is tied, and the e-mail on it leads to the same user', async () => {
    const byPhone = await server.signIn(knownClient.phone);
    expect(await recordOf(byPhone.user.id)).toBe(knownClient.id);
    const byEmail = await server.signIn(knownClient.email);
    expect(byEmail.user.id).toBe(byPhone.user.id);
    expect(byEmail.user).toMatchObject({ email: knownClient.email, phoneNumber: knownClient.phone.slice(2) });
  });

  test('API-08 a contact that another owner typed and never verified leads nobody to that owner', async () => {
    const owner = await server.signIn('+15125550152');
    await server.db
      .insertInto('clients')
      .values({
        clinic_id: server.clinicId,
        id: 'changed',
        user_id: owner.user.id,
        first_name: 'A',
        last_name: 'B',
        email: 'victim@example.com',
        phone: null,
        address1: null,
        address2: null,
        city: null,
        state: null,
        country: null,
        zip: null,
        metadata: '{"unverified":["email"]}',
        created_at: server.clock.now(),
        changed_at: server.clock.now(),
      })
      .execute();
    const victim = await server.signIn('victim@example.com');
    expect(victim.user.id).not.toBe(owner.user.id);
    expect(await recordOf(victim.user.id)).toBeNull();
  });

  test('API-08 of several records the one with the full name is tied, else none', async () => {
    const nameless = await server.signIn('+15125550120');
    expect(await recordOf(nameless.user.id)).toBeNull();
    await server.db
      .updateTable('users')
      .set({ phone: null, phone_verified_at: null })
      .where('id', '=', nameless.user.id)
      .execute();
    const named = await server.signIn('+15125550120', { firstName: 'bob  LEE' });
    expect(await recordOf(named.user.id)).toBe('twin-b');
  });

  test('API-08 nobody known: a user of its own without a record', async () => {
    const { user } = await server.signIn('new@example.com', { firstName: 'New Owner' });
    expect(user.firstName).toBe('New Owner');
    expect(await recordOf(user.id)).toBeNull();
  });

  test('API-08 a name that the user has is not replaced by the one typed', async () => {
    await server.signIn('named@example.com', { firstName: 'First Name' });
    expect((await server.signIn('named@example.com', { firstName: 'Other Name' })).user.firstName).toBe('First Name');
  });

  test('API-08 another identifier, verified in a signed-in session, is another person', async () => {
    const owner = await server.signIn('+15125550160');
    const other = await server.signIn('+15125550161', { token: owner.token });
    expect(other.user.id).not.toBe(owner.user.id);
    expect(other.user.phoneNumber).toBe('5125550161');
    expect((await server.signIn('+15125550160')).user.id).toBe(owner.user.id);
  });

  test("API-08 a change that waited for its code becomes the owner's", async () => {
    const owner = await server.signIn('+15125550162');
    await server.db
      .updateTable('users')
      .set({ email: 'pending@example.com' })
      .where('id', '=', owner.user.id)
      .execute();
    const verified = await server.signIn('pending@example.com', { token: owner.token });
    expect(verified.user).toMatchObject({ id: owner.user.id, email: 'pending@example.com' });
  });

  test('API-08 the first verification voids a password and a session set on the identifier unverified', async () => {
    const squatter = await server.signInGuest();
    await server.db
      .updateTable('users')
      .set({ email: 'squatted@example.com', password_hash: 'x' })
      .where('id', '=', squatter.user.id)
      .execute();
    const owner = await server.signIn('squatted@example.com');
    expect(owner.user.id).not.toBe(squatter.user.id);
    const row = await server.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', squatter.user.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ email: null, password_hash: null });
    expect((await server.send(getProfile, {}, { token: squatter.token })).status).toBe(401);
  });

  test('API-08 a deactivated account is not signed in', async () => {
    const { user } = await server.signIn('+15125550163');
    await server.db
      .updateTable('users')
      .set({ deactivated_at: server.clock.now() })
      .where('id', '=', user.id)
      .execute();
    await expect(server.signIn('+15125550163')).rejects.toMatchObject({ status: 422, code: 'not_allowed' });
  });
});
