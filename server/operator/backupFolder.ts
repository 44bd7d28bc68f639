import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { notApart } from '../config/backups';
import type { Config } from '../config/config';
import { takesFiles } from '../system/disk';
import { FolderUnsafe, isOwnFolder, makeOwnFolder } from '../system/privateFolder';

/** Whether BACKUP_DIR can take backups. */

const inWords = (error: unknown): string =>
  error instanceof FolderUnsafe
    ? error.message.replace(/\.$/, '')
    : ((error as NodeJS.ErrnoException).code ?? 'unknown');

/** Why no backup can be written into a folder, or into the one that it would be made in; null where one can. Makes nothing. */
export async function unusable(dir: string): Promise<string | null> {
  let there = resolve(dir);
  while (!existsSync(there) && there !== dirname(there)) there = dirname(there);
  try {
    isOwnFolder(dir);
    await access(there, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return inWords(error);
  }
}

/** What the operator has to know of BACKUP_DIR as the server starts, which makes it: a backup may be due in hours only. */
export async function backupWarnings({ backups, dataDir }: Pick<Config, 'backups' | 'dataDir'>): Promise<string[]> {
  if (backups === null) return [];
  const lies = notApart(dataDir, backups);
  const why = await takesNone(backups.dir);
  return [
    ...(lies === null ? [] : [`${lies.says} ${lies.todo}`]),
    ...(why === null ? [] : [`No backup can be made: BACKUP_DIR, ${backups.dir}, cannot be used: ${why}.`]),
  ];
}

async function takesNone(dir: string): Promise<string | null> {
  try {
    makeOwnFolder(dir);
    return (await takesFiles(dir)) ? null : 'it takes no files';
  } catch (error) {
    return inWords(error);
  }
}
