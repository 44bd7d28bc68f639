/** Signs that turn the direction of all that follows them in a line (Unicode's embeddings, overrides and isolates). */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Takes such signs out of every text in a reply: in an owner's or a pet's name they would mirror the desk's own words and
 * times behind it. A `note` keeps them: it stands in a block of its own, and its urgent words are told by their places.
 * What has none stays the same object.
 */
export function withoutTurns<T>(value: T): T {
  if (typeof value === 'string') return (value.search(turning) < 0 ? value : value.replace(turning, '')) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const all = value.map((one: unknown) => withoutTurns(one));
    return all.some((one, index) => one !== value[index]) ? (all as T) : value;
  }
  const entries = Object.entries(value).map(([name, one]): [string, unknown, unknown] => [
    name,
    one,
    name === 'note' ? one : withoutTurns<unknown>(one),
  ]);
  if (entries.every(([, one, plain]) => one === plain)) return value;
  return Object.fromEntries(entries.map(([name, , plain]) => [name, plain])) as T;
}
