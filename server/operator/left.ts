import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isForsaken } from '../db/folderLock';
import { isOwnFolder } from '../system/privateFolder';

/** Folders of one process that hold the whole database for a while, and must not outlive it. */

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends this process at the signals to end, with what it does at its end, which Node would leave out. */
export function endBySignals(): void {
  for (const signal of endings) process.on(signal, () => process.exit(128 + constants.signals[signal]));
}

/** Removes the folder also when this process ends before its work. Returns what takes that back. */
export function removedAtTheEnd(folder: string): () => void {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  return () => void process.off('exit', remove);
}

/**
 * Removes the locked folders of this prefix that processes of this user left which were killed. One of another machine or
 * container, whose clock may differ, counts as left once it has given no sign of life for `silenceMs`.
 */
export async function removeLeft(parent: string, prefix: string, silenceMs?: number): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name);
    if (name.startsWith(prefix) && isMine(folder) && (await isForsaken(folder, silenceMs)))
      await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

function isMine(folder: string): boolean {
  try {
    return isOwnFolder(folder);
  } catch {
    return false;
  }
}
