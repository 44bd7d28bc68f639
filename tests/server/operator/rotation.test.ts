import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backupName, backupTime, isDraft, lastDue, outdated } from '../../../server/operator/rotation';

const hour = 3_600_000;
const day = 24 * hour;
const at = (text: string) => new Date(text);
const keep = { keepDays: 7, keepWeeks: 4 };

describe('when a backup is due', () => {
  test.each([
    [24, 180, '2026-11-25T02:59:59Z', '2026-11-24T03:00:00Z'],
    [24, 180, '2026-11-25T03:00:00Z', '2026-11-25T03:00:00Z'],
    [6, 30, '2026-11-25T13:00:00Z', '2026-11-25T12:30:00Z'],
    // The first hour of a week is Monday's.
    [168, 180, '2026-11-25T13:00:00Z', '2026-11-23T03:00:00Z'],
  ])('every %i hours from minute %i, at %s, is since %s', (hours, atMinutes, now, due) => {
    expect(lastDue({ everyMs: hours * hour, atMinutes }, at(now))).toEqual(at(due));
  });
});

test('a name tells its moment, and no other file is a backup', () => {
  const moment = at('2026-11-25T03:00:07Z');
  expect(backupName(moment)).toBe('portal-20261125T030007Z.jsonl.gz');
  expect(backupTime(backupName(moment))).toEqual(moment);
  for (const name of ['portal.jsonl.gz', 'portal-20261125T030007Z.jsonl', 'portal-20261399T030007Z.jsonl.gz', 'x'])
    expect(backupTime(name)).toBeNull();
  expect(isDraft('portal-20261125T030007Z.jsonl.gz.0b8f4c1e-58a5-4f0e-9d0a-1f4f6d1f2b3c')).toBe(true);
  for (const name of ['portal-20261125T030007Z.jsonl.gz', 'mine.gz.0b8f4c1e-58a5-4f0e-9d0a-1f4f6d1f2b3c'])
    expect(isDraft(name)).toBe(false);
});

describe('what is deleted', () => {
  const today = at('2027-06-01T00:00:00Z');
  const daily = Array.from({ length: 60 }, (_, index) =>
    backupName(new Date(at('2026-11-25T03:00:00Z').getTime() - index * day)),
  );

  test('of daily backups a week of days and four weeks stay', () => {
    const gone = new Set(outdated([...daily, 'notes.txt', 'mine.jsonl'], keep, today));
    expect(daily.filter((name) => !gone.has(name))).toEqual([
      ...daily.slice(0, 7),
      // The newest of each week, from Monday: Sunday's. The week of the 16th has its own among the days.
      'portal-20261115T030000Z.jsonl.gz',
      'portal-20261108T030000Z.jsonl.gz',
    ]);
    expect(gone.has('notes.txt') || gone.has('mine.jsonl')).toBe(false);
  });

  test('of hourly ones all of the last day stay', () => {
    const hourly = Array.from({ length: 72 }, (_, index) =>
      backupName(new Date(at('2026-11-25T12:00:00Z').getTime() - index * hour)),
    );
    const gone = new Set(outdated(hourly, keep, today));
    expect(hourly.slice(0, 24).filter((name) => gone.has(name))).toEqual([]);
    expect(hourly.slice(24).filter((name) => !gone.has(name))).toEqual([
      'portal-20261123T230000Z.jsonl.gz',
      'portal-20261122T230000Z.jsonl.gz',
    ]);
  });

  test('what a clock that was ahead made deletes nothing, and is left alone until its time has come', () => {
    const ahead = ['2026-12-04', '2027-01-10', '2029-05-05'].map((on) => backupName(at(`${on}T03:00:00Z`)));
    const one = { keepDays: 1, keepWeeks: 0 };
    expect(outdated([...ahead, daily[0]!], one, at('2026-11-25T03:00:00Z'))).toEqual([]);
    expect(outdated([...ahead, ...daily.slice(0, 2)], one, at('2026-11-25T03:00:00Z'))).toEqual([daily[1]]);
    expect(outdated([...ahead, daily[0]!], one, at('2027-01-11T00:00:00Z'))).toEqual([ahead[0], daily[0]]);
  });

  test('whatever there is, the newest stays, and deleting twice deletes nothing more', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 400 * 24 }), { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 0, max: 10 }),
        (hours, keepDays, keepWeeks) => {
          const names = hours.map((one) => backupName(new Date(at('2026-01-01T00:30:00Z').getTime() + one * hour)));
          const gone = new Set(outdated(names, { keepDays, keepWeeks }, today));
          const left = names.filter((name) => !gone.has(name));
          expect(left).toContain([...names].sort().at(-1));
          expect(outdated(left, { keepDays, keepWeeks }, today)).toEqual([]);
          expect(left.length).toBeLessThanOrEqual(24 + keepDays + keepWeeks);
        },
      ),
    );
  });
});
