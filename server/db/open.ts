import type { Kysely } from 'kysely';
import { MINUTE } from '../../src/limits';
import { openEmbedded } from './embedded';
import { isUpToDate, migrate, refuseOlder } from './migrate';
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

/** Opens the database and runs the missing migrations. Throws as `openDatabase` and `migrate` do. */
export const openMigrated = (place: DatabasePlace): Promise<Kysely<Database>> => opened(place, bringUpToDate);

/**
 * Opens the database for a command: tables are made where there are none, but those of an earlier version stay as they are,
 * since its server may be running, or be gone back to. Throws DatabaseOlder, and as `openMigrated` does.
 */
export const openCurrent = (place: DatabasePlace): Promise<Kysely<Database>> =>
  opened(place, async (db) => {
    await refuseOlder(db);
    await bringUpToDate(db, place);
  });

async function opened(
  place: DatabasePlace,
  prepare: (db: Kysely<Database>, place: DatabasePlace) => Promise<void>,
): Promise<Kysely<Database>> {
  const db = await openDatabase(place);
  try {
    await prepare(db, place);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function bringUpToDate(db: Kysely<Database>, { databaseUrl }: DatabasePlace): Promise<void> {
  if (databaseUrl === undefined) await migrate(db);
  else if (!(await isUpToDate(db))) await migratePatiently(databaseUrl);
}

async function migratePatiently(databaseUrl: string): Promise<void> {
  const patient = openServer(databaseUrl, migrationMs);
  try {
    await migrate(patient);
  } finally {
    await patient.destroy();
  }
}
