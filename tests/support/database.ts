import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { embeddedDatabase, embeddedParsers } from '../../server/db/embedded';
import { migrate } from '../../server/db/migrate';
import { openDatabase } from '../../server/db/open';
import type { Database } from '../../server/db/schema';
import { explained } from './byClinic';
import { partitionByClinic } from './partition';

export type FreshDatabase = {
  db: Kysely<Database>;
  /** The address of its PostgreSQL, for a second server; undefined for the embedded database. */
  databaseUrl: string | undefined;
  close: () => Promise<void>;
};

/** Makes a migrated, empty database for one caller, of the kind that TEST_DB names. */
export function freshDatabase(): Promise<FreshDatabase> {
  return process.env['TEST_DB'] === 'postgres' ? freshServerDatabase() : freshEmbedded();
}

const isPartitioned = process.env['TEST_PARTITIONED'] === 'true';

export const usesPostgres = process.env['TEST_DB'] === 'postgres';

/** Whether what is set or prepared for a connection of PostgreSQL's lasts, which it does not through a pooler. */
export const keepsConnections = usesPostgres && process.env['TEST_POOLER_URL'] === undefined;

async function freshEmbedded(): Promise<FreshDatabase> {
  const pglite = await PGlite.create({
    loadDataDir: await templateFiles(),
    extensions: { btree_gist },
    parsers: embeddedParsers,
  });
  const db = await embeddedDatabase(pglite);
  return { db, databaseUrl: undefined, close: () => db.destroy() };
}

/** Copies a migrated, empty embedded database into a data folder, which is faster than a first start. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const template = (await embeddedTemplate()).replace(/\.tar$/, '');
  if (!existsSync(template)) {
    const draft = `${template}.${randomUUID()}`;
    const pglite = await PGlite.create({
      dataDir: draft,
      loadDataDir: await templateFiles(),
      extensions: { btree_gist },
    });
    await pglite.close();
    // Another process may have made the template first.
    await rename(draft, template).catch(() => rm(draft, { recursive: true }));
  }
  await cp(template, join(dataDir, 'db'), { recursive: true });
}

let filesRead: Promise<Blob> | undefined;

/** Reads the template's files, once in each process. */
const templateFiles = (): Promise<Blob> =>
  (filesRead ??= embeddedTemplate().then(async (path) => new Blob([await readFile(path)])));

/** Returns the path of a migrated embedded database, made once for each state of the migrations. */
async function embeddedTemplate(): Promise<string> {
  const folder = join(process.cwd(), 'node_modules', '.cache', 'clinic-portal');
  const path = join(folder, `pglite-${await migrationsHash()}.tar`);
  if (!existsSync(path)) {
    const pglite = await PGlite.create({ extensions: { btree_gist }, parsers: embeddedParsers });
    const db = await embeddedDatabase(pglite);
    await migrate(db);
    const files = await pglite.dumpDataDir('none');
    await db.destroy();
    await mkdir(folder, { recursive: true });
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, new Uint8Array(await files.arrayBuffer()));
    await rename(draft, path);
  }
  return path;
}

/** Makes a database on the server that TEST_DATABASE_URL names, as a copy of a migrated template. */
async function freshServerDatabase(): Promise<FreshDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined)
    throw new Error('TEST_DATABASE_URL must name a PostgreSQL that tests may create databases on.');
  const name = `portal_test_${randomUUID().replaceAll('-', '')}`;
  const template = `portal_template_${await migrationsHash()}`;
  await onServer(server, async (client) => {
    // One at a time: a template cannot be copied while another client is connected to it.
    await client.query('select pg_advisory_lock(481516)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      await client.query(`create database ${template}_draft`);
      const draft = await openDatabase({ databaseUrl: named(server, `${template}_draft`), dataDir: '' });
      await migrate(draft);
      if (isPartitioned) await partitionByClinic(draft);
      await draft.destroy();
      await client.query(`alter database ${template}_draft rename to ${template}`);
    }
    await client.query(`create database ${name} template ${template}`);
  });
  const databaseUrl = named(process.env['TEST_POOLER_URL'] ?? server, name);
  const db = await openDatabase({ databaseUrl, dataDir: '' });
  return {
    db,
    databaseUrl,
    close: async () => {
      await db.destroy();
      await explained(databaseUrl);
      await onServer(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function named(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function migrationsHash(): Promise<string> {
  const folder = join(process.cwd(), 'server', 'db', 'migrations');
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).sort()) hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Runs statements on the tests' PostgreSQL itself, as who may do everything there. */
export const asAdmin = (...statements: string[]): Promise<void> =>
  onServer(process.env['TEST_DATABASE_URL']!, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
