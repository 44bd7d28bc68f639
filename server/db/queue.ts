import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { diskFull } from '../system/topics';
import { sqlState } from './faults';

/** PostgreSQL's code for a disk that is full. */
const noRoom = '53100';

/** A query to send; one with a name is planned once per connection. */
export type Query = CompiledQuery & { readonly preparedAs?: string };
export type Answer = QueryResult<unknown>;

/** The outcome of queries sent together: the answers before the first failure, and that failure. */
export type Outcome = { answers: Answer[]; failure: { error: unknown } | null };

/** What the error of a query means to those who wait for it. */
export type Meaning = (error: unknown) => unknown;

/** Is given the answer to a query that was held back; what it throws is thrown in place of the answers after it. */
export type Check = (answer: Answer) => void;

/** A query of a transaction that has not been sent yet, with the stack of the code that asked for it, if any did. */
type Waiting = { query: Query; askedAt: Error | null; meaning: Meaning; check: Check };

/** A connection that can send several queries at once and can hold queries back until the next one is sent. */
export abstract class Connection implements DatabaseConnection {
  protected waiting: Waiting[] = [];

  /** Sends the queries in their order, together where that saves time. Never rejects. */
  protected abstract send(queries: readonly Query[]): Promise<Outcome>;

  async executeQuery<Row>(query: Query): Promise<QueryResult<Row>> {
    const [answer] = await this.sendTogether([query]);
    return answer as QueryResult<Row>;
  }

  /**
   * Sends the queries held back, then these, and returns the answers to these. Throws the error of the first that
   * failed, with the stack of the code that asked for it, or what that code takes the error for.
   */
  async sendTogether(queries: readonly Query[]): Promise<Answer[]> {
    const waiting = this.waiting;
    this.waiting = [];
    const { answers, failure } = await this.send([...waiting.map(({ query }) => query), ...queries]);
    for (const [index, { check }] of waiting.slice(0, answers.length).entries()) check(answers[index]!);
    if (failure !== null) {
      if (sqlState(failure.error) === noRoom) diskFull.tell(null);
      const { askedAt = null, meaning = itself } = waiting[answers.length] ?? {};
      throw meaning(from(askedAt ?? new Error('sent'), failure.error));
    }
    return answers.slice(waiting.length);
  }

  /** Holds a query back until the next one is sent. */
  defer(
    query: Query,
    askedAt: Error | null,
    { meaning = itself, check = () => {} }: { meaning?: Meaning | undefined; check?: Check } = {},
  ): void {
    this.waiting.push({ query, askedAt, meaning, check });
  }

  /** Drops the queries held back, because their transaction is given up. */
  forgetWaiting(): void {
    this.waiting = [];
  }

  // eslint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing here reads a result in pieces.');
  }
}

const itself: Meaning = (error) => error;

/** Replaces the error's stack, which begins in the driver's socket, with that of the code that asked for the query. */
function from(askedAt: Error, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const frames = (stack = '') => stack.split('\n').filter((line) => /^\s+at /.test(line));
  error.stack = [`${error.name}: ${error.message}`, ...frames(askedAt.stack), ...frames(error.stack)].join('\n');
  return error;
}
