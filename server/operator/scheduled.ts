import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE } from '../../src/limits';
import type { Services } from '../calls/services';
import type { BackupPlan } from '../config/backups';
import { isDue, jobDone, jobFailed, readJob, takeJob } from '../db/jobs';
import { faultForLog } from '../system/faultForLog';
import { makeOwnFolder } from '../system/privateFolder';
import { startRounds, type Rounds } from '../system/rounds';
import { backUp, UnderWay } from './backup';
import { newFile } from './files';
import { backupName, isDraft, lastDue, outdated } from './rotation';

/** Backups on a schedule (BACKUP_DIR), made by one server of many. */

const everyMs = MINUTE;
/** How long after a backup began another server, or this one, may try again if nothing is known of its end. */
const leaseMs = 15 * MINUTE;

type Given = Pick<Services, 'db' | 'clock' | 'log'>;

/**
 * Makes the backup that is due, unless somebody else is at it, and then deletes what the plan does not keep. Returns the
 * file's path, or null where none was made. Throws what went wrong, once it is noted for the metrics and the doctor;
 * older backups are then all kept.
 */
export async function backUpIfDue({ db, clock, log }: Given, plan: BackupPlan): Promise<string | null> {
  const now = clock.now();
  const due = { due: lastDue(plan, now), now, leaseMs };
  if (!isDue(await readJob(db, 'backup'), due)) return null;
  if (!(await takeJob(db, 'backup', due))) return null;
  try {
    const path = await makeBackup(db, plan.dir, now);
    await rotate(plan, now);
    log.info({ backup: true }, 'a backup was made');
    return path;
  } catch (error) {
    if (error instanceof UnderWay) return null;
    await jobFailed(db, 'backup', now, error instanceof Error ? error.message : 'unknown');
    throw error;
  }
}

async function makeBackup(db: Given['db'], dir: string, now: Date): Promise<string> {
  makeOwnFolder(dir);
  const path = join(dir, backupName(now));
  const file = await newFile(path);
  const { tables, rows } = await file.keepIf(() => true, backUp(db, file.write, now, { keepsOthersOut: true }));
  const { size } = await stat(path);
  await jobDone(db, 'backup', now, `${path}: ${rows} rows of ${tables} tables, ${Math.ceil(size / 1024)} kB`);
  return path;
}

/** Deletes what the plan does not keep, and what killed servers of earlier versions left half written. */
async function rotate(plan: BackupPlan, now: Date): Promise<void> {
  const names = await readdir(plan.dir);
  for (const name of [...outdated(names, plan, now), ...names.filter(isDraft)])
    await rm(join(plan.dir, name), { force: true });
}

/** Makes backups as they are due, until stopped; a stop waits for the one under way. */
export const startBackups = (services: Given, plan: BackupPlan): Rounds =>
  startRounds(
    async () => {
      await backUpIfDue(services, plan);
      return 'done';
    },
    everyMs,
    (error) => services.log.error({ fault: faultForLog(error) }, 'the backup failed'),
  );
