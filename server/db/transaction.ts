import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema';
import type { Db } from '../plugins/handlers';

const tries = 6;

/** serialization_failure and deadlock_detected: the database asks for another try. */
const retried = new Set(['40001', '40P01']);

/** Whether the database asks for another try of the whole transaction. */
export const isRetried = (error: unknown): boolean => retried.has(sqlState(error) ?? '');

/**
 * Runs `fn` in a transaction and runs it again when the database gave way to another one, so `fn` must have no
 * effect but on the database. Inside, use `trx` alone: the embedded database waits for ever for a second connection.
 */
export async function inTransaction<T>(db: Kysely<Database>, fn: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
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

/** The SQLSTATE of a database error, from either driver. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  return cause === undefined ? undefined : sqlState(cause);
}
