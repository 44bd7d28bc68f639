import { builtBytes, isBuilt, type Built } from './built';

const cacheName = 'shell';
const recordName = 'shell-record';
const recordKey = '/files';
const page = '/index.html';

/** The folder for files that only signed-in owners need (vite.config.ts); their names carry their hash. */
const ownersPart = /^\/assets\/owner\//;
const isOwners = ({ url }: { url: string }) => ownersPart.test(new URL(url).pathname);

/** An entry of the build's file list; without a revision the file name carries the hash. `styles`: see `Drawing`. */
export type Listed = Built & { revision: string | null; styles?: string[] };

/** A file with its full address; `key` is the address under which this version of it is saved. */
type ShellFile = Built & { key: string; styles?: string[] | undefined };

/**
 * This version's drawing of owners' pages as it is saved: its text, null where that is not whole, the hashes of the
 * styles that it inlines, and the shell in whose place it draws.
 */
export type Drawing = { styles: readonly string[]; empty: Response; text: Promise<string | null> };

const fileOf = ({ url, revision, integrity, styles }: Listed): ShellFile => {
  const { href } = new URL(url, location.origin);
  return { url: href, integrity, styles, key: revision === null ? href : `${href}?__WB_REVISION__=${revision}` };
};

/**
 * The files of the build, saved when a version installs, or on an owner's first visit, and the answers made from them.
 */
export function makeShell(list: readonly Listed[]) {
  const files = list.map(fileOf);
  const named = new Map(files.map((file) => [file.url, file]));
  const owners = files.filter(isOwners);

  /** Returns the saved file, else the server's if it is of this version. */
  const mine = async (file: ShellFile): Promise<Response | null> => {
    const saved = await savedAs(file.key);
    if (saved) return saved;
    const { answer, isKept } = await fetchAndKeep(file);
    return isKept ? answer : null;
  };

  /** Saves the files that only signed-in owners need (D-301); rejects if any is missing afterwards. */
  const keepOwnersParts = (): Promise<void> => keepAll(owners);

  return {
    keepOwnersParts,

    /**
     * Saves missing files, and owners' files if the version before has saved them: the next start may be offline.
     * Rejects unless all are saved, so that an incomplete version is never offered (D-11).
     */
    async install(): Promise<void> {
      await keepAll(files.filter((file) => !isOwners(file)));
      if ((await (await openShell()).keys()).some(isOwners)) await keepOwnersParts();
    },

    isFile: (url: string) => named.has(url),

    /**
     * Returns the shell page as `dress` makes it; if neither cache nor server has this version's, the network's answer.
     */
    async page(request: Request, dress: (html: string) => Promise<string>): Promise<Response> {
      const file = named.get(pageUrl());
      const shell = file && (await mine(file));
      if (!shell) return fetch(request);
      const headers = new Headers(shell.headers);
      // Of the file as it came.
      ['Content-Encoding', 'Content-Length', 'ETag'].forEach((name) => headers.delete(name));
      return new Response(await dress(await shell.text()), { headers });
    },

    /** Finds this version's drawing; null where it or the shell is not saved, as is the drawing for a visitor. */
    async drawing(): Promise<Drawing | null> {
      const [script, shell] = [owners.find(({ styles }) => styles !== undefined), named.get(pageUrl())];
      if (!script || !shell) return null;
      const saving = savedAs(script.key);
      // It is read while the shell is looked for.
      const text = saving.then((saved) => (saved ? textOf(saved, script) : null)).catch(() => null);
      const [saved, empty] = await Promise.all([saving, savedAs(shell.key)]);
      return saved && empty ? { styles: script.styles!, empty, text } : null;
    },

    /**
     * Returns a file of this version, or of the version before it for a tab that still runs it; else the network's
     * answer.
     */
    async file(request: Request): Promise<Response> {
      const file = named.get(request.url);
      return (file ? await mine(file) : await savedAs(request.url)) ?? fetch(request);
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

/** Reads a saved file's text; null where it is not the build's. */
async function textOf(saved: Response, file: ShellFile): Promise<string | null> {
  const bytes = await builtBytes(saved, file);
  return bytes && new TextDecoder().decode(bytes);
}

const pageUrl = () => new URL(page, location.origin).href;
const openShell = () => caches.open(cacheName);
/** A saved file; one question to the browser, where opening the cache first would be two. */
const savedAs = (key: string) => caches.match(key, { cacheName });

/**
 * Saves files one after the other, which leaves the network to the page's own calls; rejects at the first that is not
 * whole.
 */
async function keepAll(files: readonly ShellFile[]): Promise<void> {
  const cache = await openShell();
  for (const file of files) {
    const saved = await cache.match(file.key);
    if (saved && (await isBuilt(saved, file))) continue;
    // An earlier version of the worker saved answers unchecked.
    if (saved) await cache.delete(file.key);
    if (!(await fetchAndKeep(file)).isKept) throw new Error(`Not what the build made: ${file.url}`);
  }
}

/**
 * Requests a file and saves the answer if it is the build's file. If not, requests it again past the browser's cache,
 * which may hold a wrong one.
 */
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

/** Reads the file list of the version active before; empty if the record is not a list of addresses. */
async function filesBefore(): Promise<string[]> {
  const record: unknown = await (await (await caches.open(recordName)).match(recordKey))?.json();
  return Array.isArray(record) ? record.filter((url) => typeof url === 'string') : [];
}
