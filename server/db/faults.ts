import { isForWantOfRoom } from '../system/disk';

/** What the databases' errors mean. Both drivers give PostgreSQL's codes; a lost connection often has none. */

/** Returns the SQLSTATE of a database error from either driver. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  return cause === undefined ? undefined : sqlState(cause);
}

/** serialization_failure and deadlock_detected: the database asks for another try. */
const retried = new Set(['40001', '40P01']);

/** Asks that the whole transaction is run again: what it read before its locks has changed meanwhile. */
export class ChangedMeanwhile extends Error {
  readonly code = '40001';
}

/** Whether the error means that the whole transaction should be run again. */
export const isRetried = (error: unknown): boolean => retried.has(sqlState(error) ?? '');

/** How the PostgreSQL client's messages about a lost connection begin. */
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

/** Whether the connection that raised this error is lost and cannot be used again. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return /^(08|57P0)/.test(sqlState(error) ?? '') || socketStates.has(code ?? '') || saysLost.test(message ?? '');
}

const forReadingOnly = '25006';

/** Whether a write was refused since its connection is for reading only. */
export const isForReadingOnly = (error: unknown): boolean => sqlState(error) === forReadingOnly;

/**
 * SQLSTATEs for: too many conflicts, lock or statement timeout, disk or memory full, disk failure, read-only database,
 * missing permission for its files.
 */
const busyStates = /^(40001|40P01|55P03|57014|53...|58...|25006|42501)$/;
/** The embedded database's message for a file that grew past the system's limit; it comes without a code. */
const fileTooLarge = /^could not (extend|write) .*: File too large$/;

/** How the PostgreSQL client and Node say that a connection cannot be encrypted as it was asked for. */
const noTls = /^The server does not support SSL connections/;
const tlsCodes = /^(ERR_TLS_.*|.*_CERT|.*_SIGNATURE|CERT_.*|SELF_SIGNED_.*)$/;

/** The errors of connections that could not be made. */
const unconnected = new WeakSet<Error>();

/**
 * Throws the error of a connection that could not be made. Whatever its reason (another password, a database that was
 * renamed or takes nobody, a certificate), it is no fault of what was to be asked.
 */
export function notConnected(error: unknown): never {
  if (error instanceof Error) unconnected.add(error);
  throw error;
}

/** Whether the failure comes from the database's present state, not from the query, so that a later try may succeed. */
export const isUnavailable = (error: unknown): boolean => unconnected.has(error as Error) || isPassing(error);

/**
 * Why the database lets nobody in, for the log; null for other errors. It quotes names of DATABASE_URL and nothing that
 * somebody typed.
 */
export const refusedConnection = (error: unknown): string | null =>
  unconnected.has(error as Error) ? refusalInWords(error) : null;

function isPassing(error: unknown): boolean {
  const { message } = error as { message?: string };
  return (
    isConnectionLost(error) ||
    busyStates.test(sqlState(error) ?? '') ||
    message === 'timeout exceeded when trying to connect' ||
    fileTooLarge.test(message ?? '')
  );
}

/**
 * Why the database cannot be used, in plain words with what to do, where the operator can mend it; null for other
 * errors. PgBouncer gives all of its refusals one code, 08P01.
 */
export function refusalInWords(error: unknown): string | null {
  const { message = '' } = error as { message?: string };
  const state = sqlState(error) ?? '';
  // A password, a user, a host or a database that PostgreSQL refuses; without a password the client fails by itself.
  if (/^(28...|3D000|08P01)$/.test(state) || message.startsWith('SASL'))
    return `The database refuses: ${message}. Check the user, the password and the name of the database in DATABASE_URL.`;
  if (state === '42501' && message.startsWith('permission denied'))
    return `The database does not let its user in: ${message}. Make the user of DATABASE_URL the owner of that database.`;
  if (state === '53100' || isForWantOfRoom(error))
    return `The disk is full: ${message}. Make room where the database is: at DATA_DIR, or at the machine of DATABASE_URL.`;
  if (state === forReadingOnly)
    return `The database is for reading only: ${message}. It may be a copy that follows another one; set DATABASE_URL to the one that takes writes.`;
  if (noTls.test(message) || tlsCodes.test((error as { code?: string }).code ?? ''))
    return `The database cannot be reached as DATABASE_URL's sslmode asks: ${message}. Mend its certificate, or name another sslmode.`;
  if (/^(53300|55000|57P03)$/.test(state))
    return `The database takes no connection now: ${message}. Try again in a while.`;
  // lock_not_available and query_canceled: a statement's time is over.
  if (state === '55P03' || state === '57014')
    return `The database was too slow: ${message}. Somebody may hold a lock on its tables; try again in a while.`;
  if (isPassing(error) && (state === '' || state.startsWith('08')))
    return 'The database does not answer. Check DATABASE_URL and that PostgreSQL runs.';
  return null;
}
