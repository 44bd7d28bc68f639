import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { closeFiles, makeOwnFolder } from '../system/privateFolder';
import { sqlState } from './faults';
import { lockFolder } from './folderLock';
import { migrations } from './migrations';
import { reopening, type Embedded } from './reopening';
import { sending } from './statements';
import type { Database } from './schema';
import { MINUTE } from '../../src/limits';

/** Where the data lives: a PostgreSQL server by its address, else an embedded database in a folder. */
export type DatabasePlace = { databaseUrl?: string | undefined; dataDir: string };

/** PostgreSQL's code for a table that does not exist. */
const undefinedTable = '42P01';

const oids = { int8: 20, date: 1082, timestamptz: 1184 };
const toNumber = (value: string) => Number(value);
const toText = (value: string) => value;
const toDate = (value: string) => new Date(value);

/** Both databases hand out the same JavaScript values: int8 → number, date → text, timestamptz → Date. */
export const embeddedParsers = { [oids.int8]: toNumber, [oids.date]: toText, [oids.timestamptz]: toDate };

/**
 * Opens the database. Closing it is `db.destroy()`, which also lets go of the folder. On a server a statement may take
 * `patienceMs` milliseconds.
 * Throws FolderInUse when another process has the embedded database open, and FolderUnsafe where others could get at it.
 */
export async function openDatabase(place: DatabasePlace, patienceMs: number = statementMs): Promise<Kysely<Database>> {
  return place.databaseUrl === undefined ? openEmbedded(place.dataDir) : openServer(place.databaseUrl, patienceMs);
}

/** How long a statement may take on a server; a lock that it waits for counts, milliseconds. */
const statementMs = 10_000;
/** Changes of large tables take longer than anything that an owner waits for. */
const migrationMs = 15 * MINUTE;
/** A connection that says nothing for so much longer than a statement may take has gone silent. */
const onTheWayMs = 2_000;

async function openEmbedded(dataDir: string): Promise<Kysely<Database>> {
  makeOwnFolder(dataDir);
  const unlock = await lockFolder(dataDir);
  try {
    // Loaded here, since a start on PostgreSQL has no use for it.
    const [embedded, { btree_gist }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('@electric-sql/pglite/contrib/btree_gist'),
    ]);
    const files = join(dataDir, 'db');
    const open = async () => {
      const pglite = await embedded.PGlite.create({
        dataDir: files,
        extensions: { btree_gist },
        parsers: embeddedParsers,
      });
      keepPrivate(pglite, files);
      return pglite;
    };
    const hasRoom = async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize >= roomBytes;
    };
    return await embeddedDatabase(await reopening(open, hasRoom), unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The embedded database opens its files to everybody, whatever the process says: those that it makes while it opens, and each one later. */
function keepPrivate({ Module: { FS } }: PGlite, files: string): void {
  const chmod = FS.chmod.bind(FS) as (path: string, mode: number, ...more: unknown[]) => void;
  FS.chmod = (path: string, mode: number, ...more: unknown[]) => chmod(path, mode & ~0o077, ...more);
  closeFiles(files);
}

/** The embedded database opens with two files of its journal, 16 MiB each. */
const roomBytes = 32 * 1024 * 1024;

/** A Kysely over an embedded database that is already open; `afterClose` runs once it is closed. */
export async function embeddedDatabase(
  pglite: Embedded,
  afterClose: () => Promise<void> = async () => {},
): Promise<Kysely<Database>> {
  const close = pglite.close.bind(pglite);
  pglite.close = async () => {
    await close();
    await afterClose();
  };
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite: pglite as PGlite }) });
  // Kysely closes only what it has used.
  await sql`select 1`.execute(db);
  return db;
}

/** A connection that breaks tells each statement that waits; besides that it must not end the process. */
const ignore = (): void => {};

async function openServer(databaseUrl: string, patienceMs: number): Promise<Kysely<Database>> {
  const { default: pg } = await import('pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(oids.int8, toNumber);
  types.setTypeParser(oids.date, toText);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    types,
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: patienceMs,
    // A process that vanished must not keep its locks: the server asks for signs of life, and ends what is left open.
    idle_in_transaction_session_timeout: MINUTE,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: 'clinic-portal',
    // A prepared statement's plan is kept. By itself the server makes one for each run while it looks cheaper without the time that takes.
    options:
      '-c plan_cache_mode=force_generic_plan -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    // Statements that are sent together do not wait for each other's answers on the way.
    pipeline: true,
  });
  // One that is idle tells the pool, which opens another; the pool does not listen to one in use.
  pool.on('error', ignore);
  pool.on('connect', (client) => void client.on('error', ignore));
  const connect = async () => sending(await pool.connect(), patienceMs + onTheWayMs);
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } }),
  });
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

/** Brings the tables up to date. Two servers may start at once: the second waits for the first. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  if (await isUpToDate(db)) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Asks in one query, since the migrator reads the whole catalogue of the database first, at every start. */
async function isUpToDate(db: Kysely<Database>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map((row) => row.name).join() === Object.keys(migrations).sort().join();
  } catch (error) {
    if (sqlState(error) === undefinedTable) return false;
    throw error;
  }
}
