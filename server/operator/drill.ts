import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isUnavailable } from '../db/faults';
import { jobDone, jobFailed, takeJob } from '../db/jobs';
import { openMigrated } from '../db/open';
import type { Db } from '../db/transaction';
import { countRows, differences, NotRestored, restore } from './backup';
import { takesFiles } from '../system/disk';
import type { Outcome } from './commands';
import { Unusable } from './files';
import { removedAtTheEnd, removeLeft } from './left';
import { backupTime } from './rotation';

export const drillPrefix = 'portal-drill-';

/**
 * Tries whether a backup can be restored: reads it into an embedded database that is thrown away, and counts there the
 * rows of each table against the numbers that the backup carries. `given` are its lines. Throws Unusable where this
 * machine does not let it be tried, which says nothing of the backup.
 */
export async function drill(file: string, given: AsyncIterable<string>): Promise<Outcome> {
  await removeLeft(tmpdir(), drillPrefix);
  const dataDir = await mkdtemp(join(tmpdir(), drillPrefix)).catch((error: unknown) => {
    throw new Unusable(untried(file, (error as Error).message));
  });
  const forget = removedAtTheEnd(dataDir);
  try {
    const db = await openMigrated({ dataDir });
    try {
      const { tables, rows, counts } = await restore(db, given);
      const differing = differences(counts, await countRows(db));
      return differing.length > 0
        ? { out: [], err: [...differing, `${file}: what was restored differs from the backup`], exit: 1 }
        : { out: [`${file}: OK, ${rows} rows of ${tables} tables were restored and counted`], err: [], exit: 0 };
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (error instanceof NotRestored) return { out: [], err: [`${file}: ${error.message}`], exit: 1 };
    if (error instanceof Unusable || !(await isOfTheDisk(error, dataDir))) throw error;
    throw new Unusable(untried(file, (error as Error).message));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    forget();
  }
}

const untried = (file: string, why: string): string =>
  `${file} was not tried, and may well be whole: a trial database cannot be made in ${tmpdir()} (${why}). ` +
  'Set TMPDIR to a folder that this user may write to, with room for the whole database.';

const diskFaults = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO']);

const isOfTheDisk = async (error: unknown, dataDir: string): Promise<boolean> =>
  diskFaults.has((error as NodeJS.ErrnoException).code ?? '') || isUnavailable(error) || !(await takesFiles(dataDir));

/**
 * The newest of the scheduled backups in a folder. One of a moment after `now`, which a clock that was ahead made, stays
 * there for good and counts only where there is no other. Throws Unusable where there is none.
 */
export async function newestIn(dir: string, now: Date): Promise<string> {
  const names = await readdir(dir).catch((error: unknown) => {
    throw new Unusable(`${dir} cannot be read: ${(error as Error).message}`);
  });
  // Their names sort by their moments.
  const made = names.filter((name) => backupTime(name) !== null).sort();
  const newest = made.findLast((name) => backupTime(name)! <= now) ?? made.at(-1);
  if (newest === undefined) throw new Unusable(`There is no backup in ${dir}.`);
  return join(dir, newest);
}

/** Notes how the drill of the newest backup went, for the doctor and the metrics. */
export async function noteDrill(db: Db, now: Date, { said, isGood }: { said: string; isGood: boolean }): Promise<void> {
  // No lease: whoever drills has ended.
  await takeJob(db, 'drill', { due: now, now, leaseMs: 0 });
  await (isGood ? jobDone : jobFailed)(db, 'drill', now, said);
}
