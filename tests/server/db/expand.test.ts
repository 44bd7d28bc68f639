import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, test } from 'vitest';
import { migrations } from '../../../server/db/migrations';

/**
 * Servers of two versions run beside each other during an upgrade, so a migration expands: what the version before
 * reads and writes stays (docs/operations.md, Upgrading one server after the other).
 */

/** The last migration before the rule. */
const before = '0019_answer_links';

/** Migrations for which all servers have to be stopped, each with its reason. */
const stopping: Record<string, string> = {};

const refused: [string, RegExp][] = [
  ['drops a table or column', /\bdrop\s+(table|column|view|schema|sequence)\b/i],
  ['renames', /\brename\s+(to|column|constraint)?\b/i],
  ["changes a column's type", /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i],
  ['makes a column not null', /\balter\s+column\s+\S+\s+set\s+not\s+null\b/i],
  ['takes a default away', /\balter\s+column\s+\S+\s+drop\s+default\b/i],
];

/** What a statement does that the version before cannot live with. */
function faultsOf(statement: string): string[] {
  const faults = refused.filter(([, pattern]) => pattern.test(statement)).map(([words]) => words);
  const added = statement.split(/\badd\s+column\b/i).slice(1);
  const isStrict = added.some((column) => /\bnot\s+null\b/i.test(column) && !/\b(default|generated)\b/i.test(column));
  return isStrict ? [...faults, 'adds a column that must be given'] : faults;
}

/** The statements of a migration, none of which is run. */
async function statementsOf(name: string): Promise<string[]> {
  const texts: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void texts.push(query.sql),
  });
  await migrations[name]!.up(db);
  return texts;
}

describe('a migration since the last release', () => {
  const since = Object.keys(migrations).filter((name) => name > before && stopping[name] === undefined);

  test.each(since)('%s expands', async (name) => {
    const statements = await statementsOf(name);
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.flatMap(faultsOf)).toEqual([]);
  });
});

test.each([
  ['alter table users drop column phone', 'drops a table or column'],
  ['alter table users rename column phone to telephone', 'renames'],
  ['alter table users rename to owners', 'renames'],
  ['alter table users alter column phone type bigint', "changes a column's type"],
  ['alter table users alter column phone set not null', 'makes a column not null'],
  [
    'alter table users add column a text default 1 not null, add column b text not null',
    'adds a column that must be given',
  ],
])('%s: refused', (statement, words) => expect(faultsOf(statement)).toEqual([words]));

test.each([
  'alter table users add column phone text, add column is_new boolean not null default false',
  'create table notes (clinic_id text not null, id text not null, primary key (clinic_id, id))',
  'alter table holds alter column product_id drop not null',
  'drop index answer_links_token',
])('%s: both versions can live with it', (statement) => expect(faultsOf(statement)).toEqual([]));
