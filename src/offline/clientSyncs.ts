import { read, write } from './marker';

/**
 * Notes that a client's record was synchronised with its user, once for each pair on a device (SESS-03, D-36). If the
 * note is lost, the synchronisation runs again, which does no harm.
 */
const syncKey = (userId: string, clientId: string) => `client-sync:${userId}:${clientId}`;
export const isClientSynced = (userId: string, clientId: string): boolean => read(syncKey(userId, clientId)) !== null;
export const markClientSynced = (userId: string, clientId: string): void => write(syncKey(userId, clientId), 'done');

/** Forgets the syncs of users who have left this device (D-08). */
export function forgetClientSyncs(hasLeft: (userId: string) => boolean): void {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith('client-sync:') && hasLeft(key.split(':')[1] ?? ''))
      .forEach((key) => localStorage.removeItem(key));
  } catch {
    // Where storage is blocked, no sync was noted.
  }
}
