import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../support/database';
import { clinicTables, tableNames } from '../../support/partition';

/** The rules of a database that is distributed by clinic, read from the catalogue (docs/operations.md, Many servers). */

let fresh: FreshDatabase;
let words: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  words = await readFile('docs/operations.md', 'utf8');
});
afterAll(() => fresh.close());

/** The tables of no clinic, which the page distributes as reference tables. */
const references = () => [...words.matchAll(/create_reference_table\('(\w+)'\)/g)].map(([, name]) => name!);
/** Every table that the page distributes by clinic, with the column, in the page's order. */
const distributed = () =>
  [...words.matchAll(/create_distributed_table\('(\w+)', '(\w+)'/g)].map(([, name, key]) => ({ name: name!, key }));
test('every table is distributed by its clinic, or named as a reference table', async () => {
  expect(distributed().toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
    (await clinicTables(fresh.db)).toSorted((a, b) => a.name.localeCompare(b.name)),
  );
  expect([...distributed().map(({ name }) => name), ...references()].sort()).toEqual(
    (await tableNames(fresh.db)).sort(),
  );
});

test('what a table refers to is distributed before it', async () => {
  const order = [...references(), ...distributed().map(({ name }) => name)];
  const { rows } = await sql<{ name: string; target: string }>`
    select distinct conrelid::regclass::text as name, confrelid::regclass::text as target from pg_constraint
    where contype = 'f' and conparentid = 0 and conrelid <> confrelid`.execute(fresh.db);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ name, target }) => order.indexOf(target) > order.indexOf(name))).toEqual([]);
});

test('every key, unique or excluding index, begins with the clinic', async () => {
  const { rows } = await sql<{ table: string; index: string; first: string; equal: boolean }>`
    select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as index,
      pg_get_indexdef(i.indexrelid, 1, true) as first,
      not i.indisexclusion or (select k.conexclop[1] from pg_constraint k where k.conindid = i.indexrelid limit 1)
        = '=(text,text)'::regoperator::oid as equal
    from pg_index i join pg_class c on c.oid = i.indrelid
    where (i.indisunique or i.indisexclusion) and not c.relispartition and c.relnamespace = 'public'::regnamespace`.execute(
    fresh.db,
  );
  const keys = new Map(distributed().map(({ name, key }) => [name, key]));
  const ofClinics = rows.filter(({ table }) => keys.has(table));
  expect(ofClinics.length).toBeGreaterThan(40);
  expect(ofClinics.filter(({ table, first, equal }) => first !== keys.get(table) || !equal)).toEqual([]);
});

test('every reference between tables of clinics leads from clinic to clinic', async () => {
  const { rows } = await sql<{ table: string; target: string; from: string; to: string }>`
    select conrelid::regclass::text as "table", confrelid::regclass::text as target,
      (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1])::text as "from",
      (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1])::text as "to"
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`.execute(
    fresh.db,
  );
  const keys = new Map(distributed().map(({ name, key }) => [name, key]));
  expect(
    rows.filter(
      ({ table, target, from, to }) => keys.has(target) && (keys.get(table) !== from || keys.get(target) !== to),
    ),
  ).toEqual([]);
});
