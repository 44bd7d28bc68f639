import { endedPrefix, type Ended } from './notes';

/** The note of a session that the owner signs out of; null where the browser cannot make it. */
export async function endedNote(clinicId: string, token: string): Promise<Ended | null> {
  try {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace('=', '');
    return { id: `${endedPrefix}${hash}`, clinicId };
  } catch {
    return null;
  }
}
