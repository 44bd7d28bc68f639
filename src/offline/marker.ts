import { clinicIdPattern } from '../contract/clinicAddress';
import { databaseName } from './databaseName';

/**
 * Small notes in local storage that can be read before the first paint. They say only what may be saved in IndexedDB, so
 * that a first visit does not wait for the database's code. The browser writes local storage late: one that is killed
 * loses the notes of its last minute, each for itself, and keeps the database, by which they are put right whenever a
 * clinic is opened (`readDevice`). Nothing here names a person.
 * Where local storage is blocked all of it is empty and nothing is kept.
 */
const kinds = ['session', 'reader', 'draft', 'clinic', 'outbox'] as const;
/** The owner has asked to sign out, and not all of theirs is gone yet: a page closed meanwhile leaves it to the next (D-308). */
const leaving = 'leaving';
export type Kind = (typeof kinds)[number] | typeof leaving;

const savedKey = (clinicId: string) => `saved:${clinicId}`;
const lastKey = 'clinic';

/** What is saved on this device for a clinic, and whether its owner was signing out. */
export function savedKinds(clinicId: string): ReadonlySet<Kind> {
  return new Set((read(savedKey(clinicId)) ?? '').split(' ').filter(isKind));
}

/** Whether there is a database to read, without its code; what cannot be listed may be there, what is blocked is not. */
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

/** The clinic that was visited last on this device, for addresses without one (D-45). */
export function lastClinic(): string | null {
  const id = read(lastKey);
  return id && clinicIdPattern.test(id) ? id : null;
}

export const rememberClinic = (clinicId: string): void => write(lastKey, clinicId);

/** A preference of this device, or how far its clock was last from the server's (LAYOUT-18, LAYOUT-19, D-14, D-125, D-306). */
export type Preference = 'skin' | 'menu-collapsed' | 'slot-details' | 'install-help' | 'clock-offset';
export const preference = (name: Preference): string | null => read(name);
export const setPreference = (name: Preference, value: string | null): void => write(name, value);

/** Forgets all of a clinic's notes. */
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
    // Private modes and full disks refuse; the marker only saves time.
  }
}
