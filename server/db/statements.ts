import type {
  CompiledQuery,
  DeleteResult,
  InsertResult,
  QueryExecutorProvider,
  QueryResult,
  UnknownRow,
  UpdateResult,
} from 'kysely';
import type { Connection } from './queue';
import { connectionOf, type Db, type Trx } from './transaction';

/**
 * How statements are sent, where Kysely's own `execute` is not enough: planned once (`prepared`), several in one round
 * trip (`together`), or along with whatever comes next (`defer`). Both databases do the same; the embedded one, which is
 * in this process, saves nothing by it.
 */

/** A statement that is not sent yet; every query builder of Kysely and every `sql` text is one. `Row` is what it gives back. */
export type Statement<Row> = { compile(on: QueryExecutorProvider): CompiledQuery<Row> };

/** What Kysely calls the result of a write that returns no rows. */
type NoRow = InsertResult | UpdateResult | DeleteResult;

/** Fits where `Row` is no row that anybody could read. */
type GivesNoRow<Row> = [Row] extends [NoRow] ? unknown : never;

/** The rows that have arrived of a statement; a write without `returning` has none to read. */
type RowsOf<Row> = [Row] extends [NoRow] ? readonly [] : Row[];

/**
 * The statement, planned once a connection instead of at every run. For queries that are asked all the time, name their
 * columns, and whose text never changes: a server of the version before may run beside this one.
 */
export const prepared = <Row>(name: string, statement: Statement<Row>): Statement<Row> => ({
  compile: (on) => ({ ...statement.compile(on), preparedAs: name }),
});

/** Sends one statement and gives its rows. Throws the database's error. */
export async function run<Row>(db: Db, statement: Statement<Row>): Promise<RowsOf<Row>> {
  return (await db.executeQuery(statement.compile(db))).rows as RowsOf<Row>;
}

/**
 * Sends the statements in their order and in one round trip, and gives the rows of each. Throws the error of the first
 * that failed; those after it have done nothing.
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

/** The answer as the plugins of Kysely leave it, which its own `executeQuery` asks by itself. */
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
 * Leaves a write to go out with the transaction's next statement, ahead of it, or with its commit. There is no result to
 * read. Where it fails, that next statement or the commit throws its error, whose stack leads to this call. Throws at
 * once outside `inTransaction`, where nothing that comes next would be certain.
 */
export function defer<Row>(trx: Trx, write: Statement<Row> & GivesNoRow<Row>): void {
  connectionOf(trx).defer(write.compile(trx), new Error('asked for here'));
}
