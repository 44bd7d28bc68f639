import { Dexie, liveQuery, type Table } from 'dexie';
import { letGoWhenAsked } from '../../offline/database/letGo';
import type { InboxList } from '../api/inbox';
import { deskDbName } from './deskDbName';
import type { Draft } from './drafts';

/** The list as it was last read at a clinic by a person. */
type Copy = { id: string; list: InboxList; readAt: number };
/** A half-written answer of a person at a clinic. */
type Half = { id: string; place: string; itemId: string; draft: Draft };

class DeskDb extends Dexie {
  declare copies: Table<Copy, string>;
  declare halves: Table<Half, string>;

  constructor() {
    super(deskDbName);
    this.version(1).stores({ copies: 'id', halves: 'id, place' });
    letGoWhenAsked(this);
  }
}

let opened: DeskDb | null = null;
/** The desk's own database on the device; the owners' is another. */
export const deskDb = (): DeskDb => (opened ??= new DeskDb());

/** Calls `onChange` whenever what `read` reads may have changed, by any tab, until the returned function is called. */
export function hear(read: () => Promise<unknown>, onChange: () => void): () => void {
  const heard = liveQuery(read).subscribe({ next: onChange, error: () => undefined });
  return () => heard.unsubscribe();
}

/** Deletes the database with all that it holds. */
export async function deleteDeskDb(): Promise<void> {
  const db = deskDb();
  opened = null;
  await db.delete();
}
