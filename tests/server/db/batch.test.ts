import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defer, prepared, run, together, type Statement } from '../../../server/db/statements';
import { inTransaction } from '../../../server/db/transaction';
import { freshDatabase, keepsConnections, usesPostgres, type FreshDatabase } from '../../support/database';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

type Row = { n: number; name: string };
/** A statement of one of a few texts: what it gives, or null where the database refuses its value or divides by it. */
type Sent = { statement: Statement<Row>; gives: Row[] | null };

let made = 0;
/** A name that no connection knows yet: each run of the property meets statements for the first time. */
const newName = () => `batch_${(made += 1)}`;

const ask = (name: string | null, value: string, rows: number): Sent => {
  const text = sql<Row>`select 12 / ${value}::int as n, ${name ?? ''}::text as name from generate_series(1, ${rows}::int)`;
  const gives = ['1', '2', '3'].includes(value)
    ? Array.from({ length: rows }, () => ({ n: 12 / Number(value), name: name ?? '' }))
    : null;
  return { statement: name === null ? text : prepared(name, text), gives: rows === 0 ? [] : gives };
};

test('in any order of planned and other statements, of which some fail, each has its own rows', async () => {
  const part = fc.record({
    named: fc.constantFrom(null, 0, 1, 2),
    // A value of no number is refused before its statement has said what its rows are made of.
    value: fc.constantFrom('1', '2', '3', '2', '3', '0', 'none'),
    rows: fc.constantFrom(1, 1, 2),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(part, { minLength: 1, maxLength: 5 }), { maxLength: 6 }), async (batches) => {
      const names = [newName(), newName(), newName()];
      for (const batch of batches) {
        const sent = batch.map(({ named, value, rows }) => ask(named === null ? null : names[named]!, value, rows));
        const answer = inTransaction(fresh.db, (trx) =>
          together(
            trx,
            sent.map(({ statement }) => statement),
          ),
        );
        const given = sent.map(({ gives }) => gives);
        if (given.includes(null)) await expect(answer).rejects.toThrow(/invalid input syntax|division by zero/);
        else expect(await answer).toEqual(given);
      }
    }),
    { numRuns: 60 },
  );
});

test('after one that failed none has an effect, also of those that waited for the commit', async () => {
  const kept = async () =>
    (await fresh.db.selectFrom('counters').select('key').where('clinic_id', '=', 'batch').execute()).length;
  const row = (key: string) =>
    fresh.db.insertInto('counters').values({ clinic_id: 'batch', key, window_start: new Date(), count: 1 });
  await expect(
    inTransaction(fresh.db, async (trx) => {
      defer(trx, row('a'));
      defer(trx, sql<never>`insert into counters (clinic_id) values (null)`);
      defer(trx, row('b'));
    }),
  ).rejects.toThrow(/null value/);
  expect(await kept()).toBe(0);
  await inTransaction(fresh.db, async (trx) => defer(trx, row('a')));
  expect(await kept()).toBe(1);
});

if (usesPostgres) {
  test('a value of any kind arrives as it was sent', async () => {
    const values = [
      new Date('2026-11-28T23:59:59.999Z'),
      new Date('0099-01-01T00:00:00.000Z'),
      new Date('9999-12-31T23:59:59.999Z'),
      new Date(Date.UTC(10_000, 0, 1)),
    ];
    for (const value of values) {
      const [row] = await run(fresh.db, sql<{ at: Date }>`select ${value}::timestamptz as at`);
      expect(row!.at.getTime()).toBe(value.getTime());
    }
    const bytes = Buffer.from([0, 255, 10]);
    const [row] = await run(
      fresh.db,
      sql<{ bytes: Uint8Array; list: string[]; none: null; json: unknown; is: boolean }>`
      select ${bytes}::bytea as bytes, ${['a"', ',', '\\']}::text[] as list, ${null}::text as none,
        ${JSON.stringify({ a: ['é'] })}::jsonb as json, ${true}::boolean as is`,
    );
    expect({ ...row!, bytes: [...row!.bytes] }).toEqual({
      bytes: [0, 255, 10],
      list: ['a"', ',', '\\'],
      none: null,
      json: { a: ['é'] },
      is: true,
    });
  });

  test('a value that cannot be written fails before anything is sent, and the connection goes on', async () => {
    const endless: { self?: unknown } = {};
    endless.self = endless;
    await expect(
      inTransaction(fresh.db, (trx) => together(trx, [sql`select 1`, sql`select ${endless}::jsonb`])),
    ).rejects.toThrow(/circular/i);
    expect(await run(fresh.db, sql<{ n: number }>`select 1 as n`)).toEqual([{ n: 1 }]);
  });
}

if (keepsConnections) {
  test('two texts of one name are refused, before anything is sent', async () => {
    const [first, second] = [sql<{ n: number }>`select 1 as n`, sql<{ n: number }>`select 2 as n`];
    const name = newName();
    await expect(
      inTransaction(fresh.db, (trx) => together(trx, [prepared(name, first), prepared(name, second)])),
    ).rejects.toThrow(`Two statements have the name ${name}.`);
    expect(await run(fresh.db, prepared(name, second))).toEqual([{ n: 2 }]);
    await expect(run(fresh.db, prepared(name, first))).rejects.toThrow('Two statements have the name');
    expect(await run(fresh.db, prepared(name, second))).toEqual([{ n: 2 }]);
  });
}
