import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SECOND } from '../../src/limits';
import type { Config } from '../config/config';
import type { Job } from '../db/jobs';
import { inTime } from '../system/inTime';
import { backupName } from './rotation';
import { damageOf } from './whole';

/** How long a backup is read, milliseconds; of a larger one only a drill tells whether it is whole. */
const readingMs = 30 * SECOND;
/** How long a scrape waits for a look at it, milliseconds. */
const patienceMs = SECOND;

/**
 * Says whether the last good backup is in BACKUP_DIR and whole. Its file is read when it has changed, and until it was
 * read counts as it was before.
 */
export function watchLastBackup({ backups }: Pick<Config, 'backups'>): (job: Job | null) => Promise<boolean> {
  let known = { file: '', isWhole: true };
  let looking: Promise<void> | null = null;

  async function look(path: string): Promise<void> {
    const found = await stat(path).catch(() => null);
    const file = `${path} ${found?.size} ${found?.mtimeMs}`;
    if (file === known.file) return;
    known = { file, isWhole: found !== null && (await damageOf(path, readingMs)) === null };
  }

  return async (job) => {
    if (backups === null || !job?.done_at) return true;
    looking ??= look(join(backups.dir, backupName(job.done_at)))
      .catch(() => {})
      .finally(() => (looking = null));
    await inTime(looking, patienceMs, null);
    return known.isWhole;
  };
}
