import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY, HOUR, SECOND } from '../../../src/limits';
import { notApart } from '../../config/backups';
import type { Config } from '../../config/config';
import type { Job } from '../../db/jobs';
import { clinicCommand } from '../../system/clinicCommand';
import { unusable } from '../backupFolder';
import { hasOurTables, headOfFile, othersTables, type Head } from '../backupHead';
import { backupName } from '../rotation';
import { damageOf } from '../whole';
import { ageInWords, fine, note, wrong, type Finding } from './finding';

/** With less room than this something will not be written soon. */
const leastBytes = 512 * 1024 * 1024;
const mega = 1024 * 1024;

/** How much room the disks of DATA_DIR and BACKUP_DIR have. A PostgreSQL server's own disk is not seen from here. */
export async function diskFindings({ dataDir, backups }: Pick<Config, 'dataDir' | 'backups'>): Promise<Finding[]> {
  const folders = [dataDir, ...(backups ? [backups.dir] : [])].filter((folder) => existsSync(folder));
  return Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      const free = bavail * bsize;
      const says = `The disk of ${folder} has ${Math.floor(free / mega)} MB left`;
      return free < leastBytes
        ? wrong(
            'disk',
            `${says}, fewer than ${leastBytes / mega}.`,
            'Make room: the database stops taking writes when the disk is full.',
          )
        : fine('disk', `${says}.`);
    }),
  );
}

/**
 * What is seen of BACKUP_DIR: why it cannot be written into, if so, whether the last good backup is in it, what is wrong
 * with that, and its first line.
 */
export type BackupFolder = { fault: string | null; hasLast: boolean; damage: string | null; head: Head | null };

/** How long the last good backup is read, milliseconds; of a larger one only a drill tells whether it is whole. */
const readingMs = 10 * SECOND;

export async function seenFolder({ backups }: Pick<Config, 'backups'>, job: Job | null): Promise<BackupFolder> {
  if (backups === null) return { fault: null, hasLast: false, damage: null, head: null };
  const fault = await unusable(backups.dir);
  const last = job?.done_at ? join(backups.dir, backupName(job.done_at)) : null;
  if (last === null || !existsSync(last)) return { fault, hasLast: false, damage: null, head: null };
  const damage = await damageOf(last, readingMs);
  return { fault, hasLast: true, damage, head: damage === null ? await headOfFile(last) : null };
}

/** How old the last good backup is, and why a later one failed; `job` is null where none was ever begun. */
export function backupFindings(
  { backups, dataDir, databaseUrl, demo }: Pick<Config, 'backups' | 'dataDir' | 'databaseUrl' | 'demo'>,
  job: Job | null,
  now: Date,
  folder: BackupFolder,
): Finding[] {
  const check = 'backups';
  if (backups === null && !job?.done_at && !job?.failed_at) {
    const says = 'No backups are made by the portal: BACKUP_DIR is not set.';
    return [
      demo || databaseUrl !== undefined
        ? note(check, says, demo ? null : 'Set BACKUP_DIR, unless PostgreSQL itself is backed up.')
        : wrong(check, says, 'Set BACKUP_DIR to a folder on another disk.'),
    ];
  }
  const findings: Finding[] = [];
  const lies = notApart(dataDir, backups);
  if (lies !== null) findings.push(wrong(check, lies.says, lies.todo));
  if (folder.fault !== null)
    findings.push(
      wrong(
        check,
        `BACKUP_DIR, ${backups?.dir}, cannot be used: ${folder.fault}.`,
        'Let the server write there (docs/operations.md, Install and Backups), or set another folder.',
      ),
    );
  if (job?.failed_at)
    findings.push(
      wrong(
        check,
        `The backup of ${job.failed_at.toISOString()} failed: ${job.failure ?? 'unknown'}`,
        'Mend the cause; it is tried again every 15 minutes.',
      ),
    );
  if (!job?.done_at) {
    findings.push(
      job?.failed_at
        ? note(check, 'There is no good one yet.')
        : note(check, 'None was made yet; a server makes the first as it starts.'),
    );
    return findings;
  }
  const ageMs = now.getTime() - job.done_at.getTime();
  // Without a plan of its own this machine knows of another's: a day is what plans have.
  const everyMs = backups?.everyMs ?? 24 * HOUR;
  const says = `The last good one is ${ageInWords(ageMs)} old (${job.note ?? ''}).`;
  if (backups !== null && !folder.hasLast)
    findings.push(
      wrong(
        check,
        `The last good one, ${backupName(job.done_at)}, is not in BACKUP_DIR, ${backups.dir}.`,
        `Put it back, or name its folder; until the next one is made, "${clinicCommand} backup FILE" makes one.`,
      ),
    );
  else if (folder.damage !== null)
    findings.push(
      wrong(
        check,
        `The last one is not whole: ${folder.damage}.`,
        `Keep the older ones, and see to the disk; "${clinicCommand} backup FILE" makes one now.`,
      ),
    );
  else if (ageMs > 1.5 * everyMs + HOUR)
    findings.push(wrong(check, says, 'Start a server with BACKUP_DIR; if one runs, read its log.'));
  else if (backups === null && databaseUrl === undefined)
    // Nobody else can make them of the embedded database.
    findings.push(
      wrong(check, `${says} No more are made: BACKUP_DIR is not set.`, 'Set BACKUP_DIR to a folder on another disk.'),
    );
  else if (backups === null)
    findings.push(note(check, `${says} BACKUP_DIR is not set here, so whether it is still there is not seen.`));
  else findings.push(fine(check, says));
  if (folder.head !== null && !hasOurTables(folder.head)) findings.push(ofOthersTables(folder.head));
  return findings;
}

function ofOthersTables(head: Head): Finding {
  const { madeBy, todo } = othersTables(head);
  return note(
    'backups',
    `The last good one was made by ${madeBy}. A restore and a drill of it need that version.`,
    `Keep that version’s archive until the next one is made; "${clinicCommand} backup FILE" makes one now. ${todo}`,
  );
}

/** A drill is due every week; with this age one was missed, days. */
const oldDrillDays = 10;

/** How old the last good drill of the newest backup is, and why a later one failed; `job` is null where none ended yet. */
export function drillFindings({ backups }: Pick<Config, 'backups'>, job: Job | null, now: Date): Finding[] {
  const check = 'restore drill';
  if (job === null)
    return backups === null
      ? []
      : [
          note(
            check,
            'Whether a backup can be restored was not tried yet.',
            `Let a timer run "${clinicCommand} drill" every week (docs/operations.md, Backups).`,
          ),
        ];
  const findings: Finding[] = [];
  if (job.failed_at)
    findings.push(
      wrong(
        check,
        `The drill of ${job.failed_at.toISOString()} failed: ${job.failure ?? 'unknown'}`,
        `Mend the cause, and run "${clinicCommand} drill" once there is a newer backup.`,
      ),
    );
  if (!job.done_at) return [...findings, note(check, 'There is no good one yet.')];
  const ageMs = now.getTime() - job.done_at.getTime();
  const says = `The last good one is ${ageInWords(ageMs)} old (${job.note ?? ''}).`;
  return [
    ...findings,
    ageMs > oldDrillDays * DAY
      ? wrong(check, says, `Let a timer run "${clinicCommand} drill" every week; if one does, read its log.`)
      : fine(check, says),
  ];
}
