import { limits } from '../../limits';
import { portalDb } from './db';
import { inTurn } from '../inTurn';
import { outboxChanged } from '../tabs/channel';
import { isEntry, newEntry, type Entry, type Wish } from '../outbox/entry';
import { coalesce } from '../outbox/rules';

/** Whose entry: a clinic's owner. Nobody else's is ever shown or sent (D-08). */
export type Owner = { clinicId: string; userId: string };

/** All entries of this device, the oldest first; rows that are none are left out. */
export async function allEntries(): Promise<Entry[]> {
  const rows = await portalDb().outbox.toArray();
  return rows.filter(isEntry).sort((one, other) => one.order - other.order);
}

/** An owner's entries, the oldest first. */
export const entriesOf = async ({ clinicId, userId }: Owner): Promise<Entry[]> =>
  (await allEntries()).filter((entry) => entry.clinicId === clinicId && entry.userId === userId);

/**
 * Writes a wish down, and resolves when it is safely written: to its entry, or to null when it only took back one that
 * was never sent (D-04). Rejects where the browser keeps nothing. `id` is a fresh uuid, `now` in milliseconds since 1970.
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

/** Changes an entry that is still there; one that was discarded or wiped meanwhile stays gone. */
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

/** The owner's word that an entry should go again: one that was refused, or one that has waited too long (D-05). */
export const sendAgain = (id: string, now: number): Promise<Entry | null> =>
  changeEntry(id, (entry) => ({ ...entry, state: 'waiting', held: null, confirmedAt: new Date(now).toISOString() }));

export async function discard(id: string): Promise<void> {
  await portalDb().outbox.delete(id);
  outboxChanged();
}

/** Entries that were sent and not yet announced, and marks them so: exactly one tab or the worker tells of each. */
export async function takeAnnouncements(isOurs: (entry: Entry) => boolean): Promise<Entry[]> {
  const { outbox } = portalDb();
  return portalDb().transaction('rw', outbox, async () => {
    const news = (await allEntries()).filter((entry) => entry.state === 'sent' && !entry.isAnnounced && isOurs(entry));
    await outbox.bulkPut(news.map((entry) => ({ ...entry, isAnnounced: true })));
    return news;
  });
}

/** Forgets receipts that have been seen and are old. */
export async function forgetOldReceipts(now: number): Promise<void> {
  const old = (await allEntries()).filter(
    ({ state, isAnnounced, receipt }) =>
      state === 'sent' && isAnnounced && receipt !== null && now - Date.parse(receipt.created_at) > limits.outboxSentMs,
  );
  await portalDb().outbox.bulkDelete(old.map(({ id }) => id));
}
