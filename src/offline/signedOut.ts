import { is, string, type } from 'superstruct';
import { endSignedOut } from '../contract/signedOut';
import { isFinal } from '../domain/failure';
import { portalDb } from './database/db';
import { endedPrefix } from './database/notes';
import { exchange } from './exchange';

/**
 * Sessions that an owner has signed out of on this device and that the server has not heard of: without a network nobody
 * could tell it (D-308). The device keeps a hash of the token, which ends the session and gives access to nothing.
 */

/** Tells the server of all such sessions; returns whether it has not heard of some yet. Never rejects. */
export async function endSignedOutSessions(base: string): Promise<boolean> {
  try {
    const rows = await portalDb().notes.where('id').startsWith(endedPrefix).toArray();
    const replies = await Promise.all(rows.map((row) => endOne(base, row)));
    return replies.includes(false);
  } catch {
    return false;
  }
}

const EndedRow = type({ id: string(), clinicId: string() });

async function endOne(base: string, row: unknown): Promise<boolean> {
  if (is(row, EndedRow)) {
    const hash = row.id.slice(endedPrefix.length).replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
    const given = { base, clinicId: row.clinicId, token: null };
    const reply = await exchange(endSignedOut, { body: { token_hash: hash } }, given);
    // A refusal is the server's last word: there is no such clinic or call.
    if ('error' in reply && !isFinal(reply.error)) return false;
  }
  await portalDb().notes.delete((row as { id: string }).id);
  return true;
}
