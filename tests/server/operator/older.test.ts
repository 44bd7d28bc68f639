import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { loadConfig } from '../../../server/config/config';
import { migrations } from '../../../server/db/migrations';
import { openDatabase } from '../../../server/db/open';
import { runAlone } from '../../../server/operator/alone';
import { startFault } from '../../../server/start/fault';
import { freshDatabase, prepareDataDir, usesPostgres } from '../../support/database';

it('a command leaves the tables of an earlier version as they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-older-'));
  const fresh = usesPostgres ? await freshDatabase() : null;
  if (fresh === null) await prepareDataDir(folder);
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    SECRET: 'x'.repeat(32),
    ...(fresh?.databaseUrl && { DATABASE_URL: fresh.databaseUrl }),
  });
  const list = () => runAlone(config, { name: 'list' }, { given: [], write: () => {} });
  expect((await list()).exit).toBe(0);

  const [last, ...others] = Object.keys(migrations).sort().reverse();
  const db = await openDatabase(config);
  await sql`delete from kysely_migration where name = ${last}`.execute(db);
  await db.destroy();
  expect(startFault(await list().catch((error: unknown) => error))).toMatch(
    `The tables are of an earlier version of the server (up to ${others[0]})`,
  );
  const after = await openDatabase(config);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(after);
  expect(rows.map(({ name }) => name)).toEqual(others);
  await after.destroy();
  await fresh?.close();
  await rm(folder, { recursive: true });
}, 60_000);
