import { isBuilt, type Built } from './built';

const cacheName = 'shell';
const recordName = 'shell-record';
const recordKey = '/files';
const page = '/index.html';

/** Where the build puts what signed-in owners alone need (vite.config.ts); their names carry their hash. */
const ownersPart = /^\/assets\/owner\//;
const isOwners = ({ url }: { url: string }) => ownersPart.test(new URL(url).pathname);

/** An entry of the list that the build gives the worker; without a revision the name carries the file's hash. */
export type Listed = Built & { revision: string | null };

/** A file with its full address, and the address under which this version's is kept. */
type ShellFile = Built & { key: string };

const fileOf = ({ url, revision, integrity }: Listed): ShellFile => {
  const { href } = new URL(url, location.origin);
  return { url: href, integrity, key: revision === null ? href : `${href}?__WB_REVISION__=${revision}` };
};

/** The files of the build, saved when a version installs, or on an owner's first visit, and the answers made from them. */
export function makeShell(list: readonly Listed[]) {
  const files = list.map(fileOf);
  const named = new Map(files.map((file) => [file.url, file]));
  const owners = files.filter(isOwners);

  /** The saved file, else the server's where it is this version's. */
  const mine = async (file: ShellFile): Promise<Response | null> => {
    const saved = await (await openShell()).match(file.key);
    if (saved) return saved;
    const { answer, isKept } = await fetchAndKeep(file);
    return isKept ? answer : null;
  };

  /** Saves what a signed-in owner needs beyond the shell (D-301); rejects where it is not all there then. */
  const keepOwnersParts = (): Promise<void> => keepAll(owners);

  return {
    keepOwnersParts,

    /**
     * Saves what is missing, and what an owner needs where the version before has that too: it may first be opened without
     * a network. Rejects unless all of it is there then, so that nothing less than a whole version is ever offered (D-11).
     */
    async install(): Promise<void> {
      await keepAll(files.filter((file) => !isOwners(file)));
      if ((await (await openShell()).keys()).some(isOwners)) await keepOwnersParts();
    },

    isFile: (url: string) => named.has(url),

    /** Where there is neither the saved page nor this version's at the server, the network answers as it would without a worker. */
    async page(request: Request): Promise<Response> {
      const file = named.get(new URL(page, location.origin).href);
      return (file && (await mine(file))) ?? fetch(request);
    },

    /** A file of this version, or of the version before it for a tab that still runs that one; else from the network. */
    async file(request: Request): Promise<Response> {
      const file = named.get(request.url);
      return (file ? await mine(file) : await (await openShell()).match(request.url)) ?? fetch(request);
    },

    /**
     * Deletes what neither this version nor the one before it uses. The version before stays because another tab may
     * still run it, holding a slot (D-11), and loads its next step from here: the server no longer has those files.
     */
    async removeOlder(): Promise<void> {
      const cache = await openShell();
      const current = files.map(({ key }) => key);
      const used = new Set([...current, ...(await filesBefore())]);
      const old = (await cache.keys()).filter((request) => !used.has(request.url));
      await Promise.all(old.map((request) => cache.delete(request)));
      await (await caches.open(recordName)).put(recordKey, Response.json(current));
    },
  };
}

const openShell = () => caches.open(cacheName);

/** Saves files one after the other, so that a page's own calls get through; rejects with the first that cannot be had whole. */
async function keepAll(files: readonly ShellFile[]): Promise<void> {
  const cache = await openShell();
  for (const file of files) {
    const saved = await cache.match(file.key);
    if (saved && (await isBuilt(saved, file))) continue;
    // An earlier version of the worker kept what it was given.
    if (saved) await cache.delete(file.key);
    if (!(await fetchAndKeep(file)).isKept) throw new Error(`Not what the build made: ${file.url}`);
  }
}

/** Asks the server for a file, and keeps the answer if it is what the build made. The browser's own cache may hold a wrong one as well: that is asked past. */
async function fetchAndKeep(file: ShellFile): Promise<{ answer: Response; isKept: boolean }> {
  const ask = async (cache: RequestCache) => {
    const answer = await fetch(file.url, { cache });
    const isKept = await isBuilt(answer, file);
    if (isKept) await (await openShell()).put(file.key, answer.clone());
    return { answer, isKept };
  };
  const first = await ask(file.key === file.url ? 'default' : 'reload');
  return first.isKept || first.answer.status !== 200 ? first : ask('reload');
}

/** The files of the version that was active before; the record is our own, so anything but a list of addresses is none. */
async function filesBefore(): Promise<string[]> {
  const record: unknown = await (await (await caches.open(recordName)).match(recordKey))?.json();
  return Array.isArray(record) ? record.filter((url) => typeof url === 'string') : [];
}
