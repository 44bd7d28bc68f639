import {
  AbortedTransactionError,
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Driver,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Readers, SendBatch } from './batch';
import { documentReader } from './documentReader';
import { documents } from './documents';
import { isConnectionLost, isForReadingOnly, lostConnection, notConnected } from './faults';
import { beginning, mostConnections, openPool, type ServerPool } from './pool';
import { knownPool } from './poolState';
import { Connection, type Outcome, type Query } from './queue';
import type { Database } from './schema';

/** A database on a PostgreSQL server. */

/** Milliseconds beyond a statement's time limit after which a silent connection counts as lost. */
const onTheWayMs = 2_000;

/**
 * Opens a pool of connections, at its first use. A statement may take `patienceMs` milliseconds, waiting for locks
 * included. It may be the address of a pooler that gives each transaction any of its connections.
 */
export function openServer(databaseUrl: string, patienceMs: number): Kysely<Database> {
  const driver = new ServerDriver(databaseUrl, patienceMs);
  const db = new Kysely<Database>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new AdapterWithoutLocks(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [documentReader(documents)],
  });
  return knownPool(db, () => {
    const { totalCount = 0, idleCount = 0, waitingCount = 0 } = driver.pool ?? {};
    return { most: mostConnections, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  });
}

/** Takes no lock of a session for migrations, since they run under one of their transaction (migrate.ts). */
class AdapterWithoutLocks extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** A statement of the transaction itself, planned once per connection. */
const itself = (text: string): Query => ({ ...CompiledQuery.raw(text), preparedAs: text });
const commit = itself('commit');
const rollback = itself('rollback');

/** How the connections of a pool are used. */
type Use = { isShared: boolean; begin: readonly Query[]; sendBatch: SendBatch; silenceMs: number };

class ServerConnection extends Connection {
  private readonly readers: Readers = new Map();
  private isLost = false;
  private isInTransaction = false;

  constructor(
    private readonly client: PoolClient,
    private readonly use: Use,
  ) {
    super();
  }

  protected async send(queries: readonly Query[]): Promise<Outcome> {
    if (!this.use.isShared || this.isInTransaction) return this.sendAll(queries);
    // Only within a transaction can a shared connection be told the time limit.
    const { begin } = this.use;
    const { answers, failure } = await this.sendAll([...begin, ...queries, commit]);
    if (failure && !this.isLost) await this.sendAll([rollback]);
    return { answers: answers.slice(begin.length, begin.length + queries.length), failure };
  }

  private async sendAll(queries: readonly Query[]): Promise<Outcome> {
    const { stream } = this.client.connection;
    const silence = setTimeout(
      () => stream.destroy(new Error(`${lostConnection}: the database is silent`)),
      this.use.silenceMs,
    );
    // Send one packet instead of one per statement.
    stream.cork();
    const sent = this.use.sendBatch(this.client, queries, this.use.isShared ? null : this.readers);
    stream.uncork();
    const outcome = await sent;
    clearTimeout(silence);
    if (outcome.failure) {
      const { error } = outcome.failure;
      // A session that began while the database was for reading only stays so, and one at a server that became a copy
      // of another leads to the wrong one.
      this.isLost ||= isConnectionLost(error) || isForReadingOnly(error);
    }
    return outcome;
  }

  /** Nothing is sent yet: the transaction begins together with its first statement. */
  begin(): void {
    this.isInTransaction = true;
    this.use.begin.forEach((query) => this.defer(query, null));
  }

  /** Whether the beginning still waits for the first statement. */
  private get isUnsent(): boolean {
    return this.waiting[0]?.query === this.use.begin[0];
  }

  async commit(): Promise<void> {
    if (this.isUnsent && this.waiting.length === this.use.begin.length) {
      this.isInTransaction = false;
      return this.forgetWaiting();
    }
    const [answer] = await this.sendTogether([commit]);
    this.isInTransaction = false;
    // The server's answer to a commit after a statement had failed and the error was ignored.
    if ((answer!.rows[0] as { command: string }).command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  /**
   * Rolls the transaction back. Never throws, so that the original error is reported; a connection that fails to roll
   * back is discarded.
   */
  async rollback(): Promise<void> {
    const isBegun = !this.isUnsent;
    this.forgetWaiting();
    if (isBegun && !this.isLost) {
      const { failure } = await this.sendAll([rollback]);
      this.isLost ||= failure !== null;
    }
    this.isInTransaction = false;
  }

  /** Returns the connection to its pool, which closes it if it is lost. */
  release(): void {
    this.client.release(this.isLost);
  }
}

/** Kysely's driver on top of a pool. */
class ServerDriver implements Driver {
  private readonly connections = new WeakMap<PoolClient, ServerConnection>();
  private opened: (ServerPool & { use: Use }) | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly patienceMs: number,
  ) {}

  /** Its connections; undefined before the first is used. */
  get pool(): Pool | undefined {
    return this.opened?.pool;
  }

  /** Kysely calls it before the first connection is used, and again after it has failed. */
  async init(): Promise<void> {
    const opened = await openPool(this.databaseUrl, this.patienceMs).catch(notConnected);
    const { isShared, sendBatch } = opened;
    const begin = beginning(isShared, this.patienceMs).map(itself);
    const use = { isShared, begin, sendBatch, silenceMs: this.patienceMs + onTheWayMs };
    this.opened = { ...opened, use };
  }

  async acquireConnection(): Promise<ServerConnection> {
    const { pool, use } = this.opened!;
    const client = await pool.connect().catch(notConnected);
    const connection = this.connections.get(client) ?? new ServerConnection(client, use);
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

  async destroy(): Promise<void> {
    await this.opened?.end();
  }
}
