import Dexie, { type Table } from 'dexie';
import { validate, type Struct } from 'superstruct';
import { databaseName } from '../databaseName';
import { letGoWhenAsked } from './letGo';

/**
 * The one IndexedDB database of this origin, used by the page and the worker. No other file names a table.
 *
 * - `sessions` (local truth): one row a clinic, the token and whom it names (D-26).
 * - `drafts` (local truth): one row a clinic, the booking that was begun (D-38).
 * - `clinics` (cache): one row a clinic, its shop as last loaded (D-02).
 * - `records` (cache, version 2): what an owner's pages show without a network, one row for each list or
 *   pet; `saved_at` is an ISO instant (D-02).
 * - `outbox` (local truth, version 2): requests on their way to the clinic (D-04).
 * - `readers` (local truth, version 3): one row a clinic, the owner whose session ran out and whose records stay
 *   readable (D-01).
 * - `notes` (version 4): what the worker must know before a page runs, and cannot read in local storage (notes.ts).
 *
 * A later version adds its tables with `this.version(n).stores({ added: '…' })`; tables that it does not name stay as
 * they are.
 */
export class PortalDb extends Dexie {
  readonly sessions!: Table<unknown, string>;
  readonly drafts!: Table<unknown, string>;
  readonly clinics!: Table<unknown, string>;
  readonly records!: Table<unknown, [clinicId: string, userId: string, kind: string, id: string]>;
  readonly outbox!: Table<unknown, string>;
  readonly readers!: Table<unknown, string>;
  readonly notes!: Table<unknown, string>;

  constructor(name = databaseName) {
    super(name);
    this.version(1).stores({ sessions: 'clinicId', drafts: 'clinicId', clinics: 'clinicId' });
    this.version(2).stores({ records: '[clinicId+userId+kind+id], saved_at', outbox: 'id, clinicId' });
    this.version(3).stores({ readers: 'clinicId' });
    this.version(4).stores({ notes: 'id' });
    letGoWhenAsked(this);
  }
}

let shared: PortalDb | undefined;

/** The database, opened on first use. Its calls reject where the browser has no IndexedDB or blocks it. */
export function portalDb(): PortalDb {
  shared ??= new PortalDb();
  return shared;
}

/**
 * Reads the row under `key` and checks it by the struct; a row that does not match is deleted. Null where there is
 * none.
 */
export async function readRow<T, S>(
  table: Table<unknown, string>,
  key: string,
  struct: Struct<T, S>,
): Promise<T | null> {
  const row = await table.get(key);
  if (row === undefined) return null;
  const value = checked(row, struct);
  if (value === null) await table.delete(key);
  return value;
}

/** A row's value by the struct; null where it does not match. */
export const checked = <T, S>(row: unknown, struct: Struct<T, S>): T | null =>
  validate(row, struct, { coerce: true })[1] ?? null;
