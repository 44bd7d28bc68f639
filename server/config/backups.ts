import { relative, resolve, sep } from 'node:path';

/** When backups are made, where to, and which are kept. */
export type BackupPlan = {
  dir: string;
  /** Milliseconds from one to the next. */
  everyMs: number;
  /** The time of the day, UTC, from which the others are counted; minutes from midnight. */
  atMinutes: number;
  /** How many days, and how many weeks, keep their newest one. */
  keepDays: number;
  keepWeeks: number;
};

const hourMs = 3_600_000;

/** A time of the day, from 00:00 to 23:59. */
export const isTimeOfDay = (value: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(value);

type Settings = {
  BACKUP_DIR?: string | undefined;
  BACKUP_AT: string;
  BACKUP_EVERY_HOURS: number;
  BACKUP_KEEP_DAYS: number;
  BACKUP_KEEP_WEEKS: number;
};

/** The plan of backups that the settings make; null without a folder for them. */
export function backupPlan(settings: Settings): BackupPlan | null {
  if (settings.BACKUP_DIR === undefined) return null;
  const [hours = 0, minutes = 0] = settings.BACKUP_AT.split(':').map(Number);
  return {
    dir: settings.BACKUP_DIR,
    everyMs: settings.BACKUP_EVERY_HOURS * hourMs,
    atMinutes: hours * 60 + minutes,
    keepDays: settings.BACKUP_KEEP_DAYS,
    keepWeeks: settings.BACKUP_KEEP_WEEKS,
  };
}

/** Whether a path is a folder or lies in it. */
export function liesIn(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** Why the backups are not apart from the data that they are of, and what to do; null where they are. */
export const notApart = (dataDir: string, plan: BackupPlan | null): { says: string; todo: string } | null =>
  plan !== null && liesIn(plan.dir, dataDir)
    ? {
        says: `BACKUP_DIR ${resolve(plan.dir) === resolve(dataDir) ? 'is' : 'lies in'} DATA_DIR, and is lost together with it.`,
        todo: 'Set BACKUP_DIR to a folder on another disk.',
      }
    : null;
