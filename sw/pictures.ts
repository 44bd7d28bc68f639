import { isOfType } from './built';

const cacheName = 'pictures';

/** The most pictures saved: enough for several clinics, few enough for any phone. */
const most = 60;

/**
 * Returns a clinic's picture: the saved one at once, while a fresh one is loaded for next time. `later` keeps the
 * worker alive meanwhile.
 */
export async function picture(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
  const cache = await caches.open(cacheName);
  const saved = await cache.match(request);
  const fresh = fetchAndSave(cache, request, 'image/');
  // An earlier version of the worker saved answers unchecked.
  if (!saved || !isOfType(saved, 'image/')) return fresh;
  later(fresh.catch(() => undefined));
  return saved;
}

const manifestType = 'manifest+json';

/**
 * Returns a clinic's manifest: the fresh one, which installing reads; the saved one if the network gives none or a
 * wrong answer.
 */
export async function manifest(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const find = async () => {
    const saved = await cache.match(request);
    return saved && isOfType(saved, manifestType) ? saved : null;
  };
  try {
    const fresh = await fetchAndSave(cache, request, manifestType);
    return fresh.status !== 200 || isOfType(fresh, manifestType) ? fresh : ((await find()) ?? fresh);
  } catch (offline) {
    const saved = await find();
    if (saved) return saved;
    throw offline;
  }
}

async function fetchAndSave(cache: Cache, request: Request, type: string): Promise<Response> {
  const response = await fetch(request);
  if (isOfType(response, type) && !/no-store/.test(response.headers.get('Cache-Control') ?? '')) {
    await cache.put(request, response.clone());
    await trim(cache);
  }
  return response;
}

/** Deletes the oldest pictures. Keys come in the order of saving, the oldest first. */
async function trim(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}
