import { PrecacheController } from 'workbox-precaching/PrecacheController';
import type { PrecacheEntry } from 'workbox-precaching';

const cacheName = 'shell';
const recordName = 'shell-record';
const recordKey = '/files';
const page = '/index.html';

/** Where the build puts what signed-in owners alone need (vite.config.ts); their names carry their hash. */
const ownersPart = /^\/assets\/owner\//;
const pathOf = (url: string) => new URL(url, location.origin).pathname;

/** The files of the build, saved when a version installs, or on an owner's first visit, and the answers made from them. */
export function makeShell(entries: (PrecacheEntry | string)[]) {
  const urlOf = (entry: PrecacheEntry | string) => (typeof entry === 'string' ? entry : entry.url);
  const isOwners = (url: string) => ownersPart.test(pathOf(url));
  const controller = new PrecacheController({ cacheName });
  controller.addToCacheList(entries.filter((entry) => !isOwners(urlOf(entry))));
  const owners = entries.map((entry) => new URL(urlOf(entry), location.origin).href).filter(isOwners);

  /** Saves what a signed-in owner needs beyond the shell (D-301); what is there already stays. */
  const keepOwnersParts = async (): Promise<void> => {
    const cache = await caches.open(cacheName);
    await Promise.all(owners.map(async (url) => (await cache.match(url)) ?? save(cache, url)));
  };

  return {
    keepOwnersParts,

    /** Where the version before has its owner's parts, this one has too, though it may first be opened without a network. */
    async followOwner(): Promise<void> {
      const saved = await (await caches.open(cacheName)).keys();
      if (saved.some(({ url }) => isOwners(url))) await keepOwnersParts().catch(() => undefined);
    },

    /** Saves what is missing; files whose name carries their hash come out of the browser's cache where it has them. */
    install: (event: ExtendableEvent) => controller.install(event),

    isFile: (url: string) => controller.getCacheKeyForURL(url) !== undefined,

    page: async () => (await controller.matchPrecache(page)) ?? fetch(page),

    /** A file of this version, or of the version before it for a tab that still runs that one; else from the network. */
    async file(request: Request): Promise<Response> {
      const saved = (await controller.matchPrecache(request)) ?? (await (await caches.open(cacheName)).match(request.url));
      if (saved) return saved;
      return owners.includes(request.url) ? save(await caches.open(cacheName), request.url) : fetch(request);
    },

    /**
     * Deletes what neither this version nor the one before it uses. The version before stays because another tab may
     * still run it, holding a slot (D-11), and loads its next step from here: the server no longer has those files.
     */
    async removeOlder(): Promise<void> {
      const cache = await caches.open(cacheName);
      const current = [...controller.getURLsToCacheKeys().values(), ...owners];
      const used = new Set([...current, ...(await filesBefore())]);
      const old = (await cache.keys()).filter((request) => !used.has(request.url));
      await Promise.all(old.map((request) => cache.delete(request)));
      await (await caches.open(recordName)).put(recordKey, Response.json(current));
    },
  };
}

/** Fetches a file and saves it; one that the server does not give is not saved. */
async function save(cache: Cache, url: string): Promise<Response> {
  const response = await fetch(url);
  if (response.ok) await cache.put(url, response.clone());
  return response;
}

/** The files of the version that was active before; the record is our own, so anything but a list of addresses is none. */
async function filesBefore(): Promise<string[]> {
  const record: unknown = await (await (await caches.open(recordName)).match(recordKey))?.json();
  return Array.isArray(record) ? record.filter((url) => typeof url === 'string') : [];
}
