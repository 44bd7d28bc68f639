import type { User } from '../../contract/auth';
import { forgetClientSyncs } from '../clientSyncs';
import { loadClinic, type SavedClinic } from './clinicRecords';
import { portalDb } from './db';
import { forgetNotes, markRemoved, markSaved, rememberClinic, savedKinds, type Kind } from '../marker';
import { endedNote, tellUnheard } from './ended';
import { loadReader, loadSession, wipeOwner, type StoredSession } from './session';
import { forgetVisit } from '../visitNotes';

export type Device = { session: StoredSession | null; reader: User | null; clinic: SavedClinic | null };

/**
 * Reads from the database what this device has saved of a clinic, and corrects the local storage notes: adds missing
 * ones, removes outdated ones. Rejects where the browser has no usable database.
 */
export async function readDevice(clinicId: string): Promise<Device> {
  const db = portalDb();
  const noted = savedKinds(clinicId);
  const [session, reader, clinic, drafts, asked] = await Promise.all([
    loadSession(clinicId),
    loadReader(clinicId),
    loadClinic(clinicId),
    db.drafts.where('clinicId').equals(clinicId).count(),
    db.outbox.where('clinicId').equals(clinicId).count(),
    forgetStrangers(),
    tellUnheard(),
  ]);
  const found: Partial<Record<Kind, unknown>> = { session, reader, clinic, draft: drafts, outbox: asked };
  for (const kind of ['session', 'reader', 'clinic', 'draft', 'outbox'] as const) {
    if (found[kind]) markSaved(clinicId, kind);
    // Another tab may add notes meanwhile, so only notes from before the reading are known to be outdated.
    else if (noted.has(kind)) markRemoved(clinicId, kind);
  }
  if (clinic) rememberClinic(clinicId);
  return { session, reader, clinic };
}

/** Removes sync notes of users who have left: a browser killed too early can restore notes already deleted (D-308). */
async function forgetStrangers(): Promise<void> {
  const { sessions, readers } = portalDb();
  const rows = [...(await sessions.toArray()), ...(await readers.toArray())] as { user?: { id?: unknown } }[];
  forgetClientSyncs((userId) => !rows.some(({ user }) => user?.id === userId));
}

/** Notes the most recently loaded clinic again, for an address without a clinic when that note was lost. */
export async function findLastClinic(): Promise<void> {
  const rows = (await portalDb().clinics.toArray()) as Partial<SavedClinic>[];
  const [last] = rows.sort((one, other) => String(other.savedAt).localeCompare(String(one.savedAt)));
  if (last?.clinicId) rememberClinic(last.clinicId);
}

/**
 * Removes what a clinic's owner left on the device; the next visit so completes a sign-out that was cut short (D-08,
 * D-308). Returns the key of the note of the session that the server is to be told of; null where there was none.
 */
export async function endSignOut(clinicId: string): Promise<string | null> {
  const session = await loadSession(clinicId);
  const leaving = session?.user ?? (await loadReader(clinicId));
  const ended = session && (await endedNote(clinicId, session.token));
  await wipeOwner(clinicId, ended);
  if (leaving) forgetClientSyncs((userId) => userId === leaving.id);
  forgetNotes(clinicId);
  forgetVisit(clinicId);
  await closeNotifications(clinicId).catch(() => undefined);
  return ended?.id ?? null;
}

/** Closes the notifications about this clinic's requests, so that none stays after sign-out (D-305, D-308). */
async function closeNotifications(clinicId: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const shown = await (await navigator.serviceWorker.getRegistration())?.getNotifications();
  shown?.filter(({ data }) => (data as { clinicId: string }).clinicId === clinicId).forEach((each) => each.close());
}
