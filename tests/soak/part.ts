import type { Random } from './random';

export type Kind = 'pglite' | 'postgres';

/** Rounds of one kind against servers of its own. A round throws when something was lost, doubled or out of order. */
export type Part = { name: string; round(random: Random): Promise<void>; close(): Promise<void> };

/** Fails a round, with what was expected. */
export function expectSame(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: found ${one}, expected ${other}`);
}
