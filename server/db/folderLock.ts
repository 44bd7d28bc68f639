import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { is, nullable, number, optional, string, type, type Infer } from 'superstruct';

const Owner = type({
  pid: number(),
  startedAt: nullable(string()),
  host: string(),
  /** In which numbering of processes `pid` is; absent in locks of earlier versions. */
  space: optional(nullable(string())),
  nonce: string(),
});
type Owner = Infer<typeof Owner>;

const heartbeatMs = 5_000;
const lockName = 'lock';
/**
 * Milliseconds after its last sign of life for which a process on another machine, or in another container, counts as
 * alive (a shared volume).
 */
const foreignSilenceMs = 30_000;
const lookMs = 250;
const takeoverMs = 10_000;

/** The error for a folder whose embedded database another process has open. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  constructor(folder: string, owner: Owner | null) {
    const who = owner ? `process ${owner.pid}${isOfHere(owner) ? '' : ` on ${owner.host}`}` : 'another process';
    super(
      `The data folder ${folder} is in use by ${who}. The embedded database belongs to one process: ` +
        'stop that one first, choose another DATA_DIR, or use PostgreSQL by setting DATABASE_URL.',
    );
  }
}

/**
 * Locks the folder for this process; two processes on one embedded database lose rows. A lock whose process is gone
 * (killed, power loss) is taken over; one of another machine or container only after a while without a sign of life.
 * Returns the function that releases the lock. Where another process has taken the lock over all the same, since this one
 * was frozen, `lost` is called: nothing may be written any more.
 */
export async function lockFolder(
  folder: string,
  { silenceMs = foreignSilenceMs, everyMs = heartbeatMs, lost = endAtOnce as (folder: string) => void } = {},
): Promise<() => Promise<void>> {
  const path = join(folder, lockName);
  const { pid } = process;
  const me: Owner = { pid, startedAt: startOf(pid), host: hostname(), space: space(), nonce: randomUUID() };
  if (!(await place(path, me))) await takeOver(folder, path, me, silenceMs);

  const beat = async (): Promise<void> => {
    // Read at once: whoever was frozen must not go on to write first.
    const owner = ownerSync(path);
    if (owner !== null && owner.nonce !== me.nonce) return lost(folder);
    await utimes(path, new Date(), new Date()).catch(() => {});
  };
  const heartbeat = setInterval(() => void beat(), everyMs);
  heartbeat.unref();
  const onExit = () => {
    if (ownerSync(path)?.nonce === me.nonce) rmSync(path, { force: true });
  };
  process.on('exit', onExit);
  return async () => {
    clearInterval(heartbeat);
    process.off('exit', onExit);
    if ((await ownerOf(path))?.nonce === me.nonce) await rm(path, { force: true });
  };
}

/**
 * Resolves once whoever has the folder open has given no sign of life for `silenceMs` milliseconds from now on: its
 * process is frozen, or so busy that it does nothing else. Gives the number of that process. Until `signal` ends it.
 */
export async function ownerSilent(folder: string, silenceMs: number, signal: AbortSignal): Promise<number | null> {
  const path = join(folder, lockName);
  // The file's time alone is compared, never with the clock, which may have been set meanwhile.
  const sign = () =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
  let last = await sign();
  for (let since = performance.now(); performance.now() - since < silenceMs;) {
    await wait(lookMs, undefined, { signal });
    const now = await sign();
    if (now === last) continue;
    last = now;
    since = performance.now();
  }
  return (await ownerOf(path))?.pid ?? null;
}

/**
 * Creates the lock file with its content in one step, so that nobody reads half of it. False when there is one already.
 */
async function place(path: string, owner: Owner): Promise<boolean> {
  const draft = `${path}.${owner.nonce}`;
  try {
    await writeFile(draft, JSON.stringify(owner), { mode: 0o600 });
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Replaces the lock of a process that is gone. A second file lets one process try at a time, so that nobody removes a
 * fresh lock.
 */
async function takeOver(folder: string, path: string, me: Owner, silenceMs: number): Promise<void> {
  const mutex = `${path}.takeover`;
  const silent = await silentSince(folder, path, silenceMs);
  if (Math.abs(await ageOf(mutex)) > takeoverMs) await rm(mutex, { force: true });
  if (!(await place(mutex, me))) throw new FolderInUse(folder, await ownerOf(path));
  try {
    const owner = await ownerOf(path);
    if (owner && (await isAlive(owner, path, silent))) throw new FolderInUse(folder, owner);
    await rm(path, { force: true });
    if (!(await place(path, me))) throw new FolderInUse(folder, await ownerOf(path));
  } finally {
    await rm(mutex, { force: true });
  }
}

/** Ends the process without closing the database, which another one has by now. */
function endAtOnce(folder: string): never {
  console.error(`Another process has taken over ${folder}, since this one gave no sign of life. It ends.`);
  process.exit(1);
}

/**
 * When the lock of another machine or container was touched last, once nobody has touched it for `silenceMs`; null for
 * any other lock, and as soon as somebody does. A time of the future is by a clock that was set back since, or by another
 * machine's that is ahead, so that only waiting tells.
 */
async function silentSince(folder: string, path: string, silenceMs: number): Promise<number | null> {
  const owner = await ownerOf(path);
  const touched = await touchedAt(path);
  if (!owner || isOfHere(owner) || touched === null) return null;
  const age = Date.now() - touched;
  let left = age < -1 ? silenceMs : silenceMs - age;
  if (left > heartbeatMs)
    console.warn(
      `${folder} was used by process ${owner.pid} on ${owner.host} a moment ago. Waiting up to ${Math.ceil(left / 1000)} seconds, to see whether it still runs.`,
    );
  for (; left > 0; left -= lookMs) {
    await wait(Math.min(lookMs, left));
    if ((await touchedAt(path)) !== touched) return null;
  }
  return touched;
}

/** Whether a folder that was locked once is nobody's any more. */
export async function isForsaken(folder: string, silenceMs = foreignSilenceMs): Promise<boolean> {
  const path = join(folder, 'lock');
  const owner = await ownerOf(path);
  // One that was made just now is not locked yet.
  if (owner === null) return (await ageOf(folder)) > silenceMs;
  return isOfHere(owner) ? !(await isAlive(owner, path, null)) : (await ageOf(path)) > silenceMs;
}

/** Whether the owner's process can be looked up by its number here. */
const isOfHere = ({ host, space: its }: Owner): boolean =>
  host === hostname() && (its === undefined || its === space());

/** The numbering of processes that this one sees: containers of one host name have each their own, with a process 1. */
function space(): string | null {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}

async function isAlive(owner: Owner, path: string, silent: number | null): Promise<boolean> {
  if (!isOfHere(owner)) return silent === null || (await touchedAt(path)) !== silent;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  // The process id may have been reused; a different start time shows that.
  return startOf(owner.pid) === owner.startedAt;
}

/** Returns a process's start time in the kernel's ticks; null where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ');
    // A killed process whose parent has not collected it yet still has its id.
    return state === 'Z' || state === 'X' ? 'ended' : (fields[18] ?? null);
  } catch {
    return null;
  }
}

/** Returns when the file was last touched, milliseconds; null without the file. */
const touchedAt = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );

/** Returns the milliseconds since the file was last touched; -1 without the file. */
async function ageOf(path: string): Promise<number> {
  const touched = await touchedAt(path);
  return touched === null ? -1 : Date.now() - touched;
}

const parse = (text: string): Owner | null => {
  try {
    const owner: unknown = JSON.parse(text);
    return is(owner, Owner) ? owner : null;
  } catch {
    return null;
  }
};
const ownerOf = async (path: string) => parse(await readFile(path, 'utf8').catch(() => ''));
function ownerSync(path: string): Owner | null {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
