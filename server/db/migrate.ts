import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { sqlState } from './faults';
import { migrations } from './migrations';
import type { Database } from './schema';

/** PostgreSQL's code for a table that does not exist. */
const undefinedTable = '42P01';

/** The number of the lock that servers of every version take while they migrate: Kysely's own. */
const migrationLock = sql.lit('3853314791062309107');

/**
 * Runs the missing migrations in one transaction. When two servers start at once, the second waits for the first. The
 * lock is the transaction's: behind a pooler one of a session would stay with a connection that somebody else gets.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  if (await isUpToDate(db)) return;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(trx);
    const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  });
}

/**
 * Whether every migration has run. One query, since the migrator would first read the database's whole catalogue at
 * every start.
 */
export async function isUpToDate(db: Kysely<Database>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map((row) => row.name).join() === Object.keys(migrations).sort().join();
  } catch (error) {
    if (sqlState(error) === undefinedTable) return false;
    throw error;
  }
}
