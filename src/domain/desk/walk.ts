import type { InboxRow } from '../../contract/desk/inbox';

/** The row that opens by itself after an answer: the next that waits, else the one before; null where nothing waits. */
export function rowAfter(rows: readonly InboxRow[], id: string): InboxRow | null {
  const at = rows.findIndex((row) => row.id === id);
  const waits = (row: InboxRow) => row.id !== id && row.place === 'waits';
  return rows.slice(at + 1).find(waits) ?? rows.slice(0, Math.max(at, 0)).findLast(waits) ?? null;
}

/** The rows beside one in the order that is shown, and its place among them, counted from 1; 0 where it is not there. */
export function beside(
  rows: readonly InboxRow[],
  id: string,
): { previous: InboxRow | null; next: InboxRow | null; place: number; of: number } {
  const shown = rows.filter((row) => row.place === 'waits' || row.id === id);
  const at = shown.findIndex((row) => row.id === id);
  return {
    previous: at > 0 ? (shown[at - 1] ?? null) : null,
    next: at >= 0 ? (shown[at + 1] ?? null) : null,
    place: at + 1,
    of: shown.length,
  };
}
