import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import {
  Kysely,
  PGliteAdapter,
  PGliteDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type DatabaseConnection,
  type Driver,
} from 'kysely';
import { syncFolder } from '../system/disk';
import { filesIn, makeDataFolder } from './dataFolder';
import { documentReader } from './documentReader';
import { documents } from './documents';
import { lockFolder } from './folderLock';
import { knownPool } from './poolState';
import { copyPrepared } from './prepared';
import { Connection, type Answer, type Outcome, type Query } from './queue';
import { reopening, type Embedded } from './reopening';
import type { Database } from './schema';
import { oids, toDate, toNumber, toText } from './values';

/** The database embedded in this process (PGlite). */

/** The parsers that turn its values into the server's own. */
export const embeddedParsers = { [oids.int8]: toNumber, [oids.date]: toText, [oids.timestamptz]: toDate };

/**
 * Opens the database in a folder that only this process may use; closing it releases the folder. Throws FolderInUse
 * when another process has it open, FolderUnsafe when the folder is not this user's alone, and an error of the code
 * ENOSPC where its disk is full.
 */
export async function openEmbedded(dataDir: string): Promise<Kysely<Database>> {
  makeDataFolder(dataDir);
  const unlock = await lockFolder(dataDir);
  try {
    // Imported here, because a start on PostgreSQL does not need it.
    const [embedded, { btree_gist }, { durable, DurableFiles }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('@electric-sql/pglite/contrib/btree_gist'),
      import('./durableFiles'),
    ]);
    const files = filesIn(dataDir);
    const isNew = !existsSync(files);
    copyPrepared(files);
    const open = () =>
      embedded.PGlite.create({
        fs: new DurableFiles(files),
        extensions: { btree_gist },
        parsers: embeddedParsers,
        startParams: [...durable(embedded.PGlite.defaultStartParams), ...small],
      });
    const hasRoom = async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize >= roomBytes;
    };
    const pglite = await reopening(open, hasRoom).catch(async (error: unknown) => {
      throw (await hasRoom().catch(() => true)) ? error : new NoRoom(dataDir, error);
    });
    // What made its files did not wait for the disk.
    if (isNew) syncFolder(files);
    return await embeddedDatabase(pglite, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * What the database keeps in memory: it serves one connection, and what its cache lacks the system's has. Its own
 * default takes 130 MB more, and the time to fill them with zeros at every start.
 */
const small = ['-c', 'shared_buffers=16MB', '-c', 'max_connections=5'];

/** The embedded database opens with two files of its journal, 16 MiB each. */
const roomBytes = 32 * 1024 * 1024;

/** The database could not be opened where its disk is full; PGlite itself does not say why. */
class NoRoom extends Error {
  readonly code = 'ENOSPC';
  constructor(dataDir: string, cause: unknown) {
    super(`opening the database takes ${roomBytes / 2 ** 20} MB, which ${dataDir} does not have`, { cause });
  }
}

/** Makes a Kysely for an embedded database that is already open; `afterClose` runs after closing it. */
export async function embeddedDatabase(
  pglite: Embedded,
  afterClose: () => Promise<void> = async () => {},
): Promise<Kysely<Database>> {
  const close = pglite.close.bind(pglite);
  pglite.close = async () => {
    await close();
    await afterClose();
  };
  const driver = new EmbeddedDriver(pglite as PGlite);
  const db = new Kysely<Database>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PGliteAdapter(),
      createIntrospector: (introspected) => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [documentReader(documents)],
  });
  // Kysely closes a connection only if it was used.
  await sql`select 1`.execute(db);
  return knownPool(db, () => ({
    most: 1,
    used: Math.min(1, driver.wanted),
    idle: 1 - Math.min(1, driver.wanted),
    waiting: Math.max(0, driver.wanted - 1),
  }));
}

/** How long statements may follow each other before the rest of the process has its turn, milliseconds. */
const turnMs = 50;
let turnedAt = 0;

class EmbeddedConnection extends Connection {
  constructor(readonly inner: DatabaseConnection) {
    super();
  }

  protected async send(queries: readonly Query[]): Promise<Outcome> {
    const answers: Answer[] = [];
    for (const query of queries) {
      // The database runs in this thread and its answers come without a turn of the event loop: a long import would
      // stop timers, signals and other calls until its end.
      if (performance.now() - turnedAt > turnMs) {
        await new Promise((turned) => setImmediate(turned));
        turnedAt = performance.now();
      }
      try {
        answers.push(await this.inner.executeQuery(query));
      } catch (error) {
        return { answers, failure: { error } };
      }
    }
    return { answers, failure: null };
  }
}

/** Kysely's driver for the database, with a queue in front of its one connection. */
class EmbeddedDriver implements Driver {
  /** How many have or want the connection. */
  wanted = 0;
  private readonly inner: Driver;
  private readonly connections = new WeakMap<DatabaseConnection, EmbeddedConnection>();

  constructor(pglite: PGlite) {
    this.inner = new PGliteDriver({ pglite });
  }

  init(): Promise<void> {
    return this.inner.init();
  }

  async acquireConnection(): Promise<EmbeddedConnection> {
    const inner = await this.inner.acquireConnection();
    this.wanted += 1;
    const connection = this.connections.get(inner) ?? new EmbeddedConnection(inner);
    this.connections.set(inner, connection);
    return connection;
  }

  beginTransaction(connection: EmbeddedConnection): Promise<void> {
    return this.inner.beginTransaction(connection.inner, {});
  }

  async commitTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.sendTogether([]);
    await this.inner.commitTransaction(connection.inner);
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    connection.forgetWaiting();
    await this.inner.rollbackTransaction(connection.inner);
  }

  async releaseConnection(): Promise<void> {
    this.wanted -= 1;
  }

  destroy(): Promise<void> {
    return this.inner.destroy();
  }
}
