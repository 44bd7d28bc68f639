/** What the databases' errors mean. Both drivers give PostgreSQL's codes; a lost connection often has none. */

/** The SQLSTATE of a database error, from either driver. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  return cause === undefined ? undefined : sqlState(cause);
}

/** serialization_failure and deadlock_detected: the database asks for another try. */
const retried = new Set(['40001', '40P01']);

/** Whether the database asks for another try of the whole transaction. */
export const isRetried = (error: unknown): boolean => retried.has(sqlState(error) ?? '');

/** How the PostgreSQL client begins to say that a connection is gone. */
export const lostConnection = 'Connection terminated';
const saysLost = new RegExp(`^(${lostConnection}|Client has encountered a connection error|Client was closed)`);
const socketStates = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Whether the connection that gave this error is of no more use: its server closed it, or it broke. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return /^(08|57P0)/.test(sqlState(error) ?? '') || socketStates.has(code ?? '') || saysLost.test(message ?? '');
}

/** Gave way too often, a lock or a statement took too long, no room on the disk or in memory, the disk fails, for reading only, not allowed to write its files. */
const busyStates = /^(40001|40P01|55P03|57014|53...|58...|25006|42501)$/;
/** A file of the embedded database that grew past what its system allows has no code of its own. */
const fileTooLarge = /^could not (extend|write) .*: File too large$/;

/** Whether the database cannot do it now, whatever was asked: another try may work. */
export function isUnavailable(error: unknown): boolean {
  const { message } = error as { message?: string };
  return (
    isConnectionLost(error) ||
    busyStates.test(sqlState(error) ?? '') ||
    message === 'timeout exceeded when trying to connect' ||
    fileTooLarge.test(message ?? '')
  );
}
