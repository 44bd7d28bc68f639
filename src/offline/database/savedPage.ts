import type { User } from '../../contract/auth';
import type { Shop } from '../../contract/shop';
import { SavedClinic } from './clinicRecords';
import type { Copies } from './copies';
import { checked, portalDb } from './db';
import { leavingId, lookIn, type Look } from './notes';
import { clientRow, copiesOf, rowsOf } from './records';
import { readerIn, StoredSession } from './session';

/** What an owner's page is drawn from before the app runs: one clinic and one owner, as the device has them. */
export type SavedOwner = { shop: Shop; reader: User; copies: Copies; look: Look };

/** What is read, in two parts: first what the page's frame needs, with the client's record alone, then all. */
export type Reading = { frame: Promise<SavedOwner | null>; rows: Promise<SavedOwner | null> };

/**
 * Reads what an owner's page is drawn from, all at one moment, and deletes nothing. Null where nobody may read the
 * clinic's records, where the owner is signing out, and where anything that is needed is missing or of another shape.
 */
export function readSavedOwner(clinicId: string): Reading {
  let tell: (frame: SavedOwner | null) => void;
  const frame = new Promise<SavedOwner | null>((resolve) => (tell = resolve));
  const rows = read(clinicId, (found) => tell(found));
  rows.then(
    () => tell(null),
    () => tell(null),
  );
  return { frame, rows };
}

/**
 * Reads how a page of a clinic looks before the app runs: the clinic's colour, '' where it is not saved, and the skin.
 * Null where no look is saved.
 */
export async function readRootLook(clinicId: string | null): Promise<{ colour: string; skin: Look['skin'] } | null> {
  const db = portalDb();
  const [note, clinicRow] = await db.transaction('r', [db.notes, db.clinics], () =>
    Promise.all([db.notes.get('look'), clinicId === null ? undefined : db.clinics.get(clinicId)]),
  );
  const look = lookIn(note);
  return look && { skin: look.skin, colour: checked(clinicRow, SavedClinic)?.shop.metadata.brandColor ?? '' };
}

async function read(clinicId: string, onFrame: (frame: SavedOwner) => void): Promise<SavedOwner | null> {
  const db = portalDb();
  return db.transaction('r', [db.notes, db.clinics, db.sessions, db.readers, db.records], async () => {
    const [leaving, note, clinicRow, sessionRow, readerRow] = await Promise.all([
      db.notes.get(leavingId(clinicId)),
      db.notes.get('look'),
      db.clinics.get(clinicId),
      db.sessions.get(clinicId),
      db.readers.get(clinicId),
    ]);
    const session = checked(sessionRow, StoredSession);
    const reader = session && !session.user.is_guest ? session.user : readerIn(readerRow);
    const [look, clinic] = [lookIn(note), checked(clinicRow, SavedClinic)];
    if (leaving !== undefined || !look || !reader || clinic?.shop.id !== clinicId) return null;
    const whose = { clinicId, userId: reader.id };
    const client = await clientRow(whose);
    const rows = rowsOf(whose);
    const owner = { shop: clinic.shop, reader, look };
    onFrame({ ...owner, copies: copiesOf([client]) });
    return { ...owner, copies: copiesOf(await rows) };
  });
}
