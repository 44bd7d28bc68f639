import type {
  CompiledQuery,
  DeleteResult,
  InsertResult,
  QueryExecutorProvider,
  QueryResult,
  UnknownRow,
  UpdateResult,
} from 'kysely';
import type { Connection, Meaning } from './queue';
import { connectionOf, type Db, type Trx } from './transaction';

/**
 * Ways to send statements that Kysely's `execute` lacks: planned once (`prepared`), several in one round trip
 * (`together`), or with the next statement (`defer`). They work on both databases; on the embedded one, which runs in
 * this process, they save nothing.
 */

/** A statement to be sent: any query builder of Kysely or `sql` text. `Row` is the type of its rows. */
export type Statement<Row> = { compile(on: QueryExecutorProvider): CompiledQuery<Row> };

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
  connectionOf(trx).defer(write.compile(trx), new Error('asked for here'), meaning);
}
