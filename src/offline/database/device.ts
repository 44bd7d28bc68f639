import type { User } from '../../contract/auth';
import { forgetClientSyncs } from '../clientSyncs';
import { loadClinic, type SavedClinic } from './clinicRecords';
import { portalDb } from './db';
import { forgetNotes, markRemoved, markSaved, rememberClinic, savedKinds, type Kind } from '../marker';
import { loadReader, loadSession, wipeOwner, type StoredSession } from './session';
import { forgetVisit } from '../visitNotes';

export type Device = { session: StoredSession | null; reader: User | null; clinic: SavedClinic | null };

/**
 * What this device has of a clinic, by the database itself, and the notes put right by it: what is in the database is
 * noted though its note was lost, and a note of what is gone goes. Rejects where the browser keeps nothing.
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
  ]);
  const found: Partial<Record<Kind, unknown>> = { session, reader, clinic, draft: drafts, outbox: asked };
  for (const kind of ['session', 'reader', 'clinic', 'draft', 'outbox'] as const) {
    if (found[kind]) markSaved(clinicId, kind);
    // Another tab may note something meanwhile; only what was noted before the look is known to be out of date.
    else if (noted.has(kind)) markRemoved(clinicId, kind);
  }
  if (clinic) rememberClinic(clinicId);
  return { session, reader, clinic };
}

/** Notes of a user who has left come back with a browser that is killed before it has written that they are gone (D-308). */
async function forgetStrangers(): Promise<void> {
  const { sessions, readers } = portalDb();
  const rows = [...(await sessions.toArray()), ...(await readers.toArray())] as { user?: { id?: unknown } }[];
  forgetClientSyncs((userId) => !rows.some(({ user }) => user?.id === userId));
}

/** Notes anew the clinic that was loaded last, for an address without one whose note is lost. */
export async function findLastClinic(): Promise<void> {
  const rows = (await portalDb().clinics.toArray()) as Partial<SavedClinic>[];
  const [last] = rows.sort((one, other) => String(other.savedAt).localeCompare(String(one.savedAt)));
  if (last?.clinicId) rememberClinic(last.clinicId);
}

/** Removes what a clinic's owner left on the device; a sign-out that a closed page cut short is ended so at the next visit (D-08, D-308). */
export async function endSignOut(clinicId: string): Promise<void> {
  const leaving = (await loadSession(clinicId))?.user ?? (await loadReader(clinicId));
  await wipeOwner(clinicId);
  if (leaving) forgetClientSyncs((userId) => userId === leaving.id);
  forgetNotes(clinicId);
  forgetVisit(clinicId);
  await closeNotifications(clinicId).catch(() => undefined);
}

/** Takes back what still says on this device that somebody asked something of the clinic (D-305, D-308). */
async function closeNotifications(clinicId: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const shown = await (await navigator.serviceWorker.getRegistration())?.getNotifications();
  shown?.filter(({ data }) => (data as { clinicId: string }).clinicId === clinicId).forEach((each) => each.close());
}
