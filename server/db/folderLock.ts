import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { is, nullable, number, string, type, type Infer } from 'superstruct';

const Owner = type({ pid: number(), startedAt: nullable(string()), host: string(), nonce: string() });
type Owner = Infer<typeof Owner>;

const heartbeatMs = 5_000;
/**
 * Milliseconds after its last sign of life for which a process on another machine (a shared volume) counts as alive.
 */
const foreignSilenceMs = 30_000;
const takeoverMs = 10_000;

/** The error for a folder whose embedded database another process has open. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  constructor(folder: string, owner: Owner | null) {
    const who = owner
      ? `process ${owner.pid}${owner.host === hostname() ? '' : ` on ${owner.host}`}`
      : 'another process';
    super(
      `The data folder ${folder} is in use by ${who}. The embedded database belongs to one process: ` +
        'stop that one first, choose another DATA_DIR, or use PostgreSQL by setting DATABASE_URL.',
    );
  }
}

/**
 * Locks the folder for this process; two processes on one embedded database lose rows. A lock whose process is gone
 * (killed, power loss) is taken over. Returns the function that releases the lock.
 */
export async function lockFolder(folder: string, silenceMs = foreignSilenceMs): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  const me: Owner = { pid: process.pid, startedAt: startOf(process.pid), host: hostname(), nonce: randomUUID() };
  if (!(await place(path, me))) await takeOver(folder, path, me, silenceMs);

  const heartbeat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), heartbeatMs);
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
 * Creates the lock file with its content in one step, so that nobody reads half of it. False when there is one already.
 */
async function place(path: string, owner: Owner): Promise<boolean> {
  const draft = `${path}.${owner.nonce}`;
  await writeFile(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
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
  const forsaken = await forsakenAhead(path, silenceMs);
  if (Math.abs(await ageOf(mutex)) > takeoverMs) await rm(mutex, { force: true });
  if (!(await place(mutex, me))) throw new FolderInUse(folder, await ownerOf(path));
  try {
    const owner = await ownerOf(path);
    if (owner && (await isAlive(owner, path, forsaken))) throw new FolderInUse(folder, owner);
    await rm(path, { force: true });
    if (!(await place(path, me))) throw new FolderInUse(folder, await ownerOf(path));
  } finally {
    await rm(mutex, { force: true });
  }
}

/**
 * When another machine's lock was touched last that is of the future, and that nobody touches again: by a clock that
 * was set back since, and not by another machine's, which is ahead and goes on. Null for any other.
 */
async function forsakenAhead(path: string, silenceMs: number): Promise<number | null> {
  const owner = await ownerOf(path);
  if (!owner || owner.host === hostname() || (await ageOf(path)) >= -1) return null;
  const touched = await touchedAt(path);
  await wait(silenceMs);
  return (await touchedAt(path)) === touched ? touched : null;
}

async function isAlive(owner: Owner, path: string, forsaken: number | null): Promise<boolean> {
  if (owner.host !== hostname()) return (await ageOf(path)) < foreignSilenceMs && (await touchedAt(path)) !== forsaken;
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
