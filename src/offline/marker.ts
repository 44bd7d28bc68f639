import { clinicIdPattern } from '../contract/wire';
import { databaseName } from './databaseName';

/**
 * Small notes in local storage that can be read before the first paint. They say only that something is saved in
 * IndexedDB, so that a first visit does not wait for the database's code. Nothing here names a person.
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

/**
 * Notes anew what may be in the database where there is no note of a session: a browser that is killed loses the notes
 * of its last minute and keeps the database. A first visit, which has no database, is not kept waiting.
 */
export async function findLostNotes(clinicId: string): Promise<void> {
  if (savedKinds(clinicId).has('session')) return;
  try {
    const hasDatabase = (await indexedDB.databases()).some(({ name }) => name === databaseName);
    if (hasDatabase) kinds.forEach((kind) => markSaved(clinicId, kind));
  } catch {
    // Where databases cannot be listed the notes are all there is.
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

/** Client sync runs once for a user and a client record on a device (SESS-03, D-36). */
const syncKey = (userId: string, clientId: string) => `client-sync:${userId}:${clientId}`;
export const isClientSynced = (userId: string, clientId: string): boolean => read(syncKey(userId, clientId)) !== null;
export const markClientSynced = (userId: string, clientId: string): void => write(syncKey(userId, clientId), 'done');

/** Forgets a user's syncs at sign-out (D-08). */
export function forgetClientSyncs(userId: string): void {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith(syncKey(userId, '')))
      .forEach((key) => localStorage.removeItem(key));
  } catch {
    // Nothing is kept where storage is blocked.
  }
}

/** Forgets all of a clinic's notes. */
export const forgetNotes = (clinicId: string): void => write(savedKey(clinicId), null);

const isKind = (word: string): word is Kind => word === leaving || kinds.some((kind) => kind === word);

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private modes and full disks refuse; the marker only saves time.
  }
}
