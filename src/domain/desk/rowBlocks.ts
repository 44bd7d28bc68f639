/** Rows of a list that are drawn together. `key` stays the same while rows come and go. */
export type Block = { key: string; ids: readonly string[] };

/** How many rows a new block has, and how many it may grow to. */
const SIZE = 16;
const MOST = 2 * SIZE;

/**
 * Cuts a list into blocks, so that a change of one row concerns its block alone: rows stay in the block that they had in
 * `before`, a new one joins that of the row above it, and a block whose rows are the same is the same object. Where rows
 * have changed their order, or a block grew too long, all are cut anew.
 */
export function blocksOf(ids: readonly string[], before: readonly Block[]): readonly Block[] {
  const had = new Map(before.flatMap((block, place) => block.ids.map((id) => [id, place] as const)));
  const now: string[][] = before.map(() => []);
  let at = 0;
  for (const id of ids) {
    const place = had.get(id) ?? at;
    const block = now[place];
    if (!block || place < at || block.length >= MOST) return cut(ids);
    block.push(id);
    at = place;
  }
  const isSame = ({ ids: had }: Block, has: readonly string[]) =>
    had.length === has.length && had.every((id, place) => id === has[place]);
  const blocks = before.flatMap((block, place) => {
    const has = now[place] ?? [];
    if (has.length === 0) return [];
    return isSame(block, has) ? [block] : [{ key: block.key, ids: has }];
  });
  return blocks.length === before.length && blocks.every((block, place) => block === before[place]) ? before : blocks;
}

function cut(ids: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (let start = 0; start < ids.length; start += SIZE)
    blocks.push({ key: ids[start]!, ids: ids.slice(start, start + SIZE) });
  return blocks;
}
