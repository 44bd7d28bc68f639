import { is } from 'superstruct';
import type { InboxRow } from '../../contract/desk/inbox';
import { HalfWritten, isMissed } from '../../domain/desk/halfWritten';
import { painted } from '../../ui/behaviour/painted';
import { inboxApi, listOf, type InboxList } from '../api/inbox';
import { inPause } from '../pause';
import { selectEnded, selectKept } from '../session/session';
import type { AppThunk, Store } from '../store';
import { deleteDeskDb, deskDb, hear } from './db';
import {
  changed,
  draftChanges,
  draftsCleared,
  draftsRead,
  draftsTaken,
  selectDrafts,
  type DraftChanges,
  type Draft,
  type Drafts,
} from './drafts';
import { foldedOutHere, forgetTrays, isBareTray, keepTray, keepTrays, takenOver, wordsOf } from './trays';

/** A list is kept in a pause, since hundreds of rows take a while, milliseconds. */
const listAtLatestMs = 2000;

/** A half-written answer that the device keeps. */
type HalfKept = { clinicId: string; itemId: string; half: HalfWritten; row: InboxRow | null };

/** What a tab knows of half-written answers: by item id the text that the device keeps, and the last one that was here. */
type Seen = { kept: Map<string, string | null>; here: Map<string, string> };
const nothingSeen = (): Seen => ({ kept: new Map(), here: new Map() });
const textOf = (draft: Draft | null | undefined): string | null => (draft ? JSON.stringify(wordsOf(draft)) : null);

function seeWords({ here }: Seen, changes: DraftChanges): void {
  for (const [itemId, draft] of Object.entries(changes)) if (draft) here.set(itemId, textOf(draft)!);
}

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
  let stopHearing = () => {};
  let drafts = selectDrafts(store.getState());
  /** What was written since the last paint, and where. */
  let unkept: { place: string; changes: DraftChanges } | null = null;
  /** What is being kept: until it is, the device has older words. */
  const underWay = new Set<DraftChanges>();
  const isChanging = (itemId: string) => [...underWay, unkept?.changes ?? {}].some((changes) => itemId in changes);
  let seen = nothingSeen();
  // What is kept and what is read of other tabs go one after the other, so that a tab never takes its own older words.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<unknown>) => {
    turn = turn.then(work).catch(() => undefined);
  };
  const keepUnkept = () => {
    const now = unkept;
    unkept = null;
    if (!now) return;
    const by = seen;
    underWay.add(now.changes);
    inTurn(() => keepDrafts(now.place, now.changes, by).finally(() => underWay.delete(now.changes)));
    inTurn(() => takeOthers(now.place));
  };
  /** Takes over what another tab wrote, sent or emptied, of what was not changed here since. */
  const takeOthers = async (of: string) => {
    const halves = await readHalves(of);
    if (of !== place) return;
    const mine = selectDrafts(store.getState());
    const taken: Record<string, Draft | null> = {};
    for (const itemId of new Set([...Object.keys(halves), ...Object.keys(mine)])) {
      // Changed here and not kept yet, if only written and sent: what is kept then decides.
      if (isChanging(itemId)) continue;
      const here = textOf(mine[itemId]);
      const there = textOf(halves[itemId]);
      // A tray that is open here with nothing in it yet stays.
      if (!halves[itemId] && isBareTray(mine[itemId])) continue;
      if (here !== there && here === (seen.kept.get(itemId) ?? null))
        taken[itemId] = halves[itemId] ? takenOver(halves[itemId], mine[itemId]) : null;
      if (here === there || itemId in taken) seen.kept.set(itemId, there);
    }
    if (Object.keys(taken).length === 0) return;
    drafts = changed(drafts, taken);
    seeWords(seen, taken);
    store.dispatch(draftsTaken(taken));
    drafts = selectDrafts(store.getState());
  };
  /** What was read from the device is kept already, but for what was changed here since. */
  const asRead = (halves: Drafts): Drafts => {
    const unchanged = Object.entries(halves).filter(([itemId]) => !isChanging(itemId));
    const read = foldedOutHere(Object.fromEntries(unchanged));
    for (const [itemId, draft] of Object.entries(read)) seen.kept.set(itemId, textOf(draft));
    seeWords(seen, read);
    drafts = { ...read, ...drafts };
    return read;
  };
  const look = () => {
    const now = placeOf(store);
    if (now !== place) {
      // Who signed out by hand leaves nothing.
      if (now === null && selectEnded(store.getState()) !== 'idle') {
        unkept = null;
        forgetTrays();
      }
      keepUnkept();
      place = now;
      list = undefined;
      stopKeeping();
      stopHearing();
      seen = nothingSeen();
      store.dispatch(draftsCleared());
      drafts = selectDrafts(store.getState());
      if (now) {
        inTurn(() => store.dispatch(readKept(now, asRead)));
        stopHearing = hear(
          () => readHalves(now),
          () => inTurn(() => takeOthers(now)),
        );
      }
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
      keepTrays(drafts, written);
      if (!unkept) void painted().then(keepUnkept);
      const changes = draftChanges(drafts, written);
      unkept = { place, changes: { ...unkept?.changes, ...changes } };
      seeWords(seen, changes);
      drafts = written;
    }
  };
  look();
  store.subscribe(look);
}

const readKept =
  (place: string, asRead: (halves: Drafts) => Drafts): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const db = deskDb();
    const [copy, halves] = await Promise.all([db.copies.get(place), readHalves(place)]);
    const kept = selectKept(getState());
    if (!kept?.clinicId || `${kept.person.id}@${kept.clinicId}` !== place) return;
    dispatch(draftsRead(asRead(halves)));
    const arg = { clinicId: kept.clinicId };
    if (copy && !listOf(getState(), arg))
      // What the server says meanwhile takes its place; it is never asked for as known.
      await dispatch(inboxApi.util.upsertQueryData('inbox', arg, { ...copy.list, version: '' }));
  };

const keepList = (place: string, list: InboxList): Promise<unknown> =>
  deskDb().copies.put({ id: place, list, readAt: Date.parse(list.now) });

const readHalves = async (place: string): Promise<Drafts> =>
  Object.fromEntries(
    (await deskDb().halves.where('place').equals(place).toArray()).map(({ itemId, draft }) => [itemId, draft]),
  );

/**
 * Keeps what changed alone: another tab may be writing another answer at the same place. What was sent or emptied goes
 * unless another tab has written newer words, which nobody here has seen.
 */
async function keepDrafts(place: string, changes: DraftChanges, { kept, here }: Seen): Promise<void> {
  const db = deskDb();
  const idOf = (itemId: string) => `${place} ${itemId}`;
  const dropped = Object.keys(changes).filter((itemId) => !changes[itemId]);
  const written = Object.entries(changes).flatMap(([itemId, draft]) =>
    draft ? [{ id: idOf(itemId), place, itemId, draft }] : [],
  );
  // In one transaction, so that a browser that is killed meanwhile loses nothing.
  await db.transaction('rw', db.halves, async () => {
    const there = await db.halves.bulkGet(dropped.map(idOf));
    const own = dropped.filter((itemId, place) =>
      [kept.get(itemId), here.get(itemId)].includes(textOf(there[place]?.draft) ?? undefined),
    );
    await db.halves.bulkDelete(own.map(idOf));
    await db.halves.bulkPut(written);
  });
  for (const [itemId, draft] of Object.entries(changes)) kept.set(itemId, textOf(draft));
}

/** Keeps what is half written at a clinic that is not the open one; null where `sent` was all of it. */
export function keepHalf(
  personId: string,
  clinicId: string,
  itemId: string,
  { half, sent }: { half: HalfWritten | null; sent: HalfWritten | null },
): Promise<void> {
  if (half?.isOpen === 'yes') keepTray(itemId);
  const seen = nothingSeen();
  seeWords(seen, { [itemId]: sent });
  return keepDrafts(`${personId}@${clinicId}`, { [itemId]: half }, seen);
}

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

/** Takes everything of a person off the device, with every list; what a colleague has half written there stays. */
export async function forgetPerson(personId: string): Promise<void> {
  const db = deskDb();
  // One transaction, which is over when it resolves: one that still ends would keep the database from being deleted.
  const left = await db.transaction('rw', db.halves, db.copies, async () => {
    await forgetLists();
    await db.halves.where('place').startsWith(`${personId}@`).delete();
    return db.halves.count();
  });
  if (left === 0) await deleteDeskDb();
}
