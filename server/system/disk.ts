import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fsyncSync, linkSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Waiting for the disk, so that a power failure takes nothing back. */

/** Waits until a file, or a folder's list of names, is on the disk. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Waits until a folder is on the disk, with all that lies in it and its own name. */
export function syncFolder(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true })) syncPath(join(folder, String(entry)));
  syncPath(folder);
  syncPath(dirname(folder));
}

/**
 * Waits until all of the file system in which a folder lies is on the disk, which is one wait however many files there
 * are. False where the system cannot be asked for it (Linux's `sync --file-system` alone waits), or the disk refuses.
 */
export async function syncFileSystem(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const asked = spawn('sync', ['-f', folder], { stdio: 'ignore' });
  return once(asked, 'close').then(
    ([code]) => code === 0,
    // There is no such program.
    () => false,
  );
}

/** The file that a draft of `makeFile` was to become; any other path stays as it is. */
export const withoutDraft = (path: string): string => path.replace(/\.\d+\.draft$/, '');

/**
 * Makes a file of this user alone, whole or not at all, and waits until it is on the disk. False where there is one
 * already, which stays as it is.
 */
export function makeFile(path: string, content: string): boolean {
  // Each process has its own: with one for all, a second start would write over the first one's file, or miss it.
  const draft = `${path}.${process.pid}.draft`;
  try {
    writeFileSync(draft, content, { mode: 0o600, flush: true });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncPath(dirname(path));
  return true;
}

/** What the system says where nothing more can be written: a full disk, a quota, a limit on the size of files. */
const roomless = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether a call failed because there is no room to write. */
export const isForWantOfRoom = (error: unknown): boolean =>
  roomless.has((error as NodeJS.ErrnoException | null)?.code ?? '');

/** More than the first part of a file, which some disks keep beside its name. */
const triedBytes = 256 * 1024;

/**
 * Whether a file can be made and filled in this folder: a full disk, a quota or a disk for reading only do not let it.
 * True where the folder is not there.
 */
export async function takesFiles(folder: string): Promise<boolean> {
  const path = join(folder, 'room.draft');
  try {
    await writeFile(path, Buffer.alloc(triedBytes), { mode: 0o600 });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}
