import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { initCode, ROLE_CUSTOMER } from '../../../src/contract/auth';
import { clientByUser, upsertClient } from '../../../src/contract/clients';
import type { ClientInFile } from '../../../server/modules/clinicFile/file/file';
import { client, knownClient } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { bookAs, chicago, crowd, manyClinics, owner, sentBy, upsertBody, wednesday } from './support';

let server: TestServer;
const open = manyClinics();
const start = async () => (server = await open());
const startWith = async (clients: ClientInFile[]) => (server = await open({ clients }));

const upsert = (token: string, given: Parameters<typeof upsertBody>[0] = {}) =>
  server.api(upsertClient, { body: upsertBody(given) }, { token });
const byUser = (token: string, userId: string) => server.api(clientByUser, { query: { user_id: userId } }, { token });
const stored = (id: string) =>
  server.db
    .selectFrom('clients')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const all = () =>
  server.db.selectFrom('clients').selectAll().where('clinic_id', '=', server.clinicId).orderBy('id').execute();

describe('the record of a user', () => {
  it("is the clinic's, with the pets, once a contact is verified", async () => {
    await start();
    const { token, user } = await server.signIn('jo@example.com');
    expect(await byUser(token, user.id)).toMatchObject({
      id: 'client-jo',
      first_name: 'Jo',
      last_name: 'Miller',
      email: 'jo@example.com',
      phone: '+15125550111',
      created_at: '2024-11-01T15:00:00.000Z',
      patients: [{ id: 'patient-rex', name: 'Rex', species_id: 'dog', birthdate: '2020-04-01', sex: 'male' }],
    });
    expect(Object.keys((await byUser(token, user.id))!)).not.toContain('metadata');
  });

  it('is null for somebody whom the clinic does not know', async () => {
    await start();
    const { token, user } = await server.signIn('new@example.com');
    expect(await byUser(token, user.id)).toBeNull();
  });

  it('is not told of another user, and not to guests', async () => {
    await start();
    const jo = await server.signIn('jo@example.com');
    const { token } = await server.signIn('new@example.com');
    await expect(byUser(token, jo.user.id)).rejects.toMatchObject({ code: 'not_found', status: 404 });
    const guest = await server.signInGuest();
    await expect(byUser(guest.token, guest.user.id)).rejects.toMatchObject({ status: 401 });
    await expect(upsert(guest.token)).rejects.toMatchObject({ status: 401 });
  });
});

describe('a new owner', () => {
  it("gets a record of the token's user, with what was told and verified", async () => {
    await start();
    const { token, user } = await server.signIn('new@example.com');
    const made = await upsert(token, {
      user_id: 'client-jo',
      first_name: ' Ann  Lee ',
      last_name: 'Park',
      phone: '5125550122',
      address1: '1 Elm',
      city: ' Austin ',
      state: 'TX',
      zip: '78701',
      address2: '',
    });
    expect(made).toMatchObject({
      first_name: 'Ann Lee',
      last_name: 'Park',
      email: 'new@example.com',
      phone: '+15125550122',
      address1: '1 Elm',
      address2: null,
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      created_at: '2026-11-21T15:00:00.000Z',
      patients: [],
    });
    expect(await stored(made.id)).toMatchObject({ user_id: user.id, metadata: { unverified: ['phone'] } });
    expect((await stored('client-jo')).user_id).toBeNull();
  });

  it('gets one record, however often the call arrives', async () => {
    await start();
    const { token } = await server.signIn('new@example.com');
    const key = randomUUID();
    const made = await crowd(6, (index) =>
      server.api(upsertClient, { body: upsertBody() }, { token, key: index < 3 ? key : randomUUID() }),
    );
    expect(new Set(made.map((one) => one.id)).size).toBe(1);
    expect(await all()).toHaveLength(2);
  });

  it('must tell a first name and contacts that are some', async () => {
    await start();
    const { token } = await server.signIn('new@example.com');
    await expect(upsert(token, { first_name: '  ' })).rejects.toMatchObject({
      code: 'validation',
      body: { fields: { first_name: 'is required' } },
    });
    await expect(upsert(token, { email: 'nonsense' })).rejects.toMatchObject({ code: 'validation' });
    await expect(upsert(token, { phone: '12345' })).rejects.toMatchObject({ code: 'validation' });
    expect(await all()).toHaveLength(1);
  });

  it.each([
    [{ phone: '+881612345678' }, { phone: 'must be of a country that sign-up offers' }],
    [{ phone: '+1512555014' }, { phone: 'Please enter a valid 10-digit phone number' }],
    [{ phone: '442079460958' }, { phone: 'Please enter a valid 10-digit phone number' }],
    [{ email: '"x"@example.com' }, { email: 'Please enter a valid email' }],
    [{ email: 'a..b@example.com' }, { email: 'Please enter a valid email' }],
    [{ email: 'josé@example.com' }, { email: 'Please enter a valid email' }],
  ])(
    "tells nothing that no code could prove, in the words of the code's own call: %o (D-401)",
    async (given, fields) => {
      await start();
      const { token } = await server.signIn('new@example.com');
      await expect(upsert(token, given)).rejects.toMatchObject({ status: 400, body: { fields } });
      const asked = 'phone' in given ? { phoneNumber: given.phone } : given;
      const said = Object.values(fields)[0]!;
      const reply = await server.send(initCode, { body: { ...asked, role: ROLE_CUSTOMER } }, { token });
      expect([reply.status, reply.text.includes(said) || reply.text.includes('must be ten digits')]).toEqual([
        400,
        true,
      ]);
      expect(await all()).toHaveLength(1);
    },
  );

  it('is reached at a number of another country, never at a local one that ends like it (D-403)', async () => {
    await start();
    const { token, user } = await server.signIn('+442079460958');
    expect(user).toMatchObject({ phoneCode: '44', phoneNumber: '2079460958' });
    const made = await upsert(token, { phone: '+442079460958' });
    expect(made.phone).toBe('+442079460958');
    await bookAs(server, { token }, chicago(wednesday, '09:00'));
    expect((await sentBy(server, { kind: 'booking_confirmation' })).map(({ to }) => to)).toEqual(['sms +442079460958']);
    const again = await server.signIn('+442079460958');
    expect((await byUser(again.token, again.user.id))!.id).toBe(made.id);
  });

  it("may keep a contact of the clinic's own that no code could prove", async () => {
    await startWith([client({ id: 'abroad', email: 'abroad@example.com', phone: '+881612345678' })]);
    const { token } = await server.signIn('abroad@example.com');
    expect((await upsert(token, { phone: '+881612345678' })).phone).toBe('+881612345678');
  });

  it("never gets a known client's record by typing that client's contacts", async () => {
    await start();
    const { token } = await server.signIn('stranger@example.com');
    const made = await upsert(token, {
      first_name: 'Jo',
      last_name: 'Miller',
      email: 'jo@example.com',
      phone: '5125550111',
    });
    expect(made.id).not.toBe('client-jo');
    expect(await stored('client-jo')).toMatchObject({ user_id: null, changed_at: null });
    // And the known client still finds the own record afterwards.
    const jo = await server.signIn('jo@example.com');
    expect((await byUser(jo.token, jo.user.id))!.id).toBe('client-jo');
  });
});

describe('a known owner', () => {
  it('keeps the record, brought up to date', async () => {
    await start();
    const { token } = await server.signIn('jo@example.com');
    const kept = await upsert(token, {
      first_name: 'Joanna',
      last_name: 'Miller',
      email: 'JO@example.com',
      phone: '(512) 555-0111',
      city: 'Austin',
    });
    expect(kept).toMatchObject({
      id: 'client-jo',
      first_name: 'Joanna',
      email: 'jo@example.com',
      phone: '+15125550111',
      city: 'Austin',
      patients: [{ id: 'patient-rex' }],
    });
    expect(await all()).toHaveLength(1);
  });

  it('changes nothing by telling what the clinic has', async () => {
    await start();
    const { token } = await server.signIn('jo@example.com');
    await upsert(token, { first_name: 'Jo', last_name: 'Miller', email: 'jo@example.com', phone: '5125550111' });
    expect((await stored('client-jo')).changed_at).toBeNull();
  });

  it('keeps the contacts until other ones are verified', async () => {
    await start();
    const { token } = await server.signIn('jo@example.com');
    expect(await upsert(token, { phone: '5125550133', email: 'other@example.com' })).toMatchObject({
      email: 'jo@example.com',
      phone: '+15125550111',
    });
    expect((await stored('client-jo')).metadata).toEqual({
      pending: { email: 'other@example.com', phone: '+15125550133' },
    });
    expect((await upsert(token, { phone: '5125550111' })).phone).toBe('+15125550111');
    expect((await stored('client-jo')).metadata).toEqual({ pending: { email: 'other@example.com' } });
  });

  it('adds a contact that the clinic did not have, which proves nothing', async () => {
    await startWith([client({ id: 'casey', email: 'casey@example.com' })]);
    const { token } = await server.signIn('casey@example.com');
    expect((await upsert(token, { phone: '5125550144' })).phone).toBe('+15125550144');
    expect((await stored('casey')).metadata).toEqual({ unverified: ['phone'] });
    const stranger = await server.signIn('+15125550144');
    expect(await byUser(stranger.token, stranger.user.id)).toBeNull();
  });

  it('is found by name among several with the same phone, else gets a record that says so', async () => {
    const shared = { phone: '+15125550155' };
    await startWith([
      client({ id: 'al', first_name: 'Al', last_name: 'Fox', ...shared }),
      client({ id: 'bea', first_name: 'Bea', last_name: 'Fox', ...shared }),
      knownClient,
    ]);
    const { token } = await server.signIn('+15125550155');
    expect((await upsert(token, { first_name: 'bea', last_name: 'FOX' })).id).toBe('bea');

    await startWith([
      client({ id: 'al', first_name: 'Al', last_name: 'Fox', ...shared }),
      client({ id: 'bea', first_name: 'Bea', last_name: 'Fox', ...shared }),
      knownClient,
    ]);
    const cy = await owner(server, '+15125550155', { first_name: 'Cy', last_name: 'Fox' });
    expect(await stored(cy.clientId)).toMatchObject({
      first_name: 'Cy',
      metadata: { possible_duplicates: ['al', 'bea'] },
    });
    expect((await stored('al')).user_id).toBeNull();
  });
});
