import { PrecacheController } from 'workbox-precaching/PrecacheController';
import type { PrecacheEntry } from 'workbox-precaching';

const cacheName = 'shell';
const recordName = 'shell-record';
const recordKey = '/files';
const page = '/index.html';

/** The files of the build, saved when a version installs, and the answers made from them. */
export function makeShell(entries: (PrecacheEntry | string)[]) {
  const controller = new PrecacheController({ cacheName });
  controller.addToCacheList(entries);

  return {
    /** Saves what is missing; files whose name carries their hash come out of the browser's cache where it has them. */
    install: (event: ExtendableEvent) => controller.install(event),

    isFile: (url: string) => controller.getCacheKeyForURL(url) !== undefined,

    page: async () => (await controller.matchPrecache(page)) ?? fetch(page),

    /** A file of this version, or of the version before it for a tab that still runs that one; else from the network. */
    async file(request: Request): Promise<Response> {
      const saved = (await controller.matchPrecache(request)) ?? (await (await caches.open(cacheName)).match(request.url));
      return saved ?? fetch(request);
    },

    /**
     * Deletes what neither this version nor the one before it uses. The version before stays because another tab may
     * still run it, holding a slot (D-11), and loads its next step from here: the server no longer has those files.
     */
    async removeOlder(): Promise<void> {
      const cache = await caches.open(cacheName);
      const current = [...controller.getURLsToCacheKeys().values()];
      const used = new Set([...current, ...(await filesBefore())]);
      const old = (await cache.keys()).filter((request) => !used.has(request.url));
      await Promise.all(old.map((request) => cache.delete(request)));
      await (await caches.open(recordName)).put(recordKey, Response.json(current));
    },
  };
}

/** The files of the version that was active before; the record is our own, so anything but a list of addresses is none. */
async function filesBefore(): Promise<string[]> {
  const record: unknown = await (await (await caches.open(recordName)).match(recordKey))?.json();
  return Array.isArray(record) ? record.filter((url) => typeof url === 'string') : [];
}
