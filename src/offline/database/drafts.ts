import { string, type, unknown } from 'superstruct';
import { readSavedBooking, type SavedBooking } from '../../domain/booking/savedBooking';
import { portalDb, readRow } from './db';

/** A clinic's booking under way: local truth. What is inside is checked, and aged, by the booking's own rule (D-38). */
const DraftRow = type({ clinicId: string(), saved: unknown() });

/** The clinic's saved booking; one that is broken, of another version or too old is discarded. */
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
 * Saves while the page goes away: written and committed before this returns, since no answer reaches a page that is gone.
 * Nothing happens where the database is not open yet.
 */
export function saveDraftAtOnce(clinicId: string, saved: SavedBooking): void {
  const { drafts } = portalDb();
  if (!drafts.db.isOpen()) return;
  const writing = drafts.db.backendDB().transaction(drafts.name, 'readwrite');
  writing.objectStore(drafts.name).put({ clinicId, saved });
  writing.commit();
}

export async function removeDraft(clinicId: string): Promise<void> {
  await portalDb().drafts.delete(clinicId);
}
