import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isOwnFolder, placeFault } from '../../system/privateFolder';
import { fine, wrong, type Finding } from './finding';

const check = 'data folder';

/** Whether DATA_DIR and the keys in it are this user's alone. Looks before anything closes them. */
export function placeFindings(dataDir: string): Finding[] {
  if (!existsSync(dataDir)) return [fine(check, `${dataDir} is not there yet; the first start makes it.`)];
  try {
    isOwnFolder(dataDir);
  } catch (error) {
    return [wrong(check, (error as Error).message, 'The server refuses to start until that is so.')];
  }
  const fault = placeFault(dataDir);
  const open = [dataDir, ...['secret', 'vapid'].map((name) => join(dataDir, name))].filter(isOpen);
  return [
    ...(fault === null ? [] : [wrong(check, fault, 'Outside of demo mode the server refuses to start there.')]),
    ...open.map((path) =>
      wrong(
        check,
        `Other users of this machine may read ${path}.`,
        `chmod ${path === dataDir ? '700' : '600'} ${path}; whoever may have read a key knows it: remove the file to have a new one made.`,
      ),
    ),
    ...(fault === null && open.length === 0 ? [fine(check, `${dataDir} is closed to other users.`)] : []),
  ];
}

/** Windows has no such modes. */
const isOpen = (path: string): boolean =>
  process.getuid !== undefined && existsSync(path) && (lstatSync(path).mode & 0o077) !== 0;
