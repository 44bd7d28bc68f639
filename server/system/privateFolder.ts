import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * A folder or file that other users of the machine could read or replace; the message says which, why, and what to do.
 */
export class FolderUnsafe extends Error {
  override readonly name = 'FolderUnsafe';
}

/** Makes all files that this process creates from now on readable by its user only, the database's among them. */
export const keepFilesPrivate = (): void => void process.umask(0o077);

/** The id of this process's user; null on a system without such ids, where permissions work in another way. */
const me = (): number | null => process.getuid?.() ?? null;

/**
 * Makes sure that `path` is a folder of this user alone: creates it where it is missing, and closes it to others where
 * it was open. Throws FolderUnsafe for a folder of somebody else, a link, a folder that cannot be closed, and one that
 * contains somebody else's files.
 */
export function makeOwnFolder(path: string): void {
  makeFolder(path);
  const user = me();
  if (user === null) return;
  checkFolder(path, user);
  if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
  if ((lstatSync(path).mode & 0o077) !== 0)
    throw new FolderUnsafe(
      `Other users may read ${path}, and its disk does not let that be changed. Choose a folder on another disk.`,
    );
  const [fault] = othersIn(path, user);
  if (fault !== undefined) throw fault;
}

/** What `makeOwnFolder` would throw, seen without making or closing anything; more than one where several files are not ours. */
export function ownFolderFaults(path: string): Error[] {
  const user = me();
  try {
    if (!existsSync(path)) mustBeMakeable(path);
    else if (user !== null) {
      checkFolder(path, user);
      return othersIn(path, user);
    }
    return [];
  } catch (error) {
    return [error as Error];
  }
}

const othersIn = (folder: string, user: number): FolderUnsafe[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found === undefined || found.uid === user ? [] : [new FolderUnsafe(othersOwn(path, found, user))];
  });

/** The files and folders below `folder` that belong to somebody else and that this user may not read and write. */
export function closedToUs(folder: string, user: number | null = me()): FolderUnsafe[] {
  const faults: FolderUnsafe[] = [];
  if (user !== null)
    walk(folder, (path, found) => {
      const isClosed = isClosedToUs(path, found, user);
      if (isClosed) faults.push(new FolderUnsafe(othersOwn(path, found, user)));
      return !isClosed;
    });
  return faults;
}

/** Closes everything below `folder` to other users. Throws FolderUnsafe for what this user may not read and write. */
export function closeFiles(folder: string, user: number | null = me()): void {
  if (user === null) return;
  walk(folder, (path, found) => {
    if (isClosedToUs(path, found, user)) throw new FolderUnsafe(othersOwn(path, found, user));
    if ((found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700);
    return true;
  });
}

const isClosedToUs = (path: string, found: Stats, user: number): boolean => found.uid !== user && !isOpenToUs(path);

/** Shows `visit` each file and folder below `folder`, links aside; it says whether to look into a folder. */
function walk(folder: string, visit: (path: string, found: Stats) => boolean): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isSymbolicLink()) continue;
    if (visit(path, found) && found.isDirectory()) walk(path, visit);
  }
}

/** A server at work removes files and folders meanwhile. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function isOpenToUs(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const isFile = (path: string) =>
  new FolderUnsafe(`${path} is no folder: it, or what it lies in, is a file. Choose a folder.`);

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    throw isFile(path);
  }
}

/** Throws what `makeFolder` would, and makes nothing. */
function mustBeMakeable(path: string): void {
  let above = dirname(resolve(path));
  while (!existsSync(above)) above = dirname(above);
  if (!statSync(above).isDirectory()) throw isFile(path);
  try {
    accessSync(above, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw Object.assign(error as Error, { path });
  }
}

/**
 * Whether `path` is a folder that belongs to this user; false where there is nothing. Throws FolderUnsafe for a link, a
 * file, and somebody else's folder. Always true on a system without user ids.
 */
export function isOwnFolder(path: string): boolean {
  const user = me();
  try {
    if (user !== null) checkFolder(path, user);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Throws FolderUnsafe when a file belongs to somebody else. A file that does not exist is all right. */
export function mustBeMine(path: string, user: number | null = me()): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (user !== null && found !== undefined && found.uid !== user) throw new FolderUnsafe(othersOwn(path, found, user));
}

function checkFolder(path: string, user: number): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) throw new FolderUnsafe(`${path} is a link. Name the folder itself.`);
  if (!found.isDirectory()) throw new FolderUnsafe(`${path} is no folder.`);
  if (found.uid !== user) throw new FolderUnsafe(othersOwn(path, found, user));
}

const othersOwn = (path: string, { uid }: Stats, user: number): string =>
  `${path} belongs to user ${uid}, and this program runs as user ${user}. Run it as that user, hand the folder over (chown -R), or choose another folder.`;

/**
 * Says why the place of `path` is not safe; null where it is. Whoever may write into a folder above `path` may move it
 * away and put another in its place. In a folder like /tmp (with the sticky bit) only an entry's owner may do that.
 * Folders that the user's own group or group 0 may write into count as safe.
 */
export function placeFault(path: string): string | null {
  if (me() === null || !existsSync(path)) return null;
  for (let folder = dirname(realpathSync(path)); ; folder = dirname(folder)) {
    const { mode, gid } = statSync(folder);
    const isShared = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== 0 && gid !== process.getgid?.());
    if (isShared && (mode & 0o1000) === 0) {
      return `${path} lies in ${folder}, where other users may put another in its place. Close that folder to them (chmod g-w,o-w), or choose another place.`;
    }
    if (folder === dirname(folder)) return null;
  }
}
