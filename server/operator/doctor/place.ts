import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolderFaults } from '../../db/dataFolder';
import { placeFault } from '../../system/privateFolder';
import { systemFault } from '../../system/systemFault';
import { fine, wrong, type Finding } from './finding';

const check = 'data folder';
/** How many files of others are named; whoever owns one often owns all. */
const mostNamed = 3;

/**
 * Whether DATA_DIR and the keys in it are this user's alone. Looks before anything closes them. `faults`: why the server
 * cannot use it.
 */
export function placeFindings(dataDir: string, faults: readonly Error[] = dataFolderFaults(dataDir)): Finding[] {
  if (faults.length > 0) {
    const more = faults.length - mostNamed;
    return [
      ...faults.slice(0, mostNamed).map((fault) => wrong(check, systemFault(fault) ?? fault.message, refuses)),
      ...(more > 0 ? [wrong(check, `So it is with ${more} more in ${dataDir}.`, refuses)] : []),
    ];
  }
  if (!existsSync(dataDir)) return [fine(check, `${dataDir} is not there yet; the first start makes it.`)];
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

const refuses = 'The server refuses to start until that is so.';

/** Windows has no such modes. */
const isOpen = (path: string): boolean =>
  process.getuid !== undefined && existsSync(path) && (lstatSync(path).mode & 0o077) !== 0;
