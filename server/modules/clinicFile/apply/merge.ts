import { canonicalJson } from '../../../system/canonicalJson';

/** Compares imported rows with stored ones: new, different, or changed by the portal since (D-217). */

/** A row of the file; an undefined field is not compared. */
type Wanted = { id: string };
type Stored = { id: string; changed_at?: Date | null };

export type Merge<W> = {
  inserts: W[];
  updates: W[];
  /** Rows that the portal changed later and that differ in `fields`; they stay as they are stored. */
  kept: { row: W; fields: string[] }[];
};

/** Sorts wanted rows by what must be done with them; rows equal to the stored ones need nothing. */
export function mergeRows<W extends Wanted>(wanted: W[], stored: Stored[]): Merge<W> {
  const byId = new Map(stored.map((row) => [row.id, row]));
  const merge: Merge<W> = { inserts: [], updates: [], kept: [] };
  for (const row of wanted) {
    const now = byId.get(row.id);
    if (!now) {
      merge.inserts.push(row);
      continue;
    }
    const fields = differences(row, now);
    if (fields.length === 0) continue;
    if (now.changed_at) merge.kept.push({ row, fields });
    else merge.updates.push(row);
  }
  return merge;
}

const differences = (wanted: object, stored: object): string[] =>
  Object.entries(wanted)
    .filter(([key, value]) => value !== undefined && canonicalJson(value) !== canonicalJson(Reflect.get(stored, key)))
    .map(([key]) => key);

/** Splits rows into chunks of `size`, since a statement takes a limited number of values. */
export function inChunks<T>(rows: readonly T[], size = 500): T[][] {
  const chunks: T[][] = [];
  for (let from = 0; from < rows.length; from += size) chunks.push(rows.slice(from, from + size));
  return chunks;
}
