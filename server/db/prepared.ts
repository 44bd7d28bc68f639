import { chmodSync, cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeFiles } from '../system/privateFolder';

/**
 * The embedded database that the build prepared: migrated and empty. It lies beside the compiled server, made by that
 * same code, so it fits its migrations; beside the sources there is none.
 */
const preparedFolder = join(dirname(fileURLToPath(import.meta.url)), 'database');

/**
 * Copies a prepared database to `files` where there is no database yet, which takes a tenth of the time of making one.
 * The copy gets its name once it is whole, so that a start that is interrupted leaves no half of a database.
 */
export function copyPrepared(files: string, prepared: string = preparedFolder): void {
  if (existsSync(files) || !existsSync(prepared)) return;
  const draft = `${files}.draft`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(prepared, draft, { recursive: true });
  // The copy has the modes of the original, which is readable to others.
  closeFiles(draft);
  chmodSync(draft, 0o700);
  renameSync(draft, files);
}
