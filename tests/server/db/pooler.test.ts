import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlState } from '../../../server/db/faults';
import { migrate } from '../../../server/db/migrate';
import { openDatabase } from '../../../server/db/open';
import { prepared, run } from '../../../server/db/statements';
import { inTransaction } from '../../../server/db/transaction';
import { freshDatabase, usesPostgres, type FreshDatabase } from '../../support/database';
import { asOtherProgramsWish, isolationOf, readTimes, times } from '../../support/otherStyle';
import { startPooler } from '../../support/pooler';

if (usesPostgres) {
  describe.each([
    ['refuses the settings of a connection', false],
    ['takes them and drops them', true],
  ])('PgBouncer in transaction mode that %s', (_, ignores) => {
    const patienceMs = 400;
    let fresh: FreshDatabase;
    let pooler: Awaited<ReturnType<typeof startPooler>>;
    let db: FreshDatabase['db'];
    beforeAll(async () => {
      fresh = await freshDatabase();
      const direct = new URL(process.env['TEST_DATABASE_URL']!);
      direct.pathname = new URL(fresh.databaseUrl!).pathname;
      await asOtherProgramsWish(fresh.db);
      pooler = await startPooler(direct.href, { ignores, connections: 2 });
      db = await openDatabase({ databaseUrl: pooler.databaseUrl, dataDir: '' }, patienceMs);
    });
    afterAll(async () => {
      await db.destroy();
      await pooler.close();
      await fresh.close();
    });

    test('many callers with the same statements get the answers to their own', async () => {
      const numbers = Array.from({ length: 40 }, (_one, n) => n);
      const answers = await Promise.all(
        numbers.map(async (n) => {
          const asked = prepared('same', sql<{ n: number }>`select ${n}::int as n`);
          const [row] = n % 2 ? await run(db, asked) : await inTransaction(db, (trx) => run(trx, asked));
          return row!.n;
        }),
      );
      expect(answers).toEqual(numbers);
    });

    test('instants and dates are read right in a database with a style of its own, alone and in a transaction', async () => {
      expect(await readTimes(db)).toEqual(times);
      expect(await inTransaction(db, readTimes)).toEqual(times);
      expect(await isolationOf(db)).toBe('read committed');
    });

    test('a statement has its time, alone and in a transaction, and its connection goes on', async () => {
      const slow = sql`select pg_sleep(5)`;
      await expect(slow.execute(db)).rejects.toMatchObject({ code: '57014' });
      await expect(inTransaction(db, (trx) => slow.execute(trx))).rejects.toMatchObject({ code: '57014' });
      expect((await sql<{ n: number }>`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }]);
    });

    test('a statement that fails alone leaves nothing of it', async () => {
      const id = randomUUID();
      const both = sql`with added as (insert into counters values ('x', ${id}, now(), 1) returning 1) select 1 / (select 0 from added)`;
      expect(sqlState(await both.execute(db).catch((error: unknown) => error))).toBe('22012');
      expect(await db.selectFrom('counters').select('key').where('key', '=', id).execute()).toEqual([]);
    });

    test('two servers migrate at once, once, and leave no lock with a connection', async () => {
      await sql`drop schema public cascade`.execute(fresh.db);
      await sql`create schema public`.execute(fresh.db);
      const patient = await openDatabase({ databaseUrl: pooler.databaseUrl, dataDir: '' }, 60_000);
      await Promise.all([migrate(patient), migrate(patient)]);
      await patient.destroy();
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and database =
        (select oid from pg_database where datname = current_database())`.execute(fresh.db);
      expect(rows).toEqual([]);
    });
  });
} else test('the embedded database has no pooler before it', () => expect(usesPostgres).toBe(false));
