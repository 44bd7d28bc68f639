import { DAY, MINUTE } from '../../src/limits';
import type { BackupPlan } from '../config/backups';

/** A Monday, from which times and weeks are counted. */
const monday = Date.UTC(2024, 0, 1);

/** The last moment, up to `now`, at which a backup was due by the plan. */
export function lastDue({ everyMs, atMinutes }: Pick<BackupPlan, 'everyMs' | 'atMinutes'>, now: Date): Date {
  const first = monday + atMinutes * MINUTE;
  return new Date(first + Math.floor((now.getTime() - first) / everyMs) * everyMs);
}

/** The name of the backup of a moment, such as portal-20261125T030000Z.jsonl.gz. */
export const backupName = (at: Date): string => `portal-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.jsonl.gz`;

/** The moment whose backup has this name; null for another file. */
export function backupTime(name: string): Date | null {
  const [, day, time] = /^portal-(\d{8})T(\d{6})Z\.jsonl\.gz$/.exec(name) ?? [];
  if (day === undefined || time === undefined) return null;
  const at = new Date(
    `${day.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')}T${time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')}Z`,
  );
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Whether a file is one of a backup that an earlier version never completed. */
export const isDraft = (name: string): boolean =>
  backupTime(name.slice(0, -37)) !== null && /\.[\da-f-]{36}$/.test(name);

/**
 * The names of backups to delete: all but those of the last 24 hours before the newest, the newest of each of the last
 * `keepDays` days that have one, and of the last `keepWeeks` weeks, from Monday, UTC. Other files are left alone, and so
 * are backups of moments after `now`: those were made by a clock that was ahead, and would have newer ones deleted.
 */
export function outdated(
  names: readonly string[],
  { keepDays, keepWeeks }: Pick<BackupPlan, 'keepDays' | 'keepWeeks'>,
  now: Date,
): string[] {
  const made = names
    .flatMap((name) => {
      const at = backupTime(name);
      return at === null || at > now ? [] : [{ name, at: at.getTime() }];
    })
    .sort((one, other) => other.at - one.at);
  const newest = made[0]?.at ?? 0;
  const kept = new Set(made.filter(({ at }) => newest - at < DAY).map(({ name }) => name));
  for (const [periodMs, count] of [
    [DAY, keepDays],
    [7 * DAY, keepWeeks],
  ] as const) {
    const periods = new Map<number, string>();
    for (const { name, at } of made) {
      const period = Math.floor((at - monday) / periodMs);
      if (!periods.has(period) && periods.size < count) periods.set(period, name);
    }
    for (const name of periods.values()) kept.add(name);
  }
  return made.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
}
