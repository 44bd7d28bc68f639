import * as limits from '../../limits';
import { portalDb } from './db';
import { inTurn } from '../inTurn';
import { outboxChanged } from '../tabs/channel';
import { isEntry, newEntry, type Entry, type Wish } from '../outbox/entry';
import { coalesce } from '../outbox/rules';

/** The owner of an entry, at a clinic. Entries of other owners are never shown or sent (D-08). */
export type Owner = { clinicId: string; userId: string };

/** Reads all entries of this device, the oldest first; leaves out rows that are not valid entries. */
export async function allEntries(): Promise<Entry[]> {
  const rows = await portalDb().outbox.toArray();
  return rows.filter(isEntry).sort((one, other) => one.order - other.order);
}

/** Reads an owner's entries, the oldest first. */
export const entriesOf = async ({ clinicId, userId }: Owner): Promise<Entry[]> =>
  (await allEntries()).filter((entry) => entry.clinicId === clinicId && entry.userId === userId);

/**
 * Writes a wish into the outbox and resolves once it is saved: to its entry, or to null if it only cancelled an entry
 * that was never sent (D-04). Rejects where the browser cannot save. `id` is a fresh uuid, `now` in milliseconds since
 * 1970.
 */
export const enqueue = (wish: Wish, owner: Owner, id: string, now: number): Promise<Entry | null> =>
  inTurn(async () => {
    const { outbox } = portalDb();
    const entry = await portalDb().transaction('rw', outbox, async () => {
      const all = await allEntries();
      const own = all.filter(({ clinicId, userId }) => clinicId === owner.clinicId && userId === owner.userId);
      const { drop, isAdded } = coalesce(own, wish);
      await outbox.bulkDelete(drop);
      if (!isAdded) return null;
      const added = newEntry(wish, owner, id, (all.at(-1)?.order ?? 0) + 1, now);
      await outbox.add(added);
      return added;
    });
    outboxChanged();
    return entry;
  });

/** Changes an entry if it still exists; an entry that was discarded or wiped meanwhile is not restored. */
export async function changeEntry(id: string, change: (entry: Entry) => Entry): Promise<Entry | null> {
  const { outbox } = portalDb();
  const changed = await portalDb().transaction('rw', outbox, async () => {
    const row = await outbox.get(id);
    if (!isEntry(row)) return null;
    const next = change(row);
    await outbox.put(next);
    return next;
  });
  outboxChanged();
  return changed;
}

/** Makes an entry due again after its owner confirmed it: a refused one, or one that has waited too long (D-05). */
export const sendAgain = (id: string, now: number): Promise<Entry | null> =>
  changeEntry(id, (entry) => ({ ...entry, state: 'waiting', held: null, confirmedAt: new Date(now).toISOString() }));

export async function discard(id: string): Promise<void> {
  await portalDb().outbox.delete(id);
  outboxChanged();
}

/**
 * Returns entries that were sent and not yet announced, and marks them announced: each is taken by one tab or the
 * worker only.
 */
export async function takeAnnouncements(isOurs: (entry: Entry) => boolean): Promise<Entry[]> {
  const { outbox } = portalDb();
  return portalDb().transaction('rw', outbox, async () => {
    const news = (await allEntries()).filter((entry) => entry.state === 'sent' && !entry.isAnnounced && isOurs(entry));
    await outbox.bulkPut(news.map((entry) => ({ ...entry, isAnnounced: true })));
    return news;
  });
}

/** Deletes entries that were sent, announced and are old. */
export async function forgetOldReceipts(now: number): Promise<void> {
  const old = (await allEntries()).filter(
    ({ state, isAnnounced, receipt }) =>
      state === 'sent' && isAnnounced && receipt !== null && now - Date.parse(receipt.created_at) > limits.outboxSentMs,
  );
  await portalDb().outbox.bulkDelete(old.map(({ id }) => id));
}
