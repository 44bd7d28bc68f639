import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
const syncAll = vi.fn<(folder: string) => Promise<boolean>>();
const open = (name = 'db') =>
  PGlite.create({
    fs: new DurableFiles(join(folder, name), sync, syncAll),
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

describe('after it was killed', () => {
  /** A database whose process ended without a word: its files while it is open. */
  async function killed(): Promise<string> {
    const database = await open();
    await write(database, 'before');
    await cp(join(folder, 'db'), join(folder, 'killed'), { recursive: true });
    await database.close();
    sync.mockClear();
    syncAll.mockReset();
    return 'killed';
  }

  test.each([
    ['waits for the disk once, and then for what it changed', true],
    ['waits for each file where the disk cannot be asked as a whole', false],
  ])('it %s', async (_how, canAskAll) => {
    const name = await killed();
    syncAll.mockImplementation(async () => {
      // Whole before the first file of it is opened.
      expect(sync).not.toHaveBeenCalled();
      return canAskAll;
    });
    const database = await open(name);
    expect(syncAll.mock.calls).toEqual([[join(folder, name)]]);
    if (canAskAll) expect(sync.mock.calls.length).toBeLessThan(50);
    else expect(sync.mock.calls.length).toBeGreaterThan(500);
    // Its journal was replayed, and the end of that is waited for.
    expect(sync).toHaveBeenCalled();
    sync.mockClear();
    await write(database, 'after');
    expect(sync).toHaveBeenCalledOnce();
    expect((await database.query('select key from counters order by key')).rows).toEqual([
      { key: 'after' },
      { key: 'before' },
    ]);
    await database.close();
  });

  test('one that was closed asks for nothing', async () => {
    await (await open()).close();
    syncAll.mockReset();
    await (await open()).close();
    expect(syncAll).not.toHaveBeenCalled();
  });
});

test('a file that it makes later is its user’s alone', async () => {
  const mask = process.umask(0);
  try {
    const database = await open();
    await database.exec('create table made_later (id int)');
    const { rows } = await database.query<{ path: string }>("select pg_relation_filepath('made_later') as path");
    expect((await stat(join(folder, 'db', rows[0]!.path))).mode & 0o077).toBe(0);
    await database.close();
  } finally {
    process.umask(mask);
  }
});

test('the server opens its embedded database so', async () => {
  const db = await openDatabase({ databaseUrl: undefined, dataDir: folder });
  expect((await sql`select current_setting('fsync') as fsync`.execute(db)).rows).toEqual([{ fsync: 'on' }]);
  await db.destroy();
});
