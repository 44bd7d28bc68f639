import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../server/db/migrate';
import { migrations } from '../../../server/db/migrations';
import { exportClinicFile } from '../../../server/modules/clinicFile/export';
import { exampleShop } from '../../src/shop';
import { freshDatabase, type FreshDatabase } from '../../support/database';

let database: FreshDatabase;
beforeEach(async () => void (database = await freshDatabase()));
afterEach(() => database.close());

/** The database as a version left it whose last migration this is. */
async function asOf(name: string): Promise<void> {
  await sql`drop schema public cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(name);
  if (error) throw error;
}

it('a database of the first version upgrades with what is in it', async () => {
  await asOf('0001_start');
  const { db } = database;
  const at = '2026-11-21T15:00:00Z';
  const shop = { ...exampleShop({ id: 'old', name: 'Old Vets' }), location: undefined };
  await sql`insert into clinics values ('old', ${JSON.stringify(shop)}, 1, ${at})`.execute(db);
  await sql`insert into clients (clinic_id, id, first_name, metadata, created_at) values ('old', 'c1', 'Jo', '{}', ${at})`.execute(
    db,
  );
  await sql`insert into appointments (clinic_id, id, client_id, product_id, starts_at, ends_at, status, is_dropoff, details, created_at)
    values ('old', 'a1', 'c1', 'exam', ${at}, '2026-11-21T15:30:00Z', 'ACCEPTED', false, '{"isReminderSMS":true}', ${at})`.execute(
    db,
  );
  await sql`insert into payment_requests values ('old', ${'p'.repeat(22)}, 'c1', 'a1', 'exam', 2500, 'complete', ${at})`.execute(
    db,
  );

  await migrate(db);
  expect(await exportClinicFile(db, 'old')).toMatchObject({
    clients: [{ id: 'c1', first_name: 'Jo' }],
    appointments: [{ id: 'a1', status: 'ACCEPTED', details: { isReminderSMS: true } }],
    payment_requests: [{ amount: 25, status: 'complete', completed_at: '2026-11-21T15:00:00.000Z' }],
  });
});
