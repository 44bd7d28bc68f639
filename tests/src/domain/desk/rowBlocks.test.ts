import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../../src/domain/desk/rowBlocks';

const ids = Array.from({ length: 50 }, (_, place) => `row-${place}`);
const before = blocksOf(ids, []);
const flat = (blocks: typeof before) => blocks.flatMap((block) => block.ids);
/** How many of the blocks are not the objects that they were. */
const changed = (blocks: typeof before) => blocks.filter((block) => !before.includes(block)).length;

describe('the blocks of a list', () => {
  it('hold all rows in their order, and are the same objects for the same rows', () => {
    expect(flat(before)).toEqual(ids);
    expect(before.map((block) => block.ids.length)).toEqual([16, 16, 16, 2]);
    expect(blocksOf([...ids], before)).toBe(before);
  });

  it('change only where a row leaves and where it comes back', () => {
    const without = ids.filter((id) => id !== 'row-20');
    const left = blocksOf(without, before);
    expect(flat(left)).toEqual(without);
    expect(changed(left)).toBe(1);
    const back = blocksOf(ids, left);
    expect(flat(back)).toEqual(ids);
    expect(back.filter((block) => !left.includes(block))).toHaveLength(1);
    expect(back.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  });

  it('vanish with their last row', () => {
    const left = blocksOf(ids.slice(0, 48), before);
    expect(flat(left)).toEqual(ids.slice(0, 48));
    expect(left).toHaveLength(3);
    expect(changed(left)).toBe(0);
  });

  it('are cut anew for another order, and where one has grown too long', () => {
    const turned = ids.toReversed();
    expect(flat(blocksOf(turned, before))).toEqual(turned);
    const longer = [...Array.from({ length: 40 }, (_, place) => `new-${place}`), ...ids];
    expect(flat(blocksOf(longer, before))).toEqual(longer);
    expect(Math.max(...blocksOf(longer, before).map((block) => block.ids.length))).toBe(16);
    const keys = blocksOf(longer, before).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
