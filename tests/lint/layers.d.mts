/** A row of layers.json, with the groups and sentences that it names spelled out in what `layerOf` gives. */
export type Row = { folder: string; imports: string[]; packages: string[]; says: string[] };

export const table: { groups: Record<string, string[]>; sentences: Record<string, string>; rows: Row[] };

/** The layer that a path from the repository's root lies in: its row, and the folder that the row matched; null for none. */
export function layerOf(path: string): { row: { folder: string; imports: string[] }; folder: string } | null;
