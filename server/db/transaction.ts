import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema';
import { isRetried } from './faults';

/** A transaction of this database. */
export type Trx = Transaction<Database>;

/** The database, or a transaction in it; functions that read or write rows take it first. */
export type Db = Kysely<Database> | Trx;

const tries = 6;

/**
 * Runs `fn` in a transaction and runs it again when the database gave way to another one, so `fn` must have no
 * effect but on the database. Inside, use `trx` alone: the embedded database waits for ever for a second connection.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  fn: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(fn);
    } catch (error) {
      if (attempt === tries || !isRetried(error)) throw error;
      await wait(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** As `inTransaction`, but joins a transaction that is already open. */
export async function withTransaction<T>(db: Db, fn: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.isTransaction ? fn(db as Transaction<Database>) : inTransaction(db, fn);
}
