import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../../server/db/migrate';
import { openDatabase } from '../../../server/db/open';
import { sqlState } from '../../../server/db/faults';
import { migrations } from '../../../server/db/migrations';
import { inTransaction } from '../../../server/db/transaction';
import { freshDatabase, usesPostgres, type FreshDatabase } from '../../support/database';

let fresh: FreshDatabase;
let folder: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portal-db-'));
});
afterAll(async () => {
  await fresh.close();
  await rm(folder, { recursive: true });
});

const count = (key: string, by = 1) =>
  inTransaction(fresh.db, async (trx) => {
    const row = await trx.selectFrom('counters').select('count').where('key', '=', key).executeTakeFirstOrThrow();
    await trx
      .updateTable('counters')
      .set({ count: row.count + by })
      .where('key', '=', key)
      .execute();
  });
const counter = async (key: string) =>
  fresh.db.insertInto('counters').values({ clinic_id: 'x', key, window_start: new Date(), count: 0 }).execute();
const valueOf = async (key: string) =>
  (await fresh.db.selectFrom('counters').select('count').where('key', '=', key).executeTakeFirstOrThrow()).count;

describe('both databases', () => {
  test('hand out the same JavaScript values', async () => {
    const { rows } =
      await sql`select 5::int8 as big, 7::int4 as small, '2026-11-21'::date as day, '2026-11-21T15:00:00.123Z'::timestamptz as instant,
      '{"a":[1]}'::jsonb as document, null::timestamptz as nothing, true as yes, count(*) as counted from (values (1), (2)) as two`.execute(
        fresh.db,
      );
    expect(rows).toEqual([
      {
        big: 5,
        small: 7,
        day: '2026-11-21',
        instant: new Date('2026-11-21T15:00:00.123Z'),
        document: { a: [1] },
        nothing: null,
        yes: true,
        counted: 2,
      },
    ]);
  });

  test('take the same values: instants as Date, documents as JSON text', async () => {
    const at = new Date('2026-03-08T08:30:00.007Z');
    const id = randomUUID();
    await fresh.db
      .insertInto('clinics')
      .values({ id, shop: JSON.stringify({ name: "O'Neil", list: [1, null] }), version: 1, created_at: at })
      .execute();
    // In SQL text, since the builder's queries read the document by its struct (documents.test.ts).
    const { rows } = await sql`select * from clinics where id = ${id}`.execute(fresh.db);
    expect(rows[0]).toEqual({ id, shop: { name: "O'Neil", list: [1, null] }, version: 1, created_at: at });
  });

  test('have btree_gist for the claims', async () => {
    const { rows } = await sql`select 1 from pg_extension where extname = 'btree_gist'`.execute(fresh.db);
    expect(rows).toHaveLength(1);
  });
});

describe('a transaction', () => {
  test('is run again when the database gives way, with a new reading', async () => {
    await counter('again');
    let runs = 0;
    await inTransaction(fresh.db, async (trx) => {
      runs++;
      await trx.updateTable('counters').set({ count: runs }).where('key', '=', 'again').execute();
      if (runs < 3) throw Object.assign(new Error('gave way'), { code: '40001' });
    });
    expect([runs, await valueOf('again')]).toEqual([3, 3]);
  });

  test('gives up after some tries, and at once on anything else', async () => {
    let runs = 0;
    const fail = (code: string) =>
      inTransaction(fresh.db, async () => {
        runs++;
        throw Object.assign(new Error('no'), { code });
      });
    await expect(fail('40P01')).rejects.toThrow('no');
    expect(runs).toBe(6);
    runs = 0;
    await expect(fail('23505')).rejects.toThrow('no');
    expect(runs).toBe(1);
  });

  test('that fails leaves nothing behind', async () => {
    await counter('none');
    await expect(
      inTransaction(fresh.db, async (trx) => {
        await trx.updateTable('counters').set({ count: 9 }).where('key', '=', 'none').execute();
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await valueOf('none')).toBe(0);
  });

  test("the code of an error is found in both drivers' errors", async () => {
    const error = await sql`select 1/0`.execute(fresh.db).catch((one: unknown) => one);
    expect(sqlState(error)).toBe('22012');
    expect(sqlState(new Error('x', { cause: { code: '40001' } }))).toBe('40001');
    expect(sqlState({ code: 'ECONNREFUSED' })).toBeUndefined();
  });

  test('two that wait for each other both end', async () => {
    await counter('left');
    await counter('right');
    let waiting = 0;
    let bothHere: () => void = () => {};
    const meet = new Promise<void>((resolve) => {
      bothHere = resolve;
    });
    const cross = (first: string, second: string) =>
      inTransaction(fresh.db, async (trx) => {
        await trx
          .updateTable('counters')
          .set((set) => ({ count: set('count', '+', 1) }))
          .where('key', '=', first)
          .execute();
        // The embedded database runs one transaction at a time, so there nobody waits.
        if (usesPostgres) {
          if (++waiting === 2) bothHere();
          await meet;
        }
        await trx
          .updateTable('counters')
          .set((set) => ({ count: set('count', '+', 1) }))
          .where('key', '=', second)
          .execute();
      });
    await Promise.all([cross('left', 'right'), cross('right', 'left')]);
    expect([await valueOf('left'), await valueOf('right')]).toEqual([2, 2]);
  });

  test('parallel ones on the embedded database do not mix', async () => {
    await counter('many');
    if (usesPostgres) await count('many', 10);
    else await Promise.all(Array.from({ length: 10 }, () => count('many')));
    expect(await valueOf('many')).toBe(10);
  });
});

describe('migration', () => {
  const names = async (db: FreshDatabase['db']) =>
    (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
      (row) => row.name,
    );

  test('of an empty database, twice at once and once more, happens once', async () => {
    const place = usesPostgres
      ? { databaseUrl: await emptyDatabase(), dataDir: '' }
      : { dataDir: join(folder, 'twice') };
    const first = await openDatabase(place);
    const second = usesPostgres ? await openDatabase(place) : first;
    await Promise.all(usesPostgres ? [migrate(first), migrate(second)] : [migrate(first)]);
    await migrate(second);
    expect(await names(first)).toEqual(Object.keys(migrations).sort());
    await first.destroy();
    if (second !== first) await second.destroy();
  });
});

async function emptyDatabase(): Promise<string> {
  const server = new URL(fresh.databaseUrl ?? '');
  const name = `portal_empty_${randomUUID().replaceAll('-', '')}`;
  // Not through a pooler, which would have it in a transaction.
  const client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  server.pathname = `/${name}`;
  return server.href;
}
