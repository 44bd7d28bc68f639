import { clinicIdPattern } from '../contract/clinicAddress';
import { databaseName } from './databaseName';

/**
 * Short notes in local storage that can be read before the first paint. They say which kinds of data may be in
 * IndexedDB, so that a first visit does not load the database's code. A browser that is killed can lose the notes of
 * its last minute but not the database; `readDevice` corrects the notes whenever a clinic is opened. Notes name no
 * person. Where local storage is blocked, there are none.
 */
const kinds = ['session', 'reader', 'draft', 'clinic', 'outbox'] as const;
/**
 * The note that the owner is signing out: if the page is closed before all is deleted, the next visit completes it
 * (D-308).
 */
const leaving = 'leaving';
export type Kind = (typeof kinds)[number] | typeof leaving;

const savedKey = (clinicId: string) => `saved:${clinicId}`;
const lastKey = 'clinic';

/** Reads which kinds of data are saved on this device for a clinic, and whether its owner was signing out. */
export function savedKinds(clinicId: string): ReadonlySet<Kind> {
  return new Set((read(savedKey(clinicId)) ?? '').split(' ').filter(isKind));
}

/**
 * Whether the database exists, without loading its code: true if databases cannot be listed, false if storage is
 * blocked.
 */
export async function hasDatabase(): Promise<boolean> {
  try {
    return (await indexedDB.databases?.())?.some(({ name }) => name === databaseName) ?? true;
  } catch {
    return false;
  }
}

export function markSaved(clinicId: string, kind: Kind): void {
  write(savedKey(clinicId), [...new Set([...savedKinds(clinicId), kind])].join(' '));
}

export function markRemoved(clinicId: string, ...kinds: Kind[]): void {
  const left = [...savedKinds(clinicId)].filter((kind) => !kinds.includes(kind));
  write(savedKey(clinicId), left.length ? left.join(' ') : null);
}

/** Reads the clinic visited last on this device, for addresses that name no clinic (D-45). */
export function lastClinic(): string | null {
  const id = read(lastKey);
  return id && clinicIdPattern.test(id) ? id : null;
}

export const rememberClinic = (clinicId: string): void => write(lastKey, clinicId);

/**
 * A saved preference of this device, or the last difference of its clock from the server's (LAYOUT-18, LAYOUT-19, D-14,
 * D-125, D-306).
 */
export type Preference = 'skin' | 'menu-collapsed' | 'slot-details' | 'install-help' | 'clock-offset';
export const preference = (name: Preference): string | null => read(name);
export const setPreference = (name: Preference, value: string | null): void => write(name, value);

/** Deletes all of a clinic's notes. */
export const forgetNotes = (clinicId: string): void => write(savedKey(clinicId), null);

const isKind = (word: string): word is Kind => word === leaving || kinds.some((kind) => kind === word);

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private modes and full disks refuse to save. The notes only save time.
  }
}
