import type { PoolClient } from 'pg';
import { isConnectionLost, lostConnection } from './faults';
import { sql, type PostgresCursor, type PostgresPoolClient, type PostgresQueryResult, type RawBuilder } from 'kysely';

/** How statements go to a PostgreSQL server. The embedded database is in this process: to it the marks are comments. */

/**
 * Marks the query of `name`, at any place in it, to be planned once a connection, not at every run. For queries that are
 * asked all the time, name their columns, and whose text never changes: a server of the version before may run beside
 * this one.
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared: ${name} */`);

const preparedMark = /\/\* prepared: (\w+) \*\//;
const withTheNextMark = '/* with the next */';

/**
 * Marks a write whose result nobody looks at: in a transaction it goes to the server together with the next statement,
 * in this order, and that one fails where this one does.
 */
export const withTheNext = sql.raw(withTheNextMark);

type How = { name: string | null; canWait: boolean };

/** How each text is sent, looked for once. */
const known = new Map<string, How>();
const keptAtMost = 1_000;

function howOf(text: string): How {
  const found = known.get(text);
  if (found) return found;
  const how = { name: preparedMark.exec(text)?.[1] ?? null, canWait: text.includes(withTheNextMark) };
  if (known.size < keptAtMost) known.set(text, how);
  return how;
}

/**
 * Reads keep their plans (connection.ts). A transaction's few statements meet tables that grow and shrink while they are
 * used, where a plan of before can be the wrong one.
 */
const begin = 'begin; set local plan_cache_mode = auto';

const wrapped = new WeakMap<PoolClient, PostgresPoolClient>();

/**
 * The client as Kysely uses it, which knows neither prepared statements nor sending several at once. A connection that
 * says nothing for `silenceMs` milliseconds after a statement is given up, and so is one that the server closed: the
 * pool opens another in its place.
 */
export function sending(client: PoolClient, silenceMs: number): PostgresPoolClient {
  const one = wrapped.get(client) ?? wrap(client, silenceMs);
  wrapped.set(client, one);
  return one;
}

type Answer = PostgresQueryResult<unknown>;
const unread: Answer = { command: 'SELECT', rowCount: 0, rows: [] };

function wrap(client: PoolClient, silenceMs: number): PostgresPoolClient {
  let waiting: (() => Promise<Answer>)[] = [];
  let isInTransaction = false;
  let isLost = false;

  async function run(text: string, values: readonly unknown[]): Promise<Answer> {
    const { name, canWait } = howOf(text);
    const sent = text === 'begin' ? begin : text;
    const send = (): Promise<Answer> =>
      client.query({ ...(name !== null && { name }), text: sent, values: [...values] }) as Promise<Answer>;
    if (text === 'begin') isInTransaction = true;
    // Outside a transaction nothing may come next, and whatever did would be somebody else's.
    if (isInTransaction && (canWait || text === 'begin')) {
      waiting.push(send);
      return unread;
    }
    if (text === 'commit' || text === 'rollback') isInTransaction = false;
    const all = [...waiting, send];
    waiting = [];
    // One packet, not one a statement.
    const { stream } = client.connection;
    const silence = setTimeout(() => stream.destroy(new Error(`${lostConnection}: the database is silent`)), silenceMs);
    stream.cork();
    const answers = all.map((each) => each());
    stream.uncork();
    try {
      return (await Promise.all(answers)).at(-1)!;
    } catch (error) {
      isLost ||= isConnectionLost(error);
      throw error;
    } finally {
      clearTimeout(silence);
    }
  }

  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    return typeof text === 'string' ? run(text, values) : client.query(text as string);
  }
  return { query, release: (destroy) => client.release(destroy === true || isLost) };
}
