import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sqlState } from '../../../server/db/faults';
import { DatabaseNewer, isUpToDate, migrate } from '../../../server/db/migrate';
import { migrations } from '../../../server/db/migrations';
import type { Database } from '../../../server/db/schema';
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

it('a refill from before is told as the record had its medication at the upgrade, whatever it says later (D-408)', async () => {
  await asOf('0025_charged_since');
  const { db } = database;
  const at = '2026-11-21T15:00:00Z';
  await sql`insert into clinics values ('old', ${JSON.stringify(exampleShop({ id: 'old' }))}, 1, ${at})`.execute(db);
  await sql`insert into clients (clinic_id, id, metadata, created_at) values ('old', 'c1', '{}', ${at})`.execute(db);
  await sql`insert into patients (clinic_id, id, client_id, name) values ('old', 'p1', 'c1', 'Rex')`.execute(db);
  await sql`insert into medications (clinic_id, id, patient_id, description) values ('old', 'm1', 'p1', 'Carprofen 75 mg')`.execute(
    db,
  );
  for (const [id, medication] of [
    ['r1', 'm1'],
    ['r2', null],
  ])
    await sql`insert into refills (clinic_id, id, client_id, patient_id, medication_id, created_at, state_at)
      values ('old', ${id}, 'c1', 'p1', ${medication}, ${at}, ${at})`.execute(db);

  await migrate(db);
  await sql`update medications set description = 'Carprofen 100 mg' where clinic_id = 'old'`.execute(db);
  expect((await exportClinicFile(db, 'old'))!.refills).toMatchObject([
    { id: 'r1', medication: 'Carprofen 75 mg' },
    { id: 'r2' },
  ]);
});

it('an older version does not start on the database of a newer one, says so in words and leaves it as it is', async () => {
  const { db } = database;
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2026-11-21T15:00:00Z')`.execute(db);
  const refusal = await migrate(db).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatabaseNewer);
  expect((refusal as Error).message).toBe(
    'A newer version of the server has migrated this database (up to 9999_later). Start that version or a later one, or restore a backup from before into an empty database.',
  );
  expect(await isUpToDate(db)).toBe(false);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(migrations).sort(), '9999_later']);
});

type Column = { table: string; name: string; type: string };

/** A row in every table, with every column filled, as far as the table allows: ids are all the same, so that they refer. */
async function fill(db: Kysely<Database>): Promise<Map<string, Record<string, unknown>>> {
  const { rows: columns } = await sql<Column>`
    select table_name as table, column_name as name, udt_name as type from information_schema.columns
    where table_schema = current_schema() and is_identity = 'NO' and table_name not like 'kysely_%'`.execute(db);
  const { rows: checks } = await sql<{ table: string; says: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as says from pg_constraint
    where contype = 'c' and connamespace = current_schema()::regnamespace`.execute(db);
  const valueOf = ({ table, name, type }: Column): unknown => {
    // A claim is either a hold's, with its end, or an appointment's.
    if (table === 'claims' && ['appointment_id', 'offered_time_id'].includes(name)) return null;
    const listed = checks.find((each) => each.table === table && each.says.startsWith(`CHECK ((${name} = ANY`));
    if (listed) return /'(\w+)'/.exec(listed.says)![1];
    const values: Record<string, unknown> = { jsonb: '{}', bool: true, int4: 1, int8: 1, text: 'x' };
    return values[type] ?? (name.startsWith('ends') ? '2026-11-25T16:00:00Z' : '2026-11-25T15:00:00Z');
  };
  const tables = [...new Set(columns.map(({ table }) => table))];
  await db.transaction().execute(async (trx) => {
    for (let left = tables; left.length > 0;) {
      const waiting: string[] = [];
      for (const table of left) {
        const own = columns.filter((each) => each.table === table);
        const names = sql.join(own.map(({ name }) => sql.ref(name)));
        await sql`savepoint before`.execute(trx);
        await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(own.map(valueOf))})`
          .execute(trx)
          .catch(async (error: unknown) => {
            // What it refers to comes later in the list.
            if (sqlState(error) !== '23503') throw error;
            await sql`rollback to savepoint before`.execute(trx);
            waiting.push(table);
          });
      }
      if (waiting.length === left.length) throw new Error(`No row fits into ${waiting.join()}.`);
      left = waiting;
    }
  });
  return new Map(await Promise.all(tables.map(async (table) => [table, await onlyRow(db, table)] as const)));
}

async function onlyRow(db: Kysely<Database>, table: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<{
    row: Record<string, unknown>;
  }>`select to_jsonb(t) as row from ${sql.table(table)} as t`.execute(db);
  expect(rows, table).toHaveLength(1);
  return rows[0]!.row;
}

const earlier = Object.keys(migrations).sort().slice(0, -1);

it.each(earlier)('a database of the version that ended with %s keeps every row', async (name) => {
  await asOf(name);
  const before = await fill(database.db);
  await migrate(database.db);
  for (const [table, row] of before) expect(await onlyRow(database.db, table), table).toMatchObject(row);
});
