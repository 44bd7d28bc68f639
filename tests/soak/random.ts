/** Numbers that come again with their seed. */
export type Random = {
  /** From 0 to `below`, without it. */
  upTo(below: number): number;
  /** True so often. */
  chance(share: number): boolean;
  pick<T>(of: readonly T[]): T;
};

/** Mulberry32: small, and good enough to mix up the order of things. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    upTo: (below) => Math.floor(next() * below),
    chance: (share) => next() < share,
    pick: (of) => {
      const found = of[Math.floor(next() * of.length)];
      if (found === undefined) throw new Error('There is nothing to pick from.');
      return found;
    },
  };
}
