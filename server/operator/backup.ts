import { sql } from 'kysely';
import { create, number, object, optional, record, string, type, union } from 'superstruct';
import type { Db, Trx } from '../db/transaction';
import { everyClinic } from '../db/jobs';
import { sqlState } from '../db/faults';
import { hasOurTables, Head, headOf, othersTables } from './backupHead';
import { changedLines, checksum } from './whole';

/**
 * A backup is text, with a JSON document in each line: first what it is, then each table's name followed by its rows,
 * then the number of rows, in all and of each table, and the checksum of all lines before. The format is the same for the embedded database and for PostgreSQL,
 * and a backup of one can be restored into the other.
 */
const Counts = record(string(), number());
const Part = union([
  object({ table: string() }),
  object({ row: type({}) }),
  object({ end: number(), tables: optional(Counts), sha256: optional(string()) }),
]);

/** How many rows there are of each table, by its name. */
type Counts = Record<string, number>;
export type Copied = { tables: number; rows: number; counts: Counts };

const copied = (counts: Counts): Copied => ({
  tables: Object.keys(counts).length,
  rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
  counts,
});

const atATime = 500;

/** Somebody else's backup that keeps others out is under way. */
export class UnderWay extends Error {
  override readonly name = 'UnderWay';
}

/**
 * Writes everything in the database as it is at one moment, line by line. Returns how much that is. Throws UnderWay where
 * it is to keep others out and another such one has not ended; a server that dies ends its own.
 */
export async function backUp(
  db: Db,
  take: (line: string) => void | Promise<void>,
  now: Date,
  { keepsOthersOut = false } = {},
): Promise<Copied> {
  const { add, sum } = checksum();
  const write = (line: string) => {
    add(line);
    return take(line);
  };
  return db.transaction().execute(async (trx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx);
    if (keepsOthersOut) await mustBeAlone(trx);
    await write(headOf(now));
    const counts: Counts = {};
    for (const table of await tablesInOrder(trx)) {
      counts[table] = 0;
      await write(JSON.stringify({ table }));
      for await (const row of rowsOf(trx, table)) {
        await write(`{"row":${row}}`);
        counts[table] += 1;
      }
    }
    const all = copied(counts);
    await take(JSON.stringify({ end: all.rows, tables: counts, sha256: sum() }));
    return all;
  });
}

async function mustBeAlone(trx: Trx): Promise<void> {
  const { rows } = await sql<{
    got: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended('backup', 0)) as got`.execute(trx);
  if (!rows[0]?.got) throw new UnderWay('Another backup is under way.');
}

/** Counts the rows of each table. */
export async function countRows(db: Db): Promise<Counts> {
  return db.transaction().execute(async (trx) => {
    const counts: Counts = {};
    for (const table of await tablesInOrder(trx)) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(trx);
      counts[table] = rows[0]!.count;
    }
    return counts;
  });
}

/** A table's rows as the database's own JSON, which keeps every type exactly. */
async function* rowsOf(trx: Trx, table: string): AsyncGenerator<string> {
  await sql`declare backup_rows no scroll cursor for select row_to_json(t)::text as row from ${sql.table(table)} as t`.execute(
    trx,
  );
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(atATime)} from backup_rows`.execute(trx);
    for (const { row } of rows) yield row;
    if (rows.length < atATime) break;
  }
  await sql`close backup_rows`.execute(trx);
}

/** The file was not restored; the message says why. The database is as it was before. */
export class NotRestored extends Error {
  override readonly name = 'NotRestored';
}

/** Reads a backup into an empty database: all of it, or nothing. Throws NotRestored. */
export async function restore(db: Db, given: AsyncIterable<string> | Iterable<string>): Promise<Copied> {
  return db.transaction().execute(async (trx) => {
    // Keeps everybody else from adding a clinic meanwhile, and a running server from its bookkeeping.
    await sql`lock table clinics, jobs, counters in exclusive mode`.execute(trx);
    const tables = await tablesInOrder(trx);
    await forgetBookkeeping(trx);
    await mustBeEmpty(trx, tables);

    let number = 0;
    let table: string | null = null;
    let batch: string[] = [];
    const counts: Counts = Object.fromEntries(tables.map((name) => [name, 0]));
    let end: { end: number; tables?: Counts | undefined; sha256?: string | undefined } | null = null;
    const { add, sum } = checksum();
    const flush = async () => {
      if (table !== null && batch.length > 0) await insert(trx, table, batch);
      batch = [];
    };
    for await (const line of given) {
      number += 1;
      const said = parsed(line, number);
      if (number === 1) mustBeOurs(said);
      else if (end !== null) throw new NotRestored(`Line ${number} comes after the end of the backup.`);
      else {
        const part = partOf(said, number);
        if ('row' in part) {
          if (table === null) throw new NotRestored(`Line ${number} is a row of no table.`);
          batch.push(JSON.stringify(part.row));
          counts[table]! += 1;
          if (batch.length === atATime) await flush();
        } else {
          await flush();
          if ('end' in part) end = part;
          else if (tables.includes(part.table)) table = part.table;
          else
            throw new NotRestored(`Line ${number} names the table "${part.table}", which this version does not have.`);
        }
      }
      if (end === null) add(line);
    }
    if (end === null) throw new NotRestored('The backup is cut off: its end is missing.');
    const all = copied(counts);
    if (end.end !== all.rows)
      throw new NotRestored(`The backup is damaged: it should have ${end.end} rows and has ${all.rows}.`);
    const [different] = differences(end.tables ?? counts, counts);
    if (different !== undefined) throw new NotRestored(`The backup is damaged: ${different}.`);
    if (end.sha256 !== undefined && end.sha256 !== sum())
      throw new NotRestored(`The backup is damaged: ${changedLines}.`);
    await goOnCounting(trx);
    return all;
  });
}

/** In which tables the numbers of rows differ from what they should be, in words. */
export const differences = (should: Counts, are: Counts): string[] =>
  [...new Set([...Object.keys(should), ...Object.keys(are)])].flatMap((table) =>
    should[table] === are[table]
      ? []
      : [`"${table}" should have ${should[table] ?? 'no'} rows and has ${are[table] ?? 'no'}`],
  );

function parsed(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new NotRestored(number === 1 ? 'This is no backup of the portal.' : `Line ${number} is damaged.`);
  }
}

function mustBeOurs(said: unknown): void {
  let head;
  try {
    head = create(said, Head);
  } catch {
    throw new NotRestored('This is no backup of the portal, or one of a later version.');
  }
  if (hasOurTables(head)) return;
  const { madeBy, todo } = othersTables(head);
  throw new NotRestored(`The backup was made by ${madeBy}. ${todo}`);
}

function partOf(said: unknown, number: number) {
  try {
    return create(said, Part);
  } catch {
    throw new NotRestored(`Line ${number} is damaged.`);
  }
}

/**
 * Deletes what a server writes by itself, of no clinic, once it has started: when it made a backup of nothing and that
 * the database takes writes.
 */
async function forgetBookkeeping(trx: Trx): Promise<void> {
  await trx.deleteFrom('jobs').where('clinic_id', '=', everyClinic).execute();
  await trx.deleteFrom('counters').where('clinic_id', '=', everyClinic).execute();
}

/** How many clinics of a group are named to the operator. */
const mostNamed = 3;

async function mustBeEmpty(trx: Trx, tables: readonly string[]): Promise<void> {
  const clinics = await trx.selectFrom('clinics').select('id').orderBy('id').execute();
  if (clinics.length > 0) {
    const more = clinics.length - mostNamed;
    const named = clinics.slice(0, mostNamed).map(({ id }) => id);
    throw new NotRestored(
      `The database is not empty: it has ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. A backup is restored into an empty one: stop the server and choose another DATA_DIR or DATABASE_URL.`,
    );
  }
  for (const table of tables) {
    const { rows } = await sql<{ row: number }>`select 1 as row from ${sql.table(table)} limit 1`.execute(trx);
    if (rows.length > 0) throw new NotRestored(`The database is not empty: there are rows in "${table}".`);
  }
}

async function insert(trx: Trx, table: string, rows: readonly string[]): Promise<void> {
  try {
    await sql`insert into ${sql.table(table)} overriding system value
      select * from json_populate_recordset(null::${sql.table(table)}, ${`[${rows.join()}]`}::json)`.execute(trx);
  } catch (error) {
    // SQLSTATE classes 22 (data exceptions) and 23 (broken constraints): the file is at fault.
    if (/^2[23]/.test(sqlState(error) ?? ''))
      throw new NotRestored(`The backup is damaged: its rows of "${table}" do not fit together.`);
    throw error;
  }
}

/** The portal's own tables, a partitioned one as a whole; each comes after those that it refers to. */
async function tablesInOrder(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ name: string; needs: string[] }>`
    select c.relname::text as name,
      array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely_%'
    order by c.relname`.execute(trx);
  const ordered: string[] = [];
  const place = ({ name, needs }: { name: string; needs: string[] }): void => {
    if (ordered.includes(name)) return;
    for (const row of rows) if (needs.includes(row.name)) place(row);
    ordered.push(name);
  };
  rows.forEach(place);
  return ordered;
}

/** Makes columns that number rows by themselves continue after the highest number restored. */
async function goOnCounting(trx: Trx): Promise<void> {
  const { rows } = await sql<{ name: string; field: string }>`
    select c.relname::text as name, a.attname::text as field
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition and a.attidentity <> '' and not a.attisdropped`.execute(
    trx,
  );
  for (const { name, field } of rows) {
    await sql`select setval(pg_get_serial_sequence(quote_ident(${name}), ${field}), max(${sql.ref(field)})) from ${sql.table(name)} having max(${sql.ref(field)}) is not null`.execute(
      trx,
    );
  }
}
