import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { durable, DurableFiles } from '../../../server/db/durableFiles';
import { openDatabase } from '../../../server/db/open';
import { prepareDataDir } from '../../support/database';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-durable-'));
  await prepareDataDir(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const sync = vi.fn<(file: number) => void>();
const open = () =>
  PGlite.create({
    fs: new DurableFiles(join(folder, 'db'), sync),
    extensions: { btree_gist },
    startParams: durable(PGlite.defaultStartParams),
  });
const write = (database: PGlite, key: string) =>
  database.query("insert into counters (clinic_id, key, window_start, count) values ('x', $1, '2026-11-25', 0)", [key]);

test('a write is answered once it is on the disk, and reading waits for none', async () => {
  const database = await open();
  sync.mockClear();
  await write(database, 'first');
  expect(sync).toHaveBeenCalledOnce();
  await database.query('select * from counters');
  expect(sync).toHaveBeenCalledOnce();
  await database.close();
});

test('what the disk refuses is not confirmed', async () => {
  const database = await open();
  sync.mockImplementationOnce(() => {
    throw Object.assign(new Error('i/o error'), { code: 'EIO' });
  });
  await expect(write(database, 'refused')).rejects.toMatchObject({ severity: 'PANIC' });
});

test('the server opens its embedded database so', async () => {
  const db = await openDatabase({ databaseUrl: undefined, dataDir: folder });
  expect((await sql`select current_setting('fsync') as fsync`.execute(db)).rows).toEqual([{ fsync: 'on' }]);
  await db.destroy();
});
