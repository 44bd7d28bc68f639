import type { Kysely } from 'kysely';
import { MINUTE } from '../../src/limits';
import { openDatabase } from '../../server/db/open';
import type { Database } from '../../server/db/schema';
import { PortalServer } from '../../e2e/support/server';
import { freshDatabase } from '../support/database';
import { startPostgres } from '../support/postgres';

/** A database that is filled, and servers on it. */
export type Site = { db: Kysely<Database>; servers: PortalServer[]; ports: number[]; close: () => Promise<void> };

/** Writing a million rows may take longer than any statement of the portal, milliseconds. */
const fillMs = 15 * MINUTE;

let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined;

/** A database of its own on a PostgreSQL that is as durable as in earnest, with that many servers once `fill` is done. */
export async function siteWith(fill: (db: Kysely<Database>) => Promise<void>, servers = 1): Promise<Site> {
  postgres ??= await startPostgres({ durable: true });
  process.env['TEST_DB'] = 'postgres';
  process.env['TEST_DATABASE_URL'] = postgres.url;
  const { db, databaseUrl, close } = await freshDatabase();
  const patient = await openDatabase({ databaseUrl, dataDir: '' }, fillMs);
  await fill(patient);
  await patient.destroy();
  const settings = {
    DATABASE_URL: databaseUrl!,
    SECRET: 'a secret for measuring, long enough to pass',
    NODE_ENV: 'production',
    // All that is measured comes from one address.
    FLOOD_LIMIT: '1000000',
  };
  const running = await Promise.all(Array.from({ length: servers }, () => PortalServer.start([], settings)));
  return {
    db,
    servers: running,
    ports: running.map(({ port }) => port),
    close: async () => {
      await Promise.all(running.map((server) => server.remove()));
      await close();
    },
  };
}

export async function stopDatabases(): Promise<void> {
  await postgres?.stop();
  postgres = undefined;
}
