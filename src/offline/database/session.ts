import { is, string, type, type Infer } from 'superstruct';
import { User } from '../../contract/auth';
import { portalDb, readRow } from './db';

/** A clinic's session on this device, a guest's or an owner's. Local truth; the token lives nowhere else (D-26). */
export const StoredSession = type({ clinicId: string(), token: string(), user: User });
export type StoredSession = Infer<typeof StoredSession>;

export const loadSession = (clinicId: string): Promise<StoredSession | null> =>
  readRow(portalDb().sessions, clinicId, StoredSession);

/**
 * Keeps a session. An owner's takes the place of what other owners left at the clinic, in one transaction: their records
 * and requests go, and whoever could still read theirs cannot any more (D-01).
 */
export async function saveSession(session: StoredSession): Promise<void> {
  const db = portalDb();
  await db.transaction('rw', [db.sessions, db.readers, db.records, db.outbox], async () => {
    await db.sessions.put(session);
    if (session.user.is_guest) return;
    await db.readers.delete(session.clinicId);
    await wipeKept(session.clinicId, session.user.id);
  });
}

const ReaderRow = type({ clinicId: string(), user: User });

/** The owner whose session ran out at a clinic, and whose records may be read on (D-01). */
export const loadReader = async (clinicId: string): Promise<User | null> =>
  (await readRow(portalDb().readers, clinicId, ReaderRow))?.user ?? null;

/**
 * Forgets the session of a clinic that has this token, and keeps who may read on what is saved (D-01). Where another tab
 * has put another session in its place that one stays, and nothing else changes: false.
 */
export async function removeSession(
  clinicId: string,
  token: string | null,
  reader: User | null = null,
): Promise<boolean> {
  const db = portalDb();
  return db.transaction('rw', [db.sessions, db.readers], async () => {
    const saved = await readRow(db.sessions, clinicId, StoredSession);
    if (saved && saved.token !== token) return false;
    await db.sessions.delete(clinicId);
    if (reader) await db.readers.put({ clinicId, user: reader });
    else await db.readers.delete(clinicId);
    return true;
  });
}

/** Removes all that a clinic's owner left on this device, and the clinic as they saw it, in one transaction (SESS-01, D-08, D-308). */
export async function wipeOwner(clinicId: string): Promise<void> {
  const db = portalDb();
  await db.transaction('rw', [db.sessions, db.readers, db.drafts, db.clinics, db.records, db.outbox], async () => {
    await db.sessions.delete(clinicId);
    await db.readers.delete(clinicId);
    await db.clinics.delete(clinicId);
    await db.drafts.delete(clinicId);
    await wipeKept(clinicId);
  });
}

/** Removes the saved records and the requests of a clinic's owners but the one who stays, in one transaction. */
export const wipeOthers = (clinicId: string, stays: string | null): Promise<void> =>
  portalDb().transaction('rw', [portalDb().records, portalDb().outbox], () => wipeKept(clinicId, stays));

/** Removes the saved records and the requests of a clinic's owners, or of all but the one who stays (D-01). */
async function wipeKept(clinicId: string, stays: string | null = null): Promise<void> {
  const { records, outbox } = portalDb();
  // Of arrays the longer one with the same beginning is greater, and an array is greater than any text.
  const keys = await records.where(':id').between([clinicId], [clinicId, []]).primaryKeys();
  await records.bulkDelete(keys.filter(([, userId]) => userId !== stays));
  await outbox
    .where('clinicId')
    .equals(clinicId)
    .filter((row) => !(is(row, Owned) && row.userId === stays))
    .delete();
}

const Owned = type({ userId: string() });
