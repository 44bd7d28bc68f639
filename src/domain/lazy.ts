/**
 * Makes a value when it is first asked for, and keeps it. For patterns of Unicode's classes: a phone takes milliseconds
 * to read one, which no start should wait for.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
