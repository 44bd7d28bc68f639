import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder that other users of the machine could read or take; the message says which, why, and what to do. */
export class FolderUnsafe extends Error {
  override readonly name = 'FolderUnsafe';
}

/** From now on this process makes files that only its user may read, the database's among them. */
export const keepFilesPrivate = (): void => void process.umask(0o077);

/** Null where the system does not tell: there permissions are another matter. */
const me = (): number | null => process.getuid?.() ?? null;

/**
 * Makes `path` a folder of this user alone: it is made where it is missing, and closed to others where it was open.
 * Throws FolderUnsafe for one of somebody else, a link, one that cannot be closed, and one that holds somebody else's files.
 */
export function makeOwnFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const user = me();
  if (user === null) return;
  checkFolder(path, user);
  if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
  if ((lstatSync(path).mode & 0o077) !== 0)
    throw new FolderUnsafe(
      `Other users may read ${path}, and its disk does not let that be changed. Choose a folder on another disk.`,
    );
  for (const name of readdirSync(path)) mustBeMine(join(path, name), user);
}

/** Closes everything in a folder to other users. */
export function closeFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, String(name));
    const found = lstatSync(path);
    if (found.isSymbolicLink() || (found.mode & 0o077) === 0) continue;
    chmodSync(path, found.mode & 0o700);
  }
}

/** Whether a folder of this user alone is there already. Throws FolderUnsafe where one is there that is not. */
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

/** Throws FolderUnsafe for a file of somebody else; one that is not there is nobody's. */
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
 * Why `path` is not safe where it lies, or null: whoever may write into a folder above may move this one away and put
 * another there; in one like /tmp only its owner may. Of groups the user's own counts as the user.
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
