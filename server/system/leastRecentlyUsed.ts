/**
 * A cache of at most `most` values by key, which drops the least recently used one. A key must contain everything from
 * which its value is made.
 */
export class LeastRecentlyUsed<K, V> {
  private readonly values = new Map<K, V>();

  constructor(private readonly most: number) {}

  /** Returns the stored value, or makes and stores it with `make`. A promise that fails is not kept. */
  get(key: K, make: () => V): V {
    const known = this.values.get(key);
    const value = known ?? make();
    this.values.delete(key);
    this.values.set(key, value);
    if (known === undefined && value instanceof Promise) value.catch(() => this.values.delete(key));
    for (const oldest of this.values.keys()) {
      if (this.values.size <= this.most) break;
      this.values.delete(oldest);
    }
    return value;
  }
}
