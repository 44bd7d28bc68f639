import { portalDb } from './db';
import { endedPrefix, type Ended } from './notes';

/** The note of a session that the owner signs out of; null where the browser cannot make it. */
export async function endedNote(clinicId: string, token: string): Promise<Ended | null> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    return { id: `${endedPrefix}${hash}`, clinicId };
  } catch {
    return null;
  }
}

/** Asks the worker to tell the server of sessions that were signed out of without a network, if there are some (D-308). */
export async function tellUnheard(): Promise<void> {
  const count = await portalDb().notes.where('id').startsWith(endedPrefix).count();
  if (count > 0) navigator.serviceWorker?.controller?.postMessage({ type: 'SEND_REQUESTS' });
}

/** Forgets a session of which the server has heard. */
export const forgetEnded = async (id: string | null): Promise<void> => {
  if (id) await portalDb().notes.delete(id);
};
