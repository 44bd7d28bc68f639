import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../../server/db/documents';
import { fixed, run } from '../../../server/db/statements';
import { findBooker } from '../../../server/modules/clients/repository';
import { loadClinic } from '../../../server/modules/clinics/repository';
import { tableNames } from '../../support/partition';
import { startTestServer, type TestServer } from '../../support/server';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const at = '2026-11-21T15:00:00Z';
const book = (id: string, details: unknown) =>
  sql`insert into appointments (clinic_id, id, client_id, product_id, starts_at, ends_at, status, is_dropoff, details, created_at)
    values ('testvets', ${id}, 'client-jo', 'exam', ${at}, '2026-11-21T15:30:00Z', 'ACCEPTED', false, ${JSON.stringify(details)}, ${at})`.execute(
    server.db,
  );

/** Columns that nothing reads, and the catalogue's, whose struct depends on the row's kind. */
const elsewhere = ['booking_sessions.device', 'booking_sessions.referral', 'catalogue.data'];

it('every jsonb column has a struct that it is read through', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where data_type = 'jsonb' and table_name = any(${await tableNames(server.db)}) order by 1`.execute(server.db);
  const read = Object.entries(documents).flatMap(([table, all]) => Object.keys(all).map((name) => `${table}.${name}`));
  expect(rows.map(({ name }) => name)).toEqual([...read, ...elsewhere].sort());
});

describe('a document that is not what its struct says', () => {
  const fault = 'appointments.details of clinic testvets cannot be read: pet_corrections.0.said is not of type string';

  beforeAll(async () => {
    await book('fine', { productIds: ['exam'], client_dob: null, of_a_later_version: true });
    await book('broken', { pet_corrections: [{ fact: 'sex', said: 1977, on_file: 'male' }] });
  });

  const from = (id: string) =>
    server.db.selectFrom('appointments').where('clinic_id', '=', 'testvets').where('id', '=', id);
  const joined = (id: string) =>
    server.db
      .selectFrom('clients as owner')
      .innerJoin('appointments as visit', 'visit.client_id', 'owner.id')
      .where('visit.clinic_id', '=', 'testvets')
      .where('visit.id', '=', id);

  const compiledOnce = fixed('details_for_test', ({ id }: { id: string }, db) =>
    db
      .selectFrom('appointments')
      .select(['clinic_id', 'details'])
      .where('clinic_id', '=', 'testvets')
      .where('id', '=', id),
  );

  it.each([
    ['a column', (id: string) => from(id).select('details').execute()],
    ['a table and a column', (id: string) => from(id).select(['id', 'appointments.details']).execute()],
    ['another name', (id: string) => from(id).select('details as said').execute()],
    ['everything', (id: string) => from(id).selectAll().execute()],
    ['a join under other names', (id: string) => joined(id).select('visit.details as said').execute()],
    ['everything of a joined table', (id: string) => joined(id).selectAll('visit').execute()],
    ['a statement compiled once', (id: string) => run(server.db, compiledOnce({ id }))],
    [
      'a transaction',
      (id: string) =>
        server.db
          .transaction()
          .execute((trx) =>
            trx
              .selectFrom('appointments')
              .select('details')
              .where('clinic_id', '=', 'testvets')
              .where('id', '=', id)
              .execute(),
          ),
    ],
    [
      'what an update returns',
      (id: string) =>
        server.db
          .updateTable('appointments')
          .set({ note: null })
          .where('clinic_id', '=', 'testvets')
          .where('id', '=', id)
          .returning('details')
          .execute(),
    ],
  ])('is refused by its place, and one that is is taken: %s', async (_, read) => {
    expect(await read('fine')).toHaveLength(1);
    await expect(read('broken')).rejects.toThrow(fault);
  });

  it('does not show its value, which may be an owner’s', async () => {
    await expect(from('broken').select('details').execute()).rejects.not.toThrow('1977');
  });

  it('is none where a join found nothing, which is null', async () => {
    const rows = await server.db
      .selectFrom('clients')
      .leftJoin('users', (join) => join.onRef('users.id', '=', 'clients.user_id'))
      .select(['clients.metadata', 'users.metadata as account'])
      .execute();
    expect(rows).toEqual([{ metadata: {}, account: null }]);
  });

  it('names the clinic of whoever books', async () => {
    const { user } = await server.signIn('jo@example.com');
    const is = (metadata: string) =>
      sql`update clients set user_id = ${user.id}, metadata = ${metadata}::jsonb where clinic_id = 'testvets' and id = 'client-jo'`.execute(
        server.db,
      );
    const found = () => findBooker(server.db, 'testvets', user.id, []);
    await is('{}');
    expect(await found()).toMatchObject({ client: { id: 'client-jo' } });
    await is('{"possible_duplicates": 7}');
    await expect(found()).rejects.toThrow('clients.metadata of clinic testvets cannot be read');
    await is('{}');
  });

  it('names the clinic whose own settings or catalogue it is', async () => {
    await sql`update clinics set version = 2, shop = jsonb_set(shop, '{feature_settings,deposit_refund_hours}', '"soon"')`.execute(
      server.db,
    );
    await expect(server.db.selectFrom('clinics').select('shop').where('id', '=', 'testvets').execute()).rejects.toThrow(
      'clinics.shop of clinic testvets cannot be read: feature_settings.deposit_refund_hours is not of type number',
    );
    await sql`update clinics set version = 3, shop = shop #- '{feature_settings,deposit_refund_hours}'`.execute(
      server.db,
    );
    await sql`update catalogue set data = data - 'providerIds' where id = 'exam'`.execute(server.db);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await expect(loadClinic(server.db, 'testvets')).rejects.toThrow(
      'catalogue.data of clinic testvets cannot be read: providerIds is not of type array',
    );
  });
});
