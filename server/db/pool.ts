import type { Pool, PoolClient, PoolConfig } from 'pg';
import { SECOND } from '../../src/limits';
import { inTime } from '../system/inTime';
import { batches, type SendBatch } from './batch';
import { oids, toNumber, toText } from './values';

/** The most connections of a server process. */
export const mostConnections = 20;

/** Connections to a PostgreSQL server. */
export type ServerPool = {
  pool: Pool;
  /**
   * Whether a pooler such as PgBouncer stands between, which may run each transaction on another connection: what is
   * set or prepared for a connection does not last, so everything is said within the transaction.
   */
  isShared: boolean;
  sendBatch: SendBatch;
  /** Closes all connections; one that is in use, or does not take its leave, is cut after a moment. */
  end(): Promise<void>;
};

/** How long connections have to take their leave, milliseconds. */
const leaveMs = 500;

/**
 * Handles a broken connection's `error` event: its statements get the error anyway, and without a listener the process
 * would end.
 */
const ignore = (): void => {};

/** The locks of a vanished process must not stay: the server ends a transaction that says nothing for this long, milliseconds. */
const idleMs = 30 * SECOND;

/** PgBouncer's answer to settings that it does not hand on. */
const refusesSettings = /unsupported startup parameter/;

/**
 * Opens a pool of connections on which a statement may take `patienceMs` milliseconds, waiting for locks included. It
 * asks for the settings of a connection of its own and looks whether it has them: a pooler refuses or ignores them.
 * Throws the database's error when no connection can be made.
 */
export async function openPool(databaseUrl: string, patienceMs: number): Promise<ServerPool> {
  const { default: pg } = await import('pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(oids.int8, toNumber);
  types.setTypeParser(oids.date, toText);
  const common: PoolConfig = {
    connectionString: databaseUrl,
    types,
    max: mostConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: 'clinic-portal',
    // Statements may be sent while answers are on their way.
    pipeline: true,
  };
  const clients = new Set<PoolClient>();
  const opened = (config: PoolConfig): Pool => {
    const pool = new pg.Pool(config);
    // An idle connection's error goes to the pool, which opens another; the pool does not listen to a connection in use.
    pool.on('error', ignore);
    pool.on('connect', (client) => {
      client.on('error', ignore);
      clients.add(client);
    });
    pool.on('remove', (client) => void clients.delete(client));
    return pool;
  };
  const own = opened({
    ...common,
    statement_timeout: patienceMs,
    // The server checks that the client is alive, and ends idle transactions.
    idle_in_transaction_session_timeout: idleMs,
    // Keep a prepared statement's plan, within transactions too: planning a booking's reads anew each time took a
    // third of the database's processor time. A plan that is kept must not suit a table that was empty when it was
    // made, so none reads a table from end to end where an index leads to the rows; and none is compiled, which its
    // estimated cost would then ask for. Instants and dates are read as ISO 8601, and a transaction sees what others have
    // committed, whatever another program wishes there.
    options:
      '-c datestyle=ISO -c default_transaction_isolation=read\\ committed -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  });
  let isOwn = false;
  try {
    isOwn = await hasItsSettings(own, patienceMs);
  } finally {
    if (!isOwn) await own.end();
  }
  const pool = isOwn ? own : opened(common);
  return {
    pool,
    isShared: !isOwn,
    sendBatch: batches(pg, types),
    async end() {
      setTimeout(() => clients.forEach((client) => client.connection.stream.destroy()), leaveMs).unref();
      await inTime(pool.end(), leaveMs, null);
    },
  };
}

/** Whether the pool's connections have the settings that they were opened with. */
async function hasItsSettings(pool: Pool, patienceMs: number): Promise<boolean> {
  const asked = { text: `select current_setting('plan_cache_mode') as mode`, query_timeout: patienceMs };
  try {
    const { rows } = await pool.query<{ mode: string }>(asked);
    return rows[0]?.mode === 'force_generic_plan';
  } catch (error) {
    if (error instanceof Error && refusesSettings.test(error.message)) return false;
    throw error;
  }
}

/**
 * The statements that begin a transaction. Through a pooler nothing is kept, and what is set for a connection is set for
 * the transaction.
 */
export const beginning = (isShared: boolean, patienceMs: number): string[] =>
  isShared
    ? [
        'begin isolation level read committed',
        `set local statement_timeout = ${patienceMs}`,
        `set local idle_in_transaction_session_timeout = ${idleMs}`,
        `set local datestyle = 'ISO'`,
      ]
    : ['begin'];
