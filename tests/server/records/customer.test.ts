import { describe, expect, it } from 'vitest';
import { clientByUser, findAndSyncClient, getCustomer, upsertClient } from '../../../src/contract/clients';
import { client, knownClient } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { manyClinics, owner, upsertBody } from '../booking/support';

const open = manyClinics();
let server: TestServer;
const stored = (id: string) =>
  server.db
    .selectFrom('clients')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('API-44 find and sync (D-36)', () => {
  const sync = (token: string, user_id: string, id = 'client-jo', search = '5125550111') =>
    server.send(findAndSyncClient, { body: { id, user_id, search } }, { token });

  it("API-44 gives the owner's record and changes nothing where nothing is new", async () => {
    server = await open();
    const { token, user } = await server.signIn('jo@example.com');
    const reply = await sync(token, user.id);
    expect(reply).toMatchObject({
      status: 200,
      body: { data: { id: 'client-jo', first_name: 'Jo', patients: [{ id: 'patient-rex' }] } },
    });
    expect(await stored('client-jo')).toMatchObject({ changed_at: null, user_id: user.id });
  });

  it('API-44 ties a record that has come since, by verified contacts alone', async () => {
    server = await open({ clients: [] });
    const { token, user } = await server.signIn('jo@example.com');
    expect(await sync(token, user.id)).toMatchObject({ status: 200, body: { data: null } });
    await server.db
      .insertInto('clients')
      .values([
        {
          clinic_id: server.clinicId,
          id: 'client-jo',
          first_name: 'Jo',
          email: 'jo@example.com',
          metadata: '{}',
          created_at: server.clock.now(),
        },
        {
          clinic_id: server.clinicId,
          id: 'by-search',
          first_name: 'Sam',
          phone: '+15125550199',
          metadata: '{}',
          created_at: server.clock.now(),
        },
      ])
      .execute();
    expect(await sync(token, user.id, 'client-jo', '5125550199')).toMatchObject({
      body: { data: { id: 'client-jo' } },
    });
    expect([(await stored('client-jo')).user_id, (await stored('by-search')).user_id]).toEqual([user.id, null]);
  });

  it('API-44 settles a contact that was typed first and verified later, and leaves one that still waits', async () => {
    server = await open({ clients: [client({ id: 'client-jo', email: 'jo@example.com' })] });
    const jo = await owner(server, 'jo@example.com', { phone: '5125550133', email: 'second@example.com' });
    expect(await stored('client-jo')).toMatchObject({
      phone: '+15125550133',
      metadata: { unverified: ['phone'], pending: { email: 'second@example.com' } },
    });
    await server.db
      .updateTable('users')
      .set({ phone: '+15125550133', phone_verified_at: server.clock.now() })
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', jo.userId)
      .execute();
    expect((await sync(jo.token, jo.userId)).status).toBe(200);
    expect(await stored('client-jo')).toMatchObject({
      email: 'jo@example.com',
      phone: '+15125550133',
      metadata: { pending: { email: 'second@example.com' } },
    });
    expect((await stored('client-jo')).metadata).not.toHaveProperty('unverified');
  });

  it('API-44 does not tie by a contact that somebody typed and nobody verified', async () => {
    server = await open();
    const typed = await owner(server, 'typer@example.com', { phone: '5125550177' });
    await server.db
      .updateTable('clients')
      .set({ user_id: null })
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', typed.clientId)
      .execute();
    const { token, user } = await server.signIn('+15125550177');
    expect(await sync(token, user.id, typed.clientId)).toMatchObject({ status: 200, body: { data: null } });
    expect((await stored(typed.clientId)).user_id).toBeNull();
  });

  it("API-44 gives no other record, no other user's, and nothing to guests", async () => {
    server = await open({ clients: [knownClient, client({ id: 'client-sam', email: 'sam@example.com' })] });
    const { token, user } = await server.signIn('jo@example.com');
    const sam = await server.signIn('sam@example.com');
    expect(await sync(token, user.id, 'client-sam')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await sync(token, sam.user.id)).toMatchObject({ status: 404 });
    expect(
      await server.send(
        findAndSyncClient,
        { body: { id: 'client-jo', user_id: user.id } as { id: string; user_id: string; search: string } },
        { token },
      ),
    ).toMatchObject({ status: 400, body: { code: 'validation' } });
    const guest = await server.signInGuest();
    expect((await sync(guest.token, guest.user.id)).status).toBe(401);
  });
});

describe('API-19 customer metadata', () => {
  const ask = (token: string, userId: string, id: string) =>
    server.send(getCustomer, { params: { userId, id } }, { token });

  it("API-19 is the owner's own: birth day, record and nothing of the portal's own notes", async () => {
    server = await open({
      clients: [{ ...knownClient, phone: undefined, metadata: { dateOfBirth: 3, monthOfBirth: 7 } }],
    });
    const { token, user } = await server.signIn('jo@example.com');
    await server.api(
      upsertClient,
      { body: upsertBody({ first_name: 'Jo', last_name: 'Miller', phone: '5125550133' }) },
      { token },
    );
    for (const id of [user.id, 'client-jo']) {
      const reply = await ask(token, user.id, id);
      expect(reply).toMatchObject({
        status: 200,
        body: {
          data: {
            id,
            client: { id: 'client-jo', patients: [{ id: 'patient-rex' }] },
            metadata: { dateOfBirth: 3, monthOfBirth: 7 },
          },
        },
      });
      expect(reply.text).not.toMatch(/unverified|possible|pending|user_id/);
    }
  });

  it('API-19 has no record where the clinic knows none', async () => {
    server = await open();
    const { token, user } = await server.signIn('new@example.com');
    expect(await ask(token, user.id, user.id)).toMatchObject({
      body: { data: { client: null, metadata: { dateOfBirth: null, monthOfBirth: null } } },
    });
  });

  it("API-19 is 404 for anybody else's ids, and 401 for guests", async () => {
    server = await open({ clients: [knownClient, client({ id: 'client-sam', email: 'sam@example.com' })] });
    const { token, user } = await server.signIn('jo@example.com');
    const sam = await server.signIn('sam@example.com');
    for (const [userId, id] of [
      [sam.user.id, sam.user.id],
      [sam.user.id, 'client-sam'],
      [user.id, 'client-sam'],
      [user.id, sam.user.id],
      [sam.user.id, user.id],
    ] as const) {
      expect(await ask(token, userId, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    const guest = await server.signInGuest();
    expect((await ask(guest.token, guest.user.id, guest.user.id)).status).toBe(401);
  });
});

describe('API-42 the record by user (D-22)', () => {
  it('API-42 lists deceased pets with their date, for the page to leave out (D-120)', async () => {
    server = await open({
      clients: [
        {
          ...knownClient,
          patients: [...knownClient.patients, { id: 'patient-gone', name: 'Old Boy', deceased_at: '2025-01-01' }],
        },
      ],
    });
    const { token, user } = await server.signIn('jo@example.com');
    expect(
      (await server.api(clientByUser, { query: { user_id: user.id } }, { token }))?.patients.map((one) => [
        one.name,
        one.deceased_at,
      ]),
    ).toEqual([
      ['Old Boy', '2025-01-01'],
      ['Rex', null],
    ]);
    expect((await server.send(clientByUser, { query: {} as { user_id: string } }, { token })).status).toBe(400);
  });
});
