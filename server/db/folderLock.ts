import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
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
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  const me: Owner = { pid: process.pid, startedAt: startOf(process.pid), host: hostname(), nonce: randomUUID() };
  if (!(await place(path, me))) await takeOver(folder, path, me);

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
async function takeOver(folder: string, path: string, me: Owner): Promise<void> {
  const mutex = `${path}.takeover`;
  if ((await ageOf(mutex)) > takeoverMs) await rm(mutex, { force: true });
  if (!(await place(mutex, me))) throw new FolderInUse(folder, await ownerOf(path));
  try {
    const owner = await ownerOf(path);
    if (owner && (await isAlive(owner, path))) throw new FolderInUse(folder, owner);
    await rm(path, { force: true });
    if (!(await place(path, me))) throw new FolderInUse(folder, await ownerOf(path));
  } finally {
    await rm(mutex, { force: true });
  }
}

async function isAlive(owner: Owner, path: string): Promise<boolean> {
  if (owner.host !== hostname()) return (await ageOf(path)) < foreignSilenceMs;
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

/** Returns the milliseconds since the file was last touched; -1 without the file. */
async function ageOf(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch {
    return -1;
  }
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
