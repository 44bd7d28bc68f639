import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../server/db/connection';
import { migrations } from '../../../server/db/migrations';
import { freshDatabase, type FreshDatabase } from '../../support/database';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

test('a database of the first version is brought up to date and keeps what is in it', async () => {
  const { db } = fresh;
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const first = new Migrator({ db, provider: { getMigrations: async () => ({ '0001_start': migrations['0001_start']! }) } });
  expect((await first.migrateToLatest()).error).toBeUndefined();
  const at = new Date('2026-11-21T15:00:00Z');
  await sql`insert into clinics values ('oakwood', '{}', 1, ${at})`.execute(db);
  await sql`insert into users (clinic_id, id, email, email_verified_at, metadata, password_hash, is_admin, created_at) values ('oakwood', 'u', 'jo@example.com', ${at}, '{}', 'hash', false, ${at})`.execute(db);

  await migrate(db);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  expect(rows.map((row) => row.name)).toEqual(Object.keys(migrations).sort());
  expect(await db.selectFrom('users').select(['email', 'email_verified_at', 'password_hash', 'pending_email', 'pending_phone']).execute())
    .toEqual([{ email: 'jo@example.com', email_verified_at: at, password_hash: 'hash', pending_email: null, pending_phone: null }]);
  await migrate(db);
});
