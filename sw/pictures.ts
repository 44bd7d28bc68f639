const cacheName = 'pictures';

/** More than one clinic's icons and faces, and little enough for any phone. */
const most = 60;

/** A clinic's picture: the saved one at once while a fresh one is fetched for next time. `later` keeps the worker alive for that. */
export async function picture(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
  const cache = await caches.open(cacheName);
  const saved = await cache.match(request);
  const fresh = fetchAndSave(cache, request);
  if (!saved) return fresh;
  later(fresh.catch(() => undefined));
  return saved;
}

/** A clinic's manifest: the fresh one, since installing reads it, and the saved one without a network. */
export async function manifest(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  try {
    return await fetchAndSave(cache, request);
  } catch (offline) {
    const saved = await cache.match(request);
    if (saved) return saved;
    throw offline;
  }
}

async function fetchAndSave(cache: Cache, request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.status === 200 && !/no-store/.test(response.headers.get('Cache-Control') ?? '')) {
    await cache.put(request, response.clone());
    await trim(cache);
  }
  return response;
}

/** Keys come in the order of their last saving, the oldest first. */
async function trim(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}
