/** A cache of at most `most` values by key, which drops the least recently used. Whatever a value is made from belongs into its key. */
export class LeastRecentlyUsed<V> {
  private readonly values = new Map<string, V>();

  constructor(private readonly most: number) {}

  /** The kept value, or the one that `make` gives; a promise that fails is not kept. */
  get(key: string, make: () => V): V {
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
