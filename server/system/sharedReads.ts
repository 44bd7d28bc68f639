/**
 * Lets those who ask for the same read at the same time share it. While one runs, all who ask for it wait for the next
 * one together, so whatever anybody gets was read after they asked, never before.
 */
export class SharedReads<V> {
  private readonly running = new Map<string, { isOver: Promise<void>; next: Promise<V> | null }>();

  /** Reads, or waits for the read under the same key that begins next. A key must contain everything that `read` uses. */
  get(key: string, read: () => Promise<V>): Promise<V> {
    const present = this.running.get(key);
    return present ? (present.next ??= present.isOver.then(() => this.begin(key, read))) : this.begin(key, read);
  }

  private begin(key: string, read: () => Promise<V>): Promise<V> {
    const result = read();
    const over = (): void => {
      if (one.next === null) this.running.delete(key);
    };
    const one = { isOver: result.then(over, over), next: null };
    this.running.set(key, one);
    return result;
  }
}
