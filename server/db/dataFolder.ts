import { join } from 'node:path';
import { closedToUs, closeFiles, makeOwnFolder, ownFolderFaults } from '../system/privateFolder';

/** Whether DATA_DIR and the embedded database's files in it are this user's: the start and the doctor both ask here. */

/** Where the files of the embedded database are. */
export const filesIn = (dataDir: string): string => join(dataDir, 'db');

/** Why the embedded database cannot be opened in DATA_DIR, as its opening would throw it. Makes and closes nothing. */
export function dataFolderFaults(dataDir: string): Error[] {
  const faults = ownFolderFaults(dataDir);
  return faults.length > 0 ? faults : closedToUs(filesIn(dataDir));
}

/**
 * Makes DATA_DIR and the database's files in it this user's alone. Throws FolderUnsafe, also for files of the database
 * that this user may not use.
 */
export function makeDataFolder(dataDir: string): void {
  makeOwnFolder(dataDir);
  closeFiles(filesIn(dataDir));
}
