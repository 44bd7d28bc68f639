import { is, string, type, type Infer } from 'superstruct';
import { User } from '../contract/auth';
import { portalDb, readRow } from './db';

/** A clinic's session on this device, a guest's or an owner's. Local truth; the token lives nowhere else (D-26). */
export const StoredSession = type({ clinicId: string(), token: string(), user: User });
export type StoredSession = Infer<typeof StoredSession>;

export const loadSession = (clinicId: string): Promise<StoredSession | null> =>
  readRow(portalDb().sessions, clinicId, StoredSession);

export async function saveSession(session: StoredSession): Promise<void> {
  await portalDb().sessions.put(session);
}

export async function removeSession(clinicId: string): Promise<void> {
  await portalDb().sessions.delete(clinicId);
}

/** Removes all that a clinic's owner left on this device, and the clinic as they saw it, in one transaction (SESS-01, D-08, D-308). */
export async function wipeOwner(clinicId: string): Promise<void> {
  const db = portalDb();
  await db.transaction('rw', [db.sessions, db.drafts, db.clinics, db.records, db.outbox], async () => {
    await db.sessions.delete(clinicId);
    await db.clinics.delete(clinicId);
    await db.drafts.delete(clinicId);
    await wipeKept(clinicId);
  });
}

/** Removes the saved records and the requests of a clinic's owners, or of all but the one who stays (D-01). */
export async function wipeKept(clinicId: string, stays: string | null = null): Promise<void> {
  const { records, outbox } = portalDb();
  // Of arrays the longer one with the same beginning is greater, and an array is greater than any text.
  const keys = await records.where(':id').between([clinicId], [clinicId, []]).primaryKeys();
  await records.bulkDelete(keys.filter(([, userId]) => userId !== stays));
  await outbox.where('clinicId').equals(clinicId).filter((row) => !(is(row, Owned) && row.userId === stays)).delete();
}

const Owned = type({ userId: string() });
