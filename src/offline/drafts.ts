import { string, type, unknown } from 'superstruct';
import { readSavedBooking, type SavedBooking } from '../domain/booking/savedBooking';
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

export async function removeDraft(clinicId: string): Promise<void> {
  await portalDb().drafts.delete(clinicId);
}
