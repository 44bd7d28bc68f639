import type { Kysely } from 'kysely';
import { MINUTE } from '../../src/limits';
import { openEmbedded } from './embedded';
import { isUpToDate, migrate } from './migrate';
import type { Database } from './schema';
import { openServer } from './server';

/** Where the data lives: a PostgreSQL server by its address, else an embedded database in a folder. */
export type DatabasePlace = { databaseUrl?: string | undefined; dataDir: string };

/** Milliseconds that a statement may take on a server, waiting for locks included. */
const statementMs = 10_000;
/** Milliseconds that a statement of a migration may take, since changing a large table is slow. */
const migrationMs = 15 * MINUTE;

/**
 * Opens the database; `db.destroy()` closes it and releases the folder. On a server a statement may take `patienceMs`
 * milliseconds. Throws FolderInUse when another process has the embedded database open, and FolderUnsafe when its
 * folder is not this user's alone.
 */
export async function openDatabase(place: DatabasePlace, patienceMs: number = statementMs): Promise<Kysely<Database>> {
  return place.databaseUrl === undefined ? openEmbedded(place.dataDir) : openServer(place.databaseUrl, patienceMs);
}

/** Opens the database and runs the missing migrations. Throws as `openDatabase` does. */
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
  const patient = openServer(databaseUrl, migrationMs);
  try {
    await migrate(patient);
  } finally {
    await patient.destroy();
  }
}
