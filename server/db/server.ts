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

/** A connection that says nothing for so much longer than a statement may take has gone silent, milliseconds. */
const onTheWayMs = 2_000;

/** A connection that breaks tells each statement that waits; besides that it must not end the process. */
const ignore = (): void => {};

/** Opens a pool of connections; a statement may take `patienceMs` milliseconds, waiting for a lock included. */
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
    // A process that vanished must not keep its locks: the server asks for signs of life, and ends what is left open.
    idle_in_transaction_session_timeout: MINUTE,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: 'clinic-portal',
    // A prepared statement's plan is kept. By itself the server makes one for each run while it looks cheaper without the time that takes.
    options:
      '-c plan_cache_mode=force_generic_plan -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    // Statements that are sent together do not wait for each other's answers on the way.
    pipeline: true,
  });
  // One that is idle tells the pool, which opens another; the pool does not listen to one in use.
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

/**
 * Reads keep their plans (see `options` above). A transaction's few statements meet tables that grow and shrink while
 * they are used, where a plan of before can be the wrong one.
 */
const begin = CompiledQuery.raw('begin; set local plan_cache_mode = auto');
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
    // One packet, not one a statement.
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

  /** The transaction begins with its first statement. */
  begin(): void {
    this.defer(begin, new Error('begun'));
  }

  private get hasSentNothing(): boolean {
    return this.waiting.length === 1 && this.waiting[0]!.query === begin;
  }

  async commit(): Promise<void> {
    if (this.hasSentNothing) return this.forgetWaiting();
    const [answer] = await this.sendTogether([commit]);
    // What the server says where a statement had failed and nobody minded.
    if ((answer!.rows[0] as { command: string }).command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  /** Undoes the transaction. Never throws, so that the error that led here is told: a connection that cannot is given up. */
  async rollback(): Promise<void> {
    const isBegun = this.waiting[0]?.query !== begin;
    this.forgetWaiting();
    if (!isBegun || this.isLost) return;
    const { failure } = await this.send([rollback]);
    this.isLost ||= failure !== null;
  }

  /** Gives the connection back to its pool, which closes one that is lost. */
  release(): void {
    this.client.release(this.isLost);
  }
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function answerOf({ command, rowCount, rows }: QueryResult): Answer {
  if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] };
  return { rows, ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}

/** Kysely's way to a pool's connections. */
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
