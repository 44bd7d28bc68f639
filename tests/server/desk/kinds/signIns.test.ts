import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../server/db/transaction';
import { importClinicFile } from '../../../../server/modules/clinicFile/import';
import { mergeClients } from '../../../../server/modules/clients/merge';
import { records } from '../../../../server/modules/desk/kinds/records';
import { clientByUser, upsertClient } from '../../../../src/contract/clients';
import type { TestServer } from '../../../support/server';
import { client, clinicFile, patient } from '../../../support/clinicFile';
import { manyClinics, upsertBody } from '../../booking/support';
import { desk } from './support';

/** Records that are made one although several people's sign-ins lead to them: the sign-ins become one (D-214). */

const open = manyClinics({ env: { CAPS_TIMES: '1000000' } });
const phone = '+15125550155';
const al = client({
  id: 'al',
  first_name: 'Al',
  last_name: 'Fox',
  phone,
  email: 'al@example.com',
  patients: [patient({ id: 'p-al', name: 'Ajax' })],
});
const bea = client({
  id: 'bea',
  first_name: 'Bea',
  last_name: 'Fox',
  phone,
  email: 'bea@example.com',
  patients: [patient({ id: 'p-bea', name: 'Bo' })],
});

const recordOf = async (server: TestServer, { token, user }: { token: string; user: { id: string } }) =>
  (await server.api(clientByUser, { query: { user_id: user.id } }, { token }))?.id ?? null;

const seenBy = async (server: TestServer, identifier: string) => recordOf(server, await server.signIn(identifier));

const statusOf = async (server: TestServer, { token, user }: { token: string; user: { id: string } }) =>
  (await server.send(clientByUser, { query: { user_id: user.id } }, { token })).status;

const accountsAt = (server: TestServer) =>
  server.db
    .selectFrom('users')
    .select(['id', 'email', 'phone', 'pending_phone', 'password_hash'])
    .where('clinic_id', '=', server.clinicId)
    .where((is) => is.or([is('email_verified_at', 'is not', null), is('phone_verified_at', 'is not', null)]))
    .execute();

const ownersOf = async (server: TestServer) =>
  (
    await server.db
      .selectFrom('patients')
      .select('client_id')
      .where('clinic_id', '=', server.clinicId)
      .orderBy('id')
      .execute()
  ).map(({ client_id }) => client_id);

/** Al and Bea, each signed in by their own e-mail, and somebody signed in by the phone that both records have. */
async function three() {
  const server = await open({ clients: [al, bea] });
  const [ofAl, ofBea] = [await server.signIn('al@example.com'), await server.signIn('bea@example.com')];
  const sam = await server.signIn(phone, { firstName: 'Sam' });
  return { server, ofAl, ofBea, sam, at: desk(server, records) };
}

describe('records that several people have signed in to are made one', () => {
  it('each contact leads to the one record, and says before who signs in again', async () => {
    const { server, ofAl, ofBea, sam, at } = await three();
    expect((await at.preview(sam.user.id, { name: 'merge', client_id: 'al' })).does).toEqual([
      'One pet moves: Bo.',
      'One sign-in moves.',
      'The sign-ins become one. Who signed in by bea@example.com or 512-555-0155 signs in again, by any of these contacts.',
      'Sam sees the pets and visits of this record from their next sign-in on.',
    ]);
    expect(await at.give(sam.user.id, { name: 'merge', client_id: 'al' })).toBeNull();
    expect([await at.list(), await ownersOf(server)]).toEqual([[], ['al', 'al']]);
    expect([await recordOf(server, ofAl), await statusOf(server, ofBea), await statusOf(server, sam)]).toEqual([
      'al',
      401,
      401,
    ]);
    for (const identifier of ['al@example.com', phone, 'bea@example.com', phone])
      expect([identifier, await seenBy(server, identifier)]).toEqual([identifier, 'al']);
    // One account, which took the phone.
    expect(await accountsAt(server)).toMatchObject([{ id: ofAl.user.id, email: 'al@example.com', phone }]);
  });

  it('with the new record that the third has by now, which can be the one that stays', async () => {
    const { server, ofAl, sam, at } = await three();
    const own = await server.api(
      upsertClient,
      { body: upsertBody({ first_name: 'Sam', last_name: 'Doe' }) },
      { token: sam.token },
    );
    expect(await at.list()).toMatchObject([{ thingId: sam.user.id, owner: 'Sam Doe', says: 'Several records' }]);
    const { actions } = (await at.read(sam.user.id))!;
    expect(actions.map(({ name }) => name)).toEqual(['new_client', 'merge']);
    const given = { name: 'merge', client_id: own!.id } as const;
    expect((await at.preview(sam.user.id, given)).does.at(-1)).toBe('Sam Doe sees the pets and visits of this record.');
    expect(await at.give(sam.user.id, given)).toBeNull();
    expect([await recordOf(server, sam), await statusOf(server, ofAl)]).toEqual([own!.id, 401]);
    for (const identifier of ['al@example.com', 'bea@example.com', phone])
      expect([identifier, await seenBy(server, identifier)]).toEqual([identifier, own!.id]);
    // Whoever one of them is, nothing is left to be told apart.
    expect(await at.list()).toEqual([]);
  });

  it('an import of the file that they came with brings nobody back', async () => {
    const withPasswords = [
      { ...al, phone: '+15125550156', password: 'heron-and-willow' },
      { ...bea, phone: '+15125550157', password: 'otter-and-birch' },
    ];
    const server = await open({ clients: withPasswords });
    await inTransaction(server.db, (trx) =>
      mergeClients(trx, server.clinicId, { into: 'al', from: ['bea'], now: server.clock.now() }),
    );
    const before = await accountsAt(server);
    expect(before).toHaveLength(1);
    await importClinicFile(server.db, clinicFile({ shop: { id: server.clinicId }, clients: withPasswords }), {
      now: server.clock.now(),
      demoMode: true,
    });
    expect(await accountsAt(server)).toEqual(before);
    for (const identifier of ['bea@example.com', '+15125550157'])
      expect([identifier, await seenBy(server, identifier)]).toEqual([identifier, 'al']);
  });
});

type Account = { email: boolean; phone: boolean; other: boolean; closed: boolean; waits: boolean };
const account: fc.Arbitrary<Account> = fc
  .record({ email: fc.boolean(), phone: fc.boolean(), other: fc.boolean(), closed: fc.boolean(), waits: fc.boolean() })
  .filter(({ email, phone: byPhone }) => email || byPhone);

const emailOf = (place: number) => `one${place}@example.com`;
const phoneOf = (place: number) => `+1512555016${place}`;

it('whatever each account had proved, each open one’s contact leads to the record, and no closed one’s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(account, { minLength: 2, maxLength: 4 }), fc.nat(), async (all, chosen) => {
      // A record may have another contact than its owner proved: the clinic's file was changed since.
      const clients = all.map(({ email, phone: byPhone, other }, place) =>
        client({
          id: `c${place}`,
          first_name: 'One',
          last_name: `No${place}`,
          email: email && !other ? emailOf(place) : `other${place}@example.com`,
          ...(byPhone && !other && { phone: phoneOf(place) }),
        }),
      );
      const server = await open({ clients });
      const now = server.clock.now();
      for (const [place, { email, phone: byPhone, closed, waits }] of all.entries()) {
        const id = `u${place}`;
        await server.db
          .insertInto('users')
          .values({
            clinic_id: server.clinicId,
            id,
            first_name: null,
            email: email ? emailOf(place) : null,
            email_verified_at: email ? now : null,
            phone: byPhone ? phoneOf(place) : null,
            phone_verified_at: byPhone ? now : null,
            pending_phone: waits ? `+1512555017${place}` : null,
            avatar: null,
            metadata: '{}',
            password_hash: `hash ${place}`,
            is_admin: false,
            deactivated_at: closed ? now : null,
            created_at: now,
          })
          .execute();
        await server.db
          .updateTable('clients')
          .set({ user_id: id })
          .where('clinic_id', '=', server.clinicId)
          .where('id', '=', `c${place}`)
          .execute();
      }
      const ids = all.map((_, place) => `c${place}`);
      const into = ids[chosen % ids.length]!;
      const from = ids.filter((id) => id !== into);
      await inTransaction(server.db, (trx) => mergeClients(trx, server.clinicId, { into, from, now }));
      const order = [into, ...from].map((id) => Number(id.slice(1)));
      const open_ = order.filter((place) => !all[place]!.closed);
      const stays = `u${open_[0] ?? order[0]!}`;
      const rows = await server.db.selectFrom('users').selectAll().where('clinic_id', '=', server.clinicId).execute();
      expect(rows.find(({ id }) => id === stays)).toMatchObject({ password_hash: `hash ${stays.slice(1)}` });
      const waiting = open_.find((place) => all[place]!.waits);
      if (waiting !== undefined)
        expect(rows.find(({ id }) => id === stays)!.pending_phone).toBe(`+1512555017${waiting}`);
      for (const [place, { email, phone: byPhone, closed }] of all.entries())
        for (const identifier of [...(email ? [emailOf(place)] : []), ...(byPhone ? [phoneOf(place)] : [])]) {
          const seen = await seenBy(server, identifier).catch((error: unknown) => (error as { code?: string }).code);
          expect([identifier, seen]).toEqual([identifier, closed ? 'not_allowed' : into]);
        }
    }),
    { numRuns: 12 },
  );
}, 120_000);
