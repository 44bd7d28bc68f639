/**
 * A cache of at most `most` values by key, which drops the least recently used one. A key must contain everything from
 * which its value is made.
 */
export class LeastRecentlyUsed<K, V> {
  private readonly values = new Map<K, V>();

  constructor(private readonly most: number) {}

  /** Returns the stored value, or makes and stores it with `make`. A promise that fails is not kept. */
  get(key: K, make: () => V): V {
    const known = this.find(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    if (value instanceof Promise) value.catch(() => this.values.delete(key));
    return value;
  }

  /** Returns the stored value, which counts as a use; undefined where there is none. */
  find(key: K): V | undefined {
    const known = this.values.get(key);
    if (known !== undefined) {
      this.values.delete(key);
      this.values.set(key, known);
    }
    return known;
  }

  set(key: K, value: V): void {
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most) this.values.delete(oldest!);
  }

  delete(key: K): boolean {
    return this.values.delete(key);
  }
}
