import type { Kysely } from 'kysely';
import { MINUTE } from '../../src/limits';
import { openEmbedded } from './embedded';
import { isUpToDate, migrate } from './migrate';
import type { Database } from './schema';
import { openServer } from './server';

/** Where the data lives: a PostgreSQL server by its address, else an embedded database in a folder. */
export type DatabasePlace = { databaseUrl?: string | undefined; dataDir: string };

/** How long a statement may take on a server; a lock that it waits for counts, milliseconds. */
const statementMs = 10_000;
/** Changes of large tables take longer than anything that an owner waits for. */
const migrationMs = 15 * MINUTE;

/**
 * Opens the database. Closing it is `db.destroy()`, which also lets go of the folder. On a server a statement may take
 * `patienceMs` milliseconds.
 * Throws FolderInUse when another process has the embedded database open, and FolderUnsafe where others could get at it.
 */
export async function openDatabase(place: DatabasePlace, patienceMs: number = statementMs): Promise<Kysely<Database>> {
  return place.databaseUrl === undefined ? openEmbedded(place.dataDir) : openServer(place.databaseUrl, patienceMs);
}

/** Opens the database and brings its tables up to date. Throws as `openDatabase`. */
export async function openMigrated(place: DatabasePlace): Promise<Kysely<Database>> {
  const db = await openDatabase(place);
  try {
    if (place.databaseUrl === undefined) await migrate(db);
    else if (!(await isUpToDate(db))) await migratePatiently(place.databaseUrl);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function migratePatiently(databaseUrl: string): Promise<void> {
  const patient = await openServer(databaseUrl, migrationMs);
  try {
    await migrate(patient);
  } finally {
    await patient.destroy();
  }
}
