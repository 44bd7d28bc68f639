/** What Node lacks of the browser's cache storage: enough for the worker, in the order and with the copies of the real one. */
class MemoryCache {
  #saved = new Map<string, Response>();

  #url = (key: RequestInfo | URL) => new URL(key instanceof Request ? key.url : String(key), 'http://localhost').href;

  async match(key: RequestInfo | URL): Promise<Response | undefined> {
    return this.#saved.get(this.#url(key))?.clone();
  }

  async put(key: RequestInfo | URL, response: Response): Promise<void> {
    this.#saved.delete(this.#url(key));
    this.#saved.set(this.#url(key), response);
  }

  async delete(key: RequestInfo | URL): Promise<boolean> {
    return this.#saved.delete(this.#url(key));
  }

  async keys(): Promise<Request[]> {
    return [...this.#saved.keys()].map((url) => new Request(url));
  }
}

/** An empty cache storage. */
export function memoryCaches(): {
  open(name: string): Promise<MemoryCache>;
  match(key: string, options: { cacheName: string }): Promise<Response | undefined>;
} {
  const opened = new Map<string, MemoryCache>();
  return {
    async open(name) {
      const cache = opened.get(name) ?? new MemoryCache();
      opened.set(name, cache);
      return cache;
    },
    match: async (key, { cacheName }) => opened.get(cacheName)?.match(key),
  };
}
