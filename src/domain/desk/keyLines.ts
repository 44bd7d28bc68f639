type Key = { key: string; says: string };
/** A line of the list of keys: one key, several that do the same, or the digits as '1 to 9'. */
export type KeyLine = { keys: string[]; says: string };

const names: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };
const digits = /^[1-9]$/;
/** What is pressed most stands first; what is not named here follows as it was asked for. */
const first = ['J', 'ArrowDown', 'K', 'ArrowUp', '.', 'A', 'O', 'D', 'U'];
const placeOf = (key: string): number => first.indexOf(key) + 1 || first.length + 1;

/** What has a meaning beside the list in whatever has focus there: no part of the page asks for it. */
const inInbox: readonly KeyLine[] = [
  { keys: ['Enter'], says: 'Open; send the answer' },
  { keys: ['Esc'], says: 'Back; fold the answer' },
  { keys: ['1 to 9'], says: 'Choose a reason or a time in an answer' },
  { keys: ['Ctrl Enter'], says: 'Send from a text' },
];

/** The lines of the list of keys, for the keys that do something now; those that do the same share one. */
export function keyLines(now: readonly Key[]): KeyLine[] {
  const latest = new Map(now.map((each) => [each.key, each.says]));
  const lines = new Map<string, KeyLine>();
  for (const [key, says] of [...latest].toSorted(([a], [b]) => placeOf(a) - placeOf(b))) {
    const name = names[key] ?? key;
    const line = lines.get(says);
    if (!line) lines.set(says, { keys: [name], says });
    else if (digits.test(key) && line.keys.every((each) => digits.test(each[0]!)))
      line.keys = [`${line.keys[0]![0]} to ${key}`];
    else line.keys.push(name);
  }
  const said = [...lines.values()];
  if (!latest.has('J')) return said;
  return [...said, ...inInbox.filter((line) => !said.some(({ keys }) => keys.includes(line.keys[0]!)))];
}
