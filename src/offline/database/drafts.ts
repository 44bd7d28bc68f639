import { string, type, unknown } from 'superstruct';
import { readSavedBooking, type SavedBooking } from '../../domain/booking/savedBooking';
import { portalDb, readRow } from './db';

/** A clinic's saved booking: local truth. The booking's own rule checks its content and age (D-38). */
const DraftRow = type({ clinicId: string(), saved: unknown() });

/**
 * Reads the clinic's saved booking; discards one that is broken, too old or of another version. Null where there is
 * none.
 */
export async function loadDraft(clinicId: string, now: Date): Promise<SavedBooking | null> {
  const row = await readRow(portalDb().drafts, clinicId, DraftRow);
  if (!row) return null;
  const saved = readSavedBooking(row.saved, now);
  if (!saved) await removeDraft(clinicId);
  return saved;
}

export async function saveDraft(clinicId: string, saved: SavedBooking): Promise<void> {
  await portalDb().drafts.put({ clinicId, saved });
}

/**
 * Saves a draft, or removes it, while the page is being closed: the write is committed before this returns, because a
 * closing page receives no answer. Does nothing where the database is not open yet.
 */
export function saveDraftAtOnce(clinicId: string, saved: SavedBooking | null): void {
  const { drafts } = portalDb();
  if (!drafts.db.isOpen()) return;
  const writing = drafts.db.backendDB().transaction(drafts.name, 'readwrite');
  const store = writing.objectStore(drafts.name);
  if (saved) store.put({ clinicId, saved });
  else store.delete(clinicId);
  writing.commit();
}

export async function removeDraft(clinicId: string): Promise<void> {
  await portalDb().drafts.delete(clinicId);
}
