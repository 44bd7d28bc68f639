import {
  AbortedTransactionError,
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Driver,
} from 'kysely';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { MINUTE } from '../../src/limits';
import { documentReader } from './documentReader';
import { documents } from './documents';
import { isConnectionLost, lostConnection } from './faults';
import { Connection, type Answer, type Outcome, type Query } from './queue';
import type { Database } from './schema';
import { oids, toNumber, toText } from './values';

/** A database on a PostgreSQL server. */

/** Milliseconds beyond a statement's time limit after which a silent connection counts as lost. */
const onTheWayMs = 2_000;

/**
 * Handles a broken connection's `error` event: its statements get the error anyway, and without a listener the process
 * would end.
 */
const ignore = (): void => {};

/** Opens a pool of connections. A statement may take `patienceMs` milliseconds, waiting for locks included. */
export async function openServer(databaseUrl: string, patienceMs: number): Promise<Kysely<Database>> {
  const { default: pg } = await import('pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(oids.int8, toNumber);
  types.setTypeParser(oids.date, toText);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    types,
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: patienceMs,
    // The locks of a vanished process must not stay: the server checks that the client is alive, and ends idle
    // transactions.
    idle_in_transaction_session_timeout: MINUTE,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: 'clinic-portal',
    // Keep a prepared statement's plan, within transactions too: planning a booking's reads anew each time took a
    // third of the database's processor time. A plan that is kept must not suit a table that was empty when it was
    // made, so none reads a table from end to end where an index leads to the rows; and none is compiled, which its
    // estimated cost would then ask for.
    options:
      '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    // Send several statements without waiting for the answers between them.
    pipeline: true,
  });
  // An idle connection's error goes to the pool, which opens another; the pool does not listen to a connection in use.
  pool.on('error', ignore);
  pool.on('connect', (client) => void client.on('error', ignore));
  return new Kysely<Database>({
    dialect: {
      createDriver: () => new ServerDriver(pool, patienceMs + onTheWayMs),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [documentReader(documents)],
  });
}

const begin = CompiledQuery.raw('begin');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');

class ServerConnection extends Connection {
  private isLost = false;

  constructor(
    private readonly client: PoolClient,
    private readonly silenceMs: number,
  ) {
    super();
  }

  protected async send(queries: readonly Query[]): Promise<Outcome> {
    const { stream } = this.client.connection;
    const silent = new Error(`${lostConnection}: the database is silent`);
    const silence = setTimeout(() => stream.destroy(silent), this.silenceMs);
    // Send one packet instead of one per statement.
    stream.cork();
    const sent = queries.map(({ sql, parameters, preparedAs }) =>
      this.client.query({ ...(preparedAs && { name: preparedAs }), text: sql, values: [...parameters] }),
    );
    stream.uncork();
    const settled = await Promise.allSettled(sent);
    clearTimeout(silence);
    const answers: Answer[] = [];
    for (const one of settled) {
      if (one.status === 'rejected') {
        this.isLost ||= isConnectionLost(one.reason);
        return { answers, failure: { error: one.reason } };
      }
      answers.push(answerOf(one.value));
    }
    return { answers, failure: null };
  }

  /** Nothing is sent yet: the transaction begins together with its first statement. */
  begin(): void {
    this.defer(begin, new Error('begun'));
  }

  private get hasSentNothing(): boolean {
    return this.waiting.length === 1 && this.waiting[0]!.query === begin;
  }

  async commit(): Promise<void> {
    if (this.hasSentNothing) return this.forgetWaiting();
    const [answer] = await this.sendTogether([commit]);
    // The server's answer to a commit after a statement had failed and the error was ignored.
    if ((answer!.rows[0] as { command: string }).command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  /**
   * Rolls the transaction back. Never throws, so that the original error is reported; a connection that fails to roll
   * back is discarded.
   */
  async rollback(): Promise<void> {
    const isBegun = this.waiting[0]?.query !== begin;
    this.forgetWaiting();
    if (!isBegun || this.isLost) return;
    const { failure } = await this.send([rollback]);
    this.isLost ||= failure !== null;
  }

  /** Returns the connection to its pool, which closes it if it is lost. */
  release(): void {
    this.client.release(this.isLost);
  }
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function answerOf({ command, rowCount, rows }: QueryResult): Answer {
  if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] };
  return { rows, ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}

/** Kysely's driver on top of a pool. */
class ServerDriver implements Driver {
  private readonly connections = new WeakMap<PoolClient, ServerConnection>();

  constructor(
    private readonly pool: Pool,
    private readonly silenceMs: number,
  ) {}

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ServerConnection> {
    const client = await this.pool.connect();
    const connection = this.connections.get(client) ?? new ServerConnection(client, this.silenceMs);
    this.connections.set(client, connection);
    return connection;
  }

  async beginTransaction(connection: ServerConnection): Promise<void> {
    connection.begin();
  }

  commitTransaction(connection: ServerConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: ServerConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: ServerConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.pool.end();
  }
}
