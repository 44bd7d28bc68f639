import { is, string, type, type Infer } from 'superstruct';
import { User } from '../../contract/auth';
import { checked, portalDb, readRow } from './db';
import { leavingId, type Ended } from './notes';

/** A clinic's session on this device, a guest's or an owner's: local truth. The token is saved nowhere else (D-26). */
export const StoredSession = type({ clinicId: string(), token: string(), user: User });
export type StoredSession = Infer<typeof StoredSession>;

export const loadSession = (clinicId: string): Promise<StoredSession | null> =>
  readRow(portalDb().sessions, clinicId, StoredSession);

/**
 * Saves a session. An owner's session deletes, in the same transaction, other owners' records and requests at the
 * clinic and ends their right to read saved records (D-01).
 */
export async function saveSession(session: StoredSession): Promise<void> {
  const db = portalDb();
  await db.transaction('rw', [db.sessions, db.readers, db.records, db.outbox, db.notes], async () => {
    await db.sessions.put(session);
    if (session.user.is_guest) return;
    await db.readers.delete(session.clinicId);
    await db.notes.delete(leavingId(session.clinicId));
    await wipeKept(session.clinicId, session.user.id);
  });
}

/** Reads the sessions of all clinics on this device. */
export const allSessions = async (): Promise<StoredSession[]> =>
  (await portalDb().sessions.toArray()).filter((row) => is(row, StoredSession));

const ReaderRow = type({ clinicId: string(), user: User });

/** Reads the owner whose session at a clinic ran out and who may still read the saved records (D-01). */
export const loadReader = async (clinicId: string): Promise<User | null> =>
  (await readRow(portalDb().readers, clinicId, ReaderRow))?.user ?? null;
export const readerIn = (row: unknown): User | null => checked(row, ReaderRow)?.user ?? null;

/**
 * Deletes the clinic's session if it has this token, and saves who may still read the records (D-01). Returns false and
 * changes nothing if another tab has saved another session.
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

/**
 * Deletes all that a clinic's owner left on this device, and the saved clinic, in one transaction (SESS-01, D-08,
 * D-308). `ended` says which session the server is to be told of.
 */
export async function wipeOwner(clinicId: string, ended: Ended | null = null): Promise<void> {
  const db = portalDb();
  const tables = [db.sessions, db.readers, db.drafts, db.clinics, db.records, db.outbox, db.notes];
  await db.transaction('rw', tables, async () => {
    await db.notes.delete(leavingId(clinicId));
    if (ended) await db.notes.put(ended);
    await db.sessions.delete(clinicId);
    await db.readers.delete(clinicId);
    await db.clinics.delete(clinicId);
    await db.drafts.delete(clinicId);
    await wipeKept(clinicId);
  });
}

/** Deletes saved records and requests of all of a clinic's owners except `stays`, in one transaction. */
export const wipeOthers = (clinicId: string, stays: string | null): Promise<void> =>
  portalDb().transaction('rw', [portalDb().records, portalDb().outbox], () => wipeKept(clinicId, stays));

/** Deletes saved records and requests of a clinic's owners, except those of the user `stays` if it is given (D-01). */
async function wipeKept(clinicId: string, stays: string | null = null): Promise<void> {
  const { records, outbox } = portalDb();
  // IndexedDB orders arrays after strings and a longer array after its prefix, so the range covers every key of the
  // clinic.
  const keys = await records.where(':id').between([clinicId], [clinicId, []]).primaryKeys();
  await records.bulkDelete(keys.filter(([, userId]) => userId !== stays));
  await outbox
    .where('clinicId')
    .equals(clinicId)
    .filter((row) => !(is(row, Owned) && row.userId === stays))
    .delete();
}

const Owned = type({ userId: string() });
