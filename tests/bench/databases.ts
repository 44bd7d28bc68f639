import type { Kysely } from 'kysely';
import { MINUTE } from '../../src/limits';
import { openDatabase } from '../../server/db/open';
import type { Database } from '../../server/db/schema';
import { PortalServer } from '../../e2e/support/server';
import { freshDatabase } from '../support/database';
import { partitionByClinic } from '../support/partition';
import { startPooler } from '../support/pooler';
import { startPostgres } from '../support/postgres';

/** A database that is filled, and servers on it; the process of PostgreSQL that starts all its others, and PgBouncer's. */
export type Site = {
  db: Kysely<Database>;
  postgresPid: number;
  poolerPid: number | null;
  servers: PortalServer[];
  ports: number[];
  close: () => Promise<void>;
};

/** Writing ten million rows, and checking them, may take longer than any statement of the portal, milliseconds. */
const fillMs = 60 * MINUTE;

type Postgres = Awaited<ReturnType<typeof startPostgres>>;
const running: { installed?: Postgres; newest?: Postgres } = {};

export type How = {
  servers?: number;
  settings?: Record<string, string>;
  /** On PostgreSQL 18, where tables may be partitioned by clinic. */
  on18?: boolean;
  isPartitioned?: boolean;
  /** The servers reach it through a PgBouncer in transaction mode. */
  isPooled?: boolean;
};

/** A database of its own on a PostgreSQL that is as durable as in earnest, with that many servers once `fill` is done. */
export async function siteWith(
  fill: (db: Kysely<Database>) => Promise<void>,
  { servers = 1, settings: more = {}, on18 = false, isPartitioned = false, isPooled = false }: How = {},
): Promise<Site> {
  const postgres = (running[on18 ? 'newest' : 'installed'] ??= await startPostgres({ durable: true, newest: on18 }));
  process.env['TEST_DB'] = 'postgres';
  process.env['TEST_DATABASE_URL'] = postgres.url;
  const { db, databaseUrl, close } = await freshDatabase();
  const patient = await openDatabase({ databaseUrl, dataDir: '' }, fillMs);
  if (isPartitioned) await partitionByClinic(patient);
  await fill(patient);
  await patient.destroy();
  const pooler = isPooled ? await startPooler(databaseUrl!) : null;
  const settings = {
    DATABASE_URL: pooler?.databaseUrl ?? databaseUrl!,
    SECRET: 'a secret for measuring, long enough to pass',
    NODE_ENV: 'production',
    // All that is measured comes from one address.
    FLOOD_LIMIT: '1000000',
    ...more,
  };
  const started = await Promise.all(Array.from({ length: servers }, () => PortalServer.start([], settings)));
  return {
    db,
    postgresPid: postgres.pid!,
    poolerPid: pooler?.pid ?? null,
    servers: started,
    ports: started.map(({ port }) => port),
    close: async () => {
      await Promise.all(started.map((server) => server.remove()));
      await pooler?.close();
      await close();
    },
  };
}

export async function stopDatabases(): Promise<void> {
  for (const postgres of Object.values(running)) await postgres.stop();
}
