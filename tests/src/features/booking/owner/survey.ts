import type { Command } from './commands';
import type { Settings } from './settings';
import { visit } from './visit';

type Drawn = readonly [Settings, Command[], 'page' | 'browser'];
type Kind = { count: number; shortest: Drawn; trace: string[] };

/** Goes through all visits, whatever is found, and tells of each kind of fault how often and its shortest visit; of a new kind at once. */
export async function survey(drawn: readonly Drawn[], tell: (text: string) => void): Promise<number> {
  const kinds = new Map<string, Kind>();
  const seen: Record<string, number> = {};
  let steps = 0;
  const began = process.hrtime.bigint();
  for (const each of drawn) {
    const outcome = await visit(...each);
    steps += outcome.steps;
    Object.entries(outcome.seen).forEach(([screen, count]) => void (seen[screen] = (seen[screen] ?? 0) + count));
    const [first] = outcome.faults;
    if (!first) continue;
    const name = `${first.check}: ${first.words.replace(/\d+/g, 'N')}`;
    const before = kinds.get(name);
    if (!before) tell(`new: ${name}\n${outcome.trace.join('\n')}`);
    const isShorter = !before || each[1].length < before.shortest[1].length;
    kinds.set(name, {
      ...(isShorter ? { shortest: each, trace: outcome.trace } : before),
      count: (before?.count ?? 0) + 1,
    });
  }
  const sorted = [...kinds].toSorted(([, a], [, b]) => b.count - a.count);
  const lines = sorted.map(
    ([name, { count, shortest, trace }]) =>
      `\n### ${count} × ${name}\n${JSON.stringify(shortest[0])}\n${trace.join('\n')}`,
  );
  const faults = sorted.reduce((sum, [, { count }]) => sum + count, 0);
  const head = `${drawn.length} visits, ${steps} steps, ${faults} with a fault of ${kinds.size} kinds, ${(process.hrtime.bigint() - began) / 1_000_000_000n} s; screens ${JSON.stringify(seen)}`;
  tell([head, ...lines].join('\n'));
  return faults;
}
