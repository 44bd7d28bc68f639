import type {
  CompiledQuery,
  DeleteResult,
  Insertable,
  InsertResult,
  QueryResult,
  UnknownRow,
  UpdateResult,
} from 'kysely';
import type { Connection, Meaning, Query } from './queue';
import type { Database } from './schema';
import { connectionOf, type Db, type Trx } from './transaction';

/**
 * Ways to send statements that Kysely's `execute` lacks: planned once (`prepared`), compiled once as well (`fixed`,
 * `insertion`), several in one round trip (`together`), or with the next statement (`defer`). They work on both
 * databases; on the embedded one, which runs in this process, a round trip costs nothing.
 */

/** A statement to be sent: any query builder of Kysely or `sql` text. `Row` is the type of its rows. */
export type Statement<Row> = { compile(on: Db): CompiledQuery<Row> };

/** The type that Kysely gives the result of a write without rows. */
type NoRow = InsertResult | UpdateResult | DeleteResult;

/** Is `unknown` for a statement that returns no rows, and otherwise `never`, which refuses the statement. */
type GivesNoRow<Row> = [Row] extends [NoRow] ? unknown : never;

/** The rows that a statement returned; for a write without `returning` there are none. */
type RowsOf<Row> = [Row] extends [NoRow] ? readonly [] : Row[];

/**
 * Makes a statement be planned once per connection instead of at every run. For frequent queries that name their
 * columns and whose text never changes, since a server of the previous version may run beside this one.
 */
export const prepared = <Row>(name: string, statement: Statement<Row>): Statement<Row> => ({
  compile: (on) => ({ ...statement.compile(on), preparedAs: name }),
});

/** Stands for a value while a text is compiled. */
class StandIn {
  constructor(readonly name: string) {}
}

/** Has a stand-in for every value that it is asked for. */
const standIns = new Proxy({}, { get: (_, name) => new StandIn(String(name)) });

/** The texts compiled so far, for each open database: its plugins know a query by an object of its own. */
const texts = new WeakMap<object, Map<string, Query>>();

function textOf(on: Db, key: string, make: (compiled: number) => Query): Query {
  const { adapter } = on.getExecutor();
  const compiled = texts.get(adapter) ?? new Map<string, Query>();
  texts.set(adapter, compiled);
  const text = compiled.get(key) ?? make(compiled.size);
  compiled.set(key, text);
  return text;
}

/**
 * Makes a statement that is compiled once for each open database, and planned once as by `prepared`; a call only gives
 * it its values. `build` gets stand-ins for them, which it can put into the statement and do nothing else with.
 */
export const fixed =
  <Values extends object, Row>(name: string, build: (values: Values, db: Db) => Statement<Row>) =>
  (values: Values): Statement<Row> => ({
    compile(on) {
      const text = textOf(on, name, () => prepared(name, build(standIns as Values, on)).compile(on));
      const parameters = text.parameters.map((one) => (one instanceof StandIn ? Reflect.get(values, one.name) : one));
      return { ...text, parameters } as CompiledQuery<Row>;
    },
  });

/** The most rows whose insertion is kept. */
const rowsMost = 8;

/** Inserts rows that all have the same columns; that of a few rows is compiled and planned once, as by `fixed`. */
export const insertion = <Table extends keyof Database>(
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Statement<InsertResult> => ({
  compile(on) {
    const statement = () => on.insertInto(table).values(rows as never);
    if (rows.length > rowsMost) return statement().compile();
    const columns = Object.keys(rows[0]!);
    const text = textOf(on, `${table} ${rows.length} ${columns.join()}`, (compiled) =>
      prepared(`insert_${compiled}`, statement()).compile(on),
    );
    const parameters = rows.flatMap((row) => columns.map((column) => Reflect.get(row, column)));
    return { ...text, parameters } as CompiledQuery<InsertResult>;
  },
});

/** Sends one statement and returns its rows. Throws the database's error. */
export async function run<Row>(db: Db, statement: Statement<Row>): Promise<RowsOf<Row>> {
  return (await db.executeQuery(statement.compile(db))).rows as RowsOf<Row>;
}

/**
 * Sends the statements in their order in one round trip and returns the rows of each. Throws the error of the first
 * that failed; later ones have had no effect.
 */
export async function together<const Rows extends readonly unknown[]>(
  trx: Trx,
  statements: { [I in keyof Rows]: Statement<Rows[I]> },
): Promise<{ [I in keyof Rows]: RowsOf<Rows[I]> }> {
  const queries = (statements as readonly Statement<unknown>[]).map((statement) => statement.compile(trx));
  const answers = await trx
    .getExecutor()
    .provideConnection((connection) => (connection as Connection).sendTogether(queries));
  const read = await Promise.all(answers.map((answer, index) => asRead(trx, queries[index]!, answer)));
  return read.map(({ rows }) => rows) as { [I in keyof Rows]: RowsOf<Rows[I]> };
}

/** Applies Kysely's plugins to an answer, as its own `executeQuery` does. */
async function asRead(
  trx: Trx,
  { queryId }: CompiledQuery,
  answer: QueryResult<unknown>,
): Promise<QueryResult<unknown>> {
  let result = answer as QueryResult<UnknownRow>;
  for (const plugin of trx.getExecutor().plugins) result = await plugin.transformResult({ result, queryId });
  return result;
}

/**
 * Queues a write to be sent ahead of the transaction's next statement, or with its commit; its result cannot be read.
 * If it fails, that statement or the commit throws the error, whose stack leads to this call, or what
 * `meaning` makes of it. Throws at once outside `inTransaction`, where a next statement is not certain.
 */
export function defer<Row>(trx: Trx, write: Statement<Row> & GivesNoRow<Row>, meaning?: Meaning): void {
  connectionOf(trx).defer(write.compile(trx), new Error('asked for here'), { meaning });
}

/**
 * Queues a statement as `defer` does. `check` is given its rows as the database returned them, as soon as they are there;
 * what it throws is thrown in place of the answer to the statement that it went with.
 */
export function deferChecked<Row>(trx: Trx, statement: Statement<Row>, check: (rows: readonly Row[]) => void): void {
  connectionOf(trx).defer(statement.compile(trx), new Error('asked for here'), {
    check: ({ rows }) => check(rows as Row[]),
  });
}

/** Sends at once what waits for the transaction's next statement. */
export async function sendDeferred(trx: Trx): Promise<void> {
  await connectionOf(trx).sendTogether([]);
}
