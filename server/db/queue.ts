import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

/** A query as it is sent; one with a name is planned once a connection. */
export type Query = CompiledQuery & { readonly preparedAs?: string };
export type Answer = QueryResult<unknown>;

/** What came of queries that were sent together: the answers before the first failure, and that failure. */
export type Outcome = { answers: Answer[]; failure: { error: unknown } | null };

/** A query of a transaction that has not been sent yet, and where in the code it was asked for. */
type Waiting = { query: Query; askedAt: Error };

/** A connection that can send several queries at once, and holds back those that may go with the next one. */
export abstract class Connection implements DatabaseConnection {
  protected waiting: Waiting[] = [];

  /** Sends the queries in their order, at once where that saves time. Never rejects. */
  protected abstract send(queries: readonly Query[]): Promise<Outcome>;

  async executeQuery<Row>(query: Query): Promise<QueryResult<Row>> {
    const [answer] = await this.sendTogether([query]);
    return answer as QueryResult<Row>;
  }

  /** Sends what waits and then these; gives the answers to these. Throws the error of the first that failed, from where it was asked for. */
  async sendTogether(queries: readonly Query[]): Promise<Answer[]> {
    const waiting = this.waiting;
    this.waiting = [];
    const { answers, failure } = await this.send([...waiting.map(({ query }) => query), ...queries]);
    if (failure !== null) throw from(waiting[answers.length]?.askedAt ?? new Error('sent'), failure.error);
    return answers.slice(waiting.length);
  }

  /** Holds a query back until the next one is sent. */
  defer(query: Query, askedAt: Error): void {
    this.waiting.push({ query, askedAt });
  }

  /** Drops what waits: what it belongs to is given up. */
  forgetWaiting(): void {
    this.waiting = [];
  }

  // eslint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing here reads a result in pieces.');
  }
}

/** The error with the stack of the place that asked for the query: the drivers' own begins in their sockets. */
function from(askedAt: Error, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const frames = (stack = '') => stack.split('\n').filter((line) => /^\s+at /.test(line));
  error.stack = [`${error.name}: ${error.message}`, ...frames(askedAt.stack), ...frames(error.stack)].join('\n');
  return error;
}
