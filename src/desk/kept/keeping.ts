import { is } from 'superstruct';
import type { InboxRow } from '../../contract/desk/inbox';
import { HalfWritten, isMissed } from '../../domain/desk/halfWritten';
import { painted } from '../../ui/behaviour/painted';
import { inboxApi, listOf, type InboxList } from '../api/inbox';
import { inPause } from '../pause';
import { selectEnded, selectKept } from '../session/session';
import type { AppThunk, Store } from '../store';
import { deleteDeskDb, deskDb } from './db';
import { draftChanges, draftsCleared, draftsRead, selectDrafts, type DraftChanges, type Drafts } from './drafts';

/** A list is kept in a pause, since hundreds of rows take a while, milliseconds. */
const listAtLatestMs = 2000;

/** A half-written answer that the device keeps. */
type HalfKept = { clinicId: string; itemId: string; half: HalfWritten; row: InboxRow | null };

/** Where a person's things of a clinic are kept: `PERSON@CLINIC`. */
function placeOf(store: Pick<Store, 'getState'>): string | null {
  const kept = selectKept(store.getState());
  return kept?.clinicId ? `${kept.person.id}@${kept.clinicId}` : null;
}

/**
 * Keeps on the device, for a reload without a network: the list of the clinic that is open, and the half-written answers
 * there. Reads both when a clinic is opened. A device that keeps nothing loses only that.
 */
export function keepOnDevice(store: Store): void {
  let place: string | null = null;
  let list: InboxList | undefined;
  let stopKeeping = () => {};
  let drafts = selectDrafts(store.getState());
  /**
   * What was written since the last paint, and where. Each step of it counts: an answer that was written and sent between
   * two paints takes with it what another tab had kept of it.
   */
  let unkept: { place: string; changes: DraftChanges } | null = null;
  const keepUnkept = () => {
    if (unkept) void keepDrafts(unkept.place, unkept.changes).catch(() => undefined);
    unkept = null;
  };
  /** What was read from the device is kept already: another tab may have sent it since. */
  const isKept = (read: Drafts) => {
    drafts = { ...read, ...drafts };
  };
  const look = () => {
    const now = placeOf(store);
    if (now !== place) {
      // Who signed out by hand leaves nothing.
      if (now === null && selectEnded(store.getState()) !== 'idle') unkept = null;
      keepUnkept();
      place = now;
      list = undefined;
      stopKeeping();
      store.dispatch(draftsCleared());
      drafts = selectDrafts(store.getState());
      if (now) void store.dispatch(readKept(now, isKept)).catch(() => undefined);
      // A session that ran out leaves only what is half written.
      else if (selectEnded(store.getState()) === 'idle') void forgetLists().catch(() => undefined);
      return;
    }
    if (!place) return;
    const clinicId = selectKept(store.getState())?.clinicId ?? '';
    const found = listOf(store.getState(), { clinicId });
    if (found && found.rows !== list?.rows) {
      const of = place;
      list = found;
      stopKeeping();
      stopKeeping = inPause(() => void keepList(of, found).catch(() => undefined), listAtLatestMs);
    }
    const written = selectDrafts(store.getState());
    if (written !== drafts) {
      if (!unkept) void painted().then(keepUnkept);
      unkept = { place, changes: { ...unkept?.changes, ...draftChanges(drafts, written) } };
      drafts = written;
    }
  };
  look();
  store.subscribe(look);
}

const readKept =
  (place: string, onRead: (drafts: Drafts) => void): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const db = deskDb();
    const [copy, halves] = await Promise.all([db.copies.get(place), db.halves.where('place').equals(place).toArray()]);
    const kept = selectKept(getState());
    if (!kept?.clinicId || `${kept.person.id}@${kept.clinicId}` !== place) return;
    const read = Object.fromEntries(halves.map(({ itemId, draft }) => [itemId, draft]));
    onRead(read);
    dispatch(draftsRead(read));
    const arg = { clinicId: kept.clinicId };
    if (copy && !listOf(getState(), arg))
      // What the server says meanwhile takes its place; it is never asked for as known.
      await dispatch(inboxApi.util.upsertQueryData('inbox', arg, { ...copy.list, version: '' }));
  };

const keepList = (place: string, list: InboxList): Promise<unknown> =>
  deskDb().copies.put({ id: place, list, readAt: Date.parse(list.now) });

/** Keeps what changed alone: another tab may be writing another answer at the same place. */
async function keepDrafts(place: string, changes: DraftChanges): Promise<void> {
  const db = deskDb();
  const idOf = (itemId: string) => `${place} ${itemId}`;
  const dropped = Object.keys(changes).filter((itemId) => !changes[itemId]);
  const written = Object.entries(changes).flatMap(([itemId, draft]) =>
    draft ? [{ id: idOf(itemId), place, itemId, draft }] : [],
  );
  // In one transaction, so that a browser that is killed meanwhile loses nothing.
  await db.transaction('rw', db.halves, async () => {
    await db.halves.bulkDelete(dropped.map(idOf));
    await db.halves.bulkPut(written);
  });
}

/** Keeps what is half written at a clinic that is not the open one; null for nothing any more. */
export const keepHalf = (personId: string, clinicId: string, itemId: string, half: HalfWritten | null): Promise<void> =>
  keepDrafts(`${personId}@${clinicId}`, { [itemId]: half });

/**
 * The half-written answers that the device keeps of a person at any clinic, of those that would be missed; `row` as the
 * list knew it, null where no list is kept.
 */
export async function halvesOf(personId: string): Promise<HalfKept[]> {
  const db = deskDb();
  const [halves, copies] = await Promise.all([
    db.halves.where('place').startsWith(`${personId}@`).toArray(),
    db.copies.toArray(),
  ]);
  return halves.flatMap(({ place, itemId, draft }) => {
    const list = copies.find(({ id }) => id === place)?.list;
    const clinicId = place.slice(personId.length + 1);
    return is(draft, HalfWritten) && isMissed(draft)
      ? { clinicId, itemId, half: draft, row: list?.rows.find(({ id }) => id === itemId) ?? null }
      : [];
  });
}

/** Takes what the device keeps of a clinic for a person off it. */
export async function forgetClinic(personId: string, clinicId: string): Promise<void> {
  const place = `${personId}@${clinicId}`;
  const db = deskDb();
  await Promise.all([db.copies.delete(place), db.halves.where('place').equals(place).delete()]);
}

const forgetLists = (): Promise<void> => deskDb().copies.clear();

/** Takes everything of every clinic off the device. */
export const forgetAll = (): Promise<void> => deleteDeskDb();
