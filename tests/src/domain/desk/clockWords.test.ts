import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockWords, dateClockWords, isTwice } from '../../../../src/domain/desk/clockWords';
import { comingAt, happenedAt } from '../../../../src/domain/desk/whenAt';
import { nearWords } from '../../../../src/domain/desk/words';
import { dateInZone, formatTime } from '../../../../src/domain/clinicTime';

const chicago = 'America/Chicago';
/** 1:30am in Chicago on the night on which the clocks go back: before they do, and an hour later. */
const [first, second] = [new Date('2026-11-01T06:30:00Z'), new Date('2026-11-01T07:30:00Z')];

describe('a time that comes twice', () => {
  it('says which of the two it is, wherever the desk says a time', () => {
    expect([first, second].map((at) => clockWords(at, chicago))).toEqual(['1:30am CDT', '1:30am CST']);
    expect(comingAt(second, chicago, '2026-10-30')).toBe('Sun Nov 1, 1:30am CST');
    expect(happenedAt(first, chicago, '2026-11-01')).toBe('Today 1:30am CDT');
    expect(nearWords(first, chicago, '2026-10-20')).toBe('Sun Nov 1, 1:30am CDT');
    expect(dateClockWords(second, chicago)).toBe('Sun Nov 1, 2026, 1:30am CST');
    expect(nearWords(second, chicago, '2026-11-01')).toBe('today 1:30am CST');
  });

  it('is the hour before and the hour after the change alone', () => {
    const at = (utc: string) => isTwice(new Date(utc), chicago);
    expect([at('2026-11-01T05:59:00Z'), at('2026-11-01T06:00:00Z')]).toEqual([false, true]);
    expect([at('2026-11-01T07:59:00Z'), at('2026-11-01T08:00:00Z')]).toEqual([true, false]);
    // The clocks of Lord Howe go back by half an hour.
    const howe = (utc: string) => isTwice(new Date(utc), 'Australia/Lord_Howe');
    expect([howe('2026-04-04T14:29:00Z'), howe('2026-04-04T14:45:00Z'), howe('2026-04-04T15:15:00Z')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('no two instants of a day read alike', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(chicago, 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Phoenix', 'Asia/Kolkata'),
        fc.integer({ min: 0, max: 366 * 24 * 4 }),
        fc.integer({ min: 1, max: 8 }),
        (zone, quarter, apart) => {
          const one = new Date(Date.UTC(2026, 0, 1) + quarter * 900_000);
          const other = new Date(one.getTime() + apart * 900_000);
          const words = (at: Date) => `${dateInZone(at, zone)} ${clockWords(at, zone)}`;
          expect(words(one)).not.toBe(words(other));
          expect(clockWords(one, zone).startsWith(formatTime(one, zone))).toBe(true);
        },
      ),
    );
  });
});
