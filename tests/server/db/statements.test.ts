import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlState } from '../../../server/db/faults';
import { openDatabase } from '../../../server/db/open';
import {
  defer,
  deferChecked,
  fixed,
  insertion,
  prepared,
  run,
  sendDeferred,
  together,
} from '../../../server/db/statements';
import { inSavepoint, inTransaction, type Db, type Trx } from '../../../server/db/transaction';
import { freshDatabase, keepsConnections, usesPostgres, type FreshDatabase } from '../../support/database';
import { relayTo } from '../../support/relay';
import { busyRows, removalOfHolds } from '../../../server/modules/schedule/repository';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await run(fresh.db, added(fresh.db, 'taken'));
});
afterAll(() => fresh.close());

const added = (db: Db, key: string) =>
  prepared(
    'add_for_test',
    db.insertInto('counters').values({ clinic_id: 'x', key, window_start: new Date(), count: 1 }),
  );
const keysLike = (db: Db, start: string) =>
  db.selectFrom('counters').select('key').where('key', 'like', `${start}%`).orderBy('key');
const stored = async (start: string) => (await keysLike(fresh.db, start).execute()).map(({ key }) => key);
const thrown = (of: Promise<unknown>): Promise<Error> =>
  of.then(
    () => Promise.reject(new Error('It did not throw.')),
    (error: Error) => error,
  );

describe('statements sent together', () => {
  test('run in their order, and give the rows of each', async () => {
    const [none, rows, [counted]] = await inTransaction(fresh.db, (trx) =>
      together(trx, [
        added(trx, 'list-a'),
        keysLike(trx, 'list-'),
        sql<{ n: number }>`select count(*) as n from counters where key like 'list-%'`,
      ]),
    );
    expect([none, rows, counted!.n]).toEqual([[], [{ key: 'list-a' }], 1]);
    // A write without `returning` has no rows to read.
    // @ts-expect-error TS2339: `key` does not exist on `never`
    expect(() => none[0].key as unknown).toThrow(TypeError);
  });

  test('fail with the error of the first that failed, at the call that asked, and leave nothing behind', async () => {
    async function asksForThree(trx: Trx): Promise<void> {
      await together(trx, [added(trx, 'gone-a'), added(trx, 'taken'), sql`select 1/0`]);
    }
    const error = await thrown(inTransaction(fresh.db, asksForThree));
    expect(sqlState(error)).toBe('23505');
    expect(error.stack).toContain('asksForThree');
    expect(await stored('gone-')).toEqual([]);
  });

  test('of a transaction that is over are refused', async () => {
    let over: Trx;
    await inTransaction(fresh.db, async (trx) => void (over = trx));
    expect((await thrown(together(over!, [added(over!, 'late-a')]))).message).toMatch(/committed/);
  });
});

describe('a statement that is compiled once', () => {
  let built = 0;
  const between = fixed('between_for_test', ({ from, to }: { from: string; to: string }, db) => {
    built += 1;
    return db.selectFrom('counters').select('key').where('key', '>=', from).where('key', '<', to).orderBy('key');
  });

  test('gets the values of each call, in a transaction and outside', async () => {
    await inTransaction(fresh.db, (trx) => together(trx, [added(trx, 'once-a'), added(trx, 'once-b')]));
    const [a, b] = [
      { from: 'once-a', to: 'once-b' },
      { from: 'once-b', to: 'once-c' },
    ] as const;
    expect(await Promise.all([run(fresh.db, between(a)), run(fresh.db, between(b))])).toEqual([
      [{ key: 'once-a' }],
      [{ key: 'once-b' }],
    ]);
    expect(await inTransaction(fresh.db, (trx) => together(trx, [between(b), between(a)]))).toEqual([
      [{ key: 'once-b' }],
      [{ key: 'once-a' }],
    ]);
    expect(built).toBe(1);
    // @ts-expect-error TS2345: a value is left out
    between({ from: 'once-a' });
  });

  test('inserts one row, several and many', async () => {
    const row = (key: string, count: number) => ({ clinic_id: 'x', key, window_start: new Date(), count });
    for (const length of [1, 2, 1, 2, 20])
      await inTransaction(fresh.db, async (trx) => {
        const rows = Array.from({ length }, (_, n) => row(`rows-${n}`, n));
        defer(trx, insertion('counters', rows));
        const read = await trx
          .selectFrom('counters')
          .select(['key', 'count'])
          .where('key', 'like', 'rows-%')
          .orderBy('count')
          .execute();
        expect(read).toEqual(rows.map(({ key, count }) => ({ key, count })));
        await trx.deleteFrom('counters').where('key', 'like', 'rows-%').execute();
      });
    // The same columns in another order are the same columns.
    const { clinic_id, key, window_start, count } = row('order-a', 7);
    await run(fresh.db, insertion('counters', [{ count, window_start, key, clinic_id }]));
    expect(await stored('order-')).toEqual(['order-a']);
  });
});

describe('a deferred statement that is checked', () => {
  const counted = (start: string) =>
    sql<{ n: number }>`select count(*) as n from counters where key like ${`${start}%`}`;

  test('gives its rows to the check before the next statement gives its own', async () => {
    const told: unknown[] = [];
    await inTransaction(fresh.db, async (trx) => {
      defer(trx, added(trx, 'check-a'));
      deferChecked(trx, counted('check-'), (rows) => told.push(rows));
      expect(told).toEqual([]);
      await run(trx, added(trx, 'check-b'));
      expect(told).toEqual([[{ n: 1 }]]);
      deferChecked(trx, counted('check-'), (rows) => told.push(rows));
      await sendDeferred(trx);
    });
    expect(told).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  });

  test.each<[string, (trx: Trx) => Promise<unknown>]>([
    ['of the next statement', (trx) => run(trx, added(trx, 'refused-a'))],
    ['of the error of the next statement', (trx) => run(trx, added(trx, 'taken'))],
    ['where nothing else is sent', (trx) => sendDeferred(trx)],
  ])('throws what its check throws in place %s', async (_, next) => {
    const error = await thrown(
      inTransaction(fresh.db, async (trx) => {
        deferChecked(trx, counted('refused-'), () => {
          throw new Error('refused');
        });
        await next(trx);
      }),
    );
    expect(error.message).toBe('refused');
    expect(await stored('refused-')).toEqual([]);
  });
});

describe('a deferred write', () => {
  test('is there for the next statement, in its order', async () => {
    const seen = await inTransaction(fresh.db, async (trx) => {
      defer(trx, added(trx, 'next-a'));
      defer(trx, added(trx, 'next-b'));
      return keysLike(trx, 'next-').execute();
    });
    expect(seen).toEqual([{ key: 'next-a' }, { key: 'next-b' }]);
  });

  test('goes out with the commit where nothing else comes', async () => {
    await inTransaction(fresh.db, async (trx) => defer(trx, added(trx, 'commit-a')));
    expect(await stored('commit-')).toEqual(['commit-a']);
  });

  test('gives no result to read, and is never a read', async () => {
    await inTransaction(fresh.db, async (trx) => {
      const result: void = defer(trx, added(trx, 'void-a'));
      // @ts-expect-error TS2339: `rows` does not exist on `void`
      expect(() => result.rows as unknown).toThrow(TypeError);
      // @ts-expect-error TS2345: a select gives rows, and nobody would read them
      defer(trx, keysLike(trx, 'void-'));
      // @ts-expect-error TS2345: so does a write that returns what it wrote
      defer(trx, trx.deleteFrom('counters').where('key', '=', 'void-a').returning('key'));
    });
  });

  test.each<[string, (trx: Trx) => Promise<unknown>]>([
    ['the next statement', (trx) => sql`select 1`.execute(trx)],
    ['statements sent together', (trx) => together(trx, [sql`select 1`, sql`select 2`])],
    ['the commit', async () => {}],
  ])('that fails throws its own error from %s, with a stack that leads to where it was deferred', async (_, next) => {
    function defersTwo(trx: Trx): void {
      defer(trx, added(trx, 'left-out'));
      defer(trx, added(trx, 'taken'));
    }
    const error = await thrown(
      inTransaction(fresh.db, async (trx) => {
        defersTwo(trx);
        await next(trx);
      }),
    );
    expect(sqlState(error)).toBe('23505');
    expect(error.stack).toContain('defersTwo');
    expect(await stored('left-')).toEqual([]);
    await inTransaction(fresh.db, async (trx) => defer(trx, added(trx, 'after-it')));
    expect(await stored('after-it')).toEqual(['after-it']);
    await fresh.db.deleteFrom('counters').where('key', '=', 'after-it').execute();
  });

  test.each<[string, (trx: Trx) => Promise<unknown>]>([
    ['the next statement', (trx) => sql`select 1`.execute(trx)],
    ['the commit', async () => {}],
  ])('that fails throws from %s what its own error means, and another write its own', async (_, next) => {
    const meaning = (error: unknown) => new Error(`means ${sqlState(error)}`);
    const error = await thrown(
      inTransaction(fresh.db, async (trx) => {
        defer(trx, added(trx, 'meant'), () => new Error('not this one'));
        defer(trx, added(trx, 'taken'), meaning);
        await next(trx);
      }),
    );
    expect(error.message).toBe('means 23505');
    const other = await thrown(
      inTransaction(fresh.db, async (trx) => {
        defer(trx, added(trx, 'meant'), meaning);
        defer(trx, added(trx, 'taken'));
        await next(trx);
      }),
    );
    expect(sqlState(other)).toBe('23505');
    expect(await stored('meant')).toEqual([]);
  });

  test('is undone by what is thrown after it', async () => {
    const error = await thrown(
      inTransaction(fresh.db, async (trx) => {
        defer(trx, added(trx, 'undone'));
        throw new Error('no');
      }),
    );
    expect(error.message).toBe('no');
    expect(await stored('undone')).toEqual([]);
  });

  test('is undone with its savepoint, and its own failure never takes the place of what was thrown', async () => {
    await inTransaction(fresh.db, async (trx) => {
      defer(trx, added(trx, 'savepoint-before'));
      const failed = inSavepoint(trx, async () => {
        defer(trx, added(trx, 'savepoint-inside'));
        defer(trx, added(trx, 'taken'));
        throw new Error('no');
      });
      expect((await thrown(failed)).message).toBe('no');
      await inSavepoint(trx, async () => defer(trx, added(trx, 'savepoint-kept')));
      expect(sqlState(await thrown(inSavepoint(trx, async () => defer(trx, added(trx, 'taken')))))).toBe('23505');
    });
    expect(await stored('savepoint-')).toEqual(['savepoint-before', 'savepoint-kept']);
  });

  test('is refused at once without a transaction, in one that is over, and in one that was not opened to wait', async () => {
    const refusal = /needs a transaction/;
    // @ts-expect-error TS2345: the database is no transaction
    expect(() => defer(fresh.db, added(fresh.db, 'never-a'))).toThrow(refusal);
    let over: Trx;
    await inTransaction(fresh.db, async (trx) => void (over = trx));
    expect(() => defer(over!, added(fresh.db, 'never-b'))).toThrow(refusal);
    await fresh.db.transaction().execute(async (trx) => {
      expect(() => defer(trx, added(trx, 'never-c'))).toThrow(refusal);
    });
    expect(await stored('never-')).toEqual([]);
  });
});

if (keepsConnections) {
  test('what a booking reads under its lock is planned once on a connection, not at every run', async () => {
    const now = new Date('2026-03-02T15:00:00Z');
    const day = { from: now.getTime(), to: now.getTime() + 86_400_000 };
    const reads = () =>
      [
        removalOfHolds('x', { sessionId: 'session', paymentId: null }, ['provider:ada'], day, now),
        busyRows('x', ['provider:ada'], day, { sessionId: null, now }),
      ] as const;
    const kept = await inTransaction(fresh.db, async (trx) => {
      for (let turn = 0; turn < 8; turn += 1) await together(trx, reads());
      const { rows } = await sql<{ name: string; custom_plans: number; generic_plans: number }>`
        select name, custom_plans, generic_plans from pg_prepared_statements where name in ('busy', 'remove_holds') order by name`.execute(
        trx,
      );
      return rows;
    });
    expect(kept).toEqual([
      { name: 'busy', custom_plans: 0, generic_plans: 8 },
      { name: 'remove_holds', custom_plans: 0, generic_plans: 8 },
    ]);
  });

  test('a plan that was made while a table was small leads by an index', async () => {
    await sql`analyze counters`.execute(fresh.db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (costs off) select count from counters where clinic_id = 'x' and key = 'taken'`.execute(fresh.db);
    expect(rows[0]!['QUERY PLAN']).toContain('Index');
  });
}

if (usesPostgres) {
  test('a transaction takes a round trip a statement, and none for what goes with another', async () => {
    const relay = await relayTo(fresh.databaseUrl!);
    const db = await openDatabase({ databaseUrl: relay.databaseUrl, dataDir: '' });
    await sql`select 1`.execute(db);
    const tripsOf = async (fn: (trx: Trx) => Promise<unknown>): Promise<number> => {
      const before = relay.sent();
      await inTransaction(db, fn);
      return relay.sent() - before;
    };
    expect([
      await tripsOf(async () => {}),
      await tripsOf(async (trx) => run(trx, added(trx, 'trip-a'))),
      await tripsOf(async (trx) => together(trx, [added(trx, 'trip-b'), added(trx, 'trip-c'), keysLike(trx, 'trip-')])),
      await tripsOf(async (trx) => {
        defer(trx, added(trx, 'trip-d'));
        await keysLike(trx, 'trip-').execute();
        defer(trx, added(trx, 'trip-e'));
      }),
      await tripsOf(async (trx) => defer(trx, added(trx, 'trip-f'))),
      await tripsOf(async (trx) => {
        deferChecked(trx, keysLike(trx, 'trip-'), () => {});
        await run(trx, added(trx, 'trip-g'));
      }),
    ]).toEqual([0, 2, 2, 2, 1, 2]);
    expect(await stored('trip-')).toHaveLength(7);
    await db.destroy();
    await relay.close();
  });

  test('a connection that goes silent is told of as what it is, also where the transaction is undone', async () => {
    const relay = await relayTo(fresh.databaseUrl!);
    const db = await openDatabase({ databaseUrl: relay.databaseUrl, dataDir: '' }, 200);
    const error = await thrown(
      inTransaction(db, async (trx) => {
        await keysLike(trx, 'silent-').execute();
        relay.silence();
        await keysLike(trx, 'silent-').execute();
      }),
    );
    expect(error.message).toBe('Connection terminated: the database is silent');
    relay.pass();
    await relay.close();
    await db.destroy();
  });
}
