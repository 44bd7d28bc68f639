import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import { isRetried } from './faults';
import type { Connection } from './queue';
import type { Database } from './schema';

/** A transaction of this database. */
export type Trx = Transaction<Database>;

/** The database, or a transaction in it; functions that read or write rows take it first. */
export type Db = Kysely<Database> | Trx;

const tries = 6;

/** The connection of each transaction that `inTransaction` has open. */
const connections = new WeakMap<Trx, Connection>();

/** Returns the transaction's connection. Throws if the transaction is over or was not opened by `inTransaction`. */
export function connectionOf(trx: Trx): Connection {
  const connection = connections.get(trx);
  if (connection === undefined) throw new Error('This needs a transaction that inTransaction has open.');
  return connection;
}

/**
 * Runs `fn` in a transaction, again after a conflict with another transaction, so `fn` must have no effect outside the
 * database. Inside, use `trx` only: the embedded database would wait for ever for a second connection.
 */
export async function inTransaction<T>(db: Kysely<Database>, fn: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((trx) => withConnection(trx, fn));
    } catch (error) {
      if (attempt === tries || !isRetried(error)) throw error;
      await wait(Math.random() * 20 * 2 ** attempt);
    }
  }
}

async function withConnection<T>(trx: Trx, fn: (trx: Trx) => Promise<T>): Promise<T> {
  connections.set(trx, await trx.getExecutor().provideConnection(async (connection) => connection as Connection));
  try {
    return await fn(trx);
  } finally {
    connections.delete(trx);
  }
}

/** Runs `fn` as `inTransaction` does, or in the transaction that is already open. */
export async function withTransaction<T>(db: Db, fn: (trx: Trx) => Promise<T>): Promise<T> {
  return db.isTransaction ? fn(db as Trx) : inTransaction(db, fn);
}

/**
 * Runs `fn` in a savepoint: if it throws, its writes are undone, the transaction goes on, and the error is thrown
 * again.
 */
export async function inSavepoint<T>(trx: Trx, fn: () => Promise<T>): Promise<T> {
  await sql`savepoint tried`.execute(trx);
  try {
    const result = await fn();
    await sql`release savepoint tried`.execute(trx);
    return result;
  } catch (error) {
    connectionOf(trx).forgetWaiting();
    // On a lost connection this fails too; the first error says more.
    await sql`rollback to savepoint tried`.execute(trx).catch(() => undefined);
    throw error;
  }
}
