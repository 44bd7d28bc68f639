import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { sqlState } from './faults';
import { DatabaseUnfit, encodingFault, makingFault } from './fitness';
import { migrations } from './migrations';
import type { Database } from './schema';

/** PostgreSQL's code for a table that does not exist. */
const undefinedTable = '42P01';

/** The number of the lock that servers of every version take while they migrate: Kysely's own. */
const migrationLock = sql.lit('3853314791062309107');

/** A newer version has migrated the database: this one does not know what its tables are for by now. */
export class DatabaseNewer extends Error {}

/** An earlier version has made the tables; the message says what to do. */
export class DatabaseOlder extends Error {}

/** Throws DatabaseOlder where the tables are of an earlier version; a database without any is fine. */
export async function refuseOlder(db: Kysely<Database>): Promise<void> {
  const ran = await ranMigrations(db);
  if (ran.length === 0 || isAll(ran) || ran.some((name) => !(name in migrations))) return;
  throw new DatabaseOlder(
    `The tables are of an earlier version of the server (up to ${ran.at(-1)}), which could no longer start once they are brought up to date. This version's server does that at its start; until then use the commands of the version that runs.`,
  );
}

/**
 * Runs the missing migrations in one transaction. When two servers start at once, the second waits for the first. The
 * lock is the transaction's: behind a pooler one of a session would stay with a connection that somebody else gets.
 * Throws DatabaseNewer and DatabaseUnfit.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const ran = await ranMigrations(db);
  const unknown = ran.filter((name) => !(name in migrations)).at(-1);
  if (unknown !== undefined)
    throw new DatabaseNewer(
      `A newer version of the server has migrated this database (up to ${unknown}). Start that version or a later one, or restore a backup from before into an empty database.`,
    );
  if (isAll(ran)) return;
  // What is wrong from the beginning on is said before anything is kept there. A database that holds data goes on.
  const unfit = (await makingFault(db)) ?? (ran.length === 0 ? await encodingFault(db) : null);
  if (unfit !== null) throw new DatabaseUnfit(unfit);
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(trx);
    const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  });
}

/** Whether every migration of this version has run, and no other. */
export const isUpToDate = async (db: Kysely<Database>): Promise<boolean> => isAll(await ranMigrations(db));

const isAll = (ran: readonly string[]): boolean => ran.join() === Object.keys(migrations).sort().join();

/**
 * The names of the migrations that have run, in their order. One query, since the migrator would first read the
 * database's whole catalogue at every start.
 */
async function ranMigrations(db: Kysely<Database>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (sqlState(error) === undefinedTable) return [];
    throw error;
  }
}
